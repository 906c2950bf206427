// Runs of bodies with slugs, gyros, moments that change and masses that move: what stays, closed forms, every method
// that takes them, all kinds together, and the start by momentum.
#include <gtest/gtest.h>

#include <cmath>

#include "polhode/base/diagnostic.hpp"
#include "polhode/problem/analysis/invariants.hpp"
#include "support/inside_rows.hpp"

namespace parts_run_test {

using namespace polhode;
using namespace polhode::test;

namespace {

// A rotor, a slug, two gyros, a state, an event that gives an impulse.
const std::string all_parts = R"toml(
[constants]
gain = 0.4
[body]
inertia = [[8.0, 0.125, 0.0], [0.125, 10.0, -0.25], [0.0, -0.25, 12.0]]
[start]
attitude = { axis = [1.0, 2.0, 3.0], angle_deg = 50.0 }
rate = [0.25, -0.5, 0.125]
[[rotor]]
kind = "driven"
name = "wheel"
axis = [1.0, 0.0, 0.0]
moment = 0.25
speed = 4.0
torque = "gain*wx - 0.1*filter + 0.01*slug1_x"
[[slug]]
moment = 0.5
viscosity = 0.25
rate = [0.5, 0.0, -0.25]
[[cmg]]
kind = "driven"
name = "gyro"
gimbal_axis = [0, 0, 2]
spin_axis = [1, 0, 0]
wheel_moment = 0.25
transverse_moment = 0.15625
gimbal_moment = 0.1875
speed = 20.0
angle = 0.25
torque = "0.2*sin(3*t) - 0.05*gyro_rate"
[[cmg]]
kind = "driven"
gimbal_axis = [1, 1, 0]
spin_axis = [0, 0, 3]
wheel_moment = 0.125
transverse_moment = 0.0625
gimbal_moment = 0.078125
speed_rpm = 300.0
wheel = "free"
wheel_torque = "0.0625 - 0.001*cmg2"
torque = "-0.125*gyro_angle"
start_gimbal_rate = 0.125
[[state]]
name = "filter"
derivative = "2*(wx - filter) + 0.01*cmg2_angle"
)toml";

std::string with(const std::string& method, double duration = 4, double sample = 0.5) {
    return all_parts + "[method]\n" + method + "\n[run]\nduration = " + std::to_string(duration) +
           "\nsample = " + std::to_string(sample) + "\n";
}

double apart(const InsideRows& a, const InsideRows& b) {
    double worst = 0;
    for (std::size_t i = 0; i < a.rows.size(); ++i) {
        for (int k = 0; k < 4; ++k)
            worst = std::max(worst, std::fabs(a.rows[i].q_NB.params()[k] - b.rows[i].q_NB.params()[k]));
        for (int k = 0; k < 3; ++k) worst = std::max(worst, std::fabs(a.rows[i].w_NB_B[k] - b.rows[i].w_NB_B[k]));
        for (std::size_t k = 0; k < a.columns.size(); ++k)
            worst =
                std::max(worst, std::fabs(a.states[i][k] - b.states[i][k]) / std::max(1.0, std::fabs(b.states[i][k])));
    }
    return worst;
}

}  // namespace

TEST(PartsRun, ColumnsComeUnderTheirNamesAndEnergyLessWorkStays) {
    const InsideRows run = run_inside(with("integrator = \"taylor\"\ntolerance = 3e-15", 8));
    EXPECT_EQ(run.columns,
              (std::vector<std::string>{"wheel", "filter", "slug1_x", "slug1_y", "slug1_z", "gyro", "gyro_angle",
                                        "gyro_rate", "cmg2", "cmg2_angle", "cmg2_rate", "work"}));
    const Row& first = run.rows.front();
    EXPECT_DOUBLE_EQ(run.value("slug1_x", 0), 0.5);
    EXPECT_DOUBLE_EQ(run.value("gyro", 0), 20);
    EXPECT_DOUBLE_EQ(run.value("gyro_angle", 0), 0.25);
    EXPECT_NEAR(run.value("cmg2_rate", 0), 0.125, 1e-15);
    for (std::size_t i = 0; i < run.rows.size(); ++i) {
        EXPECT_LT(norm(run.rows[i].L_N - first.L_N), 2e-14 * norm(first.L_N));
        EXPECT_NEAR(run.rows[i].energy - run.value("work", static_cast<long>(i)), first.energy, 1e-13 * first.energy);
    }
    EXPECT_GT(std::fabs(run.rows.back().energy - first.energy), 1e-2);
}

TEST(PartsRun, EveryMethodComesToTheSame_Long) {
    const InsideRows truth = run_inside(with("integrator = \"reference\""));
    EXPECT_LT(apart(run_inside(with("integrator = \"taylor\"\ntolerance = 3e-15")), truth), 1e-13);
    EXPECT_LT(apart(run_inside(with("integrator = \"default\"")), truth), 1e-11);
    EXPECT_LT(apart(run_inside(with("integrator = \"dop853\"\ntolerance = 1e-13")), truth), 1e-11);
    EXPECT_LT(apart(run_inside(with("integrator = \"dopri5\"\ntolerance = 1e-12")), truth), 1e-9);
    for (const char* fixed : {"rk4", "rkmk4", "cf4"}) {
        SCOPED_TRACE(fixed);
        const auto method = [&](const char* step) {
            return run_inside(with("integrator = \"" + std::string(fixed) + "\"\nstep = " + step));
        };
        const double coarse = apart(method("0.01"), truth), fine = apart(method("0.005"), truth);
        EXPECT_LT(fine, 1e-6);
        EXPECT_NEAR(std::log2(coarse / fine), 4, 0.4);
    }
}

TEST(PartsRun, ImpulsesFindPartsAsTheyAre) {
    const std::string events =
        "[[event]]\ndo = \"impulse\"\nwhen = \"t - 1\"\nnormal = [0.0, 1.0, 0.5]\nrestitution = 0.5\n"
        "[[event]]\ndo = \"mark\"\nwhen = \"t - 1\"\n";
    const InsideRows run = run_inside(events + with("integrator = \"taylor\"\ntolerance = 3e-15", 2, 1));
    ASSERT_EQ(run.rows.size(), 4u);  // 0, 1 before and after, 2
    ASSERT_NEAR(run.rows[2].t, 1.0, 3e-16);
    const Vec3<double> n{0.0, 1.0, 0.5};
    EXPECT_NEAR(dot(n, run.rows[2].w_NB_B), -0.5 * dot(n, run.rows[1].w_NB_B), 1e-15);
    EXPECT_GT(std::fabs(dot(n, run.rows[1].w_NB_B)), 1e-3);
    for (const char* kept : {"slug1_x", "slug1_y", "slug1_z", "gyro_angle"})
        EXPECT_NEAR(run.value(kept, 2), run.value(kept, 1), 1e-15) << kept;
}

// A gimbal whose rate is given against one whose motor is made to give it: a stiff drive follows the same rate.
TEST(PartsRun, ASteeredGimbalMovesAsADrivenOneThatFollows_Long) {
    const std::string body =
        "[body]\ninertia = [8.0, 10.0, 12.0]\n[start]\nrate = [0.0625, -0.125, 0.03125]\n"
        "[[cmg]]\ngimbal_axis = [0, 0, 1]\nspin_axis = [1, 0, 0]\nwheel_moment = 0.25\n"
        "transverse_moment = 0.15625\ngimbal_moment = 0.1875\nspeed = 20.0\nwheel = \"free\"\n";
    const std::string end =
        "[method]\nintegrator = \"taylor\"\ntolerance = 1e-14\n[run]\nduration = 2.0\nsample = 1.0\n";
    const InsideRows steered = run_inside(body + "kind = \"steered\"\ngimbal_rate = \"0.5*cos(t)\"\n" + end);
    const InsideRows driven = run_inside(
        body + "kind = \"driven\"\nstart_gimbal_rate = 0.5\ntorque = \"300*(0.5*cos(t) - cmg1_rate)\"\n" + end);
    EXPECT_NEAR(steered.value("cmg1_angle"), 0.5 * std::sin(2.0), 1e-14);
    EXPECT_NEAR(driven.value("cmg1_angle"), 0.5 * std::sin(2.0), 1e-2);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(steered.rows.back().w_NB_B[i], driven.rows.back().w_NB_B[i], 1e-2);
    EXPECT_NEAR(steered.value("cmg1"), driven.value("cmg1"), 1e-2);
    EXPECT_LT(norm(steered.rows.back().L_N - steered.rows.front().L_N), 1e-13);
}

// q(t) = exp(L int dt/A) q0 exp(e3 m3 int (1/C - 1/A) dt), m3 = C w3 (closed form for A(t) = B(t), C(t))
TEST(PartsRun, SymmetricBodyWhoseMomentsChangeAgainstItsClosedForm) {
    // A = 2 exp(-t/4), C = 1/(1 + t/8): both integrals in closed form
    const InsideRows run = run_inside(
        "[body.changing_inertia]\nmoments = [\"2*exp(-t/4)\", \"2*exp(-t/4)\", \"1/(1 + t/8)\"]\n[start]\n"
        "rate = [0.5, -0.25, 0.75]\n[method]\nintegrator = \"taylor\"\ntolerance = 3e-15\n[run]\nduration = "
        "4.0\nsample = 1.0\n");
    const Vec3<double> L = run.rows.front().L_N;
    for (const Row& row : run.rows) {
        const double t = row.t, of_A = 2 * (std::exp(t / 4) - 1), of_C = t + t * t / 16;
        const double turned = norm(L) * of_A / 2, spun = 0.75 * (of_C - of_A) / 2;
        const Quaternion<double> first{std::cos(turned), std::sin(turned) * L[0] / norm(L),
                                       std::sin(turned) * L[1] / norm(L), std::sin(turned) * L[2] / norm(L)},
            second{std::cos(spun), 0, 0, std::sin(spun)};
        const Quaternion<double> q = first * second;
        for (int i = 0; i < 4; ++i) EXPECT_NEAR(row.q_NB.params()[i], q.params()[i], 3e-15) << t;
        EXPECT_NEAR(row.w_NB_B[2], 0.75 * (1 + t / 8), 3e-15);
    }
}

TEST(PartsRun, MomentsFromATableAndByFormulaAreTheSame) {
    const std::string end =
        "[start]\nrate = [0.5, -0.25, 0.75]\n[method]\nintegrator = \"taylor\"\ntolerance = 3e-15\n"
        "[run]\nduration = 4.0\nsample = 1.0\n";
    const InsideRows table = run_inside(
        "[body.changing_inertia]\ntimes = [0.0, 1.0, 4.0]\nx = [2.0, 3.0, 3.0]\ny = [2.5, 2.5, 2.0]\nz = [3.0, 2.0, "
        "3.5]\n" +
        end);
    const InsideRows formula = run_inside(
        "[body.changing_inertia]\nmoments = [\"if(t < 1, 2 + t, 3)\", \"if(t < 1, 2.5, 2.5 - (t - 1)/6)\", "
        "\"if(t < 1, 3 - t, 2 + (t - 1)/2)\"]\n" +
        end);
    EXPECT_LT(apart(table, formula), 3e-15);
    EXPECT_LT(norm(table.rows.back().L_N - table.rows.front().L_N), 1e-14);
}

// Two masses opposite each other leave the centre of mass where it is: as pivoted, and as moments that change.
TEST(PartsRun, TwoMassesOfABodyThatFloats) {
    const auto body = [](const std::string& kind) {
        const auto mass = [&](const char* sign) {
            return "[[moving_mass]]\nkind = \"" + kind + "\"\nmass = 0.5\nposition = [\"" + sign +
                   "(1 + 0.25*sin(t))\", \"0\", \"" + sign + "0.5*t\"]\n";
        };
        return "[body]\nmass = 3.0\ninertia = [2.0, 2.5, 3.0]\n[start]\nrate = [0.5, -0.25, 0.75]\n" + mass("") +
               mass("-") +
               "[method]\nintegrator = \"taylor\"\ntolerance = 3e-15\n[run]\nduration = 4.0\nsample = 1.0\n";
    };
    const InsideRows floats = run_inside(body("free")), pivoted = run_inside(body("pivoted"));
    EXPECT_LT(apart(floats, pivoted), 3e-15);
    EXPECT_NEAR(floats.rows.back().energy, pivoted.rows.back().energy, 1e-14);
    const InsideRows moments = run_inside(
        "[body.changing_inertia]\nmoments = [\"2 + 0.25*t^2\", \"2.5 + (1 + 0.25*sin(t))^2 + 0.25*t^2\", "
        "\"3 + (1 + 0.25*sin(t))^2\"]\nproducts = [\"0\", \"-(1 + 0.25*sin(t))*0.5*t\", \"0\"]\n"
        "momentum = [\"0\", \"0.5*t*0.25*cos(t) - 0.5*(1 + 0.25*sin(t))\", \"0\"]\n[start]\nrate = [0.5, -0.25, 0.75]\n"
        "[method]\nintegrator = \"taylor\"\ntolerance = 3e-15\n[run]\nduration = 4.0\nsample = 1.0\n");
    EXPECT_LT(apart(moments, floats), 3e-15);
}

TEST(PartsRun, WhatStaysIsSaidForEachKind) {
    const auto kept = [](const std::string& text) {
        return invariants_of(
            read_scenario(text + "[start]\nrate = [0, 0, 1]\n[run]\nduration = 1.0\n", "kept", {}).problem);
    };
    const std::string body = "[body]\ninertia = [2.0, 2.5, 3.0]\nmass = 1.0\n";
    const Invariants slug = kept(body + "[[slug]]\nmoment = 1.0\nviscosity = 0.5\n");
    EXPECT_TRUE(slug.momentum && slug.energy);  // energy less work
    const Invariants mass =
        kept(body + "[[moving_mass]]\nkind = \"free\"\nmass = 1.0\nposition = [\"t\", \"0\", \"0\"]\n");
    EXPECT_TRUE(mass.momentum && !mass.energy);
    const Invariants sink = kept(body + "energy_sink = 0.5\n");
    EXPECT_TRUE(sink.momentum && sink.energy);
    const Invariants moments = kept("[body.changing_inertia]\nmoments = [\"2 + t\", \"2.5\", \"3\"]\n");
    EXPECT_TRUE(moments.momentum && !moments.energy);
}

// The whole momentum that another start has, given back as `momentum`, is the same start.
TEST(PartsRun, StartByMomentum) {
    const InsideRows given = run_inside(with("integrator = \"rk4\"\nstep = 0.1", 0.1, 0.1));
    const Vec3<double>& L = given.rows.front().L_N;
    std::string text = with("integrator = \"rk4\"\nstep = 0.1", 0.1, 0.1);
    char momentum[120];
    std::snprintf(momentum, sizeof momentum, "momentum_world = [%.17g, %.17g, %.17g]", L[0], L[1], L[2]);
    text.replace(text.find("rate = [0.25, -0.5, 0.125]"), 26, momentum);
    const InsideRows again = run_inside(text);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(again.rows.front().w_NB_B[i], given.rows.front().w_NB_B[i], 2e-15);
    // a slug that turns with the body takes its share
    const InsideRows slug = run_inside(
        "[body]\ninertia = [2.0, 2.5, 3.0]\n[start]\nmomentum = [1.0, 2.0, 3.0]\n[[slug]]\nmoment = 1.0\nviscosity = "
        "0.5\n"
        "[[rotor]]\nkind = \"held\"\naxis = [0, 0, 1]\nmoment = 0.5\nspeed = 2.0\n[method]\nintegrator = \"rk4\"\nstep "
        "= 0.1\n[run]\nduration = 0.1\n");
    EXPECT_NEAR(slug.rows.front().w_NB_B[0], 1.0 / 3, 1e-16);
    EXPECT_NEAR(slug.rows.front().w_NB_B[1], 2.0 / 3.5, 1e-16);
    EXPECT_NEAR(slug.rows.front().w_NB_B[2], 2.0 / 4, 1e-16);
    EXPECT_NEAR(slug.rows.front().L_N[2], 3, 1e-15);
}

}  // namespace parts_run_test
