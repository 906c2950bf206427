// Runs of bodies with an inside: what stays constant, what limits do, which methods take them, and bodies without one.
#include <gtest/gtest.h>

#include <cmath>

#include "polhode/base/diagnostic.hpp"
#include "polhode/problem/analysis/invariants.hpp"
#include "polhode/registry/registry.hpp"
#include "support/inside_rows.hpp"

namespace inside_run_test {

using namespace polhode;
using namespace polhode::test;

namespace {

// A platform with a driven pair of wheels, a free rotor with friction and a held one.
const std::string all_kinds = R"toml(
[constants]
gain = 0.4
[body]
inertia = [[2.0, 0.125, 0.0], [0.125, 2.5, -0.25], [0.0, -0.25, 3.0]]
[start]
attitude = { axis = [1.0, 2.0, 3.0], angle_deg = 50.0 }
rate = [0.25, -0.5, 0.75]
[[rotor]]
kind = "driven"
name = "wheel"
axis = [1.0, 0.0, 0.0]
moment = 0.25
speed = 4.0
torque = "gain*wx - 0.1*filter"
[[rotor]]
kind = "free"
axis = [0.0, 1.0, 1.0]
moment = 0.125
speed_rpm = -80.0
friction = 0.05
[[rotor]]
kind = "held"
axis = [1.0, 1.0, 1.0]
moment = 0.0625
speed_hz = 2.0
angle = true
[[state]]
name = "filter"
derivative = "2*(wx - filter) + 0.01*rotor2"
)toml";

std::string with(const std::string& keys, double duration, double sample) {
    return all_kinds + "[method]\n" + keys + "\n[run]\nduration = " + std::to_string(duration) +
           "\nsample = " + std::to_string(sample) + "\n";
}

}  // namespace

TEST(InsideRun, ColumnsComeAfterTheOthersUnderTheirNames) {
    const InsideRows run = run_inside(with("integrator = \"taylor\"\ntolerance = 3e-15", 1, 0.5));
    EXPECT_EQ(run.columns, (std::vector<std::string>{"wheel", "rotor2", "rotor3", "rotor3_angle", "filter", "work"}));
    EXPECT_EQ(run.value("wheel", 0), 4);
    EXPECT_NEAR(run.value("rotor2", 0), -80 * pi<double>() / 30, 1e-14);
    EXPECT_NEAR(run.value("rotor3"), 4 * pi<double>(), 1e-15);
    EXPECT_NEAR(run.value("rotor3_angle"), 4 * pi<double>(), 1e-13);
    EXPECT_EQ(run.value("work", 0), 0);
}

TEST(InsideRun, MethodsAgreeAndReachTheirOrder) {
    const InsideRows truth = run_inside(with("integrator = \"reference\"", 2, 2));
    const auto off = [&](const std::string& keys) {
        const InsideRows run = run_inside(with(keys, 2, 2));
        double worst = 0;
        for (std::size_t k = 0; k < run.columns.size(); ++k)
            worst = std::max(worst, std::fabs(run.states.back()[k] - truth.states.back()[k]) /
                                        std::max(1.0, std::fabs(truth.states.back()[k])));
        return std::max(worst, angle_between(run.rows.back().q_NB, truth.rows.back().q_NB));
    };
    EXPECT_LT(off("integrator = \"taylor\"\ntolerance = 3e-15"), 2e-14);
    EXPECT_LT(off("integrator = \"default\""), 2e-14);
    EXPECT_LT(off("integrator = \"dop853\"\ntolerance = 1e-13"), 1e-12);
    EXPECT_LT(off("integrator = \"dopri5\"\ntolerance = 1e-12"), 1e-11);
    EXPECT_LT(off("integrator = \"taylor\"\nstep = 0.1\norder = 20"), 2e-14);
    const struct {
        const char* name;
        double order;
    } orders[] = {{"euler", 1}, {"midpoint", 2}, {"rk4", 4}, {"merson", 4}, {"rkmk4", 4}, {"cf4", 4}, {"dopri5", 5}};
    for (const auto& [name, order] : orders) {
        const std::string keys = std::string("integrator = \"") + name + "\"\nstep = ";
        const double measured = std::log2(off(keys + "0.02") / off(keys + "0.01"));
        EXPECT_GT(measured, order - 0.3) << name;
    }
}

TEST(InsideRun, RowsMayFallBetweenTheStepsOfDenseMethods) {
    const InsideRows truth = run_inside(with("integrator = \"taylor\"\ntolerance = 3e-15", 1, 0.3)),
                     rows = run_inside(with("integrator = \"dop853\"\nstep = 0.05", 1, 0.3));
    ASSERT_EQ(truth.rows.size(), rows.rows.size());
    for (std::size_t i = 0; i < rows.rows.size(); ++i) {
        EXPECT_EQ(truth.rows[i].t, rows.rows[i].t);
        EXPECT_LT(angle_between(truth.rows[i].q_NB, rows.rows[i].q_NB), 1e-8);
    }
}

// T' = N.w + work': what motors and bearings do accounts for all of the energy's change.
TEST(InsideRun, EnergyLessWorkIsConstant) {
    const InsideRows run = run_inside(with("integrator = \"taylor\"\ntolerance = 3e-15", 20, 0.5));
    EXPECT_LT(run.statistics.energy_drift / run.statistics.energy_start, 1e-12);
    EXPECT_LT(run.statistics.momentum_drift / norm(run.statistics.momentum_start), 1e-13);
    EXPECT_GT(std::fabs(run.value("work")), 0.2);
}

TEST(InsideRun, MomentumStaysOverAMillionSteps_Long) {
    for (const char* integrator : {"rkmk4", "cf4"}) {
        const InsideRows run =
            run_inside(with("integrator = \"" + std::string(integrator) + "\"\nstep = 0.001", 1000, 100));
        EXPECT_LT(run.statistics.momentum_drift / norm(run.statistics.momentum_start), 4e-16) << integrator;
        EXPECT_EQ(run.statistics.accepted, 1000000);
    }
}

TEST(InsideRun, WhatIsConserved) {
    const auto kept = [](const std::string& more) {
        return invariants_of(read_scenario("[body]\ninertia = [2.0, 2.5, 3.0]\n[start]\nrate = [0.0, 0.0, 1.0]\n" +
                                               more + "[run]\nduration = 1.0\n",
                                           "kept")
                                 .problem);
    };
    const std::string wheel = "[[rotor]]\nkind = \"held\"\naxis = [1, 0, 0]\nmoment = 0.1\nspeed = 5.0\n";
    EXPECT_TRUE(kept(wheel).energy && kept(wheel).momentum);
    const Invariants pushed = kept(wheel + "[[torque]]\nkind = \"formula\"\nvalue = [\"0.1*rotor1\", \"0\", \"0\"]\n");
    EXPECT_FALSE(pushed.energy || pushed.momentum || pushed.momentum_about_z);
    const Invariants struck =
        kept("[[event]]\ndo = \"impulse\"\nwhen = \"t - 0.5\"\nimpulse = [\"1\", \"0\", \"0\"]\n");
    EXPECT_FALSE(struck.energy || struck.momentum);
}

// At the limit of its torque a motor gives the limit, at that of its speed nothing; both are told.
TEST(InsideRun, MotorsKeepTheirLimits) {
    const InsideRows run = run_inside(R"toml(
[body]
inertia = [2.0, 2.0, 2.0]
[start]
rate = [0.0, 0.0, 0.0]
[[rotor]]
kind = "driven"
name = "wheel"
axis = [0.0, 0.0, 1.0]
moment = 0.5
torque = "t"
torque_limit = 1.5
speed_limit = 8.0
[method]
integrator = "taylor"
tolerance = 3e-15
[run]
duration = 6.0
sample = 0.25
)toml");
    // carrier 2 - 0.5: s' = u (1/0.5 + 1/1.5); u = t up to 1.5, then 1.5 until s = 8
    const double per_torque = 1 / 0.5 + 1 / 1.5, at_limit = 0.5 * 1.5 * 1.5 * per_torque;
    const double end = 1.5 + (8 - at_limit) / (1.5 * per_torque);
    for (std::size_t i = 0; i < run.rows.size(); ++i) {
        const double t = run.rows[i].t;
        const double expected = t < 1.5   ? 0.5 * t * t * per_torque
                                : t < end ? at_limit + (t - 1.5) * 1.5 * per_torque
                                          : 8;
        EXPECT_NEAR(run.value("wheel", static_cast<long>(i)), expected, 1e-12) << t;
    }
    EXPECT_TRUE(run.noted("the motor of 'wheel' reached its torque limit once"));
    EXPECT_TRUE(run.noted("'wheel' reached its speed limit once"));
    EXPECT_LT(run.statistics.energy_drift, 1e-12);
}

TEST(InsideRun, DriveByTable) {
    const InsideRows run = run_inside(R"toml(
[body]
inertia = [2.0, 2.0, 2.0]
[start]
rate = [0.0, 0.0, 0.0]
[[rotor]]
kind = "driven"
axis = [0.0, 0.0, 1.0]
moment = 0.5
times = [0.0, 1.0, 2.0, 3.0]
torques = [0.0, 1.0, -1.0, 0.0]
[method]
integrator = "default"
[run]
duration = 3.0
sample = 1.0
)toml");
    const double per_torque = 1 / 0.5 + 1 / 1.5, h[] = {0, 0.5, 0.5, 0};
    for (long i = 0; i < 4; ++i) EXPECT_NEAR(run.value("rotor1", i), h[i] * per_torque, 1e-14) << i;
}

TEST(InsideRun, GalleryShowsWhatItSays) {
    const auto shipped = [](const std::string& name) {
        return run_inside(read_scenario_text(POLHODE_SOURCE_DIR "/scenarios/" + name + ".toml"));
    };
    // the wheel carries all of the spin, and the platform stands but for its nutation
    const InsideRows spin = shipped("dual-spin");
    EXPECT_NEAR(spin.value("wheel"), 60, 0.02);
    // (1.2 N m s of the wheel and 0.24 across it: at 12 x 0.0203 across, 0.0043/4 rad/s are missing along)
    EXPECT_NEAR(spin.rows.back().w_NB_B[2], 0, 2e-3);
    EXPECT_TRUE(spin.noted("event 'platform at rest' at t = "));
    EXPECT_TRUE(spin.noted("the motor of 'wheel' reached its torque limit once"));
    EXPECT_LT(spin.statistics.momentum_drift, 1e-13);
    const InsideRows slew = shipped("reaction-wheels-slew");
    EXPECT_NEAR(slew.rows.back().q_NB.w, 1, 1e-6);
    EXPECT_LT(norm(slew.rows.back().w_NB_B), 1e-4);
    EXPECT_TRUE(slew.noted("event 'pointing' at t = "));
    EXPECT_LT(slew.statistics.momentum_drift, 1e-14);
}

// What is not a number is told with the formula that gave it.
TEST(InsideRun, AFormulaThatBreaksDownIsNamed) {
    for (const char* keys :
         {"integrator = \"rk4\"\nstep = 0.01", "integrator = \"dop853\"", "integrator = \"taylor\""}) {
        try {
            run_inside(
                "[body]\ninertia = [1.0, 1.0, 1.0]\n[start]\nrate = [0.0, 0.0, 0.1]\n[[state]]\nname = \"x\"\n"
                "derivative = \"sqrt(1 - t)\"\n[method]\n" +
                std::string(keys) + "\n[run]\nduration = 2.0\nsample = 0.1\n");
            ADD_FAILURE() << keys;
        } catch (const ComputationFailed& e) {
            EXPECT_NE(std::string(e.what()).find("sqrt(1 - t)"), std::string::npos) << e.what();
            EXPECT_NEAR(e.time, 1, 0.02) << keys;
        }
    }
}

// Every integrator runs on a body with an inside, or says what would.
TEST(InsideRun, EveryIntegratorRunsOrIsRefusedInWords) {
    int ran = 0, refused = 0;
    for (const std::string& name : names_of("integrator")) {
        bool fixed = true;
        for (const char* own : {"default", "reference", "exact"}) fixed &= name != own;
        try {
            const InsideRows run =
                run_inside(with("integrator = \"" + name + "\"" + (fixed ? "\nstep = 0.01" : ""), 0.02, 0.01));
            EXPECT_EQ(run.rows.size(), 3u) << name;
            EXPECT_EQ(run.states.back().size(), run.columns.size()) << name;
            EXPECT_EQ(run.statistics.end_time, 0.02) << name;
            ++ran;
        } catch (const InputError& e) {
            EXPECT_NE(std::string(e.what()).find(name), std::string::npos) << e.what();
            ++refused;
        }
    }
    EXPECT_GE(ran, 10);
    EXPECT_GE(refused, 5);
    for (const char* keys : {"attitude = \"dcm\"", "arithmetic = \"float\"", "compensated = true",
                             "constraint = { kind = \"algebraic\", gain = 1.0 }"})
        EXPECT_THROW(run_inside(with("integrator = \"rk4\"\nstep = 0.01\n" + std::string(keys), 0.02, 0.01)),
                     InputError)
            << keys;
}

// A body with events only goes another way than one without, to the same place.
TEST(InsideRun, ABodyWithoutRotorsMovesAsBefore) {
    const std::string body = R"toml(
[body]
inertia = [1.0, 2.0, 2.5]
[start]
rate = [0.5, -0.25, 1.0]
[[torque]]
kind = "gravity"
mass = 0.3
at = [0.1, 0.05, 0.2]
[method]
integrator = "taylor"
tolerance = 3e-15
[run]
duration = 5.0
sample = 5.0
)toml";
    const InsideRows plain = run_inside(body),
                     inside = run_inside(body + "[[event]]\ndo = \"mark\"\nwhen = \"t - 9\"\n");
    EXPECT_LT(angle_between(plain.rows.back().q_NB, inside.rows.back().q_NB), 1e-14);
    EXPECT_NEAR(plain.rows.back().energy, inside.rows.back().energy, 1e-14);
    EXPECT_TRUE(plain.columns.empty() && inside.columns.empty());
}

// Constants are numbers: the formula is the same as if they stood in it.
TEST(InsideRun, ConstantsAreUsableInPlainBodiesToTheLastBit) {
    const auto run = [](const std::string& constants, const std::string& formula) {
        return run_inside(constants + "[body]\ninertia = [1.0, 2.0, 2.5]\n[start]\nrate = [0.5, -0.25, 1.0]\n" +
                          "[[torque]]\nkind = \"formula\"\nvalue = [\"" + formula +
                          "\", \"0\", \"0\"]\n[method]\nintegrator = \"rk4\"\nstep = 0.01\n[run]\nduration = 1.0\n");
    };
    const InsideRows named = run("[constants]\nkp = 0.3\nkd = \"2*kp\"\n", "-kp*wx*kd + kd*t"),
                     plain = run("", "-0.3*wx*0.6 + 0.6*t");
    EXPECT_EQ(named.rows.back().q_NB, plain.rows.back().q_NB);
    EXPECT_EQ(named.rows.back().w_NB_B, plain.rows.back().w_NB_B);
    EXPECT_TRUE(named.columns.empty());
}

}  // namespace inside_run_test
