// A given rate with a known attitude must be the rate of that attitude.
#pragma once

#include <gtest/gtest.h>

#include "polhode/rotation/quaternion.hpp"

namespace polhode::laws {

// w = 2 q* q' with q' from five points, distance h: error h^4/30 of the fifth derivative, at most (fastest/2)^5 where
// nothing in q varies faster than `fastest`/2, and 2.2e-16/h of rounding in q and in the phase fastest t.
template <class Motion>
void rate_of_attitude(const Motion& motion, double t, double fastest) {
    const double h = 2e-3 / fastest;
    const Vec<double, 4> q2 = motion.attitude(t + 2 * h).params(), q1 = motion.attitude(t + h).params(),
                         p1 = motion.attitude(t - h).params(), p2 = motion.attitude(t - 2 * h).params();
    const Vec<double, 4> dq = (1 / (12 * h)) * (8.0 * (q1 - p1) - (q2 - p2));
    const Vec3<double> difference = rate(motion.attitude(t), dq) - motion(t);
    EXPECT_LT(norm(difference), (2e-12 + 1.1e-13 * fastest * abs(t)) * fastest) << "at t = " << t;
}

}  // namespace polhode::laws
