#include "polhode/torque/thruster.hpp"

#include "torque_laws.hpp"

namespace polhode {
namespace thruster_test {

using V = Vec3<double>;
using Q = Quaternion<double>;

torque::Thruster<double> thruster() {
    torque::Thruster<double> t;
    t.force = {0, 2, 0};
    t.at = {0.5, 0, 0};
    t.start = 1;
    t.stop = 3;
    return t;
}

TEST(Thruster, LeverTimesForceWhileItIsOn) {
    const auto t = thruster();
    EXPECT_EQ(t(0.999, Q{}, V{}), V{});
    EXPECT_EQ(t(1.0, Q{}, V{}), (V{0, 0, 1}));
    EXPECT_EQ(t(2.999, Q{}, V{}), (V{0, 0, 1}));
    EXPECT_EQ(t(3.0, Q{}, V{}), V{});
}

TEST(Thruster, WithoutStopItNeverEnds) {
    auto t = thruster();
    t.stop = torque::Thruster<double>{}.stop;
    EXPECT_EQ(t(1e12, Q{}, V{}), (V{0, 0, 1}));
}

// A couple: force F at r and -F at -r, r x F + (-r) x (-F) = 2 r x F.
TEST(Thruster, CoupleIsTheTorqueOfBothForces) {
    auto t = thruster();
    t.couple = true;
    EXPECT_EQ(t(2.0, Q{}, V{}), cross(t.at, t.force) + cross(-t.at, -t.force));
}

// A stage at the very end of a step belongs to the step: the segment decides, not the time.
TEST(Thruster, SegmentDecidesForBothItsEnds) {
    auto t = thruster();
    t.segment(0, 1);
    EXPECT_EQ(t(1.0, Q{}, V{}), V{});
    t.segment(1, 3);
    EXPECT_EQ(t(1.0, Q{}, V{}), (V{0, 0, 1}));
    EXPECT_EQ(t(3.0, Q{}, V{}), (V{0, 0, 1}));
    t.segment(3, 10);
    EXPECT_EQ(t(3.0, Q{}, V{}), V{});
}

RC_GTEST_PROP(Thruster, KeepsTheLaws, ()) {
    torque::Thruster<double> t;
    t.force = laws::vector();
    t.at = laws::vector();
    t.frame = torque::Frame::world;
    const Q q = laws::unit_quaternion();
    // in the world: lever turned out of the body, times the force
    RC_ASSERT(laws::largest_difference(to_world(q, t(0.0, q, V{})), cross(to_world(q, t.at), t.force)) <=
              64 * 2.2e-16 * 3);
    laws::same_in_all_representations(t, 0, q, V{}, 3);
    laws::same_in_float(t, 0, q, V{}, 3);
}

}  // namespace thruster_test
}  // namespace polhode
