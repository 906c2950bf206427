#include "polhode/live/pace.hpp"

#include <gtest/gtest.h>

namespace pace_test {

using polhode::Pace;

namespace {
constexpr std::int64_t ms = 1'000'000;
}

TEST(Pace, DeadlinesComeFromTheCountAndNotFromSums) {
    Pace pace(0.001, 1, 0.25);
    pace.start(5, 0);
    EXPECT_EQ(pace.deadline(1), 5 + ms);
    EXPECT_EQ(pace.deadline(86'400'000), 5 + 86'400'000 * ms);
}

TEST(Pace, AllStepsThatAreDueAreMadeAndCounted) {
    Pace pace(0.001, 1, 0.25);
    pace.start(0, 0);
    EXPECT_EQ(pace.due(ms - 1, 0).steps, 0u);
    EXPECT_EQ(pace.due(ms, 0).steps, 1u);
    EXPECT_EQ(pace.overruns(), 0u);
    EXPECT_EQ(pace.due(5 * ms + 1, 1).steps, 4u);
    EXPECT_EQ(pace.overruns(), 1u);
    EXPECT_EQ(pace.slips(), 0u);
}

TEST(Pace, WhoIsFarBehindMovesTheStart) {
    Pace pace(0.001, 1, 0.25);
    pace.start(0, 0);
    const Pace::Due due = pace.due(1000 * ms, 10);
    EXPECT_TRUE(due.slipped);
    EXPECT_EQ(due.steps, 1u);
    EXPECT_EQ(pace.slips(), 1u);
    EXPECT_NEAR(pace.seconds_lost(), 0.989, 1e-12);
    // from then on as if nothing had been
    EXPECT_EQ(pace.deadline(12), 1001 * ms);
    EXPECT_EQ(pace.due(1001 * ms, 11).steps, 1u);
    EXPECT_EQ(pace.overruns(), 0u);
}

TEST(Pace, JustWithinPatienceRaces) {
    Pace pace(0.001, 1, 0.25);
    pace.start(0, 0);
    EXPECT_EQ(pace.due(251 * ms, 0).steps, 251u);
    EXPECT_EQ(pace.slips(), 0u);
}

TEST(Pace, ANewSpeedMovesTheStartAndNotTheMotion) {
    Pace pace(0.01, 2, 0.25);
    pace.start(0, 0);
    EXPECT_EQ(pace.deadline(100), 500 * ms);
    pace.set_speed(0.5, 500 * ms, 100);
    EXPECT_EQ(pace.deadline(101), 520 * ms);
    EXPECT_EQ(pace.due(519 * ms, 100).steps, 0u);
    EXPECT_EQ(pace.due(520 * ms, 100).steps, 1u);
}

TEST(Pace, StepsThatAreDueAgreeWithDeadlinesAtOddNumbers) {
    Pace pace(1.0 / 3000, 0.7, 1e9);
    pace.start(17, 0);
    for (std::uint64_t n = 1; n < 5000; n += 37) {
        Pace copy = pace;
        EXPECT_EQ(copy.due(pace.deadline(n), 0).steps, n);
        EXPECT_EQ(copy.due(pace.deadline(n) - 1, 0).steps, n - 1);
    }
}

}  // namespace pace_test
