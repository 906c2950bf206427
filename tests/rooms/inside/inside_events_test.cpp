// Events against closed forms of 30 digits (tests/data/inside-events.json): a thruster with hysteresis, Coulomb
// friction that sticks, a sampled controller, impacts; and what events do in general.
#include <gtest/gtest.h>

#include "polhode/base/diagnostic.hpp"
#include "support/inside_rows.hpp"
#include "support/inside_support.hpp"

namespace inside_events_test {

using namespace polhode;
using namespace polhode::test;

namespace {

const std::string one_axis = R"toml(
[body]
inertia = [2.0, 2.0, 2.0]
[[state]]
name = "th"
start = 0.3
derivative = "wx"
)toml";

std::string method(const std::string& keys) { return "[method]\n" + keys + "\n"; }

const std::string relay = one_axis + R"toml(
[constants]
k = 1.5
h = 0.05
[start]
rate = [0.1, 0.0, 0.0]
[[state]]
name = "u"
start = -1
derivative = 0
[[torque]]
kind = "formula"
value = ["0.5*u", "0", "0"]
[[event]]
do = "mark"
when = "th + k*wx + h"
direction = "falling"
[[event]]
do = "set"
when = "th + k*wx + h"
direction = "falling"
set = { u = 1 }
[[event]]
do = "mark"
when = "th + k*wx - h"
direction = "rising"
[[event]]
do = "set"
when = "th + k*wx - h"
direction = "rising"
set = { u = -1 }
)toml";

// Times of the rows that are no samples.
std::vector<double> marks(const InsideRows& run, double duration) {
    std::vector<double> times;
    for (const Row& row : run.rows)
        if (row.t > 0 && row.t < duration) times.push_back(row.t);
    return times;
}

}  // namespace

TEST(InsideEvents, RelayWithHysteresisSwitchesWhenItShould) {
    const nlohmann::json data = inside_data("inside-events.json").at("relay");
    for (const char* integrator :
         {"integrator = \"taylor\"\ntolerance = 3e-15", "integrator = \"dop853\"\ntolerance = 1e-12",
          "integrator = \"dopri5\"\ntolerance = 1e-12", "integrator = \"rk4\"\nstep = 0.25",
          "integrator = \"rkmk4\"\nstep = 0.25", "integrator = \"reference\"", "integrator = \"default\""}) {
        SCOPED_TRACE(integrator);
        const std::vector<double> times =
            marks(run_inside(relay + method(integrator) + "[run]\nduration = 4.4\nsample = 4.4\n"), 4.4);
        ASSERT_EQ(times.size(), 12u);
        for (std::size_t i = 0; i < times.size(); ++i)
            EXPECT_NEAR(times[i], std::stod(data.at("switch_times")[i].get<std::string>()), 2e-14) << i;
    }
}

TEST(InsideEvents, FourHundredSwitchesLoseNone) {
    const nlohmann::json data = inside_data("inside-events.json").at("relay").at("switch_400");
    const std::vector<double> times = marks(run_inside(relay + method("integrator = \"dop853\"\ntolerance = 1e-12") +
                                                       "[run]\nduration = 107.9\nsample = 107.9\n"),
                                            107.9);
    ASSERT_EQ(times.size(), 400u);
    EXPECT_NEAR(times.back(), std::stod(data.at("t").get<std::string>()), 1e-11);
}

// Counted by the events themselves; between two of them a fourth of a second passes, in which rk4 is exact. An event
// stands within four last places of the clock after its crossing; over this time a last place is 2e-11 s in the mean,
// and a million of four of them add up.
TEST(InsideEvents, AMillionSwitchesLoseNone_Long) {
    std::string counted =
        relay + "[[state]]\nname = \"count\"\nderivative = 0\n[[state]]\nname = \"last\"\nderivative = 0\n";
    for (const std::string mark : {"[[event]]\ndo = \"mark\"\nwhen = \"th + k*wx + h\"\ndirection = \"falling\"\n",
                                   "[[event]]\ndo = \"mark\"\nwhen = \"th + k*wx - h\"\ndirection = \"rising\"\n"})
        counted.erase(counted.find(mark), mark.size());
    for (const std::string u : {"u = 1 }", "u = -1 }"})
        counted.replace(counted.find(u), u.size(),
                        u.substr(0, u.size() - 2) + ", count = \"count + 1\", last = \"t\" }");
    const InsideRows run = run_inside(counted + method("integrator = \"rk4\"\nstep = 0.25") +
                                      "[run]\nduration = 266667.9\nsample = 266667.9\n");
    EXPECT_EQ(run.value("count"), 1e6);
    EXPECT_NEAR(run.value("last"), 266667.780740740755543704863, 1e6 * 4 * 2e-11);
}

TEST(InsideEvents, CoulombFrictionStopsAndStays) {
    const InsideRows run = run_inside(one_axis + R"toml(
[start]
rate = [3.0, 0.0, 0.0]
[[state]]
name = "slides"
start = 1
derivative = 0
[[torque]]
kind = "formula"
value = ["-0.5*slides", "0", "0"]
[[event]]
do = "set"
when = "wx"
direction = "falling"
set = { slides = 0 }
[method]
integrator = "dop853"
[run]
duration = 100.0
sample = 12.0
)toml");
    EXPECT_NEAR(run.value("th", 1) - 0.3, 18, 1e-13);
    EXPECT_NEAR(run.value("th") - 0.3, 18, 1e-12);
    EXPECT_NEAR(run.rows.back().w_NB_B[0], 0, 1e-14);
    EXPECT_EQ(run.value("slides"), 0);
}

TEST(InsideEvents, FrictionThatSticksSlipsAndStops) {
    for (const char* set : {"stick_slip", "stick_slip_reverse"}) {
        SCOPED_TRACE(set);
        const nlohmann::json data = inside_data("inside-events.json").at(set);
        const std::string T = data.at("torque_amplitude").dump(), tau = data.at("tau").dump();
        // s: which way it slides, 0 where it sticks; the torque that is left over slides it
        const std::string text = one_axis + "[constants]\nT = " + T + "\ntau = " + tau + R"toml(
[start]
rate = [0.0, 0.0, 0.0]
[[state]]
name = "s"
derivative = 0
[[torque]]
kind = "formula"
value = ["s^2*T*sin(0.5*t) - s*tau", "0", "0"]
[[event]]
name = "stop"
do = "mark"
when = "wx*s"
direction = "falling"
[[event]]
do = "set"
when = "wx*s"
direction = "falling"
set = { s = "(T*sin(0.5*t) > tau) - (T*sin(0.5*t) < -tau)" }
[[event]]
name = "slip"
do = "mark"
when = "(1 - s^2)*(T*sin(0.5*t) - tau)"
direction = "rising"
[[event]]
do = "set"
when = "T*sin(0.5*t) - tau"
direction = "rising"
set = { s = "if(s == 0, 1, s)" }
[[event]]
name = "slip"
do = "mark"
when = "(1 - s^2)*(T*sin(0.5*t) + tau)"
direction = "falling"
[[event]]
do = "set"
when = "T*sin(0.5*t) + tau"
direction = "falling"
set = { s = "if(s == 0, -1, s)" }
[method]
integrator = "taylor"
tolerance = 3e-15
[run]
duration = 46.5
sample = 46.5
)toml";
        const InsideRows run = run_inside(text);
        std::vector<std::pair<double, double>> stops;
        for (const nlohmann::json& e : data.at("events"))
            if (e.at("kind") == "stop")
                stops.emplace_back(std::stod(e.at("t").get<std::string>()),
                                   std::stod(e.at("angle").get<std::string>()));
        for (const auto& [t, angle] : stops) {
            bool found = false;
            for (std::size_t i = 0; i < run.rows.size(); ++i)
                if (std::fabs(run.rows[i].t - t) < 1e-12) {
                    found = true;
                    EXPECT_NEAR(run.value("th", static_cast<long>(i)) - 0.3, angle, 1e-12) << t;
                }
            EXPECT_TRUE(found) << t;
        }
    }
}

TEST(InsideEvents, SampledControllerHoldsItsOutput) {
    const nlohmann::json data = inside_data("inside-events.json").at("pd_hold");
    const InsideRows run = run_inside(R"toml(
[constants]
kp = 1.5
kd = 2.0
[body]
inertia = [2.0, 2.0, 2.0]
[start]
rate = [0.0, 0.0, 0.0]
[[state]]
name = "th"
start = 1.0
derivative = "wx"
[[state]]
name = "u"
start = -1.5
derivative = 0
[[torque]]
kind = "formula"
value = ["u", "0", "0"]
[[event]]
do = "set"
when = "sin(4*pi*t)"
set = { u = "-(kp*th + kd*wx)" }
[method]
integrator = "taylor"
tolerance = 3e-15
[run]
duration = 10.0
sample = 10.0
)toml");
    EXPECT_NEAR(run.value("th"), std::stod(data.at("angle").get<std::string>()), 1e-14);
    EXPECT_NEAR(run.rows.back().w_NB_B[0], std::stod(data.at("rate").get<std::string>()), 1e-14);
}

TEST(InsideEvents, StopsGiveBackWhatRestitutionSays) {
    const nlohmann::json all = inside_data("inside-events.json");
    for (const char* e : {"0", "0.5", "1"}) {
        const nlohmann::json& data = all.at(std::string("stop_e_") + e);
        // at the end of the first picosecond, in which the rate has hardly changed
        const InsideRows run = run_inside(R"toml(
[body]
inertia = [2.0, 2.5, 3.0]
[start]
rate = [0.25, -0.5, 1.0]
[[event]]
do = "impulse"
when = "t - 1e-12"
direction = "rising"
normal = [1.0, 2.0, 2.0]
restitution = )toml" + std::string(e) +
                                          R"toml(
[method]
integrator = "rk4"
step = 2e-12
[run]
duration = 2e-12
sample = 2e-12
)toml");
        for (int i = 0; i < 3; ++i)
            EXPECT_NEAR(run.rows.back().w_NB_B[i],
                        std::stod(data.at("rate_after")[static_cast<std::size_t>(i)].get<std::string>()), 1e-11);
        EXPECT_NEAR(run.rows.back().energy - run.rows.front().energy,
                    std::stod(data.at("energy_change").get<std::string>()), 1e-11);
    }
}

TEST(InsideEvents, ImpulsesInBodyAndWorldAxesAddUp) {
    for (const char* frame : {"body", "world"}) {
        const InsideRows run = run_inside(R"toml(
[body]
inertia = [2.0, 2.5, 3.0]
[start]
attitude = { axis = [0.0, 0.0, 1.0], angle_deg = 90.0 }
rate = [0.0, 0.0, 0.5]
[[rotor]]
kind = "free"
axis = [1.0, 0.0, 0.0]
moment = 0.5
speed = 3.0
[[event]]
do = "impulse"
when = "t - 1"
impulse = ["0.25", "0", "0.1*rotor1"]
frame = ")toml" + std::string(frame) + R"toml("
[method]
integrator = "taylor"
tolerance = 3e-15
[run]
duration = 2.0
sample = 0.9999999
)toml");
        const Row &before = run.rows[1], &after = run.rows.back();
        const Vec3<double> jump = after.L_N - before.L_N;
        EXPECT_NEAR(norm(jump), std::hypot(0.25, 0.1 * run.value("rotor1", 1)), 1e-6) << frame;
        if (std::string(frame) == "world") {
            EXPECT_NEAR(jump[0], 0.25, 1e-12);
        }
        // the rotor keeps its axial momentum h = J (s + a.w)
        EXPECT_NEAR(run.value("rotor1") + after.w_NB_B[0], run.value("rotor1", 1) + before.w_NB_B[0], 1e-13);
    }
}

// A brake stops one wheel and a clutch sets another going, at t = 1: the momentum of the whole stays, the third wheel
// keeps its own, the speeds are what was said, and energy less work goes on as before.
TEST(InsideEvents, SpeedsOfRotorsAreSet) {
    const std::string body = R"toml(
[body]
inertia = [[2.0, 0.125, 0.0], [0.125, 2.5, -0.25], [0.0, -0.25, 3.0]]
[start]
rate = [0.25, -0.5, 0.75]
[[rotor]]
kind = "free"
name = "stopped"
axis = [1.0, 0.0, 0.0]
moment = 0.25
speed = 4.0
[[rotor]]
kind = "driven"
name = "other"
axis = [0.0, 1.0, 1.0]
moment = 0.125
speed = -8.0
torque = "0"
[[rotor]]
kind = "free"
name = "third"
axis = [1.0, 1.0, 0.0]
moment = 0.0625
speed = 3.0
[[event]]
do = "set"
when = "t - 1"
set = { stopped = 0, other = "stopped + 1" }
[[event]]
do = "mark"
when = "t - 1"
)toml";
    for (const char* integrator :
         {"integrator = \"taylor\"\ntolerance = 3e-15", "integrator = \"reference\"",
          "integrator = \"rk4\"\nstep = 0.0078125", "integrator = \"cf4\"\nstep = 0.0078125"}) {
        SCOPED_TRACE(integrator);
        const InsideRows run = run_inside(body + method(integrator) + "[run]\nduration = 2.0\nsample = 1.0\n");
        ASSERT_EQ(run.rows.size(), 4u);        // before and after at t = 1
        ASSERT_NEAR(run.rows[2].t, 1, 4e-16);  // the first number of the clock behind it
        EXPECT_NEAR(run.value("stopped", 2), 0, 1e-14);
        EXPECT_NEAR(run.value("other", 2), run.value("stopped", 1) + 1, 1e-13);
        const Row &before = run.rows[1], &after = run.rows[2];
        EXPECT_LT(norm(after.L_N - before.L_N), 2e-15 * norm(before.L_N));
        // h of the third: J (s + a.w)
        const auto h = [&](long i) {
            const Vec3<double>& w = run.rows[static_cast<std::size_t>(i)].w_NB_B;
            return run.value("third", i) + (w[0] + w[1]) / std::sqrt(2.0);
        };
        EXPECT_NEAR(h(1), h(2), 1e-13);
        EXPECT_GT(std::fabs(after.energy - before.energy), 0.1);
        EXPECT_NEAR(after.energy - run.value("work", 2), before.energy - run.value("work", 1), 1e-13);
        EXPECT_LT(run.statistics.energy_drift, 1e-7 * before.energy);  // RK4 of such a step
    }
    // about one axis: w+ = (H - J s+)/I
    const InsideRows plain = run_inside(
        "[body]\ninertia = [2.0, 2.0, 2.0]\n[start]\nrate = [1.0, 0.0, 0.0]\n[[rotor]]\nkind = \"free\"\naxis = [1.0, "
        "0.0, 0.0]\nmoment = 0.5\nspeed = 6.0\n[[event]]\ndo = \"set\"\nwhen = \"t - 1\"\nset = { rotor1 = 2 "
        "}\n[run]\nduration = 2.0\n");
    EXPECT_NEAR(plain.rows.back().w_NB_B[0], (2 + 3 - 1) / 2.0, 1e-15);
    EXPECT_NEAR(plain.value("work"), (0.5 * 2 * 4 + 2 * 0.5 * 2 + 0.25 * 4) - (0.5 * 2 + 0.5 * 6 + 0.25 * 36), 1e-14);
}

TEST(InsideEvents, StopEndsTheRunWithARow) {
    for (const char* keys : {"integrator = \"rk4\"\nstep = 0.05", "integrator = \"cf4\"\nstep = 0.05",
                             "integrator = \"dopri5\"\ntolerance = 1e-12", "integrator = \"default\""}) {
        const InsideRows run = run_inside(R"toml(
[body]
inertia = [1.0, 1.0, 1.0]
[start]
rate = [0.0, 0.0, 1.0]
[[event]]
name = "quarter"
do = "stop"
when = "r11"
)toml" + method(keys) + "[run]\nduration = 10.0\nsample = 0.5\n");
        EXPECT_NEAR(run.rows.back().t, pi<double>() / 2, 1e-6) << keys;
        EXPECT_NEAR(run.rows.back().q_NB.w, std::sqrt(0.5), 1e-7) << keys;
        EXPECT_EQ(run.rows.size(), 5u) << keys;
        EXPECT_TRUE(run.noted("by event 'quarter'")) << keys;
        EXPECT_FALSE(run.statistics.interrupted);
    }
}

// Two crossings inside one step, which the signs at its ends do not show.
TEST(InsideEvents, TwoCrossingsInsideAStepAreSeen) {
    for (const char* keys : {"integrator = \"rk4\"\nstep = 1.0", "integrator = \"dop853\"\nstep = 1.0",
                             "integrator = \"taylor\"\nstep = 1.0\norder = 16"}) {
        const InsideRows run = run_inside(R"toml(
[body]
inertia = [1.0, 1.0, 1.0]
[start]
rate = [0.0, 0.0, 0.1]
[[event]]
do = "mark"
when = "(t - 0.4)*(t - 0.7)"
)toml" + method(keys) + "[run]\nduration = 2.0\nsample = 2.0\n");
        const std::vector<double> times = marks(run, 2);
        ASSERT_EQ(times.size(), 2u) << keys;
        EXPECT_DOUBLE_EQ(times[0], 0.4);
        EXPECT_DOUBLE_EQ(times[1], 0.7);
    }
}

// A state that is set where it arrives: the event counts once, however the motion goes on.
TEST(InsideEvents, ABouncingStateComesBackEveryTime) {
    const InsideRows run = run_inside(R"toml(
[body]
inertia = [1.0, 1.0, 1.0]
[start]
rate = [0.0, 0.0, 0.1]
[[state]]
name = "x"
start = 1.0
derivative = "v"
[[state]]
name = "v"
derivative = -2.0
[[state]]
name = "count"
derivative = 0
[[event]]
do = "set"
when = "x"
set = { v = "-0.5*v", count = "count + 1" }
[method]
integrator = "taylor"
tolerance = 3e-15
[run]
duration = 2.9
sample = 2.9
)toml");
    // bounces at 1, 2, 2.5, 2.75, 2.875, ...
    EXPECT_EQ(run.value("count"), 5);
    EXPECT_GE(run.value("x"), 0);
    EXPECT_THROW(run_inside(R"toml(
[body]
inertia = [1.0, 1.0, 1.0]
[start]
rate = [0.0, 0.0, 0.1]
[[state]]
name = "x"
start = 1.0
derivative = "v"
[[state]]
name = "v"
derivative = -2.0
[[event]]
do = "set"
when = "x"
set = { v = "-0.5*v" }
[method]
integrator = "taylor"
tolerance = 3e-15
[run]
duration = 4.0
sample = 2.0
)toml"),
                 ComputationFailed);
}

}  // namespace inside_events_test
