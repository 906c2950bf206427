#include "polhode/torque/constant.hpp"

#include "torque_laws.hpp"

namespace polhode {
namespace constant_test {

using V = Vec3<double>;

TEST(ConstantTorque, InBodyAxesTheAttitudeDoesNotMatter) {
    const torque::Constant<double> torque{{1, 2, 3}, torque::Frame::body};
    EXPECT_EQ(torque(5.0, Quaternion<double>{0.1, 0.7, -0.3, 0.2}, V{9, 9, 9}), (V{1, 2, 3}));
}

// Turned by 90 deg about z the body's x axis is the world's y axis.
TEST(ConstantTorque, InWorldAxesItIsTurnedIntoTheBody) {
    const torque::Constant<double> torque{{0, 2, 0}, torque::Frame::world};
    const double h = 0.70710678118654752;
    const V M = torque(0.0, Quaternion<double>{h, 0, 0, h}, V{});
    EXPECT_NEAR(M[0], 2, 1e-15);
    EXPECT_NEAR(M[1], 0, 1e-15);
    EXPECT_NEAR(M[2], 0, 1e-15);
}

RC_GTEST_PROP(ConstantTorque, KeepsTheLaws, ()) {
    const torque::Constant<double> torque{laws::vector(), torque::Frame::world};
    const Quaternion<double> q = laws::unit_quaternion();
    RC_ASSERT(laws::largest_difference(to_world(q, torque(0.0, q, V{})), torque.value) <= 64 * 2.2e-16);
    laws::same_in_all_representations(torque, 0, q, V{}, 2);
    laws::same_in_float(torque, 0, q, V{}, 2);
}

}  // namespace constant_test
}  // namespace polhode
