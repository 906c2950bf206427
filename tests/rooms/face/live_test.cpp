#include "polhode/library/live.hpp"

#include <gtest/gtest.h>

#include "polhode/library/run.hpp"
#include "support/folder.hpp"

namespace live_test {

using namespace polhode;

namespace {

const char* const text = R"([body]
inertia = [1.0, 1.2, 0.8]
[start]
rate = [0.0, 0.1, 3.0]
[method]
integrator = "adams-bashforth"
step = 0.001
[[compare]]
name = "coarse"
integrator = "heun"
step = 0.001
[run]
duration = 10.0
sample = 0.1
)";

LiveStimulus hand(std::uint64_t step, double t) {
    EXPECT_EQ(t, static_cast<double>(step) * 0.001);
    LiveStimulus s;
    if (step % 300 < 100) s.torque_N = {0.3, 0.1, 0};
    if (step >= 450) s.torque_B = {0, 0, 0.01 * static_cast<double>(step / 50)};
    return s;
}

}  // namespace

TEST(LiveLoop, StepsOfAHostAreThoseOfTheRecordedRun) {
    const test::Folder folder;
    LiveLoop loop(ScenarioFile::from_text(text));
    EXPECT_EQ(loop.step_length(), 0.001);
    EXPECT_EQ(loop.methods(), (std::vector<std::string>{"adams-bashforth", "coarse"}));
    EXPECT_EQ(loop.state().w_NB_B, (Vec3<double>{0, 0.1, 3}));
    loop.record(folder.file("flight.toml"));
    loop.on_stimulus(hand);
    for (int tick = 0; tick < 100; ++tick) ASSERT_TRUE(loop.step(10));
    loop.finish();
    const LiveState state = loop.state();
    EXPECT_EQ(state.step, 1000u);
    const auto flight = ScenarioFile::read(folder.file("flight.toml"));
    EXPECT_EQ(flight.duration(), 1.0);
    const Recording first = record(plan_run(flight)), second = record(plan_run(flight, "coarse"));
    EXPECT_EQ(first.rows.back().q_NB.params(), state.q_NB.params());
    EXPECT_EQ(first.rows.back().energy, state.energy);
    ASSERT_EQ(state.beside.size(), 1u);
    EXPECT_EQ(second.rows.back().q_NB.params(), state.beside[0].q_NB.params());
    EXPECT_GT(state.beside[0].angle, 0);
    EXPECT_FALSE(state.beside[0].failed);
}

TEST(LiveLoop, RunsBesideTheClockAndIsToldOfStates) {
    LiveLoop loop(ScenarioFile::from_text(text), 0.2);
    loop.on_stimulus(hand);
    std::uint64_t last = 0;
    int told = 0;
    loop.on_state([&](const LiveState& state) {
        EXPECT_GE(state.step, last);
        last = state.step;
        ++told;
    });
    EXPECT_EQ(loop.run(2).steps, 200u);
    EXPECT_GE(told, 2);
    EXPECT_FALSE(loop.step());
    // in groups of steps: as many, and the same
    LiveLoop grouped(ScenarioFile::from_text(text), 0.2);
    grouped.on_stimulus(hand);
    grouped.wake_every(0.002);
    EXPECT_EQ(grouped.run(2).steps, 200u);
    EXPECT_EQ(grouped.state().q_NB.params(), loop.state().q_NB.params());

    LiveLoop other(ScenarioFile::from_text(text), 0.2);
    other.on_stimulus(hand);
    ASSERT_TRUE(other.step(200));
    EXPECT_EQ(other.state().q_NB.params(), loop.state().q_NB.params());
    other.reset();
    EXPECT_EQ(other.state().step, 0u);
}

TEST(LiveLoop, WhatNoFileCanSayIsNotRecorded) {
    const test::Folder folder;
    const auto windy = ScenarioFile::from_text(text).with_torque(
        "wind", [](double, const Quaternion<double>&, const Vec3<double>&) { return Vec3<double>{}; });
    LiveLoop loop(windy);
    EXPECT_THROW(loop.record(folder.file("flight.toml")), InputError);
    EXPECT_TRUE(loop.step());
}

}  // namespace live_test
