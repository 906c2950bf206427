// The engine: rows and steps, every attitude with every integrator, switching times, failures.
#include "polhode/run/simulate.hpp"

#include <gtest/gtest.h>

#include <string>

#include "polhode/scenario/scenario.hpp"
#include "support/reference_support.hpp"

namespace polhode {
namespace simulate_test {

using reference::angle;
using reference::Result;
using reference::run_text;
using reference::wide;

const std::string tumbling =
    "[body]\ninertia = [1.0, 1.4, 2.1]\n[start]\nattitude = { quaternion = [0.5, 0.5, -0.5, 0.5] }\n"
    "rate = [0.6, 0.3, -0.9]\n[[torque]]\nkind = \"gravity\"\nmass = 1.0\ng = 1.0\nat = [0.2, 0.1, 0.6]\n";

std::string method(const std::string& lines) { return "[method]\n" + lines; }
std::string span(double duration, double sample) {
    return "[run]\nduration = " + reference::digits(duration) + "\nsample = " + reference::digits(sample) + "\n";
}

double distance(const Result& a, const Result& b) {
    return static_cast<double>(angle(wide(a.last().q_NB), wide(b.last().q_NB)));
}

TEST(Rows, AtTheStartEverySampleAndTheEnd) {
    const Result r = run_text(tumbling + method("integrator = \"rk4\"\nstep = 0.01\n") + span(1.05, 0.1));
    ASSERT_EQ(r.rows.size(), 12u);
    for (int i = 0; i <= 10; ++i) EXPECT_EQ(r.rows[static_cast<std::size_t>(i)].t, i * 0.1);
    EXPECT_EQ(r.last().t, 1.05);
    EXPECT_EQ(r.statistics.accepted, 105);
    EXPECT_EQ(r.statistics.evaluations, 420);
}

TEST(Rows, ADurationThatIsNoWholeNumberOfStepsEndsWithAShorterOne) {
    const Result r = run_text(tumbling + method("integrator = \"rk4\"\nstep = 0.3\n") + span(1.0, 0.3));
    EXPECT_EQ(r.statistics.accepted, 4);
    EXPECT_NEAR(r.statistics.smallest_step, 0.1, 1e-15);
    EXPECT_EQ(r.last().t, 1.0);
    const Result exact = run_text(tumbling + span(1.0, 1.0));
    EXPECT_LT(distance(r, exact), 1e-3);  // RK4 at 0.3 s: it ended where it should, not 0.1 s short
}

TEST(Rows, SampleTimesByDenseOutputAgreeWithSteppingThere) {
    for (const char* name : {"dopri5", "dop853"}) {
        const std::string m = method(std::string("integrator = \"") + name + "\"\ntolerance = 1e-11\n");
        const Result dense = run_text(tumbling + m + span(10, 0.037));
        for (std::size_t i : {std::size_t{1}, std::size_t{77}, dense.rows.size() - 2}) {
            const double t = dense.rows[i].t;
            const Result there = run_text(tumbling + m + span(t, t));
            // the same tolerance, other steps: both are within some hundred tolerances of the truth
            EXPECT_LT(static_cast<double>(angle(wide(dense.rows[i].q_NB), wide(there.last().q_NB))), 2e-9) << name;
        }
    }
}

// A start in the method's own numbers comes back bit for bit in the first row.
TEST(Start, IsTakenBitForBit) {
    const Result r = run_text(
        "[body]\ninertia = [1.0, 2.0, 2.5]\n[start]\nattitude = { euler = \"zxz\", angles = [0.1, 0.7, -0.3] }\n"
        "rate = [0.1, 1.0, 0.2]\n" +
        method("attitude = \"euler-zxz\"\nintegrator = \"rk4\"\nstep = 0.01\n") + span(0.1, 0.1));
    EXPECT_EQ(r.rows[0].state, (std::vector<double>{0.1, 0.7, -0.3}));
}

TEST(Start, OffTheConstraintIsNormalisedWhereTheMethodNormalises) {
    const std::string scenario =
        "[body]\ninertia = [1.0, 2.0, 2.5]\n[start]\nattitude = { quaternion = [1.0, 0.25, 0.0, 0.25] }\n"
        "rate = [0.1, 1.0, 0.2]\n";
    const std::string rk4 = "integrator = \"rk4\"\nstep = 0.01\n";
    EXPECT_EQ(run_text(scenario + method(rk4) + span(0.1, 0.1)).rows[0].q_NB.w, 1.0);
    EXPECT_NEAR(run_text(scenario + method(rk4 + "constraint = \"normalise\"\n") + span(0.1, 0.1)).rows[0].q_NB.w,
                1 / std::sqrt(1.125), 1e-16);
}

// ---- every attitude with every integrator, dynamics and kinematics ----

const char* const attitudes[] = {"quaternion", "dcm",       "cayley-klein", "rotation-vector", "mrp",
                                 "axis-angle", "euler-xyz", "euler-xzy",    "euler-yxz",       "euler-yzx",
                                 "euler-zxy",  "euler-zyx", "euler-xyx",    "euler-xzx",       "euler-yxy",
                                 "euler-yzy",  "euler-zxz", "euler-zyz"};

struct Choice {
    std::string lines;
    double tolerance;  // rad after 2 s, from the order of the method at its step
};

TEST(Everything, EveryAttitudeWithEveryIntegrator) {
    // a motion that keeps its distance from every sequence's gimbal lock: slow, and begun at a generic attitude
    const std::string slow =
        "[body]\ninertia = [1.0, 1.4, 2.1]\n[start]\nattitude = { rotation_vector = [0.5, 0.7, 0.6] }\n"
        "rate = [0.05, 0.1, -0.08]\n[[torque]]\nkind = \"gravity\"\nmass = 1.0\ng = 0.05\nat = [0.2, 0.1, 0.6]\n";
    const std::string given =
        "[rates]\nkind = \"formula\"\nvalue = [\"0.1*sin(t)\", \"0.12\", \"0.1*cos(2*t)\"]\n"
        "[start]\nattitude = { rotation_vector = [0.5, 0.7, 0.6] }\n";
    const Choice choices[] = {
        {"integrator = \"euler\"\nstep = 0.001\n", 1e-3},
        {"integrator = \"midpoint\"\nstep = 0.01\n", 1e-5},
        {"integrator = \"heun\"\nstep = 0.01\n", 1e-5},
        {"integrator = \"rk4\"\nstep = 0.01\n", 1e-9},
        {"integrator = \"merson\"\nstep = 0.01\n", 1e-9},
        {"integrator = \"merson\"\ne_max = 1e-10\n", 1e-7},
        {"integrator = \"dopri5\"\ntolerance = 1e-10\n", 1e-8},
        {"integrator = \"dop853\"\ntolerance = 1e-12\n", 1e-10},
        {"integrator = \"dop853\"\nstep = 0.1\n", 1e-10},
        {"integrator = \"adams-bashforth\"\norder = 2\nstep = 0.01\n", 1e-5},
        // (3/8) h^3 times the fourth derivative over 2 s, as large as 0.8 for the given rates: 6e-7
        {"integrator = \"adams-bashforth\"\norder = 3\nstep = 0.01\n", 1e-6},
        {"integrator = \"adams-bashforth\"\norder = 4\nstep = 0.01\n", 1e-8},
        {"integrator = \"rotation-vector\"\nrate = \"midpoint\"\nstep = 0.01\n", 1e-5},
        {"integrator = \"rotation-vector\"\nrate = \"end\"\nstep = 0.001\n", 1e-3},
        {"integrator = \"default\"\n", 1e-11}};
    for (const std::string& problem : {slow, given}) {
        const Result truth = run_text(problem + span(2, 2));
        for (const char* attitude : attitudes)
            for (const Choice& c : choices) {
                const Result r =
                    run_text(problem + method("attitude = \"" + std::string(attitude) + "\"\n" + c.lines) + span(2, 2));
                EXPECT_LT(distance(r, truth), c.tolerance) << attitude << " " << c.lines;
                EXPECT_LT(std::fabs(r.last().defect), 1e-3) << attitude << " " << c.lines;
            }
    }
}

// Rotation vector and modified Rodrigues parameters run through many turns: the chart changes, the attitude does not.
TEST(Everything, ChartsChangeWithoutHarm) {
    const Result truth = run_text(tumbling + span(60, 60));
    for (const char* attitude : {"rotation-vector", "mrp"})
        for (const char* integrator :
             {"integrator = \"rk4\"\nstep = 0.005\n", "integrator = \"adams-bashforth\"\nstep = 0.002\n",
              "integrator = \"dop853\"\ntolerance = 1e-12\n"}) {
            const Result r = run_text(tumbling + method("attitude = \"" + std::string(attitude) + "\"\n" + integrator) +
                                      span(60, 1));
            EXPECT_LT(distance(r, truth), 1e-5) << attitude << integrator;
        }
}

TEST(Everything, SinglePrecisionIsSinglePrecision) {
    const Result truth = run_text(tumbling + span(5, 5));
    const Result r =
        run_text(tumbling + method("integrator = \"rk4\"\narithmetic = \"float\"\nstep = 0.01\n") + span(5, 5));
    EXPECT_LT(distance(r, truth), 1e-4);
    EXPECT_GT(distance(r, truth), 1e-9);
    EXPECT_EQ(r.last().q_NB.w, static_cast<double>(static_cast<float>(r.last().q_NB.w)));
}

// The same body in turned axes: the tensor is full, the motion the same, given back in the user's axes.
TEST(Everything, AFullTensorMovesAsItsPrincipalAxesDo) {
    const Quaternion<double> turn = normalise(Quaternion<double>{0.8, 0.3, -0.4, 0.2});  // principal axes P in B: q_BP
    const Mat3<double> I = Mat3<double>::diagonal({1.0, 1.4, 2.1});
    Mat3<double> C;
    for (int j = 0; j < 3; ++j) {
        Vec3<double> e{};
        e[j] = 1;
        const Vec3<double> c = to_world(turn, e);
        for (int i = 0; i < 3; ++i) C(i, j) = c[i];
    }
    const Mat3<double> J = C * I * C.transposed();
    const Vec3<double> w_P{0.6, 0.3, -0.9}, w_B = C * w_P;
    using reference::digits;
    const auto row = [&](int i) {
        return "[" + digits(J(i, 0)) + ", " + digits(J(i, 1)) + ", " + digits(J(i, 2)) + "]";
    };
    const std::string full = "[body]\ninertia = [" + row(0) + ", " + row(1) + ", " + row(2) + "]\n[start]\nrate = [" +
                             digits(w_B[0]) + ", " + digits(w_B[1]) + ", " + digits(w_B[2]) + "]\n";
    const Result a = run_text(full + span(20, 20));
    const Result b =
        run_text("[body]\ninertia = [1.0, 1.4, 2.1]\n[start]\nrate = [0.6, 0.3, -0.9]\nattitude = { quaternion = [" +
                 digits(turn.w) + ", " + digits(turn.x) + ", " + digits(turn.y) + ", " + digits(turn.z) + "] }\n" +
                 span(20, 20));
    // q_NP = q_NB q_BP, with q_NB(0) = 1
    EXPECT_LT(static_cast<double>(angle(wide(compose(a.last().q_NB, turn)), wide(b.last().q_NB))), 1e-11);
}

// ---- switching ----

const std::string pulse =
    "[body]\ninertia = [1.0, 1.4, 2.1]\n[start]\nrate = [0.1, 0.2, 0.3]\n[[torque]]\nkind = \"thruster\"\n"
    "force = [0.0, 0.0, 1.0]\nat = [0.5, 0.0, 0.0]\nstart = 0.3333333\nstop = 0.7777777\n";

// Steps are split where a thruster switches, so RK4 keeps its order although the times fit no step.
TEST(Switching, FixedStepsKeepTheirOrder) {
    const Result truth = run_text(pulse + span(2, 2));
    const auto error = [&](const char* step) {
        return distance(
            run_text(pulse + method(std::string("integrator = \"rk4\"\nstep = ") + step + "\n") + span(2, 2)), truth);
    };
    const double coarse = error("0.1"), fine = error("0.05");
    EXPECT_NEAR(std::log2(coarse / fine), 4, 0.5);
}
TEST(Switching, AdaptiveStepsStopThere) {
    const Result loose = run_text(pulse + method("integrator = \"dop853\"\ntolerance = 1e-9\n") + span(2, 2));
    EXPECT_EQ(loose.statistics.rejected, 0);  // a step across the switch would have been tried and thrown away
    EXPECT_LT(distance(loose, run_text(pulse + span(2, 2))), 1e-7);
}

// Merson's halving with rows that fit no power of two once left a crumb too short for the clock.
TEST(Halving, ReachesRowsThatFitNoPowerOfTwo) {
    const Result r =
        run_text("[rates]\nkind = \"benchmark\"\nb0_deg = 85.0\n" +
                 method("attitude = \"euler-xyz\"\nintegrator = \"merson\"\ne_max = 1e-6\n") + span(5, 0.0125));
    EXPECT_EQ(r.rows.size(), 401u);
}

// ---- failures and interruption ----

TEST(Failure, ALockedGimbalIsNamedAndRowsBeforeItAreKept) {
    const std::string scenario =
        "[rates]\nkind = \"constant\"\nvalue = [0.0, 1.5707963267948966, 0.0]\n"
        "[start]\nattitude = { euler = \"zxz\", angles = [0.2, 0.0, 0.0] }\n" +
        method("attitude = \"euler-zxz\"\nintegrator = \"rk4\"\nstep = 0.1\n") + span(2, 0.1);
    const Scenario s = read_scenario(scenario, "lock.toml");
    int rows = 0;
    Statistics statistics;
    RunObserver observer;
    observer.row = [&](const Row&) { ++rows; };
    try {
        simulate(s.problem, s.methods[0], s.run, observer, statistics);
        FAIL() << "a locked gimbal went unnoticed";
    } catch (const ComputationFailed& e) {
        EXPECT_NE(std::string(e.what()).find("gimbal lock"), std::string::npos) << e.what();
    }
    EXPECT_EQ(rows, 1);
}

TEST(Failure, AnAngleThatJumpsIsALockedGimbal) {
    EXPECT_THROW(run_text("[rates]\nkind = \"constant\"\nvalue = [0.3, 0.1, 1.0]\n"
                          "[start]\nattitude = { euler = \"zyx\", angles_deg = [10.0, 90.0, 0.0] }\n" +
                          method("attitude = \"euler-zyx\"\nintegrator = \"rk4\"\nstep = 0.1\n") + span(2, 0.1)),
                 ComputationFailed);
}

TEST(Failure, ATorqueThatGrowsBeyondAllBoundsIsReported) {
    EXPECT_THROW(
        run_text("[body]\ninertia = [1.0, 1.4, 2.1]\n[start]\nrate = [1.0, 1.0, 1.0]\n[[torque]]\nkind = \"formula\"\n"
                 "value = [\"wx*wx*wx\", \"0\", \"0\"]\n" +
                 method("integrator = \"rk4\"\nstep = 0.1\n") + span(20, 0.1)),
        ComputationFailed);
}

TEST(Interruption, KeepsTheStateReached) {
    const Scenario s =
        read_scenario(tumbling + method("integrator = \"rk4\"\nstep = 0.001\n") + span(1000, 1000), "long.toml");
    std::vector<double> times;
    Statistics statistics;
    RunObserver observer;
    int looks = 0;
    observer.row = [&](const Row& r) { times.push_back(r.t); };
    observer.stop = [&] { return ++looks == 3; };
    simulate(s.problem, s.methods[0], s.run, observer, statistics);
    EXPECT_TRUE(statistics.interrupted);
    ASSERT_EQ(times.size(), 2u);
    EXPECT_GT(times[1], 0);
    EXPECT_LT(times[1], 1);
}

TEST(Refusal, ASampleThatIsNoWholeNumberOfStepsNamesThoseThatFit) {
    try {
        read_scenario(tumbling + method("integrator = \"rk4\"\nstep = 0.01\n") + span(1, 0.025), "odd.toml");
        FAIL();
    } catch (const InputError& e) {
        EXPECT_NE(std::string(e.what()).find("0.02 or 0.03"), std::string::npos) << e.what();
    }
}

// The same run twice, and in pieces of rows, gives the same bits.
TEST(OneArithmetic, RowsDoNotChangeTheMotionOfAFixedStep) {
    const std::string m = method("integrator = \"rk4\"\nstep = 0.01\n");
    const Result few = run_text(tumbling + m + span(5, 5)), many = run_text(tumbling + m + span(5, 0.01));
    EXPECT_EQ(few.last().q_NB, many.last().q_NB);
    EXPECT_EQ(few.last().w_NB_B, many.last().w_NB_B);
}

}  // namespace simulate_test
}  // namespace polhode
