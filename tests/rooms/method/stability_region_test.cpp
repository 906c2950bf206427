#include "polhode/method/stability_region.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "polhode/scenario/scenario.hpp"
#include "polhode/study/study_file.hpp"
#include "polhode/truth/motion_rates.hpp"

namespace stability_region_test {

using namespace polhode;

namespace {

Scenario controlled() {
    return read_scenario(R"(
[body]
inertia = [1.0, 1.5, 2.0]
[start]
rate = [0.0, 0.0, 0.0]
[[torque]]
kind = "formula"
value = ["-2 * qx - 5 * wx", "-3 * qy - 7.5 * wy", "-4 * qz - 10 * wz"]
[run]
duration = 1
)",
                         "controlled.toml");
}

// The end of the interval of stability on the negative real axis.
double real_limit(const std::string& word) {
    const Scenario s = controlled();
    Method m = method_of_word(word, "test");
    m.step = 0.1;
    const auto growth = amplification_of(s.problem, m);
    double low = 0, high = 20;
    for (int i = 0; i < 50; ++i) {
        const double middle = 0.5 * (low + high);
        ((*growth)({-middle, 0}) <= 1 ? low : high) = middle;
    }
    return low;
}

}  // namespace

// Hairer, Wanner II, IV.2 and V.1: 2, 2.785 and the Adams-Bashforth intervals 1, 6/11 and 3/10.
TEST(StabilityRegion, KnownIntervals) {
    EXPECT_NEAR(real_limit("euler"), 2, 1e-6);
    EXPECT_NEAR(real_limit("rk4"), 2.785293563405282, 1e-6);
    EXPECT_NEAR(real_limit("adams-bashforth:2"), 1, 1e-6);
    EXPECT_NEAR(real_limit("adams-bashforth:3"), 6.0 / 11, 1e-6);
    EXPECT_NEAR(real_limit("adams-bashforth:4"), 0.3, 1e-6);
}

// At rest, q = 1: x'' + 5 x' + x = 0 about every axis, so -(5 +- sqrt 21)/2.
TEST(MotionRates, OfAControlLoop) {
    const Scenario s = controlled();
    const auto rates = motion_eigenvalues(s.problem, 0, {{1, 0, 0, 0}, {}});
    double fastest = 0;
    for (const auto& rate : rates) fastest = std::min(fastest, rate.real());
    // a root of threefold kind is known to the third part of its digits
    EXPECT_NEAR(fastest, -(5 + std::sqrt(21.0)) / 2, 1e-3);
}

}  // namespace stability_region_test
