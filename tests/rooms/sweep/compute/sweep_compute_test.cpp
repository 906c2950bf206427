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
#include "polhode/sweep/compute/sweep_ensemble.hpp"
#include "polhode/sweep/definition/sweep_file.hpp"
#include "polhode/sweep/journal/sweep_block.hpp"
#include "polhode/sweep/results/sweep_carry_out.hpp"
#include "rooms/sweep/compute/one_arithmetic.hpp"

namespace polhode {
namespace sweep_compute_test {

using namespace one_arithmetic;

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
TEST(SweepCompute, CardsGiveTheBitsOfOrdinaryRuns_Long) {
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
