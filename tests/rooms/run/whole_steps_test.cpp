// Many steps at once and steps one by one are the same steps: where a row is wanted after each of them, each is made
// alone.
#include "polhode/run/engine/whole_steps.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/reference_support.hpp"

namespace polhode {
namespace whole_steps_test {

using reference::Result;
using reference::run_text;

const std::string body =
    "[body]\ninertia = [1.0, 1.4, 2.1]\n[start]\nattitude = { quaternion = [0.5, 0.5, -0.5, 0.5] }\n"
    "rate = [0.6, 0.3, -0.9]\n";
const std::string tilted_body =
    "[body]\ninertia = [[2.0, 0.3, 0.1], [0.3, 2.5, -0.2], [0.1, -0.2, 3.0]]\n[start]\nrate = [0.3, 1.0, -0.4]\n";
const std::string weight = "[[torque]]\nkind = \"gravity\"\nmass = 1.0\ng = 1.0\nat = [0.2, 0.1, 0.6]\n";
const std::string others =
    "[[torque]]\nkind = \"constant\"\nvalue = [0.01, -0.02, 0.03]\nframe = \"world\"\n"
    "[[torque]]\nkind = \"damping\"\ncoefficient = 0.02\n"
    "[[torque]]\nkind = \"rockets\"\nk = 0.3\n"
    "[[torque]]\nkind = \"gravity-gradient\"\norbit_rate = 0.2\n";
// switches inside a step, at its end, and twice in one
const std::string thrusters =
    "[[torque]]\nkind = \"thruster\"\nforce = [0.1, 0.2, 0.0]\nat = [0.3, 0.0, 0.1]\nstart = 1.2345\nstop = 3.0\n"
    "[[torque]]\nkind = \"thruster\"\nforce = [0.0, 0.2, 0.1]\nat = [0.3, 0.0, 0.1]\nframe = \"world\"\n"
    "couple = true\nstart = 4.001\nstop = 4.004\n";
const std::string turning =
    "[[torque]]\nkind = \"gravity-gradient\"\norbit_rate = 0.3\ntowards = [1.0, 0.0, 0.0]\n"
    "orbit_normal = [0.0, 0.0, 1.0]\n";
const std::string formula =
    "[[torque]]\nkind = \"formula\"\nvalue = [\"0.1*r31*sin(t)\", \"if(t > 2.003, -0.1*wy, 0)\", \"0.1*qz\"]\n";

// by flat steps (run/inside/flat_steps.hpp): of wheels alone, of more, and with a switch, which has none of them
const std::string wheels =
    "[[rotor]]\nname = \"a\"\nkind = \"driven\"\naxis = [1.0, 0.2, 0.0]\nmoment = 0.01\nspeed = 10.0\n"
    "torque = \"0.4*qx + 0.9*wx - 0.01*a\"\n"
    "[[rotor]]\nname = \"b\"\nkind = \"free\"\naxis = [0.0, 1.0, -0.3]\nmoment = 0.02\nspeed = -5.0\n"
    "friction = 0.003\n";
const std::string memory = "[[state]]\nname = \"s\"\nstart = 0.3\nderivative = \"r21 - s^2\"\n";

void expect_same(const std::string& problem, const std::string& method) {
    const std::string text = problem + "[method]\nstep = 0.01\n" + method;
    const Result each = run_text(text + "[run]\nduration = 6.005\nsample = 0.01\n"),
                 few = run_text(text + "[run]\nduration = 6.005\nsample = 2.0\n");
    ASSERT_EQ(each.rows.size(), 602u) << text;
    ASSERT_EQ(few.rows.size(), 5u) << text;
    for (std::size_t i = 0; i < few.rows.size(); ++i) {
        const auto& a = few.rows[i];
        const auto& b = each.rows[i + 1 == few.rows.size() ? 601 : 200 * i];
        EXPECT_EQ(a.t, b.t) << text;
        EXPECT_EQ(a.q_NB.params(), b.q_NB.params()) << text;
        EXPECT_EQ(a.w_NB_B, b.w_NB_B) << text;
        EXPECT_EQ(a.energy, b.energy) << text;
        EXPECT_EQ(a.state, b.state) << text;
    }
    EXPECT_EQ(few.statistics.evaluations, each.statistics.evaluations) << text;
    EXPECT_EQ(few.statistics.accepted, each.statistics.accepted) << text;
    EXPECT_EQ(few.statistics.smallest_step, each.statistics.smallest_step) << text;
    EXPECT_EQ(few.statistics.largest_step, each.statistics.largest_step) << text;
}

TEST(WholeSteps, AreTheStepsOneByOne) {
    for (const std::string& torques : {std::string(), weight, weight + others, weight + thrusters, turning, formula})
        for (const char* attitude : {"quaternion", "dcm", "mrp"})
            for (const char* integrator : {"integrator = \"rk4\"\n", "integrator = \"adams-bashforth\"\norder = 4\n",
                                           "integrator = \"rk4\"\nconstraint = \"normalise\"\n"}) {
                if (attitude == std::string("mrp") && std::string(integrator).find("normalise") != std::string::npos)
                    continue;
                expect_same(body + torques, std::string(integrator) + "attitude = \"" + attitude + "\"\n");
            }
    expect_same(tilted_body + others, "integrator = \"rk4\"\n");
    expect_same(tilted_body + others, "integrator = \"rk4\"\narithmetic = \"float\"\n");
}

TEST(WholeSteps, OfABodyWithWheelsAreTheStepsOneByOne) {
    for (const std::string& inside : {wheels, wheels + memory, memory, wheels + formula, wheels + thrusters})
        for (const char* method : {"integrator = \"rk4\"\n", "integrator = \"rk4\"\nconstraint = \"normalise\"\n"})
            expect_same(body + inside, method);
}

// A run that breaks down does so at the same step, with the same complaint and the same count.
TEST(WholeSteps, FailWhereTheStepsOneByOneFail) {
    for (const std::string& inside : {std::string(), wheels}) {
        const auto failure = [&](const std::string& sample) -> std::string {
            try {
                run_text(body + inside +
                         "[[torque]]\nkind = \"formula\"\nvalue = [\"wx^3\", \"0\", \"0\"]\n[method]\nstep = "
                         "0.01\nintegrator = \"rk4\"\n[run]\nduration = 100.0\nsample = " +
                         sample + "\n");
            } catch (const std::exception& e) {
                return e.what();
            }
            return "";
        };
        EXPECT_NE(failure("100.0").find("no longer finite"), std::string::npos) << failure("100.0");
        EXPECT_EQ(failure("100.0"), failure("0.01"));
    }
}

TEST(WholeSteps, EndWhereTheRunIsStopped) {
    for (const std::string& acting : {weight, wheels}) {
        const std::string text =
            body + acting + "[method]\nstep = 0.01\nintegrator = \"rk4\"\n[run]\nduration = 10.0\nsample = 10.0\n";
        const Scenario s = read_scenario(text, "stopped.toml");
        std::vector<double> times, looks;
        RunObserver observer;
        observer.row = [&](const Row& row) { times.push_back(row.t); };
        observer.progress = [&](double t) { looks.push_back(t); };
        observer.stop = [&] { return looks.size() == 3; };
        Statistics statistics;
        simulate(s.problem, s.methods[0], s.run, observer, statistics);
        EXPECT_TRUE(statistics.interrupted);
        EXPECT_EQ(looks, (std::vector<double>{64 * 0.01, 128 * 0.01, 192 * 0.01}));
        EXPECT_EQ(times, (std::vector<double>{0, 192 * 0.01}));
        EXPECT_EQ(statistics.accepted, 192);
    }
}

}  // namespace whole_steps_test
}  // namespace polhode
