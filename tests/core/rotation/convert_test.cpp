// Conversions that do not go through the quaternion, and the angle between two attitudes.
#include "polhode/rotation/convert.hpp"

#include "core/rotation/attitudes.hpp"

namespace polhode {
namespace convert_test {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

TEST(Convert, ByTypeOrLikeAnotherValue) {
    const Quaternion<double> q = exp_rotation(Vec3<double>{0.1, -0.2, 0.3});
    const auto d = convert<Dcm>(q);
    static_assert(std::is_same_v<decltype(d), const Dcm<double>>);
    EXPECT_EQ((convert<Dcm<double>>(q)), d);
    const auto e = convert(q, EulerAngles<double>{0, 0, 0, euler_sequence("zxz")});
    EXPECT_EQ(e.sequence, euler_sequence("zxz"));
    EXPECT_LE(angle_between(e, q), 8 * epsilon);
    EXPECT_EQ((convert(EulerAngles<double>{9, 8, 7, euler_sequence("zyx")}, EulerAngles<double>{})),
              (EulerAngles<double>{9, 8, 7, euler_sequence("zyx")}))
        << "the same sequence is not extracted anew";
}

// More than half a turn survives between these two, which the quaternion would fold.
TEST(Convert, AxisAngleAndRotationVectorKeepTheWholeAngle) {
    const auto v = convert<RotationVector>(AxisAngle<double>{{0, 1, 0}, 5.0});
    EXPECT_EQ(v, (RotationVector<double>{0, 5, 0}));
    EXPECT_EQ((convert<AxisAngle>(v)), (AxisAngle<double>{{0, 1, 0}, 5.0}));
    EXPECT_EQ((convert<AxisAngle>(RotationVector<double>{})), (AxisAngle<double>{}));
}

// Euler angles and matrix directly: sines and cosines of the whole angles, exact zeros and ones where they belong.
TEST(Convert, EulerAnglesToMatrixDirectly) {
    const auto R = convert<Dcm>(EulerAngles<double>{0, 0.5, 0, euler_sequence("zyx")}).R_NB;
    EXPECT_EQ(R(0, 0), cos(0.5));
    EXPECT_EQ(R(0, 2), sin(0.5));
    EXPECT_EQ(R(1, 1), 1);
    EXPECT_EQ(R(0, 1), 0);
}

TEST(AngleBetween, SmallAnglesHaveAllTheirDigits) {
    rc::detail::checkGTest([] {
        const Quaternion<double> a = attitudes::attitude();
        const double angle = pow(10.0, -1.0 * attitudes::integer(0, 16)) * 3;
        const Vec3<double> axis = attitudes::vector();
        RC_PRE(norm(axis) > 1e-3);
        const Quaternion<double> b = compose(a, exp_rotation((angle / norm(axis)) * axis));
        // b itself is rounded: half an epsilon per component, four of them, twice that as an angle
        RC_ASSERT(abs(angle_between(a, b) - angle) <= 4 * epsilon);
    });
    // exact differences: one component moved by 1e-20 from zero
    const Quaternion<double> a{0.6, 0.8, 0, 0}, b{0.6, 0.8, 1e-20, 0};
    EXPECT_NEAR(angle_between(a, b) / 2e-20, 1, 4 * epsilon);
    EXPECT_EQ(angle_between(a, a), 0);
    EXPECT_EQ(angle_between(a, -a), 0);
}

TEST(AngleBetween, LengthsAndSignsDoNotMatter) {
    const Quaternion<double> a = exp_rotation(Vec3<double>{0.3, 1, -0.2});
    const Quaternion<double> b = compose(a, exp_rotation(Vec3<double>{0, 0, 1e-3}));
    for (const double f : {-1.0, 3.0, -1e-5, 1e9})
        EXPECT_NEAR(angle_between(a, b.with(f * b.params())), 1e-3, 8 * epsilon) << f;
    EXPECT_NEAR(angle_between(Quaternion<double>{1, 0, 0, 0}, Quaternion<double>{0, 1, 0, 0}), pi<double>(), 0);
}

TEST(AngleBetween, AnyTwoRepresentations) {
    const RotationVector<double> v{0.1, 0.2, 0.3};
    EXPECT_LE(angle_between(v, convert<Dcm>(v)), 4 * epsilon);
    EXPECT_NEAR(angle_between(v, Quaternion<double>{}), norm(v.params()), 4 * epsilon);
}

// b = a after the turn, whose axis is in the body axes of a
TEST(AxisAngleBetween, IsTheTurnFromOneToTheOther) {
    rc::detail::checkGTest([] {
        const Quaternion<double> a = attitudes::attitude(), b = attitudes::attitude();
        RC_ASSERT(angle_between(compose(a, to_quaternion(axis_angle_between(a, b))), b) <= 12 * epsilon);
    });
    const Quaternion<double> a = exp_rotation(Vec3<double>{1, 2, -1});
    const auto turn = axis_angle_between(a, compose(a, exp_rotation(Vec3<double>{0, 0.25, 0})));
    EXPECT_NEAR(turn.axis[1], 1, 4 * epsilon);
    EXPECT_NEAR(turn.angle, 0.25, 4 * epsilon);
}

}  // namespace convert_test
}  // namespace polhode
