#include "polhode/sweep/compute/sweep_compute.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>

#include "polhode/files/sha256.hpp"
#include "polhode/sweep/compute/ensemble_lanes.hpp"
#include "polhode/sweep/compute/sweep_ensemble.hpp"
#include "polhode/sweep/definition/sweep_file.hpp"
#include "polhode/sweep/journal/sweep_block.hpp"
#include "polhode/sweep/results/sweep_carry_out.hpp"

namespace polhode {
namespace sweep_compute_test {

std::string blocks_by(const Sweep& sweep, SweepBackend backend, int lanes = 0) {
    SweepComputer::Options options;
    options.backend = backend;
    options.lanes = lanes;
    const SweepComputer computer(sweep, options);
    EXPECT_EQ(computer.backend(), backend) << computer.why_scalar();
    std::string all;
    for (std::uint64_t b = 0; b < sweep.blocks(); ++b) all += computer.compute(b);
    return all;
}

// The bytes of every block are those of ordinary runs, whatever the width.
void expect_one_arithmetic(const std::string& text) {
    const Sweep sweep = read_sweep(text, "test.toml");
    const std::string scalar = blocks_by(sweep, SweepBackend::scalar);
    ASSERT_FALSE(scalar.empty());
    for (const LaneWidth& width : lane_widths())
        EXPECT_TRUE(blocks_by(sweep, SweepBackend::simd, width.lanes) == scalar) << width.name << "\n" << text;
}

const std::string tumbling = R"(
[body]
inertia = [1.0, 1.5, 2.0]
[start]
rate = [0.1, 1.0, 0.2]
[run]
duration = 2.0
sample = 0.25
[sweep]
runs = 83
block = 32
seed = 5
[[vary]]
key = "start.attitude"
kind = "random-attitude"
[[vary]]
key = "start.rate"
kind = "correlated-normal"
mean = [0.1, 1.0, 0.2]
covariance = [[0.04, 0.01, 0.0], [0.01, 0.09, 0.0], [0.0, 0.0, 0.01]]
[[vary]]
key = "body.inertia[0]"
kind = "uniform"
low = 0.8
high = 1.2
)";
const std::string outcomes_on_the_way = R"(
[[outcome]]
name = "steepest"
of = "tilt"
take = "largest"
[[outcome]]
name = "energy"
of = "energy"
take = "range"
[[outcome]]
name = "late"
of = "wx"
take = "first-time"
below = 0.0
[[outcome]]
name = "turned"
of = "turned"
[keep]
over_time = ["tilt", "rate"]
)";
std::string method(const std::string& keys) { return "[method]\n" + keys + "\n"; }

TEST(SweepCompute, LanesGiveTheBitsOfOrdinaryRuns) {
    for (const char* constraint : {"none", "normalise", "normalise-binomial"})
        expect_one_arithmetic(
            tumbling + method("integrator = \"rk4\"\nstep = 0.05\nconstraint = \"" + std::string(constraint) + "\""));
    for (const char* order : {"8", "12", "16", "20"})
        expect_one_arithmetic(tumbling + method("integrator = \"taylor\"\nstep = 0.15\norder = " + std::string(order)));
    expect_one_arithmetic(tumbling + method("integrator = \"taylor\"\nstep = 0.1\norder = 8\nproject = false"));
    expect_one_arithmetic(tumbling + method("integrator = \"exact\""));
    expect_one_arithmetic(tumbling + method("integrator = \"default\""));
}

TEST(SweepCompute, RowsOnTheWayAsWell) {
    expect_one_arithmetic(tumbling + method("integrator = \"rk4\"\nstep = 0.05") + outcomes_on_the_way);
    expect_one_arithmetic(tumbling + method("integrator = \"taylor\"\norder = 12\nstep = 0.125") + outcomes_on_the_way);
    // rows between steps, by dense output
    expect_one_arithmetic(tumbling + method("integrator = \"taylor\"\norder = 8\nstep = 0.1") + outcomes_on_the_way);
    expect_one_arithmetic(tumbling + method("integrator = \"exact\"") + outcomes_on_the_way);
}

// Body axes that are not principal axes, and the gravity gradient, in its world or going round.
const std::string leaning = R"(
[body]
inertia = [[1.4, 0.1, -0.2], [0.1, 1.7, 0.05], [-0.2, 0.05, 2.0]]
[start]
rate = [0.1, 1.0, 0.2]
[run]
duration = 2.0
sample = 0.25
[sweep]
runs = 83
block = 32
seed = 5
[[vary]]
key = "start.attitude"
kind = "random-attitude"
[[vary]]
key = "start.rate"
kind = "correlated-normal"
mean = [0.1, 1.0, 0.2]
covariance = [[0.04, 0.01, 0.0], [0.01, 0.09, 0.0], [0.0, 0.0, 0.01]]
)";
std::string gradient(const std::string& more) {
    return "[[torque]]\nkind = \"gravity-gradient\"\norbit_rate = 0.7\ntowards = [0.3, -0.4, 1.2]\n" + more +
           "[[vary]]\nkey = \"torque[0].orbit_rate\"\nkind = \"uniform\"\nlow = 0.1\nhigh = 1.5\n";
}
// Steps that no row between start and end is a multiple of.
std::string without_rows(std::string text) { return text.erase(text.find("sample = 0.25\n"), 14); }
constexpr const char* orbit = "orbit_normal = [1.2, 0.0, -0.3]\n";

TEST(SweepCompute, ProductsOfInertia) {
    const std::string rk4 = method("integrator = \"rk4\"\nstep = 0.05");
    for (const char* constraint : {"none", "normalise", "normalise-binomial"})
        expect_one_arithmetic(
            leaning + method("integrator = \"rk4\"\nstep = 0.05\nconstraint = \"" + std::string(constraint) + "\""));
    expect_one_arithmetic(leaning + rk4 + outcomes_on_the_way);
    expect_one_arithmetic(leaning + method("integrator = \"exact\"") + outcomes_on_the_way);
    expect_one_arithmetic(leaning + method("integrator = \"default\""));
    // with torques, a last step that is shorter, and steps of their own
    expect_one_arithmetic(leaning + "[[torque]]\nkind = \"damping\"\ncoefficients = [0.1, 0.2, 0.05]\n" +
                          method("integrator = \"rk4\"\nstep = 0.05") + outcomes_on_the_way);
    expect_one_arithmetic(without_rows(leaning) + method("integrator = \"rk4\"\nstep = 0.03\n") +
                          "[[vary]]\nkey = \"method.step\"\nkind = \"uniform\"\nlow = 0.01\nhigh = 0.1\n");
    // the tensor itself may vary
    expect_one_arithmetic(leaning +
                          "[[vary]]\nkey = \"body.inertia[0][0]\"\nkind = \"uniform\"\nlow = 1.2\nhigh = 1.6\n" + rk4 +
                          outcomes_on_the_way);
}

TEST(SweepCompute, TheGravityGradient) {
    for (const std::string& more : {std::string(), std::string(orbit)})
        for (const std::string& body : {tumbling, leaning}) {
            expect_one_arithmetic(body + gradient(more) + method("integrator = \"rk4\"\nstep = 0.05") +
                                  outcomes_on_the_way);
            expect_one_arithmetic(without_rows(body) + gradient(more) + method("integrator = \"rk4\"\nstep = 0.03"));
        }
    expect_one_arithmetic(without_rows(tumbling) + gradient(orbit) + method("integrator = \"rk4\"\nstep = 0.03\n") +
                          "[[vary]]\nkey = \"method.step\"\nkind = \"uniform\"\nlow = 0.01\nhigh = 0.1\n");
}

const std::string measured = R"(
[[outcome]]
name = "off"
take = "measure"
measure = "geodesic"
[[outcome]]
name = "most"
take = "measure"
measure = "energy"
at = "largest"
[[outcome]]
name = "tilt"
of = "tilt"
take = "largest"
)";

TEST(SweepCompute, MeasuresAgainstTheTruth) {
    expect_one_arithmetic(tumbling + method("integrator = \"rk4\"\nstep = 0.05") + measured);
    expect_one_arithmetic(leaning + method("integrator = \"rk4\"\nstep = 0.05") + measured);
    expect_one_arithmetic(tumbling + method("integrator = \"taylor\"\norder = 8\nstep = 0.25") + measured);
    // against a reference, since there is no closed form
    expect_one_arithmetic(tumbling + gradient("") + method("integrator = \"rk4\"\nstep = 0.05") + measured);
    // a truth that not every run has: the body turns through more than it can count
    expect_one_arithmetic(tumbling +
                          "[[vary]]\nkey = \"torque[0].value[0]\"\nkind = \"choice\"\nvalues = [0.0, 1e40]\n" +
                          "[[torque]]\nkind = \"constant\"\nvalue = [0.0, 0.0, 0.0]\n" +
                          method("integrator = \"rk4\"\nstep = 0.05") + measured);
}

// Labels go nowhere; of texts that go somewhere one scenario is read for each choice.
TEST(SweepCompute, TextsAreReadOnce) {
    const std::string labels = "[[vary]]\nname = \"who\"\nkind = \"choice\"\nvalues = [\"one\", \"two\", \"three\"]\n",
                      frames =
                          "[[torque]]\nkind = \"constant\"\nvalue = [0.01, -0.02, 0.03]\n"
                          "[[vary]]\nkey = \"torque[0].value[1]\"\nkind = \"uniform\"\nlow = 0\nhigh = 1\n",
                      tables =
                          "[[vary]]\nkey = \"start.attitude\"\nkind = \"list\"\nvalues = [{ axis = [1, 0, 0], "
                          "angle_deg = 30 }, { quaternion = [0.6, 0.8, 0, 0] }, { euler = \"zyx\", angles_deg = "
                          "[1, 2, 3] }]\n";
    const std::string rk4 = method("integrator = \"rk4\"\nstep = 0.05");
    const std::string still = tumbling.substr(0, tumbling.find("[[vary]]")) +
                              tumbling.substr(tumbling.find("[[vary]]", tumbling.find("[[vary]]") + 1));
    const auto direct = [](const std::string& text) {
        std::string why;
        const Sweep sweep = read_sweep(text, "test.toml");
        const auto ensemble = SweepEnsemble::make(sweep, why);
        EXPECT_TRUE(ensemble) << why;
        return ensemble && ensemble->direct();
    };
    expect_one_arithmetic(tumbling + labels + rk4 + outcomes_on_the_way);
    EXPECT_TRUE(direct(tumbling + labels + rk4)) << "nothing is read";
    expect_one_arithmetic(tumbling + frames + rk4 + outcomes_on_the_way);
    expect_one_arithmetic(still + tables + labels + rk4 + outcomes_on_the_way);
    EXPECT_FALSE(direct(still + tables + rk4));
    // one of them makes no scenario, one another kind of body
    expect_one_arithmetic(still + rk4 + frames +
                          "[[vary]]\nkey = \"torque[0].frame\"\nkind = \"choice\"\nvalues = [\"body\", \"world\"]\n");
}

const std::string torques_of_every_kind = R"(
[[torque]]
kind = "gravity"
mass = 0.3
at = [0.01, 0.0, 0.2]
g = 9.8
[[torque]]
kind = "constant"
value = [0.01, -0.02, 0.03]
frame = "world"
[[torque]]
kind = "damping"
coefficients = [0.1, 0.2, 0.05]
[[torque]]
kind = "rockets"
k = 0.4
[[vary]]
key = "torque[0].mass"
kind = "log-uniform"
low = 0.1
high = 1.0
[[vary]]
key = "torque[2].coefficients[1]"
kind = "uniform"
low = 0.0
high = 0.5
)";

TEST(SweepCompute, TorquesOfEveryKind) {
    expect_one_arithmetic(tumbling + torques_of_every_kind + method("integrator = \"rk4\"\nstep = 0.05") +
                          outcomes_on_the_way);
}

// Mass and centre of mass of each body are its own, as its moments are.
const std::string own_weight = R"(
[[torque]]
kind = "gravity"
mass = 0.3
at = [0.01, 0.0, 0.2]
[[vary]]
key = "torque[0].mass"
kind = "log-uniform"
low = 0.1
high = 1.0
[[vary]]
key = "torque[0].at"
kind = "random-direction"
length = 0.3
)";

TEST(SweepCompute, TaylorSeriesOfHeavyBodies) {
    const std::string heavy = tumbling + own_weight;
    for (const char* order : {"8", "12", "16", "20"})
        expect_one_arithmetic(heavy + method("integrator = \"taylor\"\nstep = 0.15\norder = " + std::string(order)));
    for (const char* care : {"project = false", "invariants = \"energy\"", "invariants = \"vertical\""})
        expect_one_arithmetic(heavy + method("integrator = \"taylor\"\nstep = 0.1\norder = 8\n" + std::string(care)));
    // rows on steps and between them
    expect_one_arithmetic(heavy + method("integrator = \"taylor\"\norder = 16\nstep = 0.125") + outcomes_on_the_way);
    expect_one_arithmetic(heavy + method("integrator = \"taylor\"\norder = 8\nstep = 0.1") + outcomes_on_the_way);
}

// Tops, whose spin is taken out, beside bodies that are none: another moment, or the weight beside the axis. Some of
// these moments belong to no body, and some spins to no motion that can be followed.
const std::string tops = R"(
[body]
inertia = [1.0, 1.0, 0.6]
[start]
attitude = { quaternion = [1.0, 0.2, -0.1, 0.0] }
rate = [-0.0, 0.0, 12.0]
[[torque]]
kind = "gravity"
mass = 1.2
at = [0.0, 0.0, 0.3]
[run]
duration = 1.5
sample = 0.25
[sweep]
runs = 160
block = 64
[[vary]]
key = "body.inertia[1]"
kind = "list"
values = [1.0, 1.1, 1.0, 0.6, 1.9]
[[vary]]
key = "torque[0].at[0]"
kind = "list"
values = [0.0, 0.01]
[[vary]]
key = "start.rate[2]"
kind = "list"
values = [-12.0, 0.0, 25.0, 1e90]
[[vary]]
key = "torque[0].mass"
kind = "grid"
from = 0.2
to = 3.0
count = 4
)";

TEST(SweepCompute, TaylorSeriesOfTopsAndOthers) {
    for (const char* order : {"8", "16"}) {
        const std::string taylor = method("integrator = \"taylor\"\nstep = 0.06\norder = " + std::string(order));
        expect_one_arithmetic(tops + taylor);
        expect_one_arithmetic(tops + taylor + outcomes_on_the_way);
        // the zeros at the start too, with their signs
        expect_one_arithmetic(tops + taylor + "[[outcome]]\nname = \"first\"\nof = \"wx\"\ntake = \"start\"\n");
    }
    const Sweep sweep = read_sweep(tops + method("integrator = \"taylor\"\nstep = 0.06\norder = 8"), "test.toml");
    SweepComputer::Options options;
    options.backend = SweepBackend::simd;
    const SweepComputer computer(sweep, options);
    std::size_t no_body = 0, diverged = 0;
    for (std::uint64_t b = 0; b < sweep.blocks(); ++b)
        for (const auto& failure : SweepBlock::decoded(computer.compute(b)).failures) {
            no_body += failure.reason.find("no body has these moments") != std::string::npos;
            diverged += failure.reason.find("no longer finite") != std::string::npos;
        }
    EXPECT_EQ(no_body, 32u);
    EXPECT_EQ(diverged, 32u);
}

TEST(SweepCompute, TaylorSeriesUnderTorquesOfEveryKind) {
    for (const char* order : {"8", "16"}) {
        const std::string taylor = method("integrator = \"taylor\"\nstep = 0.1\norder = " + std::string(order));
        expect_one_arithmetic(tumbling + torques_of_every_kind + taylor + outcomes_on_the_way);
    }
    const std::string taylor = method("integrator = \"taylor\"\nstep = 0.1\norder = 12");
    const std::string world = "[[torque]]\nkind = \"constant\"\nframe = \"world\"\nvalue = [0.0, 0.0, 0.0]\n";
    const std::string body = "[[torque]]\nkind = \"constant\"\nvalue = [0.0, 0.2, 0.0]\n";
    const std::string damping = "[[torque]]\nkind = \"damping\"\ncoefficients = [0.1, 0.0, 0.2]\n";
    const std::string rockets = "[[torque]]\nkind = \"rockets\"\nk = -0.7\n";
    // none of these acts in a part of the runs: they are free bodies then, or heavy ones
    const auto now_and_then = [](const char* key) {
        return "[[vary]]\nkey = \"" + std::string(key) + "\"\nkind = \"choice\"\nvalues = [0.0, 0.3, -0.1]\n";
    };
    for (const std::string& torques :
         {damping, rockets, rockets + damping, body + now_and_then("torque[0].value[1]"),
          world + now_and_then("torque[0].value[2]"), world + now_and_then("torque[0].value[0]"),
          rockets + world + now_and_then("torque[1].value[2]"), rockets + now_and_then("torque[0].k"),
          body + rockets + now_and_then("torque[0].value[1]"), damping + now_and_then("torque[0].coefficients[0]")})
        expect_one_arithmetic(tumbling + torques + taylor + outcomes_on_the_way);
}

TEST(SweepCompute, StepsOfTheirOwn) {
    const std::string step = R"(
[[vary]]
key = "method.step"
kind = "log-uniform"
low = 0.01
high = 0.5
)";
    // any step goes where no time between rows is given
    std::string free_rows = tumbling;
    free_rows.replace(free_rows.find("sample = 0.25\n"), 14, "");
    expect_one_arithmetic(free_rows + method("integrator = \"rk4\"\nstep = 0.05") + step);
    expect_one_arithmetic(free_rows + method("integrator = \"taylor\"\norder = 8\nstep = 0.05") + step);
    expect_one_arithmetic(free_rows + own_weight + method("integrator = \"taylor\"\norder = 16\nstep = 0.05") + step);
    expect_one_arithmetic(free_rows + torques_of_every_kind +
                          method("integrator = \"taylor\"\norder = 8\nstep = 0.05") + step);
    // and some of these do not where one is: those runs fail, whichever way they are computed
    const std::string some = R"(
[[vary]]
key = "method.step"
kind = "choice"
values = [0.05, 0.125, 0.03]
)";
    expect_one_arithmetic(tumbling + method("integrator = \"rk4\"\nstep = 0.05") + some);
}

// Keys that are no column of an ensemble: the scenario of each run is read, the rest is the same.
TEST(SweepCompute, ScenariosThatHaveToBeRead) {
    const std::string text = R"(
[body]
parts = [{ shape = "box", mass = 1.0, size = [0.1, 0.2, 0.3] }]
[start]
attitude = { euler = "zyx", angles_deg = [10, 20, 30] }
rate = [0.1, 1.0, 0.2]
[method]
integrator = "rk4"
step = 0.05
[run]
duration = 2.0
[sweep]
runs = 40
[[vary]]
key = "start.attitude.angles_deg[1]"
kind = "grid"
from = -80
to = 80
count = 8
[[vary]]
key = "body.parts[0].size[0]"
kind = "list"
values = [0.1, 0.15, 0.18, 0.2, 0.25]
)";
    const Sweep sweep = read_sweep(text, "test.toml");
    std::string why;
    const auto ensemble = SweepEnsemble::make(sweep, why);
    ASSERT_TRUE(ensemble) << why;
    EXPECT_FALSE(ensemble->direct());
    expect_one_arithmetic(text);
}

TEST(SweepCompute, AFailedRunIsRecordedAndTheOthersGoOn) {
    // a third of these moments belong to no body
    const std::string text = R"(
[body]
inertia = [1.0, 1.5, 2.0]
[start]
rate = [0.1, 1.0, 0.2]
[method]
integrator = "rk4"
step = 0.05
[run]
duration = 1.0
[sweep]
runs = 30
[[vary]]
key = "body.inertia[2]"
kind = "grid"
from = 1.0
to = 3.25
count = 30
)";
    expect_one_arithmetic(text);
    const Sweep sweep = read_sweep(text, "test.toml");
    SweepComputer::Options options;
    options.backend = SweepBackend::simd;
    const SweepComputer computer(sweep, options);
    const SweepBlock block = SweepBlock::decoded(computer.compute(0));
    ASSERT_EQ(block.failures.size(), 10u);
    EXPECT_NE(block.failures[0].reason.find("no body has these moments"), std::string::npos)
        << block.failures[0].reason;
    const std::size_t n = sweep.outcomes.size();
    for (std::size_t r = 0; r < 30; ++r) EXPECT_EQ(std::isfinite(block.outcomes[r * n]), r < 20) << r;
}

TEST(SweepCompute, SymmetricBodiesAmongOthersGoTheOrdinaryWay) {
    const std::string text = R"(
[body]
inertia = [1.0, 1.5, 2.0]
[start]
rate = [0.1, 1.0, 0.2]
[method]
integrator = "taylor"
order = 12
step = 0.125
[run]
duration = 1.0
[sweep]
runs = 12
[[vary]]
key = "body.inertia[1]"
kind = "list"
values = [1.0, 1.2, 2.0]
)";
    expect_one_arithmetic(text);
    const std::string taylor = "integrator = \"taylor\"\norder = 12\nstep = 0.125\n";
    expect_one_arithmetic(std::string(text).replace(text.find(taylor), taylor.size(), "integrator = \"exact\"\n"));
}

TEST(SweepCompute, SummedUpRunsAreTheSameToo) {
    expect_one_arithmetic(tumbling + method("integrator = \"rk4\"\nstep = 0.05") + "[keep]\nruns = false\n");
}

TEST(SweepCompute, SaysWhatStandsBetweenASweepAndTheLanes) {
    const auto why = [](const std::string& text) {
        std::string reason;
        const Sweep sweep = read_sweep(text, "test.toml");
        EXPECT_FALSE(SweepEnsemble::make(sweep, reason));
        SweepComputer::Options options;
        options.backend = SweepBackend::simd;
        EXPECT_THROW(SweepComputer(sweep, options), InputError);
        return reason;
    };
    EXPECT_NE(why(tumbling + method("integrator = \"dop853\"\ntolerance = 1e-9")).find("dop853"), std::string::npos);
    EXPECT_NE(why(tumbling + method("attitude = \"dcm\"\nintegrator = \"rk4\"\nstep = 0.05")).find("plain"),
              std::string::npos);
    EXPECT_NE(why(tumbling + method("integrator = \"taylor\"\norder = 9\nstep = 0.05")).find("order 8"),
              std::string::npos);
}

// By a GPU made of the processor (tests/parts/host_card.cpp), or a real one where POLHODE_PARTS names its plug-in.
TEST(SweepCompute, CardsGiveTheBitsOfOrdinaryRuns) {
    setenv("POLHODE_PARTS", POLHODE_HOST_CARD, 0);
    const std::string rk4 = tumbling + method("integrator = \"rk4\"\nstep = 0.05");
    const std::string refused = R"(
[[vary]]
key = "body.inertia[2]"
kind = "uniform"
low = 1.0
high = 3.25
)";
    // formulas are for the processor: the GPU gets bodies in place of a plan
    const std::string by_formula = R"(
[body]
inertia = [1.0, 1.5, 2.0]
[start]
rate = [0.1, 1.0, 0.2]
[method]
integrator = "rk4"
step = 0.05
[run]
duration = 1.0
[sweep]
runs = 70
[[vary]]
name = "a"
kind = "normal"
mean = 0.5
deviation = 0.1
[[vary]]
key = "start.rate[1]"
kind = "formula"
of = "2*a"
)";
    const std::string taylor = method("integrator = \"taylor\"\norder = 16\nstep = 0.1");
    for (const std::string& text :
         {rk4, rk4 + refused, by_formula, rk4 + "[keep]\nruns = false\n", rk4 + outcomes_on_the_way,
          tumbling + method("integrator = \"exact\""),
          tumbling + method("integrator = \"taylor\"\norder = 12\nstep = 0.25"), tumbling + own_weight + taylor,
          tumbling + own_weight + taylor + outcomes_on_the_way, tops + taylor, tops + taylor + outcomes_on_the_way,
          tumbling + torques_of_every_kind + taylor}) {
        const Sweep sweep = read_sweep(text, "test.toml");
        EXPECT_TRUE(blocks_by(sweep, SweepBackend::gpu) == blocks_by(sweep, SweepBackend::scalar)) << text;
    }
}

// Two blocks at the same time go to two GPUs: each GPU of the plug-in above says that it worked for a millisecond, and
// gpu_seconds() is the mean over the GPUs. The question whether to stop, asked once by each, is where they meet.
TEST(SweepCompute, WorkGoesRoundTheCards) {
    setenv("POLHODE_PARTS", POLHODE_HOST_CARD, 0);
    const Sweep sweep = read_sweep(tumbling + method("integrator = \"rk4\"\nstep = 0.05"), "test.toml");
    SweepComputer::Options options;
    options.backend = SweepBackend::gpu;
    std::mutex mutex;
    std::condition_variable both_are_there;
    int there = 0;
    options.stop = [&] {
        std::unique_lock<std::mutex> lock(mutex);
        ++there;
        both_are_there.notify_all();
        both_are_there.wait_for(lock, std::chrono::minutes(5), [&] { return there >= 2; });
        return false;
    };
    const SweepComputer computer(sweep, options);
    // a real GPU, where POLHODE_PARTS names its plug-in, is one GPU with times of its own
    if (computer.description().find("2 GPUs") == std::string::npos) GTEST_SKIP() << computer.description();
    std::string blocks[2];
    std::thread other([&] { blocks[1] = computer.compute(1); });
    blocks[0] = computer.compute(0);
    other.join();
    EXPECT_EQ(computer.gpu_seconds(), 1e-3);
    EXPECT_TRUE(blocks[0] + blocks[1] + computer.compute(2) == blocks_by(sweep, SweepBackend::scalar));
}

// Results that every machine must give: another number here means another arithmetic.
TEST(SweepCompute, TheHashOfTheResults) {
    const auto hash = [](const std::string& text) {
        return sha256(blocks_by(read_sweep(text, "test.toml"), SweepBackend::simd)).substr(0, 16);
    };
    EXPECT_EQ(hash(tumbling + method("integrator = \"rk4\"\nstep = 0.05") + outcomes_on_the_way), "602d4532cb7d9e2e");
    EXPECT_EQ(hash(tumbling + method("integrator = \"taylor\"\norder = 16\nstep = 0.5")), "f61042de7138e3a9");
    EXPECT_EQ(hash(tumbling + own_weight + method("integrator = \"taylor\"\norder = 16\nstep = 0.25")),
              "9f25d8d96f0b5633");
    EXPECT_EQ(hash(tops + method("integrator = \"taylor\"\norder = 8\nstep = 0.06") + outcomes_on_the_way),
              "cc91410b3573db40");
    EXPECT_EQ(hash(tumbling + torques_of_every_kind + method("integrator = \"taylor\"\norder = 12\nstep = 0.2")),
              "cea3eaa23b8a358b");
    EXPECT_EQ(hash(tumbling + method("integrator = \"exact\"") + outcomes_on_the_way), "b82d9a23223c8508");
}

TEST(SweepCompute, OneRunAloneIsTheRunOfTheSweep) {
    const Sweep sweep = read_sweep(tumbling + method("integrator = \"rk4\"\nstep = 0.05"), "test.toml");
    SweepComputer::Options options;
    options.backend = SweepBackend::simd;
    const SweepComputer computer(sweep, options);
    const SweepBlock block = SweepBlock::decoded(computer.compute(1));
    const std::uint64_t run = block.first + 7;
    const SweepSingleRun alone = run_alone(sweep, run, "");
    ASSERT_TRUE(alone.failure.empty());
    for (std::size_t i = 0; i < sweep.outcomes.size(); ++i)
        EXPECT_EQ(alone.outcomes[i], block.outcomes[7 * sweep.outcomes.size() + i]);
    EXPECT_THROW(run_alone(sweep, 83, ""), InputError);
}

TEST(SweepCompute, BackendsHaveNames) {
    EXPECT_EQ(sweep_backend_named("gpu"), SweepBackend::gpu);
    try {
        sweep_backend_named("smid");
        FAIL();
    } catch (const InputError& e) {
        EXPECT_NE(std::string(e.what()).find("did you mean 'simd'"), std::string::npos) << e.what();
    }
}

}  // namespace sweep_compute_test
}  // namespace polhode
