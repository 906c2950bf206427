// Events that act at one time but for roundings.
#include <gtest/gtest.h>

#include "support/inside_rows.hpp"

namespace simultaneous_events_test {

using namespace polhode;
using namespace polhode::test;

// A body is turned back where it passes an angle, and in the same moment, but for roundings, another event acts: the
// angle still stands on the far side of it then, and the body is not turned back once more.
TEST(SimultaneousEvents, WhatElseHappensInTheMomentDoesNotMakeItActAgain) {
    const std::string wall = R"toml(
[body]
inertia = [2.0, 2.0, 2.0]
[start]
rate = [1.0, 0.0, 0.0]
[[state]]
name = "c"
derivative = 0
[[state]]
name = "th"
derivative = "wx"
[[event]]
do = "set"
when = "t - 2"
set = { c = "c + 10" }
[[event]]
do = "impulse"
when = "th - 2"
impulse = ["-4*wx", "0", "0"]
[[event]]
do = "set"
when = "th - 2"
direction = "rising"
set = { c = "c + 1" }
[run]
duration = 4.0
sample = 4.0
[method]
)toml";
    for (const char* m : {"", "integrator = \"reference\"", "integrator = \"dop853\"\ntolerance = 1e-12",
                          "integrator = \"dop853\"\ntolerance = 1e-10", "integrator = \"dopri5\"\ntolerance = 1e-9",
                          "integrator = \"rk4\"\nstep = 0.05", "integrator = \"rk4\"\nstep = 0.1",
                          "integrator = \"rk4\"\nstep = 0.3", "integrator = \"cf4\"\nstep = 0.05"}) {
        SCOPED_TRACE(m);
        const InsideRows run = run_inside(wall + m);
        EXPECT_NEAR(run.value("th"), 0, 1e-12);
        EXPECT_NEAR(run.rows.back().w_NB_B[0], -1, 1e-13);
        EXPECT_EQ(run.value("c"), 11);
    }
}

}  // namespace simultaneous_events_test
