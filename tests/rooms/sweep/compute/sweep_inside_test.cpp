// Bodies with rotors and states side by side: the bits of ordinary runs, whatever the width.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "polhode/sweep/compute/sweep_ensemble.hpp"
#include "polhode/sweep/journal/sweep_block.hpp"
#include "rooms/sweep/compute/one_arithmetic.hpp"

namespace polhode {
namespace sweep_inside_test {

using namespace one_arithmetic;

// How many of the runs the lanes hand back.
std::uint64_t handed_back(const std::string& text) {
    const Sweep sweep = read_sweep(text, "test.toml");
    SweepComputer::Options options;
    options.backend = SweepBackend::simd;
    const SweepComputer computer(sweep, options);
    for (std::uint64_t b = 0; b < sweep.blocks(); ++b) computer.compute(b);
    return computer.declined();
}
// One arithmetic, and all of them in lanes.
void expect_side_by_side(const std::string& text) {
    expect_one_arithmetic(text);
    EXPECT_EQ(handed_back(text), 0u) << text;
}

std::string uniform(const std::string& key, const std::string& low, const std::string& high) {
    return "[[vary]]\nkey = \"" + key + "\"\nkind = \"uniform\"\nlow = " + low + "\nhigh = " + high + "\n";
}
const std::string rk4 = method("integrator = \"rk4\"\nstep = 0.05");

// Two motors under a law of proportional and derivative terms, the third axis on a wheel that is held.
const std::string turned_by_wheels = R"toml(
[constants]
kp = 0.6
kd = "2*sqrt(kp*10)"
wanted = 0.5
[[rotor]]
kind = "driven"
name = "a"
axis = [1.0, 0.2, 0.0]
moment = 0.05
torque = "kp*2*(qx - wanted) + kd*wx"
angle = true
[[rotor]]
kind = "driven"
name = "b"
axis = [0.0, 1.0, 0.1]
moment = 0.04
speed = 3.0
friction = 0.01
torque = "kp*2*qy + kd*wy - 0.01*sum"
[[rotor]]
kind = "held"
name = "c"
axis = [0.0, 0.0, 2.0]
moment = 0.03
speed_rpm = 300
[[state]]
name = "sum"
derivative = "qy"
)toml" + uniform("constants.kp", "0.1", "2.0") +
                                     uniform("constants.wanted", "-1", "1") +
                                     uniform("rotor[0].moment", "0.01", "0.1") +
                                     uniform("rotor[2].speed_rpm", "-500", "500");
const std::string inner_outcomes = R"toml(
[[outcome]]
name = "fastest"
of = "abs(a)"
take = "largest"
[[outcome]]
name = "way"
of = "a_angle"
[[outcome]]
name = "summed"
of = "sum"
take = "mean"
[[outcome]]
name = "worked"
of = "work"
take = "range"
[[outcome]]
name = "left"
of = "energy - work"
take = "range"
[[outcome]]
name = "momentum"
of = "sqrt(Lx^2 + Ly^2 + Lz^2)"
take = "largest"
[[outcome]]
name = "first_rate"
of = "wx"
take = "start"
[[outcome]]
name = "first_work"
of = "work"
take = "start"
[keep]
over_time = ["tilt", "a", "b", "c", "sum", "work", "energy"]
)toml";

TEST(SweepInside, MotorsUnderALawOfControl_Long) {
    expect_side_by_side(tumbling + turned_by_wheels + rk4 + inner_outcomes);
    for (const char* constraint : {"normalise", "normalise-binomial"})
        expect_side_by_side(
            tumbling + turned_by_wheels +
            method("integrator = \"rk4\"\nstep = 0.05\nconstraint = \"" + std::string(constraint) + "\"") +
            inner_outcomes);
    // the numbers of the run itself, and no row on the way
    expect_side_by_side(tumbling + turned_by_wheels + rk4);
}

// Formulas that name nothing of the inside, so that what they are made of must not stand where speeds are.
TEST(SweepInside, MotorsThatLookAtTheBodyAlone) {
    const std::string wheels =
        "[[rotor]]\nkind = \"driven\"\nname = \"a\"\naxis = [1, 0, 0]\nmoment = 0.05\nfriction = 0.02\nangle = "
        "true\ntorque = \"0.6*qx + 0.9*wx\"\n[[rotor]]\nkind = \"driven\"\nname = \"b\"\naxis = [0, 1, 0]\nmoment = "
        "0.04\ntorque = \"0.6*qy + 0.9*wy\"\n";
    expect_side_by_side(tumbling + wheels + rk4 + outcomes_on_the_way +
                        "[[outcome]]\nname = \"work\"\nof = \"work\"\n[[outcome]]\nname = \"way\"\nof = \"a_angle\"\n");
}

TEST(SweepInside, FreeAndHeldRotors_Long) {
    const std::string free_one =
        "[[rotor]]\nkind = \"free\"\nname = \"a\"\naxis = [0.3, 0.4, 1.0]\nmoment = 0.2\nspeed = 5.0\nfriction = "
        "0.02\n" +
        uniform("rotor[0].friction", "0.0", "0.1") + uniform("rotor[0].speed", "-9", "9") +
        uniform("rotor[0].axis[1]", "-1", "1");
    const std::string outcomes = outcomes_on_the_way + "[[outcome]]\nname = \"slowed\"\nof = \"a\"\n";
    expect_side_by_side(tumbling + free_one + rk4 + outcomes);
    const std::string held =
        "[[rotor]]\nkind = \"held\"\nname = \"a\"\naxis = [0.0, 1.0, 1.0]\nmoment = 0.1\nspeed = 20.0\nangle = true\n" +
        uniform("rotor[0].speed", "-30", "30");
    expect_side_by_side(tumbling + held + rk4 + outcomes + "[[outcome]]\nname = \"work\"\nof = \"work\"\n");
    // without anything that works, and with products of inertia
    const std::string still =
        "[[rotor]]\nkind = \"free\"\nname = \"a\"\naxis = [0.0, 0.0, 1.0]\nmoment = 0.1\nspeed = 2.0\n";
    const std::string leaning = thrown("[[1.4, 0.1, -0.2], [0.1, 1.7, 0.05], [-0.2, 0.05, 2.0]]");
    expect_side_by_side(leaning + still + rk4 + outcomes);
    expect_side_by_side(leaning + free_one + rk4 + outcomes + uniform("body.inertia[0][0]", "1.2", "1.6"));
}

// Everything that formulas know, with numbers that differ and such that do not.
const std::string many_functions = R"toml(
[constants]
c = 1.25
deep = "exp(-c)"
[[state]]
name = "a"
start = 0.3
derivative = "sin(c*t) + cos(3*wx)*exp(-t) - tan(0.1*qx) + log(2 + r11) + sqrt(4 + r32)*deep"
[[state]]
name = "b"
derivative = "asin(0.5*qx) + acos(0.5*qy) + atan(wx) + atan2(qz, wy) + sinh(0.1*a) - cosh(0.1*b) + tanh(a)"
[[state]]
name = "c3"
start = 1
derivative = "(2 + qx)^2.5 + wx^3 - qy^-2/(9 + c) + -a/(3 - b) + sqrt(c)"
[[torque]]
kind = "formula"
value = ["wx*qz - 0.1*c*qx", "0.1*wz + c*qy*qz", "0.2*qz*c - 0.1*wy"]
[[torque]]
kind = "formula"
frame = "world"
value = ["0.01*a - 0.3*r21*c", "-0.02*wy", "0.1*r13*tanh(b)"]
)toml" + uniform("constants.c", "0.5", "2.5") +
                                   uniform("state[0].start", "-1", "1");

TEST(SweepInside, StatesWithEveryFunction) {
    const std::string outcomes =
        outcomes_on_the_way +
        "[[outcome]]\nname = \"a\"\nof = \"a\"\ntake = \"mean\"\n[[outcome]]\nname = \"b\"\nof = "
        "\"b\"\n[[outcome]]\nname = \"c3\"\nof = \"c3\"\n";
    expect_side_by_side(tumbling + many_functions + rk4 + outcomes);
}

// Torques of the core, then formulas that know the inside and such that do not.
TEST(SweepInside, TorquesFromOutside_Long) {
    const std::string state = "[[state]]\nname = \"a\"\nstart = 0.2\nderivative = \"-a + wx*c\"\n[constants]\nc = 2\n" +
                              uniform("constants.c", "1", "3");
    const std::string plain =
        "[[torque]]\nkind = \"formula\"\nvalue = [\"-0.1*r12*c\", \"0.2*qx - 0.1*wy\", \"0.3*sin(t)\"]\n"
        "[[torque]]\nkind = \"formula\"\nframe = \"world\"\nvalue = [\"0.05*r33\", \"0\", \"0.02*c\"]\n";
    const std::string inner = "[[torque]]\nkind = \"formula\"\nvalue = [\"-0.1*a*r12\", \"0\", \"0.3*a\"]\n";
    expect_side_by_side(tumbling + torques_of_every_kind + state + plain + inner + rk4 + outcomes_on_the_way);
    expect_side_by_side(tumbling + inner + plain + state + rk4 + outcomes_on_the_way);
    const std::string gradient =
        "[[torque]]\nkind = \"gravity-gradient\"\norbit_rate = 0.7\ntowards = [0.3, -0.4, 1.2]\norbit_normal = [1.2, "
        "0.0, -0.3]\n";
    expect_side_by_side(tumbling + gradient + state + inner + rk4 + outcomes_on_the_way);
}

// Steps that do not end on the run's end, steps of their own, a start that follows from other numbers, texts.
TEST(SweepInside, GridsAndStarts_Long) {
    std::string free_rows = tumbling;
    free_rows.erase(free_rows.find("sample = 0.25\n"), 14);
    const std::string inside =
        "[[rotor]]\nkind = \"driven\"\nname = \"a\"\naxis = [0, 0, 1]\nmoment = 0.1\ntorque = "
        "\"-0.3*a + 0.1*sin(5*t)\"\n";
    expect_side_by_side(free_rows + inside + method("integrator = \"rk4\"\nstep = 0.03"));
    expect_side_by_side(free_rows + inside + method("integrator = \"rk4\"\nstep = 0.03") + outcomes_on_the_way);
    expect_side_by_side(free_rows + inside + rk4 + uniform("method.step", "0.01", "0.5"));
    // nearly a whole number of steps: what is left is a step of its own, or none
    for (const char* step : {"0.04999999999", "0.0499999999999", "0.050000000001", "0.05000001"})
        expect_side_by_side(free_rows + inside + method("integrator = \"rk4\"\nstep = " + std::string(step)));
    std::string in_world = tumbling.substr(0, tumbling.find("[[vary]]")) + uniform("start.rate_world[0]", "-1", "1");
    in_world.replace(in_world.find("rate = "), 7, "attitude = { quaternion = [0.6, 0.8, 0, 0] }\nrate_world = ");
    expect_side_by_side(in_world + inside + rk4 + outcomes_on_the_way);
    expect_one_arithmetic(
        tumbling + inside + rk4 + outcomes_on_the_way +
        "[[vary]]\nkey = \"rotor[0].torque\"\nkind = \"choice\"\nvalues = [\"-0.3*a\", \"0.1*cos(t)\", "
        "\"-0.3*a + 0.2*sin(4*t)\"]\n");
}

// By a GPU made of the processor (tests/parts/host_card.cpp), or a real one where POLHODE_PARTS names its plug-in.
TEST(SweepInside, CardsGiveTheBitsOfOrdinaryRuns) {
    setenv("POLHODE_PARTS", POLHODE_HOST_CARD, 0);
    for (const std::string& text :
         {tumbling + turned_by_wheels + rk4 + inner_outcomes, tumbling + many_functions + rk4 + outcomes_on_the_way}) {
        const Sweep sweep = read_sweep(text, "test.toml");
        EXPECT_TRUE(blocks_by(sweep, SweepBackend::gpu) == blocks_by(sweep, SweepBackend::scalar)) << text;
    }
}

// What is no longer finite goes the ordinary way, which finds the words; the others stay side by side.
TEST(SweepInside, RunsThatDivergeAreHandedBack) {
    const std::string text = tumbling +
                             "[constants]\ngrows = 1\n[[state]]\nname = \"a\"\nstart = 1\nderivative = "
                             "\"grows*a^2\"\n[[vary]]\nkey = \"constants.grows\"\nkind = \"list\"\nvalues = "
                             "[-1, 0.1, 1e9, 0.2, -0.5]\n" +
                             rk4 + outcomes_on_the_way + "[[outcome]]\nname = \"a\"\nof = \"a\"\n";
    expect_one_arithmetic(text);
    EXPECT_EQ(handed_back(text), 17u) << "those that diverge alone";
    const Sweep sweep = read_sweep(text, "test.toml");
    SweepComputer::Options options;
    options.backend = SweepBackend::simd;
    const SweepComputer computer(sweep, options);
    std::size_t diverged = 0;
    for (std::uint64_t b = 0; b < sweep.blocks(); ++b)
        for (const auto& failure : SweepBlock::decoded(computer.compute(b)).failures)
            diverged += failure.reason.find("finite") != std::string::npos;
    EXPECT_GT(diverged, 10u);
    EXPECT_LT(diverged, 20u);
}

// The same formulas with a number in an exponent, which makes another list of operations of them: those runs go the
// ordinary way.
TEST(SweepInside, OtherOperationsInSomeRuns) {
    expect_one_arithmetic(
        tumbling +
        "[constants]\nn = 2\n[[state]]\nname = \"a\"\nstart = 1\nderivative = \"-a^n\"\n[[vary]]\nkey = "
        "\"constants.n\"\nkind = \"list\"\nvalues = [2, 3, 2.5, 1]\n" +
        rk4 + outcomes_on_the_way + "[[outcome]]\nname = \"a\"\nof = \"a\"\n");
}

TEST(SweepInside, WhatGoesOneByOneSaysWhy) {
    const auto why_not = [](const std::string& text) {
        std::string why;
        const Sweep sweep = read_sweep(tumbling + text, "test.toml");
        EXPECT_EQ(SweepEnsemble::make(sweep, why), nullptr) << text;
        return why;
    };
    const std::string state = "[[state]]\nname = \"a\"\nderivative = \"wx\"\n";
    const std::string driven = "[[rotor]]\nkind = \"driven\"\nname = \"m\"\naxis = [0, 0, 1]\nmoment = 0.1\n";
    const auto has = [](const std::string& why, const std::string& words) {
        EXPECT_NE(why.find(words), std::string::npos) << why;
    };
    has(why_not(state + rk4 + "[[event]]\ndo = \"mark\"\nwhen = \"wx\"\n"), "events do not go in SIMD lanes");
    has(why_not(driven + "torque = \"wx\"\ntorque_limit = 0.1\n" + rk4), "the motor of 'm' has a limit");
    has(why_not(driven + "torque = \"wx\"\nspeed_limit = 9\n" + rk4), "the motor of 'm' has a limit");
    has(why_not(driven + "times = [0, 5]\ntorques = [0, 1]\n" + rk4), "the motor of 'm' has a table");
    has(why_not("[[state]]\nname = \"a\"\nderivative = \"if(t < 1, wx, 0)\"\n" + rk4), "switches at times");
    has(why_not("[[state]]\nname = \"a\"\nderivative = \"abs(wx)\"\n" + rk4), "the formula 'abs(wx)' has a corner");
    has(why_not(state + method("integrator = \"rkmk4\"\nstep = 0.05")), "'rkmk4'");
    has(why_not(state + method("integrator = \"taylor\"\nstep = 0.05\norder = 8")), "'taylor' moves bodies");
    has(why_not(state + method("integrator = \"default\"")), "'default'");
    has(why_not(state + rk4 +
                "[[torque]]\nkind = \"formula\"\nvalue = [\"wx\", \"0\", \"0\"]\n[[torque]]\nkind = "
                "\"damping\"\ncoefficients = [0.1, 0.1, 0.1]\n"),
        "stands behind one by formulas");
    has(why_not(state + rk4 + "[[torque]]\nkind = \"table\"\ntimes = [0, 9]\nx = [0, 1]\ny = [0, 0]\nz = [0, 0]\n"),
        "a torque of kind 'table'");
    has(why_not(state + "[[slug]]\nmoment = 0.1\nviscosity = 0.1\n" + rk4), "slugs");
    std::string long_one = "wx", many;
    for (int i = 0; i < 200; ++i)
        long_one += " + wx*" + std::string(i % 2 ? "wy" : "wz") + "*a*" + (i % 3 ? "qx" : "qy");
    for (int i = 0; i < 120; ++i) many += (i ? "+" : "") + std::to_string(i) + "*wx";
    has(why_not("[[state]]\nname = \"a\"\nderivative = \"" + long_one + "\"\n" + rk4), "operations");
    has(why_not("[[state]]\nname = \"a\"\nderivative = \"" + many + "\"\n" + rk4), "numbers");
    std::string rotors;
    for (int i = 0; i < 9; ++i) rotors += "[[rotor]]\nkind = \"held\"\naxis = [0, 0, 1]\nmoment = 0.01\nspeed = 1\n";
    has(why_not(rotors + rk4), "more than 8 rotors");
}

}  // namespace sweep_inside_test
}  // namespace polhode
