// Sweeps of analog machines in SIMD lanes: the bytes of ordinary runs, whatever is looked at.
#include "polhode/sweep/compute/sweep_machines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "polhode/sweep/analog/analog_monte_carlo.hpp"
#include "polhode/sweep/compute/sweep_memory.hpp"
#include "polhode/sweep/compute/sweep_runs.hpp"
#include "polhode/sweep/definition/sweep_file.hpp"

namespace polhode {
namespace sweep_machines_test {

std::string scenario(const std::string& attitude, const std::string& machine, const std::string& run,
                     const std::string& start = "") {
    return start + "[rates]\nkind = \"constant\"\nvalue = [0.3, -0.2, 0.5]\n[method]\nattitude = \"" + attitude +
           "\"\nintegrator = \"rk4\"\nstep = 0.1\narithmetic = { kind = \"analog\"" + machine + " }\n[run]\n" + run;
}
// samples of 0.3 s: three steps of 0.1 s are not quite that
const char* const short_run = "duration = 6.03\nsample = 0.3\n";
const char* const seeds = R"toml(
[sweep]
runs = 45
block = 32
[[vary]]
name = "machine"
kind = "grid"
from = 0
to = 44
count = 45
[[vary]]
key = "method.arithmetic.seed"
name = "seed"
kind = "formula"
of = "100 + floor(machine + 0.5)"
)toml";
const char* const at_the_end = R"toml(
[[outcome]]
name = "drift"
of = "sqrt(drift_x^2 + drift_y^2 + drift_z^2)"
[[outcome]]
name = "length"
of = "length_error"
[[outcome]]
name = "v12"
of = "v12"
[[outcome]]
name = "off"
of = "defect"
[[outcome]]
name = "begun"
of = "turned"
)toml";
const char* const on_the_way = R"toml(
[[outcome]]
name = "worst"
of = "abs(drift_x)"
take = "largest"
[[outcome]]
name = "settled"
of = "abs(length_error)"
take = "first-time"
below = 1e-4
stays = true
[keep]
over_time = ["drift_x", "length_error"]
)toml";

std::string blocks_by(const Sweep& sweep, SweepBackend backend, std::uint64_t* handed_back = nullptr) {
    SweepComputer::Options options;
    options.backend = backend;
    const SweepComputer computer(sweep, options);
    EXPECT_EQ(computer.backend(), backend) << computer.why_scalar();
    if (backend == SweepBackend::simd) {
        EXPECT_EQ(computer.description(), "in SIMD lanes, 8 machines");
    }
    std::string all;
    for (std::uint64_t b = 0; b < sweep.blocks(); ++b) all += computer.compute(b);
    if (handed_back) *handed_back = computer.declined();
    return all;
}

void expect_one_arithmetic(const std::string& text) {
    const Sweep sweep = read_sweep(text, "test.toml");
    const std::string scalar = blocks_by(sweep, SweepBackend::scalar);
    ASSERT_FALSE(scalar.empty());
    EXPECT_TRUE(blocks_by(sweep, SweepBackend::simd) == scalar) << text;
}

TEST(SweepMachines, GiveTheBitsOfOrdinaryRuns_Long) {
    for (const char* attitude : {"quaternion", "dcm-two-vector"}) {
        for (const char* error : {"none", "uncorrelated-constant", "correlated-constant", "correlated-gain",
                                  "correlated-sine", "correlated-knots"})
            expect_one_arithmetic(
                scenario(attitude,
                         ", gain_spread = 1e-3, offset_spread = 1e-3, servo_sigma = 0.02, error = \"" +
                             std::string(error) + "\"",
                         short_run) +
                seeds + at_the_end);
        expect_one_arithmetic(scenario(attitude, ", lag = 0.05, overload = \"clip\", read_to = 0.01", short_run) +
                              seeds + at_the_end);
        // a whole number of steps, and fewer than a row
        expect_one_arithmetic(scenario(attitude, "", "duration = 6.0\n") + seeds + at_the_end);
        expect_one_arithmetic(scenario(attitude, "", "duration = 0.15\n") + seeds + at_the_end);
    }
    expect_one_arithmetic(scenario("quaternion", "", short_run) + seeds +
                          "[[outcome]]\nname = \"shown\"\nof = \"P - wx\"\n");
}

TEST(SweepMachines, StartAnywhere_Long) {
    const char* const starts[] = {"[start]\nattitude = { euler = \"zyx\", angles_deg = [30, 20, 10] }\n",
                                  "[start]\nattitude = { dcm = [[0, -1, 0], [1, 0, 0], [0, 0, 1]] }\n",
                                  "[start]\nattitude = { quaternion = [0.9, 0.0, 0.0, 0.0] }\n"};
    for (const char* start : starts)
        for (const char* attitude : {"quaternion", "dcm-two-vector"})
            expect_one_arithmetic(scenario(attitude, "", short_run, start) + seeds + at_the_end);
}

TEST(SweepMachines, RowsOnTheWayAsWell_Long) {
    for (const char* attitude : {"quaternion", "dcm-two-vector"}) {
        expect_one_arithmetic(scenario(attitude, "", short_run) + seeds + on_the_way);
        expect_one_arithmetic(scenario(attitude, "", "duration = 6.0\nsample = 0.3\n") + seeds + on_the_way);
        // a last row that is nearer than the others
        expect_one_arithmetic(scenario(attitude, "", "duration = 6.2\nsample = 0.3\n") + seeds + on_the_way);
    }
}

TEST(SweepMachines, PartsOfDifferentQuality) {
    const std::string quality = R"toml(
[[vary]]
key = "method.arithmetic.gain_error"
kind = "normal"
mean = 0.0
deviation = 1e-3
[[vary]]
key = "method.arithmetic.sigma"
kind = "uniform"
low = 0.0
high = 0.1
[[vary]]
key = "method.arithmetic.inverter_gain"
kind = "uniform"
low = 0.99
high = 1.01
)toml";
    for (const char* attitude : {"quaternion", "dcm-two-vector"})
        expect_one_arithmetic(scenario(attitude, "", short_run) + seeds + quality + at_the_end);
    expect_one_arithmetic(scenario("quaternion", "", short_run) + seeds + quality + "[keep]\nruns = false\n");
}

// The truth is found machine by machine, and what is measured is the same.
TEST(SweepMachines, MeasuresAgainstTheTruth) {
    const std::string off = "[[outcome]]\nname = \"wrong\"\ntake = \"measure\"\nmeasure = \"geodesic\"\n";
    expect_one_arithmetic(scenario("quaternion", "", short_run) + seeds + off);
    expect_one_arithmetic(scenario("quaternion", "", short_run) + seeds + off + "at = \"largest\"\n" + at_the_end);
}

// Seeds that a scenario refuses, and machines that break down: recorded as ordinary runs record them.
TEST(SweepMachines, FailuresAmongOthers) {
    const std::string odd = R"toml(
[sweep]
runs = 20
[[vary]]
key = "method.arithmetic.seed"
kind = "list"
values = [1, 2.5, 3, -4, 5]
)toml";
    const std::string text = scenario("quaternion", "", short_run) + odd;
    expect_one_arithmetic(text);
    const Sweep sweep = read_sweep(text, "test.toml");
    std::uint64_t handed_back = 0;
    const SweepBlock block = SweepBlock::decoded(blocks_by(sweep, SweepBackend::simd, &handed_back));
    EXPECT_EQ(handed_back, 8u);
    ASSERT_EQ(block.failures.size(), 8u);
    EXPECT_EQ(block.failures[1].run, 3u);
    EXPECT_NE(block.failures[1].reason.find("whole number"), std::string::npos) << block.failures[1].reason;

    const std::string wild = R"toml(
[[vary]]
key = "method.arithmetic.correction_gain"
kind = "list"
values = [1.0, 1.0, 1e6]
)toml";
    std::string fewer = seeds;
    fewer.replace(fewer.find("to = 44"), 7, "to = 14").replace(fewer.find("count = 45"), 10, "count = 15");
    expect_one_arithmetic(scenario("quaternion", "", short_run) + fewer + wild);
    const SweepTable table =
        run_in_memory(read_sweep(scenario("quaternion", "", short_run) + fewer + wild, "test.toml"));
    ASSERT_EQ(table.failures.size(), 15u);
    EXPECT_NE(table.failures[0].reason.find("no longer finite"), std::string::npos) << table.failures[0].reason;
}

TEST(SweepMachines, SaysWhatStandsBetweenThem) {
    const auto why = [](const std::string& text) {
        std::string reason;
        EXPECT_FALSE(SweepMachines::make(read_sweep(text, "test.toml"), reason));
        return reason;
    };
    EXPECT_NE(why(scenario("quaternion", "", short_run) + seeds +
                  "[[vary]]\nkey = \"rates.value[0]\"\nkind = \"uniform\"\nlow = 0.0\nhigh = 0.5\n")
                  .find("'rates.value[0]' varies"),
              std::string::npos);
    EXPECT_NE(why(scenario("quaternion", ", overload = \"fail\"", short_run) + seeds).find("overload"),
              std::string::npos);
    const Sweep sweep = read_sweep(scenario("quaternion", "", short_run) + seeds, "test.toml");
    SweepComputer::Options options;
    options.backend = SweepBackend::gpu;
    EXPECT_THROW(SweepComputer(sweep, options), InputError);
}

// The same columns for any number of threads; run n is the machine of its seed, alone.
TEST(SweepMachines, InMemory) {
    const Sweep sweep = read_sweep(scenario("dcm-two-vector", "", short_run) + seeds + at_the_end, "test.toml");
    SweepInMemory how;
    how.threads = 1;
    const SweepTable one = run_in_memory(sweep, how);
    ASSERT_TRUE(one.complete);
    EXPECT_EQ(one.how, "in SIMD lanes, 8 machines");
    EXPECT_EQ(one.input_names, (std::vector<std::string>{"machine", "seed"}));
    ASSERT_EQ(one.inputs[1].size(), 45u);
    EXPECT_EQ(one.inputs[1][44], 144);
    how.threads = 3;
    double part = 0;
    how.progress = [&](double p) { part = p; };
    const SweepTable three = run_in_memory(sweep, how);
    EXPECT_EQ(part, 1);
    EXPECT_EQ(three.outcomes, one.outcomes);
    how.backend = SweepBackend::scalar;
    EXPECT_EQ(run_in_memory(sweep, how).outcomes, one.outcomes);

    SweepRuns runs(sweep);
    std::vector<double> alone(sweep.outcomes.size());
    std::string failure;
    ASSERT_TRUE(runs.run(37, alone.data(), failure, nullptr));
    EXPECT_EQ(failure, "");
    for (std::size_t i = 0; i < alone.size(); ++i) EXPECT_EQ(one.outcomes[i][37], alone[i]) << one.outcome_names[i];
    EXPECT_GT(one.outcome("drift")[37], 1e-5);
    EXPECT_THROW(one.outcome("drifts"), std::out_of_range);

    how.stop = [] { return true; };
    for (const int threads : {1, 2}) {
        how.threads = threads;
        const SweepTable stopped = run_in_memory(sweep, how);
        EXPECT_FALSE(stopped.complete);
        EXPECT_TRUE(stopped.outcomes[0].empty());
    }
}

// What the statistics of Robinson's page are made of is what an ordinary run of that seed reads.
TEST(SweepMachines, StatisticsAreThoseOfOrdinaryRuns) {
    const std::string text = scenario("quaternion", ", seed = 5", short_run);
    const AnalogExperiment x = analog_experiment(text, "test.toml", {}, "", 19);
    const std::vector<AnalogOutcome> outcomes = run_machines(x);
    ASSERT_EQ(outcomes.size(), 19u);
    for (const std::size_t n : {0u, 7u, 8u, 18u}) {
        const Scenario one = read_scenario(text, "test.toml", {"method.arithmetic.seed=" + std::to_string(5 + n)});
        const std::vector<std::string> names = columns_of(one.problem, one.methods[0]).state;
        std::vector<double> last;
        RunObserver observer;
        observer.row = [&](const Row& row) { last.assign(row.state.begin(), row.state.end()); };
        Statistics statistics;
        simulate(one.problem, one.methods[0], one.run, observer, statistics);
        const auto read = [&](const std::string& name) {
            return last.at(static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin()));
        };
        const AnalogOutcome& o = outcomes[n];
        EXPECT_EQ(o.drift[0], read("drift_x"));
        EXPECT_EQ(o.drift[2], read("drift_z"));
        EXPECT_EQ(o.length_error, read("length_error"));
        EXPECT_EQ(o.indicated_length_error, -0.5 * read("phi"));
        EXPECT_EQ(o.apparent_rate_error[1], read("Q") - -0.2);
        // e/|e| turns at 1/|e|^2 of what equation 79 shows
        EXPECT_NEAR(o.true_rate_error[0], read("P") / std::pow(1 + read("length_error"), 2) - 0.3, 1e-15);
    }
    EXPECT_EQ(statistics_of(outcomes).drift[0].count, 19);
}

}  // namespace sweep_machines_test
}  // namespace polhode
