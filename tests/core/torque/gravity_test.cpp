#include "polhode/torque/gravity.hpp"

#include "torque_laws.hpp"

namespace polhode {
namespace gravity_test {

using V = Vec3<double>;
using Q = Quaternion<double>;

// A gyroscope tilted by 60 deg about -x: m g l sin(tilt), about the axis z x x3.
TEST(Gravity, TiltedGyroscope) {
    const torque::Gravity<double> gravity{0.3, {0, 0, 0.01}, 9.8};
    const double tilt = 1.0471975511965976;
    const Q q{cos(tilt / 2), -sin(tilt / 2), 0, 0};
    const V M = gravity(0.0, q, V{});
    // Turned about -x the body's z axis leans towards +y; weight pulls it further that way, about -x.
    EXPECT_NEAR(M[0], -0.3 * 9.8 * 0.01 * sin(tilt), 1e-17);  // 0.0255 to 4 roundings
    EXPECT_NEAR(M[1], 0, 1e-18);
    EXPECT_NEAR(M[2], 0, 1e-18);
    EXPECT_NEAR(gravity.potential(q), 0.3 * 9.8 * 0.01 * cos(tilt), 1e-17);
}

TEST(Gravity, StandardAccelerationIsTheDefault) { EXPECT_EQ(torque::Gravity<double>{}.g, 9.80665); }

// The attitude is used as it is held: |q|^2 goes into torque and potential.
TEST(Gravity, NonUnitQuaternionScales) {
    const torque::Gravity<double> gravity{2.0, {0.1, -0.2, 0.3}, 9.8};
    const Q q{0.5, 0.5, -0.5, 0.5}, twice_as_long{1, 1, -1, 1};
    EXPECT_EQ(gravity(0.0, twice_as_long, V{}), 4.0 * gravity(0.0, q, V{}));
    EXPECT_EQ(gravity.potential(twice_as_long), 4.0 * gravity.potential(q));
}

RC_GTEST_PROP(Gravity, IsWeightTimesLever, ()) {
    const torque::Gravity<double> gravity{1.5, laws::vector(), 9.8};
    const Q q = laws::unit_quaternion();
    const V weight_B = to_body(q, V{0, 0, -1.5 * 9.8});
    // 16 roundings of m g |at| <= 14.7 sqrt 3
    RC_ASSERT(laws::largest_difference(gravity(0.0, q, V{}), cross(gravity.at, weight_B)) <= 16 * 2.2e-16 * 26);
    RC_ASSERT(abs(gravity.potential(q) - 1.5 * 9.8 * to_world(q, gravity.at)[2]) <= 16 * 2.2e-16 * 26);
    laws::same_in_all_representations(gravity, 0, q, V{}, 26);
    laws::potential_gives_torque(gravity, q, 26);
    laws::same_in_float(gravity, 0, q, V{}, 26);
}

}  // namespace gravity_test
}  // namespace polhode
