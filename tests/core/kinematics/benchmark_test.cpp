#include "polhode/kinematics/benchmark.hpp"

#include <gtest/gtest.h>

#include "motion_laws.hpp"

namespace polhode {
namespace benchmark_test {

constexpr double turn = two_pi<double>(), degree = turn / 360;

TEST(Benchmark, RateIsThatOfTheExactAttitude) {
    for (double b0_deg : {0.0, 15.0, 85.0, 89.0, 120.0, -40.0}) {
        const kinematics::Benchmark<double> motion(b0_deg * degree, turn);
        for (double t : {0.0, 0.1, 0.37, 2.5}) laws::rate_of_attitude(motion, t, turn);
    }
}

// TN D-5302 eq. 2: the moving axes in fixed components
TEST(Benchmark, AxesAreThoseOfTheReport) {
    const double b0 = 30.0 * degree, t = 0.2, wt = turn * t;
    const Quaternion<double> q = kinematics::Benchmark<double>(b0, turn).attitude(t);
    const Vec3<double> expected[3] = {{cos(wt) * cos(b0), sin(wt) * cos(b0), -sin(b0)},
                                      {-sin(wt), cos(wt), 0},
                                      {cos(wt) * sin(b0), sin(wt) * sin(b0), cos(b0)}};
    for (int i = 0; i < 3; ++i) {
        Vec3<double> axis{};
        axis[i] = 1;
        // 8 roundings of numbers up to 1
        EXPECT_LT(norm(to_world(q, axis) - expected[i]), 8 * 2.2e-16);
    }
}

// eq. 17, and the rate omega (-sin B0, 0, cos B0)
TEST(Benchmark, StartAndRate) {
    const double b0 = 75.0 * degree;
    const kinematics::Benchmark<double> motion(b0, turn);
    EXPECT_EQ(motion.attitude(0.0), (Quaternion<double>{cos(b0 / 2), 0, sin(b0 / 2), 0}));
    EXPECT_EQ(motion(3.0), (Vec3<double>{-(turn * sin(b0)), 0, turn * cos(b0)}));
    EXPECT_EQ(motion.as<float>()(3.0f), cast<float>(motion(3.0)));
}

}  // namespace benchmark_test
}  // namespace polhode
