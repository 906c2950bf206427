// Flies a scenario by a hand that trembles, and holds the rows against those of its record.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <random>

#include "polhode/live/flight_recorder.hpp"
#include "polhode/live/live_runner.hpp"
#include "polhode/run/prepare.hpp"
#include "support/folder.hpp"

namespace polhode::flights {

// Every number of a row by its bits.
inline std::string bits_of(const Row& row) {
    std::vector<double> all{row.t,         row.q_NB.w, row.q_NB.x, row.q_NB.y, row.q_NB.z, row.w_NB_B[0], row.w_NB_B[1],
                            row.w_NB_B[2], row.energy, row.L_N[0], row.L_N[1], row.L_N[2], row.defect};
    all.insert(all.end(), row.state.begin(), row.state.end());
    std::string bytes(all.size() * sizeof(double), '\0');
    std::memcpy(bytes.data(), all.data(), bytes.size());
    return bytes;
}
using Rows = std::vector<std::string>;

inline std::vector<Rows> rows_by_run(const Scenario& scenario) {
    std::vector<Rows> all;
    for (const Plan& plan : scenario.plans) {
        Rows rows;
        Statistics statistics;
        RunObserver observer;
        observer.row = [&](const Row& row) { rows.push_back(bits_of(row)); };
        try {
            simulate(plan, observer, statistics);
        } catch (const ComputationFailed&) {
            rows.emplace_back("failed");
        }
        all.push_back(std::move(rows));
    }
    return all;
}

// Steps of a hand that trembles: pushes and rates at odd steps, in both frames, some of them twice the same.
class Hand {
 public:
    explicit Hand(bool rates, const Vec3<double>& strength = {1, 1, 1}) : rates_(rates), strength_(strength) {}
    void move(LiveRunner& runner) {
        if (std::uniform_int_distribution<int>(0, 9)(random_) > 1) return;
        std::uniform_real_distribution<double> any(-1, 1);
        LiveCommand command;
        command.kind = rates_ ? LiveCommand::Kind::rate : LiveCommand::Kind::push;
        for (int i = 0; i < 3; ++i) command.vector[static_cast<std::size_t>(i)] = strength_[i] * any(random_);
        command.world = any(random_) > 0;
        command.seconds = 0.02 * (1 + any(random_));
        EXPECT_TRUE(runner.take(command));
    }

 private:
    bool rates_;
    Vec3<double> strength_;  // N m or rad/s
    std::mt19937 random_{1952};
};

// Sets a number of each torque to another, where the body takes it; gives how many.
inline int set_something(LiveRunner& runner, LiveSets& sets, const Scenario& scenario, double number) {
    int taken = 0;
    for (std::size_t i = 0; i < scenario.problem.torques.size(); ++i)
        for (const char* key : {"g", "coefficient", "force", "value"}) {
            const std::string n = std::to_string(number);
            const bool three = key[0] == 'f' || key[0] == 'v';
            try {
                runner.set(
                    sets.read("torque[" + std::to_string(i) + "]." + key, three ? "[" + n + ", 0.1, " + n + "]" : n));
                ++taken;
            } catch (const InputError&) {  // it has no such number, or stays as it is
            }
        }
    return taken;
}

// Flies it by hand for `steps`, and gives the rows of all methods; the record goes to `path`.
inline std::vector<Rows> flown(const Scenario& scenario, std::uint64_t steps, const std::string& path,
                               const Vec3<double>& strength = {1, 1, 1}) {
    LiveOptions options;
    options.clock = LiveOptions::Clock::none;
    LiveRunner runner(scenario, options);
    FlightRecorder recorder(scenario, runner.body(), path);
    runner.set_recorder(&recorder);
    std::vector<Rows> rows(scenario.methods.size());
    runner.body().set_row_sink([&](std::size_t i, const Row& row) { rows[i].push_back(bits_of(row)); });
    Hand hand(runner.body().takes_rate(), strength);
    LiveSets sets(scenario, runner.body());
    for (std::uint64_t n = 0; n < steps; ++n) {
        hand.move(runner);
        if (n == 0 || n == 40 || n == 41 || n == 90)
            set_something(runner, sets, scenario, 0.01 * static_cast<double>(n + 1));
        if (!runner.step_once(n % 7 == 0)) break;
    }
    runner.finish();
    recorder.close();
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (!runner.body().run(i).failure().empty()) rows[i].emplace_back("failed");
    return rows;
}

inline std::vector<Rows> replayed(const std::string& path) {
    const Scenario scenario = read_scenario_file(path);
    LiveOptions options;
    options.clock = LiveOptions::Clock::none;
    options.replay = true;
    options.duration = scenario.run.duration;
    LiveRunner runner(scenario, options);
    std::vector<Rows> rows(scenario.methods.size());
    runner.body().set_row_sink([&](std::size_t i, const Row& row) { rows[i].push_back(bits_of(row)); });
    EXPECT_EQ(runner.run({}), LiveRunner::End::complete);
    return rows;
}

inline void expect_same_bits(const Scenario& scenario, std::uint64_t steps, const Vec3<double>& strength = {1, 1, 1}) {
    const test::Folder folder;
    const std::string path = folder.file("flight.toml");
    const std::vector<Rows> rows = flown(scenario, steps, path, strength);
    const std::vector<Rows> run = rows_by_run(read_scenario_file(path));
    const std::vector<Rows> again = replayed(path);
    ASSERT_EQ(rows.size(), run.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        ASSERT_GT(rows[i].size(), 10u);
        EXPECT_TRUE(rows[i] == run[i]) << "method " << i << " by run\n" << scenario.text;
        EXPECT_TRUE(rows[i] == again[i]) << "method " << i << " by replay\n" << scenario.text;
    }
}
inline void expect_same_bits(const std::string& text, std::uint64_t steps = 333) {
    expect_same_bits(read_scenario(text, "test.toml"), steps);
}

}  // namespace polhode::flights
