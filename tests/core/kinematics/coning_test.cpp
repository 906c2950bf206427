#include "polhode/kinematics/coning.hpp"

#include <gtest/gtest.h>

#include "motion_laws.hpp"

namespace polhode {
namespace coning_test {

TEST(Coning, RateIsThatOfTheExactAttitude) {
    for (double angle : {0.01, 0.5, 1.5, 3.0})
        for (double w : {1.0, 94.0, -20.0})
            for (double t : {0.0, 0.03, 1.7})
                laws::rate_of_attitude(kinematics::Coning<double>(angle, w), t, 2 * abs(w));
}

// The body's x axis keeps its angle to the world's and comes round once in 2 pi/W.
TEST(Coning, XAxisGoesRoundACone) {
    const kinematics::Coning<double> motion(0.2, 3.0);
    for (int i = 0; i <= 8; ++i) {
        const double phase = i * two_pi<double>() / 8;
        const Vec3<double> x = to_world(motion.attitude(phase / 3.0), Vec3<double>{1, 0, 0});
        const Vec3<double> expected{cos(0.2), sin(0.2) * sin(phase), -sin(0.2) * cos(phase)};
        EXPECT_LT(norm(x - expected), 2e-15);  // the phase is rounded, up to 2 pi
    }
}

TEST(Coning, FloatHoldsTheSameMotion) {
    const kinematics::Coning<double> motion(0.3, 5.0);
    // phase up to 2.5 rad in float: 1.2e-7 of it, times the transverse rate 1.5
    EXPECT_LT(norm(cast<double>(motion.as<float>()(0.5f)) - motion(0.5)), 1e-6);
}

}  // namespace coning_test
}  // namespace polhode
