#include "polhode/study/dense_truth.hpp"

#include <gtest/gtest.h>

#include "polhode/measure/comparison.hpp"
#include "polhode/scenario/scenario.hpp"

namespace dense_truth_test {

using namespace polhode;

// Between the points it was asked at, and on both sides of a switch, it is the reference solution to rounding.
TEST(DenseTruth, IsTheReferenceSolutionAtAnyTime_Long) {
    const Scenario s = read_scenario(R"(
[body]
inertia = [1.0, 2.0, 2.5]
[start]
rate = [0.5, 0.7, 0.9]
[[torque]]
kind = "thruster"
force = [0.0, 0.3, 0.0]
at = [0.4, 0.0, 0.1]
start = 3.3
stop = 7.7
[[torque]]
kind = "formula"
value = ["0.2 * sin(9 * t) + 0", "-0.3 * wy", "0"]
[run]
duration = 20.0
)",
                                     "thruster.toml");
    const DenseTruth dense(s.problem, s.run.duration);
    const auto at = dense.for_rows(s.run.duration, 1);
    std::string why;
    const auto truth = reference_truth(s.problem, s.run.duration, why);
    ASSERT_TRUE(truth);
    for (int i = 0; i <= 500; ++i) {
        const double t = 20.0 * i / 500;
        const TrueState a = at(t), b = truth->at(t);
        EXPECT_LE(geodesic_angle(a.q_NB, b.q_NB), 2e-14) << t;
        EXPECT_LE(norm(a.w_NB_B - b.w_NB_B), 2e-14) << t;
    }
}

}  // namespace dense_truth_test
