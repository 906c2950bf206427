// What a step may not pass over, and what is said when a formula breaks it: the cases that were wrong, one by one.
// The hunt for others is truth_hunt_test.cpp.
#include "polhode/problem/analysis/formula_guard.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "polhode/truth/truth.hpp"
#include "support/reference_support.hpp"

namespace polhode {
namespace formula_guard_test {

using reference::digits;
using reference::Result;
using reference::run_text;

std::string body(const std::string& torque, const std::string& rate = "[0.0, 0.0, 0.0]",
                 const std::string& inertia = "[1.0, 1.0, 1.0]") {
    return "[body]\ninertia = " + inertia + "\n[start]\nrate = " + rate +
           "\n[[torque]]\nkind = \"formula\"\nvalue = [\"" + torque + "\", \"0\", \"0\"]\n";
}
std::string method(const std::string& integrator, const std::string& more = "") {
    return "[method]\nintegrator = \"" + integrator + "\"\n" + more;
}
std::string span(double duration, double sample) {
    return "[run]\nduration = " + digits(duration) + "\nsample = " + digits(sample) + "\n";
}
const char* const adaptive[] = {"reference", "default", "taylor", "dop853", "dopri5"};

TEST(FormulaGuard, APulseOfTwentyMilliseconds_Long) {
    const double rate = 0.2 * std::sqrt(std::acos(-1.0));
    for (const char* name : adaptive) {
        const Result r = run_text(body("10*exp(-((t-5.05)/0.02)^2)") + method(name) + span(20, 20));
        EXPECT_NEAR(r.last().w_NB_B[0], rate, 1e-9) << name;
        EXPECT_NEAR(2 * std::atan2(r.last().q_NB.x, r.last().q_NB.w), rate * 14.95, 1e-8) << name;
    }
    // the same as a rate, and on a body that moves
    const Result given =
        run_text("[rates]\nkind = \"formula\"\nvalue = [\"10*exp(-((t-5.05)/0.02)^2)\", \"0\", \"0\"]\n" +
                 method("default") + span(20, 20));
    EXPECT_NEAR(2 * std::atan2(given.last().q_NB.x, given.last().q_NB.w), rate, 1e-12);
    const std::string moving = body("10*exp(-((t-5.05)/0.01)^2)", "[0.1, 0.4, -0.2]", "[1.0, 1.5, 2.0]");
    const Result fine = run_text(moving + method("dop853", "tolerance = 1e-13\nlargest_step = 0.002\n") + span(20, 20));
    for (const char* name : adaptive)
        EXPECT_LT(angle_between(run_text(moving + method(name) + span(20, 20)).last().q_NB, fine.last().q_NB), 1e-7)
            << name;
}

TEST(FormulaGuard, AStepOfTenMilliseconds) {
    for (const char* name : adaptive) {
        const Result r = run_text(body("if(t>5.05,if(t<5.06,1,0),0)") + method(name) + span(20, 20));
        EXPECT_NEAR(r.last().w_NB_B[0], 0.01, 1e-12) << name;
        EXPECT_NEAR(2 * std::atan2(r.last().q_NB.x, r.last().q_NB.w), 0.01 * (20 - 5.055), 1e-11) << name;
    }
    // fixed steps end at switches too
    const Result r = run_text(body("if(t>5.05,if(t<5.06,1,0),0)") + method("rk4", "step = 0.5\n") + span(20, 20));
    EXPECT_NEAR(r.last().w_NB_B[0], 0.01, 1e-14);
}

TEST(FormulaGuard, ANarrowFeatureOfTheState_Long) {
    // 0 until the body has turned by the angle at which r33 is 0.5
    const std::string text = body("exp(-((r33-0.5)/0.001)^2)", "[1.0, 0.0, 0.0]");
    const Result fine = run_text(text + method("dop853", "tolerance = 1e-13\nlargest_step = 1e-4\n") + span(1.5, 1.5));
    EXPECT_GT(fine.last().w_NB_B[0], 1.001);
    for (const char* name : {"reference", "default", "taylor"})
        EXPECT_NEAR(run_text(text + method(name) + span(1.5, 1.5)).last().w_NB_B[0], fine.last().w_NB_B[0], 1e-9)
            << name;
}

TEST(FormulaGuard, ASpikeInACubicTable_Long) {
    std::string times = "0", x = "0";
    for (int i = 1; i <= 400; ++i) {
        times += ", " + digits(0.05 * i);
        x += i == 161 ? ", 5" : ", 0";
    }
    const std::string text =
        "[body]\ninertia = [1.0, 1.0, 1.0]\n[start]\nrate = [0.0, 0.0, 0.0]\n[[torque]]\nkind = \"table\"\n"
        "interpolation = \"cubic\"\ntimes = [" +
        times + "]\nx = [" + x + "]\ny = [" +
        [&] {
            std::string zeros = "0";
            for (int i = 1; i <= 400; ++i) zeros += ", 0";
            return zeros;
        }() +
        "]\nz = [" +
        [&] {
            std::string zeros = "0";
            for (int i = 1; i <= 400; ++i) zeros += ", 0";
            return zeros;
        }() +
        "]\n";
    const Result truth = run_text(text + method("reference") + span(20, 20));
    EXPECT_GT(truth.last().w_NB_B[0], 0.2);
    for (const char* name : {"default", "dop853", "dopri5"})
        EXPECT_NEAR(run_text(text + method(name) + span(20, 20)).last().w_NB_B[0], truth.last().w_NB_B[0], 1e-6)
            << name;
}

TEST(FormulaGuard, LargestStepOfEveryAdaptiveMethod) {
    const std::string text = body("0.01*sin(t)", "[0.1, 0.0, 0.0]");
    for (const char* name : {"default", "taylor", "dop853", "dopri5"}) {
        const Result r = run_text(text + method(name, "largest_step = 0.03\n") + span(2, 2));
        EXPECT_LE(r.statistics.largest_step, 0.03 * (1 + 1e-9)) << name;
        EXPECT_GE(r.statistics.accepted, 66) << name;
    }
    EXPECT_LE(run_text(text + method("merson", "tolerance = 1e-6\nlargest_step = 0.03\n") + span(2, 2))
                  .statistics.largest_step,
              0.03 * (1 + 1e-9));
}

struct Ended {
    long rows = 0;
    std::string cause;
    Statistics statistics;
};
Ended end_of(const std::string& text, const std::function<bool()>& stop = {}) {
    const Scenario s = read_scenario(text, "end.toml");
    Ended e;
    try {
        simulate(s.problem, s.methods.at(0), s.run,
                 {.row = [&](const Row&) { ++e.rows; }, .progress = {}, .stop = stop}, e.statistics);
    } catch (const ComputationFailed& f) {
        e.cause = f.cause;
    }
    return e;
}

TEST(FormulaGuard, RowsBeforeAFailureAreKeptAndTheFormulaIsNamed) {
    const std::string text = body("-0.01*sign(wx)", "[0.1, 0.0, 0.0]", "[1.0, 2.0, 3.0]");
    for (const char* name : {"default", "dop853"}) {
        const Ended e = end_of(text + method(name) + span(20, 0.02));
        EXPECT_GE(e.rows, 499) << name;
        EXPECT_NE(e.cause.find("torque 1: the formula '-0.01*sign(wx)'"), std::string::npos) << e.cause;
        EXPECT_LT(e.statistics.estimated_error, 0);
    }
    for (const char* name : {"reference", "default", "taylor", "dop853"}) {
        const Ended e = end_of(body("sqrt(3-t)") + method(name) + span(20, 0.5));
        EXPECT_GE(e.rows, 6) << name;
        EXPECT_NE(e.cause.find("torque 1: the formula 'sqrt(3-t)'"), std::string::npos) << e.cause;
        EXPECT_NE(e.cause.find("t = 3"), std::string::npos) << e.cause;
    }
    const Ended infinite = end_of(body("1/(t-1)") + method("rk4", "step = 0.5\n") + span(2, 0.5));
    EXPECT_NE(infinite.cause.find("infinite"), std::string::npos) << infinite.cause;
}

TEST(FormulaGuard, ASwitchOfStateIsNotEstimated_Long) {
    // from one side of the switch to the other, once
    const Ended met = end_of(body("if(wx>0.05,-0.02,-0.01)", "[0.1, 0.0, 0.0]") + method("default") + span(4, 1));
    EXPECT_EQ(met.cause, "");
    EXPECT_LT(met.statistics.estimated_error, 0);
    ASSERT_FALSE(met.statistics.notes.empty());
    EXPECT_NE(met.statistics.notes[0].find("not estimated: the formula switches"), std::string::npos);
    // thrown back from both sides: it stays there for ever, and says so
    const Ended stuck = end_of(body("if(wx>0.05,-0.02,0.01)", "[0.1, 0.0, 0.0]") + method("default") + span(4, 1));
    EXPECT_GE(stuck.rows, 3);
    EXPECT_NE(stuck.cause.find("the formula 'if(wx>0.05,-0.02,0.01)'"), std::string::npos) << stuck.cause;
    // one that is far away is no reason to be silent
    const Ended far = end_of(body("0.1*max(wx, -1000)", "[0.1, 0.0, 0.0]") + method("default") + span(3, 1));
    EXPECT_GE(far.statistics.estimated_error, 0);
}

TEST(FormulaGuard, StopsWhileItScouts) {
    const std::string text = body("0.3*sin(3*t)*r33", "[0.6, 0.3, -0.9]", "[1.0, 1.4, 2.1]");
    for (const char* name : {"default", "reference", "taylor"}) {
        long asked = 0;
        const Ended e = end_of(text + method(name) + span(1e7, 1e7), [&] { return ++asked > 20; });
        EXPECT_TRUE(e.statistics.interrupted) << name;
        EXPECT_GE(e.rows, 1) << name;
        EXPECT_LE(asked, 30) << name;
    }
}

// A chaotic motion: what the reference says of itself is what another of its kind confirms.
TEST(FormulaGuard, TheReferenceKnowsItsOwnError_Long) {
    const std::string text =
        "[body]\ninertia = [1.0, 1.4, 2.1]\n[start]\nattitude = { quaternion = [0.5, 0.5, -0.5, 0.5] }\n"
        "rate = [0.6, 0.3, -0.9]\n[[torque]]\nkind = \"gravity\"\nmass = 1.0\ng = 3.0\nat = [0.3, 0.2, 0.4]\n" +
        span(150, 150);
    const Scenario s = read_scenario(text, "chaos.toml");
    std::string why;
    const auto one = reference_truth(s.problem, 150, why), other = reference_truth(s.problem, 150, why, 0.05);
    for (const double t : {10.0, 50.0, 100.0, 150.0}) {
        const double apart = angle_between(one->at(t).q_NB, other->at(t).q_NB);
        EXPECT_LE(apart, one->error_bound(t) + other->error_bound(t)) << t;
    }
    EXPECT_GT(one->error_bound(150), 0);
}

}  // namespace formula_guard_test
}  // namespace polhode
