// Settling time and overshoot of a controlled body against the damped oscillator that it is for small angles.
#include <gtest/gtest.h>

#include <cmath>

#include "polhode/sweep/compute/sweep_compute.hpp"
#include "polhode/sweep/definition/sweep_file.hpp"
#include "polhode/sweep/journal/sweep_block.hpp"

namespace polhode {
namespace settling_test {

// th'' = -th - 2 z th', from 1e-3 rad at rest, z = 0.3 and 0.7
const std::string text = R"(
[body]
inertia = [1.0, 2.0, 2.5]
[start]
attitude = { axis = [1.0, 0.0, 0.0], angle = 1e-3 }
rate = [0.0, 0.0, 0.0]
[constants]
z = 0.3
[[torque]]
kind = "formula"
value = ["-2*qx - 2*z*wx", "0", "0"]
[method]
integrator = "dop853"
tolerance = 1e-12
[run]
duration = 40.0
sample = 0.01
[sweep]
runs = 2
[[vary]]
key = "constants.z"
kind = "list"
values = [0.3, 0.7]
[[outcome]]
name = "settled"
take = "settling"
of = "2000*qx"
[[outcome]]
name = "beyond"
take = "overshoot"
of = "2000*qx"
[[outcome]]
name = "wide"
take = "settling"
of = "2000*qx"
band = 0.2
[[outcome]]
name = "away"
take = "overshoot"
of = "2000*qx"
target = 2.0
[[outcome]]
name = "never"
take = "settling"
of = "2000*qx"
target = 0.5
)";

double oscillator(double z, double t) {
    const double w = std::sqrt(1 - z * z);
    return std::exp(-z * t) * (std::cos(w * t) + z / w * std::sin(w * t));
}
// The last time at which it is outside of the band, to a microsecond.
double settled(double z, double band) {
    double last = 0;
    for (double t = 0; t < 40; t += 1e-5)
        if (std::fabs(oscillator(z, t)) >= band) last = t;
    return last;
}

TEST(Settling, OfADampedOscillator) {
    const Sweep sweep = read_sweep(text, "test.toml");
    const SweepComputer computer(sweep, {});
    const SweepBlock block = SweepBlock::decoded(computer.compute(0));
    ASSERT_EQ(block.outcomes.size(), 2 * sweep.outcomes.size());
    for (std::size_t run = 0; run < 2; ++run) {
        const double z = run == 0 ? 0.3 : 0.7;
        const double* of = block.outcomes.data() + run * sweep.outcomes.size();
        // rows are 0.01 s apart and bent: the line between two is off by 1e-5 of the way at most
        EXPECT_NEAR(of[0], settled(z, 0.02), 2e-3);
        EXPECT_NEAR(of[1], std::exp(-z * 3.14159265358979324 / std::sqrt(1 - z * z)), 2e-5);
        EXPECT_NEAR(of[2], settled(z, 0.2), 1e-3);
        EXPECT_EQ(of[3], 0);  // it never comes near 2
        EXPECT_TRUE(std::isnan(of[4]));
    }
}

}  // namespace settling_test
}  // namespace polhode
