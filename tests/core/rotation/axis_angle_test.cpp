// What axis and angle promise beyond the laws of every representation.
#include "polhode/rotation/axis_angle.hpp"

#include "core/rotation/attitudes.hpp"

namespace polhode {
namespace axis_angle_test {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

TEST(AxisAngle, NoRotationHasTheFirstAxis) {
    for (const double w : {1.0, -1.0}) {
        const auto a = convert<AxisAngle>(Quaternion<double>{w, 0, 0, 0});
        EXPECT_EQ(a, (AxisAngle<double>{{1, 0, 0}, 0}));
    }
}

// However small the angle, the axis is right: 2 acos w would have lost it below 1e-8.
TEST(AxisAngle, SmallAnglesKeepTheirAxis) {
    for (const double angle : {1e-3, 1e-9, 1e-20, 1e-200}) {
        const auto a = convert<AxisAngle>(to_quaternion(AxisAngle<double>{{0.6, 0, -0.8}, angle}));
        EXPECT_NEAR(a.angle / angle, 1, 4 * epsilon);
        EXPECT_LE(norm(a.axis - Vec3<double>{0.6, 0, -0.8}), 4 * epsilon);
    }
}

TEST(AxisAngle, AtZeroOnlyATurnAboutTheAxisIsRegular) {
    const AxisAngle<double> none{{0, 0, 1}, 0};
    EXPECT_EQ(derivative(none, Vec3<double>{0, 0, 2}), (Vec<double, 4>{0, 0, 0, 2}));
    EXPECT_FALSE(is_finite(derivative(none, Vec3<double>{1, 0, 0})));
}

// An axis of another length is kept, shows in the defect, and goes with normalise().
TEST(AxisAngle, ANonUnitAxisIsNotNormalisedInSecret) {
    const AxisAngle<double> a{{0, 0, 2}, pi<double>()};
    EXPECT_EQ(defect(a), -3);
    EXPECT_EQ(to_quaternion(a).z, 2);
    EXPECT_EQ(normalise(a).axis, (Vec3<double>{0, 0, 1}));
}

}  // namespace axis_angle_test
}  // namespace polhode
