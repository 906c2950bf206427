// Sweeps whose blocks must have the same bytes by every backend.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "polhode/sweep/compute/ensemble_lanes.hpp"
#include "polhode/sweep/compute/sweep_compute.hpp"
#include "polhode/sweep/definition/sweep_file.hpp"

namespace polhode::one_arithmetic {

inline std::string blocks_by(const Sweep& sweep, SweepBackend backend, int lanes = 0) {
    SweepComputer::Options options;
    options.backend = backend;
    options.lanes = lanes;
    const SweepComputer computer(sweep, options);
    EXPECT_EQ(computer.backend(), backend) << computer.why_scalar();
    std::string all;
    for (std::uint64_t b = 0; b < sweep.blocks(); ++b) all += computer.compute(b);
    return all;
}

// The bytes of every block are those of ordinary runs, whatever the width.
inline void expect_one_arithmetic(const std::string& text) {
    const Sweep sweep = read_sweep(text, "test.toml");
    const std::string scalar = blocks_by(sweep, SweepBackend::scalar);
    ASSERT_FALSE(scalar.empty());
    for (const LaneWidth& width : lane_widths())
        EXPECT_TRUE(blocks_by(sweep, SweepBackend::simd, width.lanes) == scalar) << width.name << "\n" << text;
}

// Eighty-three bodies of this inertia, turned and pushed by chance.
inline std::string thrown(const std::string& inertia) {
    return "\n[body]\ninertia = " + inertia + R"(
[start]
rate = [0.1, 1.0, 0.2]
[run]
duration = 2.0
sample = 0.25
[sweep]
runs = 83
block = 32
seed = 5
[[vary]]
key = "start.attitude"
kind = "random-attitude"
[[vary]]
key = "start.rate"
kind = "correlated-normal"
mean = [0.1, 1.0, 0.2]
covariance = [[0.04, 0.01, 0.0], [0.01, 0.09, 0.0], [0.0, 0.0, 0.01]]
)";
}
inline const std::string tumbling = thrown("[1.0, 1.5, 2.0]") + R"([[vary]]
key = "body.inertia[0]"
kind = "uniform"
low = 0.8
high = 1.2
)";
inline const std::string outcomes_on_the_way = R"(
[[outcome]]
name = "steepest"
of = "tilt"
take = "largest"
[[outcome]]
name = "energy"
of = "energy"
take = "range"
[[outcome]]
name = "late"
of = "wx"
take = "first-time"
below = 0.0
[[outcome]]
name = "turned"
of = "turned"
[keep]
over_time = ["tilt", "rate"]
)";
inline std::string method(const std::string& keys) { return "[method]\n" + keys + "\n"; }

inline const std::string torques_of_every_kind = R"(
[[torque]]
kind = "gravity"
mass = 0.3
at = [0.01, 0.0, 0.2]
g = 9.8
[[torque]]
kind = "constant"
value = [0.01, -0.02, 0.03]
frame = "world"
[[torque]]
kind = "damping"
coefficients = [0.1, 0.2, 0.05]
[[torque]]
kind = "rockets"
k = 0.4
[[vary]]
key = "torque[0].mass"
kind = "log-uniform"
low = 0.1
high = 1.0
[[vary]]
key = "torque[2].coefficients[1]"
kind = "uniform"
low = 0.0
high = 0.5
)";

// Mass and centre of mass of each body are its own, as its moments are.
inline const std::string own_weight = R"(
[[torque]]
kind = "gravity"
mass = 0.3
at = [0.01, 0.0, 0.2]
[[vary]]
key = "torque[0].mass"
kind = "log-uniform"
low = 0.1
high = 1.0
[[vary]]
key = "torque[0].at"
kind = "random-direction"
length = 0.3
)";

// Tops, whose spin is taken out, beside bodies that are none: another moment, or the weight beside the axis. Some of
// these moments belong to no body, and some spins to no motion that can be followed.
inline const std::string tops = R"(
[body]
inertia = [1.0, 1.0, 0.6]
[start]
attitude = { quaternion = [1.0, 0.2, -0.1, 0.0] }
rate = [-0.0, 0.0, 12.0]
[[torque]]
kind = "gravity"
mass = 1.2
at = [0.0, 0.0, 0.3]
[run]
duration = 1.5
sample = 0.25
[sweep]
runs = 160
block = 64
[[vary]]
key = "body.inertia[1]"
kind = "list"
values = [1.0, 1.1, 1.0, 0.6, 1.9]
[[vary]]
key = "torque[0].at[0]"
kind = "list"
values = [0.0, 0.01]
[[vary]]
key = "start.rate[2]"
kind = "list"
values = [-12.0, 0.0, 25.0, 1e90]
[[vary]]
key = "torque[0].mass"
kind = "grid"
from = 0.2
to = 3.0
count = 4
)";

}  // namespace polhode::one_arithmetic
