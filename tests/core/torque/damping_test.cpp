#include "polhode/torque/damping.hpp"

#include "torque_laws.hpp"

namespace polhode {
namespace damping_test {

using V = Vec3<double>;

TEST(Damping, ActsAxisByAxisAgainstTheRate) {
    const torque::Damping<double> damping{{1, 2, 0}};
    EXPECT_EQ(damping(0.0, Quaternion<double>{}, V{3, -4, 5}), (V{-3, 8, 0}));
}

RC_GTEST_PROP(Damping, TakesEnergyAway, ()) {
    const V c = laws::vector(), w = laws::vector();
    const torque::Damping<double> damping{{abs(c[0]), abs(c[1]), abs(c[2])}};
    RC_ASSERT(dot(damping(0.0, Quaternion<double>{}, w), w) <= 0.0);
    laws::same_in_all_representations(damping, 0, laws::unit_quaternion(), w, 1);
    laws::same_in_float(damping, 0, Quaternion<double>{}, w, 1);
}

}  // namespace damping_test
}  // namespace polhode
