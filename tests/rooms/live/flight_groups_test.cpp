// Flights beside the clock on the wall, with wishes from another thread: in groups of steps, with pauses, other speeds
// and resets, the rows are those of the records.
#include <atomic>
#include <thread>

#include "flights.hpp"

namespace flight_groups_test {

using namespace polhode;
using namespace flights;

namespace {

const std::string body = R"([method]
integrator = "adams-bashforth"
step = 0.0003
[[compare]]
integrator = "rk4"
step = 0.00015
[body]
inertia = [1.0, 1.3, 0.7]
[start]
rate = [0.3, -0.2, 4.0]
[[torque]]
kind = "gravity"
mass = 2.0
at = [0.0, 0.0, 0.1]
[run]
duration = 9.0
sample = 0.003
)";

using Kind = LiveCommand::Kind;

LiveCommand wish(Kind kind, double value = 0, std::uint64_t count = 0) {
    LiveCommand c;
    c.kind = kind;
    c.value = value;
    c.count = count;
    return c;
}

// One thread steps, this one wishes; the rows of each flight, by method.
class Flown {
 public:
    Flown(const Scenario& scenario, const LiveOptions& options, const std::string& path)
        : runner_(scenario, options), recorder_(scenario, runner_.body(), path), sets_(scenario, runner_.body()) {
        begin_again();
        runner_.set_recorder(&recorder_);
        runner_.body().set_row_sink([&](std::size_t i, const Row& row) { flights_.back()[i].push_back(bits_of(row)); });
        // a flight without a step has no record
        runner_.set_on_reset([&] {
            if (runner_.body().steps() == 0) flights_.pop_back();
            begin_again();
        });
    }
    void fly(const std::function<void(Flown&)>& wishes) {
        std::atomic<bool> over{false};
        std::thread stepping([&] {
            end_ = runner_.run({});
            over = true;
        });
        wishes(*this);
        while (!over) {
            recorder_.flush();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        stepping.join();
        recorder_.close();
    }
    void say(const LiveCommand& command) {
        ASSERT_TRUE(runner_.offer(command));
        recorder_.flush();
        std::this_thread::sleep_for(std::chrono::microseconds(700));
    }
    void push(double x, bool world) {
        LiveCommand c = wish(Kind::push);
        c.vector = {x, 0.2, -x};
        c.world = world;
        c.seconds = 0.0011;
        say(c);
    }
    void set(double g) {
        const auto values = sets_.read("torque[0].g", std::to_string(g));
        ASSERT_TRUE(runner_.offer(values));
        say(wish(Kind::set, 0, values->number));
    }
    void reset() {
        sets_.reset();
        say(wish(Kind::reset));
    }

    LiveRunner& runner() { return runner_; }
    LiveRunner::End end() const { return end_; }
    const std::vector<std::vector<Rows>>& flights() const { return flights_; }
    std::vector<std::string> scenarios() const {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < recorder_.files().size(); i += 2) names.push_back(recorder_.files()[i]);
        return names;
    }

 private:
    void begin_again() { flights_.emplace_back(runner_.body().methods()); }

    LiveRunner runner_;
    FlightRecorder recorder_;
    LiveSets sets_;
    LiveRunner::End end_ = LiveRunner::End::stopped;
    std::vector<std::vector<Rows>> flights_;
};

void expect_records_give(const Flown& flown) {
    ASSERT_EQ(flown.scenarios().size(), flown.flights().size());
    for (std::size_t i = 0; i < flown.flights().size(); ++i) {
        const std::string record = flown.scenarios()[i];
        EXPECT_TRUE(rows_by_run(read_scenario_file(record)) == flown.flights()[i]) << record << " by run";
        EXPECT_TRUE(replayed(record) == flown.flights()[i]) << record << " by replay";
    }
}

// 0.3 s that end inside of a group, flown by a hand that tries everything.
class InGroups : public testing::TestWithParam<double> {};
TEST_P(InGroups, WishesOfAllKindsAreRecordedWithTheirSteps) {
    const test::Folder folder;
    LiveOptions options;
    options.duration = 0.3;
    options.wake = GetParam();
    const Scenario scenario = read_scenario(body, "test.toml");
    Flown flown(scenario, options, folder.file("flight.toml"));
    EXPECT_EQ(flown.runner().report().steps_per_wake, GetParam() == 0 ? 1u : GetParam() == 0.002 ? 6u : 16u);
    flown.fly([](Flown& f) {
        for (int i = 0; i < 12; ++i) f.push(0.1 * i, i % 2 == 0);
        f.set(1.62);
        f.push(0.7, true);
        f.reset();
        f.push(0.3, false);
        f.say(wish(Kind::pause));
        f.set(3.7);
        f.say(wish(Kind::step, 0, 7));
        f.push(-0.4, true);
        f.say(wish(Kind::step, 0, 1));
        f.say(wish(Kind::resume));
        f.say(wish(Kind::speed, 0.1));
        f.push(0.2, false);
        f.say(wish(Kind::speed, 3));
        for (int i = 0; i < 12; ++i) f.push(0.05 * i, i % 3 == 0);
        f.say(wish(Kind::speed, 1));
    });
    EXPECT_EQ(flown.end(), LiveRunner::End::complete);
    const LiveReport report = flown.runner().report();
    EXPECT_EQ(report.dropped + report.refused, 0u);
    EXPECT_EQ(report.resets, 1u);
    EXPECT_EQ(flown.runner().body().steps(), 1000u);
    EXPECT_EQ(flown.flights().back()[0].size(), 101u);
    expect_records_give(flown);
}

INSTANTIATE_TEST_SUITE_P(Flights, InGroups, testing::Values(0, 0.002, 0.005));

// What acts in which step is all that counts: a table by step gives the same rows for every grouping.
TEST(Flights, GroupsChangeNoBitAndNoStepIsEarly) {
    const Scenario scenario = read_scenario(body, "test.toml");
    std::vector<std::vector<Rows>> rows;
    for (const double wake : {0.0, 0.002, 0.0049, 0.016}) {
        LiveOptions options;
        options.duration = 0.1;
        options.wake = wake;
        LiveRunner runner(scenario, options);
        rows.emplace_back(runner.body().methods());
        runner.body().set_row_sink([&](std::size_t i, const Row& row) { rows.back()[i].push_back(bits_of(row)); });
        runner.set_stimulus([](std::uint64_t n) {
            HeldStimulus s;
            s.torque_B = {n % 7 < 3 ? 0.1 : 0.0, n > 200 ? 0.3 : 0.0, 0.01 * static_cast<double>(n % 5)};
            return s;
        });
        EXPECT_EQ(runner.run({}), LiveRunner::End::complete);
        const LiveReport report = runner.report();
        EXPECT_EQ(report.steps, 333u);  // 0.1 s are no whole number of groups
        EXPECT_EQ(report.lateness.count(), report.steps);
        EXPECT_GE(report.wall, report.simulated) << "made before it was due";
    }
    for (std::size_t i = 1; i < rows.size(); ++i) EXPECT_TRUE(rows[i] == rows[0]);
}

// Each frame has a wake-up of its own.
TEST(Flights, GroupsAreNoLongerThanAFrame) {
    const Scenario scenario = read_scenario(body, "test.toml");
    const auto group = [&](double wake, double rate) {
        LiveOptions options;
        options.wake = wake;
        options.frame_rate = rate;
        return LiveRunner(scenario, options).report().steps_per_wake;
    };
    EXPECT_EQ(group(0.002, 60), 6u);
    EXPECT_EQ(group(0.002, 1000), 3u);
    EXPECT_EQ(group(0.002, 10000), 1u);
    EXPECT_EQ(group(10, 60), 55u);
    LiveRunner runner(scenario, {});
    runner.set_frame_rate(1000);
    EXPECT_EQ(runner.report().steps_per_wake, 3u);
    runner.set_wake(0);
    EXPECT_EQ(runner.report().steps_per_wake, 1u);
    LiveOptions none;
    none.clock = LiveOptions::Clock::none;
    EXPECT_EQ(LiveRunner(scenario, none).report().steps_per_wake, 0u);
}

// At a speed that nobody can keep it still hears that it should stop, long before all steps are made.
TEST(Flights, WhoCannotKeepUpHearsAllTheSame) {
    LiveOptions options;
    options.speed = 1e12;
    LiveRunner runner(read_scenario(body, "test.toml"), options);
    int asked = 0;
    EXPECT_EQ(runner.run([&] { return ++asked > 5; }), LiveRunner::End::stopped);
    EXPECT_GT(runner.report().steps, 0u);
    EXPECT_LT(runner.report().steps, runner.body().last_step());
}

// What was set before the first step is undone by a reset there, and is not in the record.
TEST(Flights, AResetBeforeTheFirstStepUndoesWhatWasSet) {
    const Scenario scenario = read_scenario(body, "test.toml");
    const test::Folder folder;
    LiveRunner runner(scenario, {});
    FlightRecorder recorder(scenario, runner.body(), folder.file("flight.toml"));
    runner.set_recorder(&recorder);
    LiveSets sets(scenario, runner.body());
    std::vector<Rows> rows(2);
    runner.body().set_row_sink([&](std::size_t i, const Row& row) { rows[i].push_back(bits_of(row)); });
    runner.set(sets.read("torque[0].g", "1.62"));
    sets.reset();
    runner.reset();
    rows = std::vector<Rows>(2);
    for (int n = 0; n < 50; ++n) ASSERT_TRUE(runner.step_once(false));
    runner.finish();
    recorder.close();
    EXPECT_EQ(recorder.files().size(), 2u);
    EXPECT_TRUE(rows_by_run(read_scenario_file(folder.file("flight.toml"))) == rows);
}

TEST(Flights, AFlightWithoutAStepLeavesNoRecord) {
    const Scenario scenario = read_scenario(body, "test.toml");
    const test::Folder folder;
    LiveRunner runner(scenario, {});
    FlightRecorder recorder(scenario, runner.body(), folder.file("flight.toml"));
    runner.set_recorder(&recorder);
    for (int n = 0; n < 50; ++n) ASSERT_TRUE(runner.step_once(false));
    runner.reset();
    runner.finish();
    recorder.close();
    EXPECT_EQ(recorder.files(), (std::vector<std::string>{folder.file("flight.toml"), folder.file("flight.csv")}));
    EXPECT_FALSE(std::ifstream(folder.file("flight-2.toml")));
    EXPECT_FALSE(std::ifstream(folder.file("flight-2.csv")));
    // who goes on all the same has one again
    for (int n = 0; n < 50; ++n) ASSERT_TRUE(runner.step_once(false));
    runner.finish();
    recorder.close();
    EXPECT_EQ(rows_by_run(read_scenario_file(folder.file("flight-2.toml"))),
              rows_by_run(read_scenario_file(folder.file("flight.toml"))));
}

// The record has the step in which it broke down: a run breaks down there too, after the same rows; a method beside it
// has made that step.
TEST(Flights, AFlightThatBreaksDownIsRepeatedToItsEnd) {
    const std::string text = R"([method]
integrator = "euler"
step = 0.01
[[compare]]
integrator = "rk4"
step = 0.0001
[body]
inertia = [1.0, 1.3, 0.7]
[start]
rate = [300.0, -200.0, 100.0]
[run]
duration = 9.0
sample = 0.03
)";
    const test::Folder folder;
    const Scenario scenario = read_scenario(text, "test.toml");
    const std::vector<Rows> rows = flown(scenario, 900, folder.file("flight.toml"));
    ASSERT_GT(rows[0].size(), 1u);
    ASSERT_EQ(rows[0].back(), "failed");
    ASSERT_NE(rows[1].back(), "failed");
    EXPECT_TRUE(rows_by_run(read_scenario_file(folder.file("flight.toml"))) == rows);
}

}  // namespace

}  // namespace flight_groups_test
