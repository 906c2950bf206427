#include "polhode/torque/rockets.hpp"

#include "torque_laws.hpp"

namespace polhode {
namespace rockets_test {

using V = Vec3<double>;

RC_GTEST_PROP(Rockets, AreTheCrossProductOfTheTwoAxes, ()) {
    const torque::Rockets<double> rockets{3.0};
    const Quaternion<double> q = laws::unit_quaternion();
    const V z{0, 0, 1}, x3_N = to_world(q, z), torque_N = to_world(q, rockets(0.0, q, V{}));
    RC_ASSERT(laws::largest_difference(torque_N, 3.0 * cross(z, x3_N)) <= 64 * 2.2e-16 * 3);
    // horizontal, so that the vertical momentum stays (erratum 8)
    RC_ASSERT(abs(torque_N[2]) <= 32 * 2.2e-16 * 3);
    RC_ASSERT(abs(rockets.potential(q) - 3.0 * x3_N[2]) <= 32 * 2.2e-16 * 3);
    laws::same_in_all_representations(rockets, 0, q, V{}, 3);
    laws::potential_gives_torque(rockets, q, 3);
    laws::same_in_float(rockets, 0, q, V{}, 3);
}

// The law of weight: a top with m g l = k feels the same, to the last rounding of another order of factors.
RC_GTEST_PROP(Rockets, AreATopWithoutWeight, ()) {
    const Quaternion<double> q = laws::unit_quaternion();
    const torque::Gravity<double> weight{1.0, {0, 0, 1}, 2.0};
    const torque::Rockets<double> rockets{2.0};
    RC_ASSERT(laws::largest_difference(rockets(0.0, q, V{}), weight(0.0, q, V{})) <= 4 * 2.2e-16 * 2);
}

}  // namespace rockets_test
}  // namespace polhode
