// Bodies with controllers side by side: the bits of ordinary runs, whatever the width.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "polhode/sweep/compute/sweep_ensemble.hpp"
#include "rooms/sweep/compute/one_arithmetic.hpp"

namespace polhode {
namespace sweep_controllers_test {

using namespace one_arithmetic;

std::string controlled(const std::string& timing, const std::string& more = "") {
    return tumbling + R"toml(
[constants]
kp = 0.6
ki = 0.05
[[rotor]]
kind = "driven"
name = "a"
axis = [1.0, 0.2, 0.0]
moment = 0.05
torque = "u"
[[torque]]
kind = "formula"
value = ["0", "-push", "0.01*r12*sum"]
[[controller]]
name = "law"
measure = { off = "2*qx*qw", seen = "floor(20*wy)/20" }
measure_quantum = 1e-3
memory = { sum = 0.1 }
update = { sum = "sum + off*period" }
output = { u = "kp*off + 0.8*wx + ki*sum", push = "max(-0.1, min(0.1, seen))" }
limit = { u = 0.3 }
)toml" + timing +
           "\n" + more +
           "[[vary]]\nkey = \"constants.kp\"\nkind = \"uniform\"\nlow = 0.1\nhigh = 2.0\n"
           "[[vary]]\nkey = \"constants.ki\"\nkind = \"uniform\"\nlow = 0.0\nhigh = 0.5\n";
}
const std::string rk4 = method("integrator = \"rk4\"\nstep = 0.05");
const std::string outcomes = outcomes_on_the_way + R"toml(
[[outcome]]
name = "u"
of = "u"
take = "mean"
[[outcome]]
name = "first_push"
of = "push"
take = "start"
[[outcome]]
name = "sum"
of = "sum"
[[outcome]]
name = "worked"
of = "work"
)toml";

void expect_side_by_side(const std::string& text) {
    expect_one_arithmetic(text);
    const Sweep sweep = read_sweep(text, "test.toml");
    SweepComputer::Options options;
    options.backend = SweepBackend::simd;
    const SweepComputer computer(sweep, options);
    for (std::uint64_t b = 0; b < sweep.blocks(); ++b) computer.compute(b);
    EXPECT_EQ(computer.declined(), 0u) << text;
}

TEST(SweepControllers, SamplesOnTheGrid_Long) {
    expect_side_by_side(controlled("rate_hz = 5.0") + rk4 + outcomes);
    expect_side_by_side(controlled("period = 0.1\ndelay = 2") + rk4 + outcomes);
    expect_side_by_side(controlled("rate_hz = 10.0\nquantum = 0.01") + rk4);
    expect_side_by_side(controlled("rate_hz = 3.0") +
                        method("integrator = \"rk4\"\nstep = 0.05\nconstraint = \"normalise\""));
}

// Samples between steps end them early; two controllers of other rates.
TEST(SweepControllers, SamplesBesideTheGrid_Long) {
    expect_side_by_side(controlled("rate_hz = 7.0") + rk4 + outcomes);
    expect_side_by_side(controlled("period = 0.13\ndelay = 1",
                                   "[[controller]]\nname = \"slow\"\nperiod = 0.4\noutput = { slow = \"wz + u\" }\n") +
                        rk4 + outcomes);
}

// Functions with corners, which only a controller may use where bodies go together.
TEST(SweepControllers, FunctionsWithCorners) {
    expect_side_by_side(
        controlled(
            "rate_hz = 5.0",
            "[[controller]]\nname = \"corners\"\nperiod = 0.5\noutput = { slow = \"abs(wx) - min(qz, kp)*max(qx, "
            "qy) + sign(wz) + floor(3*wy) + if(wx < wy, kp, qz) + (wx <= wy)\", slower = \"(qz > qy)*kp - (qx >= "
            "qy) + (qx == qx) - (qy != qz)\" }\n[[torque]]\nkind = \"formula\"\nvalue = [\"0.01*slow\", "
            "\"0.02*slower\", \"0\"]\n") +
        rk4 + outcomes);
}

// By a GPU made of the processor (tests/parts/host_card.cpp), or a real one where POLHODE_PARTS names its plug-in:
// samples on the grid and beside it, delays, memory, quanta, limits.
TEST(SweepControllers, CardsGiveTheBitsOfOrdinaryRuns) {
    setenv("POLHODE_PARTS", POLHODE_HOST_CARD, 0);
    for (const std::string& text :
         {controlled("rate_hz = 5.0\ndelay = 2\nquantum = 0.01") + rk4 + outcomes,
          controlled("period = 0.13\ndelay = 1",
                     "[[controller]]\nname = \"slow\"\nperiod = 0.4\noutput = { slow = \"wz + u\" }\n") +
              rk4 + outcomes}) {
        const Sweep sweep = read_sweep(text, "test.toml");
        EXPECT_TRUE(blocks_by(sweep, SweepBackend::gpu) == blocks_by(sweep, SweepBackend::scalar)) << text;
    }
}

// A number that is not finite at one sample fails the run, even where it is finite again at the next one.
TEST(SweepControllers, WhatIsNotFiniteIsHandedBack) {
    expect_one_arithmetic(controlled("rate_hz = 5.0",
                                     "[[controller]]\nname = \"bad\"\nperiod = 0.5\noutput = { slow = \"1/(t - 0.5) + "
                                     "kp\" }\n") +
                          rk4 + outcomes);
}

TEST(SweepControllers, WhatGoesOneByOneSaysWhy) {
    const auto why_not = [](const std::string& text) {
        std::string why;
        const Sweep sweep = read_sweep(text, "test.toml");
        EXPECT_EQ(SweepEnsemble::make(sweep, why), nullptr) << text;
        return why;
    };
    const auto has = [](const std::string& why, const std::string& words) {
        EXPECT_NE(why.find(words), std::string::npos) << why;
    };
    has(why_not(controlled("rate_hz = 5.0\ndelay = 40") + rk4), "on their way");
    std::string five;
    for (const char* name : {"b", "c", "d", "f"})
        five += "[[controller]]\nname = \"n" + std::string(name) + "\"\nperiod = 0.5\noutput = { o" + name +
                " = \"wx\" }\n";
    has(why_not(controlled("rate_hz = 5.0", five) + rk4), "more than 4 controllers");
    std::string step = controlled("rate_hz = 5.0");
    step.erase(step.find("sample = 0.25\n"), 14);
    has(why_not(step + rk4 + "[[vary]]\nkey = \"method.step\"\nkind = \"uniform\"\nlow = 0.01\nhigh = 0.1\n"),
        "'method.step' varies");
    has(why_not(tumbling + "[[torque]]\nkind = \"coulomb\"\naxis = [0, 0, 1]\nkinetic = 0.1\n" + rk4), "SIMD lanes");
}

}  // namespace sweep_controllers_test
}  // namespace polhode
