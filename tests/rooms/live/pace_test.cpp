#include "polhode/live/pace.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace pace_test {

using polhode::Pace;

namespace {
constexpr std::int64_t ms = 1'000'000;

// As a loop asks that has no end of its own.
Pace::Due due(Pace& pace, std::int64_t now, std::uint64_t made) { return pace.due(now, made, pace.group_end(made)); }

}  // namespace

TEST(Pace, DeadlinesComeFromTheCountAndNotFromSums) {
    Pace pace({0.001, 1, 0.25, 0});
    pace.start(5, 0);
    EXPECT_EQ(pace.deadline(1), 5 + ms);
    EXPECT_EQ(pace.deadline(86'400'000), 5 + 86'400'000 * ms);
}

TEST(Pace, AllStepsThatAreDueAreMadeAndCounted) {
    Pace pace({0.001, 1, 0.25, 0});
    pace.start(0, 0);
    EXPECT_EQ(due(pace, ms - 1, 0).steps, 0u);
    EXPECT_EQ(due(pace, ms, 0).steps, 1u);
    EXPECT_EQ(pace.overruns(), 0u);
    EXPECT_EQ(due(pace, 5 * ms + 1, 1).steps, 4u);
    EXPECT_EQ(pace.overruns(), 1u);
    EXPECT_EQ(pace.slips(), 0u);
}

TEST(Pace, WhoIsFarBehindMovesTheStart) {
    Pace pace({0.001, 1, 0.25, 0});
    pace.start(0, 0);
    const Pace::Due late = due(pace, 1000 * ms, 10);
    EXPECT_TRUE(late.slipped);
    EXPECT_EQ(late.steps, 1u);
    EXPECT_EQ(pace.slips(), 1u);
    EXPECT_NEAR(pace.seconds_lost(), 0.989, 1e-12);
    // from then on as if nothing had been
    EXPECT_EQ(pace.deadline(12), 1001 * ms);
    EXPECT_EQ(due(pace, 1001 * ms, 11).steps, 1u);
    EXPECT_EQ(pace.overruns(), 0u);
}

TEST(Pace, JustWithinPatienceRaces) {
    Pace pace({0.001, 1, 0.25, 0});
    pace.start(0, 0);
    EXPECT_EQ(due(pace, 251 * ms, 0).steps, 251u);
    EXPECT_EQ(pace.slips(), 0u);
}

TEST(Pace, ANewSpeedMovesTheStartAndNotTheMotion) {
    Pace pace({0.01, 2, 0.25, 0});
    pace.start(0, 0);
    EXPECT_EQ(pace.deadline(100), 500 * ms);
    pace.set_speed(0.5, 500 * ms, 100);
    EXPECT_EQ(pace.deadline(101), 520 * ms);
    EXPECT_EQ(due(pace, 519 * ms, 100).steps, 0u);
    EXPECT_EQ(due(pace, 520 * ms, 100).steps, 1u);
}

TEST(Pace, StepsThatAreDueAgreeWithDeadlinesAtOddNumbers) {
    Pace pace({1.0 / 3000, 0.7, 1e9, 0});
    pace.start(17, 0);
    for (std::uint64_t n = 1; n < 5000; n += 37) {
        Pace copy = pace;
        EXPECT_EQ(due(copy, pace.deadline(n), 0).steps, n);
        EXPECT_EQ(due(copy, pace.deadline(n) - 1, 0).steps, n - 1);
    }
}

TEST(Pace, ShortStepsAreMadeInGroupsOfAtMostSoLong) {
    const auto group = [](double step, double speed, double wake) { return Pace({step, speed, 0.25, wake}).group(); };
    EXPECT_EQ(group(0.001, 1, 0.002), 2u);
    EXPECT_EQ(group(0.0001, 1, 0.002), 20u);
    EXPECT_EQ(group(0.0007, 1, 0.002), 2u);
    EXPECT_EQ(group(0.0015, 1, 0.002), 1u);
    EXPECT_EQ(group(0.002, 1, 0.002), 1u);
    EXPECT_EQ(group(0.01, 1, 0.002), 1u);
    EXPECT_EQ(group(0.01, 10, 0.002), 2u);
    EXPECT_EQ(group(0.001, 0.1, 0.002), 1u);
    EXPECT_EQ(group(0.001, 1, 0), 1u);
    EXPECT_EQ(group(0.001, 1, -1), 1u);
    EXPECT_EQ(group(0.001, 1, std::nan("")), 1u);
    EXPECT_DOUBLE_EQ(Pace({0.0007, 1, 0.25, 0.002}).group_seconds(), 0.0014);
    Pace pace({0.001, 1, 0.25, 0.002});
    pace.set_speed(0.1, 0, 0);
    EXPECT_EQ(pace.group(), 1u);
    pace.set_speed(10, 0, 0);
    EXPECT_EQ(pace.group(), 20u);
}

TEST(Pace, GroupsLieOnAGridFromTheStartAndEndWhenTheirLastStepIsDue) {
    Pace pace({0.001, 1, 0.25, 0.005});
    pace.start(7, 3);
    EXPECT_EQ(pace.group_end(3), 8u);
    EXPECT_EQ(pace.group_end(7), 8u);
    EXPECT_EQ(pace.group_end(8), 13u);
    EXPECT_EQ(pace.deadline(8), 7 + 5 * ms);
    EXPECT_EQ(due(pace, 7 + 5 * ms - 1, 3).steps, 0u);
    EXPECT_EQ(due(pace, 7 + 5 * ms, 3).steps, 5u);
    // late by less than a step: nothing more was due
    EXPECT_EQ(due(pace, 7 + 6 * ms - 1, 3).steps, 5u);
    EXPECT_EQ(pace.overruns(), 0u);
    EXPECT_EQ(due(pace, 7 + 7 * ms, 3).steps, 7u);
    EXPECT_EQ(pace.overruns(), 1u);
    // the grid stays where it was
    EXPECT_EQ(pace.group_end(10), 13u);
    EXPECT_EQ(due(pace, 7 + 10 * ms, 10).steps, 3u);
    EXPECT_EQ(pace.overruns(), 1u);
    // where the flight ends inside of a group, that is when one wakes up
    EXPECT_EQ(pace.due(7 + 12 * ms, 13, 15).steps, 2u);
}

TEST(Pace, ASlipMovesTheEndOfTheGroup) {
    Pace pace({0.001, 1, 0.25, 0.002});
    pace.start(0, 0);
    const Pace::Due late = due(pace, 1000 * ms, 11);
    EXPECT_TRUE(late.slipped);
    EXPECT_EQ(late.steps, 1u);
    EXPECT_NEAR(pace.seconds_lost(), 0.988, 1e-12);
    EXPECT_EQ(pace.deadline(12), 1000 * ms);
    EXPECT_EQ(pace.deadline(14), 1002 * ms);
    // a group is not late by itself, however little patience there is
    Pace hasty({0.001, 1, 0.0005, 0.002});
    hasty.start(0, 0);
    EXPECT_FALSE(due(hasty, 2 * ms, 0).slipped);
}

// No number of a speed hangs the loop or turns time around.
TEST(Pace, SpeedsBeyondReasonHaveBoundsToo) {
    Pace slow({0.001, 1e-300, 0.25, 0.002});
    slow.start(5, 0);
    EXPECT_GT(slow.deadline(1), std::int64_t{1} << 60);
    EXPECT_LT(slow.group_seconds(), 1e10);
    EXPECT_EQ(due(slow, 1000 * ms, 0).steps, 0u);
    for (const double speed : {1e9, 1e15, 1e300}) {
        Pace quick({0.001, speed, 0.25, 0.002});
        quick.start(5, 0);
        EXPECT_EQ(quick.group(), Pace::most_at_once);
        EXPECT_EQ(due(quick, 5 + 3 * ms, 0).steps, Pace::most_at_once) << speed;
        EXPECT_EQ(quick.slips(), 0u);
    }
}

}  // namespace pace_test
