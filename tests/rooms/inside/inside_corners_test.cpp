// Corners that the state decides in formulas of motion, against closed forms: steps end there and the branch is fixed
// in between, so that every method keeps its accuracy.
#include <gtest/gtest.h>

#include "polhode/base/diagnostic.hpp"
#include "polhode/input/formula_branches.hpp"
#include "support/inside_rows.hpp"

namespace inside_corners_test {

using namespace polhode;
using namespace polhode::test;

namespace {

std::string method(const std::string& keys) { return "[method]\n" + keys + "\n"; }

const char* const methods[] = {"integrator = \"taylor\"\ntolerance = 3e-15",
                               "integrator = \"dop853\"\ntolerance = 1e-12",
                               "integrator = \"dopri5\"\ntolerance = 1e-12",
                               "integrator = \"reference\"",
                               "integrator = \"default\"",
                               "integrator = \"rk4\"\nstep = 0.3"};

}  // namespace

TEST(InsideCorners, BranchesTakeTheirPlace) {
    const std::vector<std::string> names{"t", "a", "b"};
    const auto value = [&](const char* text, std::vector<double> deciding, double a, double b) {
        const Expression smooth = on_branches(Expression(text, names), deciding.data());
        EXPECT_TRUE(smooth.smooth()) << text;
        const double values[] = {0, a, b};
        return smooth(values);
    };
    EXPECT_EQ(value("abs(a)", {-1}, 3, 0), -3);
    EXPECT_EQ(value("abs(a)", {1}, 3, 0), 3);
    EXPECT_EQ(value("2*min(a, b) + 1", {-1}, 3, 2), 7);
    EXPECT_EQ(value("2*max(a, b) + 1", {-1}, 3, 2), 5);
    EXPECT_EQ(value("floor(a)*b", {4.5}, 100, 2), 8);
    EXPECT_EQ(value("if(a > 0, b, -b)", {-1}, 3, 2), -2);
    EXPECT_EQ(value("if((a > 0)*(b < 1), b, 7)", {1, -1}, -3, 2), 2);
    EXPECT_EQ(value("if(a == 1, b, 7)", {0}, 3, 2), 2);
    EXPECT_EQ(value("sign(abs(a) - b)", {1, -1}, 3, 0), -1);
}

// A sphere that turns at 1 rad/s: th = t - 1.5, and integrals of its corners over four seconds.
TEST(InsideCorners, IntegralsOfEveryKind) {
    const std::string text = R"toml(
[body]
inertia = [2.0, 2.0, 2.0]
[start]
rate = [1.0, 0.0, 0.0]
[[state]]
name = "th"
start = -1.5
derivative = "wx"
[[state]]
name = "on"
derivative = 0
[[state]]
name = "a"
derivative = "abs(th)"
[[state]]
name = "m"
derivative = "max(th, 0.25)"
[[state]]
name = "f"
derivative = "floor(2*th)"
[[state]]
name = "i"
derivative = "if(th > 1, 5, -2)"
[[state]]
name = "q"
derivative = "if(on == 1, 2, 7)"
[[state]]
name = "s"
derivative = "sign(th)*th^2"
[[event]]
do = "set"
when = "th - 2"
set = { on = 1 }
[run]
duration = 4.0
sample = 4.0
)toml";
    for (const char* m : methods) {
        SCOPED_TRACE(m);
        const InsideRows run = run_inside(text + method(m));
        EXPECT_NEAR(run.value("a"), (1.5 * 1.5 + 2.5 * 2.5) / 2, 2e-14);
        EXPECT_NEAR(run.value("m"), 0.25 * 1.75 + (2.5 * 2.5 - 0.25 * 0.25) / 2, 2e-14);
        // floor(2 th) is -3, -2, ... 4 for half a second each
        EXPECT_NEAR(run.value("f"), 0.5 * (-3 - 2 - 1 + 0 + 1 + 2 + 3 + 4), 2e-14);
        EXPECT_NEAR(run.value("i"), -2 * 2.5 + 5 * 1.5, 2e-14);
        EXPECT_NEAR(run.value("q"), 7 * 3.5 + 2 * 0.5, 2e-14);
        EXPECT_NEAR(run.value("s"), (2.5 * 2.5 * 2.5 - 1.5 * 1.5 * 1.5) / 3, 2e-14);
    }
}

// A body runs against a spring that only pushes, I = 2, k = 8: half a swing of pi/2 s, and back with the rate it had.
TEST(InsideCorners, ASpringThatOnlyPushes) {
    const std::string text = R"toml(
[body]
inertia = [2.0, 2.0, 2.0]
[start]
rate = [1.0, 0.0, 0.0]
[[state]]
name = "th"
derivative = "wx"
[[torque]]
kind = "formula"
value = ["-8*max(0, th - 1)", "0", "0"]
[run]
duration = 4.0
sample = 4.0
)toml";
    for (const char* m : methods) {
        if (std::string(m).find("step") != std::string::npos) continue;  // of order 4 between the corners
        SCOPED_TRACE(m);
        const InsideRows run = run_inside(text + method(m));
        const double off = std::fabs(run.value("th") - (1 - (4 - 1 - std::acos(-1.0) / 2)));
        EXPECT_LT(off, 3e-12);
        EXPECT_NEAR(run.rows.back().w_NB_B[0], -1, 3e-12);
        if (std::string(m).find("default") == std::string::npos) continue;
        EXPECT_EQ(run.statistics.chosen, "Taylor series, order 20");
        EXPECT_GE(run.statistics.estimated_error, off / 4);
        EXPECT_LT(run.statistics.estimated_error, 1e-10);
    }
}

// Where both branches lead to the corner there is no motion off it.
TEST(InsideCorners, WhatSwitchesWithoutEndSaysSo) {
    for (const char* m : {"integrator = \"taylor\"", "integrator = \"rk4\"\nstep = 0.1", "integrator = \"dop853\""}) {
        SCOPED_TRACE(m);
        try {
            run_inside(R"toml(
[body]
inertia = [2.0, 2.0, 2.0]
[start]
rate = [1.0, 0.0, 0.0]
[[state]]
name = "th"
derivative = "wx"
[[torque]]
kind = "formula"
value = ["-sign(wx)", "0", "0"]
[run]
duration = 4.0
sample = 4.0
)toml" + method(m));
            FAIL() << "it went on";
        } catch (const ComputationFailed& e) {
            EXPECT_NE(std::string(e.what()).find("back and forth"), std::string::npos) << e.what();
        }
    }
}

}  // namespace inside_corners_test
