#include "polhode/reproduce/laboratory.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include "polhode/reproduce/run_command.hpp"

namespace laboratory_test {

using namespace polhode;

TEST(Laboratory, SameNumbersForAnyNumberOfThreads) {
    std::vector<std::vector<double>> errors;
    for (const int threads : {1, 4}) {
        Laboratory lab("", false);
        const RunSeries sweep =
            lab.sweep({.scenario = "reproduce/nasa-quaternion"}, "method.step", {0.1, 0.05, 0.025, 0.0125});
        ASSERT_TRUE(lab.perform(threads, {}, {}));
        errors.push_back(sweep.each(at_end(MeasureId::axes)));
    }
    EXPECT_EQ(errors[0], errors[1]);
    EXPECT_EQ(errors[0].size(), 4u);
}

TEST(Laboratory, AResultReadTooEarlyIsAFault) {
    Laboratory lab("", false);
    const Later<RunResult> run = lab.run({.scenario = "reproduce/nasa-quaternion"});
    EXPECT_THROW(run.get(), std::logic_error);
    ASSERT_TRUE(lab.perform(1, {}, {}));
    EXPECT_EQ(run->rows.size(), 2u);
    EXPECT_EQ(run->command, "polhode run scenarios/reproduce/nasa-quaternion.toml --against exact");
}

TEST(Laboratory, ARunThatFollowsFromAnother) {
    Laboratory lab("", false);
    const auto [first, second] = lab.run_then({.scenario = "reproduce/nasa-euler-variable"}, [](const RunResult& run) {
        return Experiment{.scenario = "reproduce/nasa-euler-fixed",
                          .settings = {setting("method.step", 40.0 / static_cast<double>(run.statistics.evaluations))}};
    });
    ASSERT_TRUE(lab.perform(2, {}, {}));
    EXPECT_EQ(*second->method.step, 40.0 / static_cast<double>(first->statistics.evaluations));
}

TEST(Laboratory, ProgressStopAndFaultsOfJobs) {
    {
        Laboratory lab("", false);
        double last = 0;
        for (int i = 0; i < 5; ++i) lab.job<int>("job", 1, [i](const Stop&) { return i; });
        EXPECT_EQ(lab.seconds(), 5);
        ASSERT_TRUE(lab.perform(2, [&](double part) { last = part; }, {}));
        EXPECT_EQ(last, 1);
    }
    {
        Laboratory lab("", false);
        std::atomic<int> started{0};
        for (int i = 0; i < 50; ++i) lab.job<int>("job", 1, [&](const Stop&) { return ++started; });
        EXPECT_FALSE(lab.perform(2, {}, [&] { return started >= 3; }));
        EXPECT_LT(started, 50);
    }
    {
        Laboratory lab("", false);
        lab.job<int>("job", 1, [](const Stop&) -> int { throw std::runtime_error("broken"); });
        EXPECT_THROW(lab.perform(2, {}, {}), std::runtime_error);
    }
}

}  // namespace laboratory_test
