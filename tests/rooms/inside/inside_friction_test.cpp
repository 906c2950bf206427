// Dry friction that sticks, against closed forms of 30 digits (tests/data/inside-events.json).
#include <gtest/gtest.h>

#include "polhode/inside/inside_path.hpp"
#include "support/inside_rows.hpp"
#include "support/inside_support.hpp"

namespace inside_friction_test {

using namespace polhode;
using namespace polhode::test;

namespace {

const std::string body = R"toml(
[body]
inertia = [2.0, 2.0, 2.0]
[[state]]
name = "th"
derivative = "wx"
)toml";

std::string friction(const std::string& keys) {
    return "[[torque]]\nkind = \"coulomb\"\naxis = [2, 0, 0]\nname = \"way\"\n" + keys + "\n";
}
std::string method(const std::string& keys) { return "[method]\n" + keys + "\n"; }

const char* const all_methods[] = {"integrator = \"taylor\"\ntolerance = 3e-15",
                                   "integrator = \"dop853\"\ntolerance = 1e-13",
                                   "integrator = \"dopri5\"\ntolerance = 1e-12",
                                   "integrator = \"rk4\"\nstep = 0.25",
                                   "integrator = \"rkmk4\"\nstep = 0.25",
                                   "integrator = \"reference\"",
                                   "integrator = \"default\""};

}  // namespace

TEST(InsideFriction, StopsAtItsTimeAndStaysForEver) {
    for (const char* m : all_methods) {
        SCOPED_TRACE(m);
        const InsideRows run = run_inside(body + friction("kinetic = 0.5") +
                                          "[start]\nrate = [3.0, 0.0, 0.0]\n"
                                          "[[event]]\ndo = \"mark\"\nname = \"rest\"\nwhen = \"way - 0.5\"\n" +
                                          method(m) + "[run]\nduration = 1000.0\nsample = 1000.0\n");
        ASSERT_EQ(run.rows.size(), 3u);
        EXPECT_NEAR(run.rows[1].t, 12, 4e-14);
        EXPECT_NEAR(run.value("th", 1), 18, 4e-14);
        EXPECT_NEAR(run.value("th"), 18, 1e-13);
        EXPECT_NEAR(run.rows.back().w_NB_B[0], 0, 1e-16);
        EXPECT_EQ(run.value("way"), 0);
        EXPECT_TRUE(run.noted("'way' stuck once"));
    }
}

TEST(InsideFriction, StickSlipTimesAreThoseOfTheTable_Long) {
    for (const char* set : {"stick_slip", "stick_slip_reverse"}) {
        const nlohmann::json data = inside_data("inside-events.json").at(set);
        std::vector<double> expected;
        std::vector<double> angles;
        for (const nlohmann::json& e : data.at("events")) {
            const double t = std::stod(e.at("t").get<std::string>());
            if (!expected.empty() && t == expected.back()) continue;  // stops and goes back at once
            expected.push_back(t);
            angles.push_back(std::stod(e.at("angle").get<std::string>()));
        }
        const std::string end = std::to_string(expected.back() + 0.1);  // before what comes after the table
        for (const char* m : all_methods) {
            if (std::string(m).find("step") != std::string::npos)
                continue;  // these follow the sine to their order only
            SCOPED_TRACE(std::string(set) + " " + m);
            const InsideRows run =
                run_inside(body + friction("kinetic = " + data.at("tau").dump()) +
                           "[[torque]]\nkind = \"formula\"\nvalue = [\"" + data.at("torque_amplitude").dump() +
                           "*sin(0.5*t)\", \"0\", \"0\"]\n"
                           "[[event]]\ndo = \"mark\"\nwhen = \"way - 0.5\"\n"
                           "[[event]]\ndo = \"mark\"\nwhen = \"way + 0.5\"\n" +
                           method(m) + "[run]\nduration = " + end + "\nsample = " + end + "\n");
            std::vector<double> times, th;
            for (std::size_t i = 1; i + 1 < run.rows.size(); ++i) {
                if (!times.empty() && run.rows[i].t == times.back()) continue;
                times.push_back(run.rows[i].t);
                th.push_back(run.value("th", static_cast<long>(i)));
            }
            ASSERT_EQ(times.size(), expected.size());
            for (std::size_t i = 0; i < times.size(); ++i) {
                EXPECT_NEAR(times[i], expected[i], 2e-11) << i;
                EXPECT_NEAR(th[i], angles[i], 2e-11) << i;
            }
        }
    }
}

// It holds up to the static torque and brakes with the kinetic one: a ramp lets it go late, and then faster.
TEST(InsideFriction, AStaticTorqueHoldsLonger) {
    const InsideRows run = run_inside(body + friction("kinetic = 0.25\nstatic = 0.5") +
                                      "[[torque]]\nkind = \"formula\"\nvalue = [\"0.125*t\", \"0\", \"0\"]\n"
                                      "[[event]]\ndo = \"mark\"\nwhen = \"way - 0.5\"\n" +
                                      method("integrator = \"taylor\"") + "[run]\nduration = 6.0\nsample = 6.0\n");
    ASSERT_EQ(run.rows.size(), 3u);
    EXPECT_NEAR(run.rows[1].t, 4, 1e-14);
    // I w = 0.125 (36 - 16)/2 - 0.25 2
    EXPECT_NEAR(run.rows.back().w_NB_B[0], 0.75 / 2, 1e-14);
}

// About two axes that are not at right angles, on an asymmetric body that spins about the third: both stick in the end,
// the third goes on by itself, and nothing is left of the rate along either.
TEST(InsideFriction, TwoAxesHoldTogether) {
    const std::string text = R"toml(
[body]
inertia = [1.0, 2.0, 2.5]
[start]
rate = [0.3, -0.2, 1.0]
[[torque]]
kind = "coulomb"
axis = [1, 0, 0]
kinetic = 0.6
static = 3.0
[[torque]]
kind = "coulomb"
axis = [1, 1, 0]
kinetic = 0.7
static = 3.0
[run]
duration = 10.0
sample = 10.0
)toml";
    const InsideRows run = run_inside(text + method("integrator = \"taylor\""));
    EXPECT_EQ(run.value("friction1"), 0);
    EXPECT_EQ(run.value("friction2"), 0);
    EXPECT_NEAR(run.rows.back().w_NB_B[0], 0, 1e-14);
    EXPECT_NEAR(run.rows.back().w_NB_B[1], 0, 1e-14);
    EXPECT_GT(run.rows.back().w_NB_B[2], 0.5);
    const InsideRows other = run_inside(text + method("integrator = \"dop853\"\ntolerance = 1e-13"));
    EXPECT_NEAR(run.rows.back().w_NB_B[2], other.rows.back().w_NB_B[2], 1e-11);
}

// The bearing of a wheel: constant braking, then the wheel turns with the body. Nothing acts from outside, so that the
// momentum stays, and the energy less the bearing's work.
TEST(InsideFriction, ABearingHoldsItsRotor) {
    const std::string text = R"toml(
[body]
inertia = [2.0, 2.0, 2.0]
[[rotor]]
kind = "free"
name = "wheel"
axis = [1, 0, 0]
moment = 0.5
speed = 3.0
coulomb = 0.25
[run]
duration = 20.0
sample = 20.0
)toml";
    for (const char* m : all_methods) {
        SCOPED_TRACE(m);
        const InsideRows run =
            run_inside(text + "[[event]]\ndo = \"mark\"\nwhen = \"wheel_slides - 0.5\"\n" + method(m));
        ASSERT_EQ(run.rows.size(), 3u);
        // s' = -tau (1/J + 1/(I - J))
        EXPECT_NEAR(run.rows[1].t, 3 / (0.25 * (1 / 0.5 + 1 / 1.5)), 2e-14);
        EXPECT_NEAR(run.value("wheel"), 0, 1e-15);
        EXPECT_NEAR(run.rows.back().w_NB_B[0], 0.5 * 3 / 2, 2e-15);
        EXPECT_NEAR(run.rows.back().energy - run.rows.back().work, run.rows.front().energy, 2e-14);
    }
}

// An impulse sets it going, and may turn it round without a stop.
TEST(InsideFriction, ImpulsesSetItGoing) {
    const InsideRows run = run_inside(body + friction("kinetic = 0.5") + R"toml(
[[event]]
do = "impulse"
when = "t - 1"
impulse = ["2", "0", "0"]
[[event]]
do = "impulse"
when = "t - 2"
impulse = ["-3", "0", "0"]
[[event]]
do = "mark"
when = "t - 1.5"
[run]
duration = 10.0
sample = 10.0
)toml");
    // 2 N m s against 0.5 N m for a second, then 1.5 - 3 = -1.5, at rest three seconds later
    EXPECT_NEAR(run.rows[1].w_NB_B[0], (2 - 0.25) / 2, 1e-14);
    EXPECT_NEAR(run.value("th"), (2 - 0.25) / 2 - 1.5 * 1.5 / (2 * 2 * 0.5), 1e-13);
    EXPECT_NEAR(run.rows.back().w_NB_B[0], 0, 1e-16);
    EXPECT_EQ(run.value("way"), 0);
}

// A torque that jumps to 0.5 N m and falls by 0.1 N m a second overcomes what holds for a thousandth of a second only:
// 2 w' = 0.2 - 0.1 s, w = 0 again at s = 4 s, 4/15 rad further.
TEST(InsideFriction, AJumpLetsGoThoughItCouldHoldSoonAfter) {
    for (const char* m : all_methods) {
        SCOPED_TRACE(m);
        const InsideRows run = run_inside(body + friction("kinetic = 0.3\nstatic = 0.4999") + R"toml(
[[torque]]
kind = "table"
interpolation = "hold"
outside = "hold"
times = [0.0, 1.0]
x = [0.0, 0.5]
y = [0.0, 0.0]
z = [0.0, 0.0]
[[torque]]
kind = "formula"
value = ["0.1*(1 - t)", "0", "0"]
)toml" + method(m) + "[run]\nduration = 8.0\nsample = 8.0\n");
        EXPECT_NEAR(run.value("th"), 4.0 / 15, 1e-13);
        EXPECT_EQ(run.value("way"), 0);
        EXPECT_TRUE(run.noted("'way' stuck once and let go once"));
    }
}

// While it sticks, rounding turns a body that turns about other axes by the last place this way or that.
TEST(InsideFriction, LetsGoWhicheverWayRoundingTurnedIt_Long) {
    std::vector<Row> ends;
    for (const char* m :
         {"integrator = \"default\"", "integrator = \"reference\"", "integrator = \"rk4\"\nstep = 0.01"}) {
        const InsideRows run = run_inside(R"toml(
[body]
inertia = [3.0, 3.0, 2.0]
[[torque]]
kind = "formula"
value = ["0", "0", "0.8*sin(0.5*t)"]
[[torque]]
kind = "coulomb"
axis = [0, 0, 1]
kinetic = 0.5
[[torque]]
kind = "table"
interpolation = "hold"
outside = "hold"
times = [0.0, 0.01, 0.5, 1.0]
x = [0.0, 0.3, -0.3, 0.0]
y = [0.0, 0.2, 0.1, 0.0]
z = [0.0, 0.1, 0.2, 0.0]
)toml" + method(m) + "[run]\nduration = 20.0\nsample = 20.0\n");
        ends.push_back(run.rows.back());
    }
    EXPECT_LT(angle_between(ends[0].q_NB, ends[1].q_NB), 1e-13);
    EXPECT_LT(angle_between(ends[2].q_NB, ends[1].q_NB), 1e-9);
}

// The work of a bearing that sticks, the angle of its rotor and what a state makes of its speed are 0 but for
// roundings: what is wrong in them is as large as they are, however short the step.
TEST(InsideFriction, WhatIsZeroButForRoundingsDoesNotShortenSteps) {
    const std::string at_rest = R"toml(
[body]
inertia = [1.712477, 1.395337, 1.243382]
[start]
rate = [0.033824, -0.285198, 0.851396]
[[rotor]]
kind = "free"
axis = [-0.436324, 0.511608, 0.236738]
moment = 0.045051
speed = 4.917
[[rotor]]
kind = "free"
axis = [-0.379705, 0.459663, 0.797677]
moment = 0.088398
name = "stuck"
angle = true
friction = 0.063034
coulomb = 0.131143
[[state]]
name = "way"
derivative = "3*stuck"
)toml";
    const std::string span = "[run]\nduration = 8.0\nsample = 8.0\n";
    const InsideRows truth = run_inside(at_rest + method("integrator = \"reference\"") + span);
    for (const char* m : {"integrator = \"dop853\"\ntolerance = 1e-12", "integrator = \"dopri5\"\ntolerance = 1e-9",
                          "integrator = \"taylor\"\ntolerance = 1e-14"}) {
        SCOPED_TRACE(m);
        const InsideRows run = run_inside(at_rest + method(m) + span);
        EXPECT_LT(run.statistics.evaluations, 100000);
        EXPECT_NEAR(run.value("stuck"), 0, 1e-13);
        EXPECT_NEAR(run.value("stuck_angle"), 0, 1e-13);
        EXPECT_NEAR(run.value("way"), 0, 1e-13);
        for (int i = 0; i < 3; ++i) EXPECT_NEAR(run.rows.back().w_NB_B[i], truth.rows.back().w_NB_B[i], 1e-8);
    }
}

}  // namespace inside_friction_test
