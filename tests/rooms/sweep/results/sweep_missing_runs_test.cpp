// Runs that did not fail and still do not have an outcome: those that never reach a level are its worst.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "polhode/base/byte_stream.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/definition/sweep_file.hpp"
#include "polhode/sweep/results/sweep_report.hpp"
#include "polhode/sweep/statistics/sweep_order.hpp"
#include "polhode/sweep/statistics/sweep_statistics.hpp"

namespace polhode {
namespace sweep_missing_runs_test {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

// Outcomes: when a level is reached, late being bad; the same, early being bad; a number that need not exist.
Sweep sweep_of(const std::string& keep = "") {
    return read_sweep(
        "[body]\ninertia = [1, 2, 3]\n[start]\nrate = [0, 0, 1]\n[method]\nintegrator = \"rk4\"\nstep = 0.1\n"
        "[run]\nduration = 1\nsample = 0.1\n[sweep]\nruns = 100\n"
        "[[vary]]\nname = \"in\"\nkind = \"uniform\"\nlow = 0\nhigh = 1\n"
        "[[outcome]]\nname = \"quiet\"\ntake = \"first-time\"\nof = \"wz\"\nbelow = 0\n"
        "[[outcome]]\nname = \"alarm\"\ntake = \"first-time\"\nof = \"wz\"\nabove = 2\nworst = \"low\"\n"
        "[[outcome]]\nname = \"size\"\nof = \"log(wz)\"\n[keep]\nfinal_state = false\nworst_listed = 3\n" +
            keep,
        "sweep.toml");
}

struct Runs {
    std::vector<double> inputs = std::vector<double>(100, 0.5), outcomes;
    std::vector<std::uint8_t> failed = std::vector<std::uint8_t>(100, 0);
};
// Run 2 fails; 10 and 60 never get quiet, 20 has no alarm, and every second has no size.
Runs some_runs() {
    Runs all;
    for (int r = 0; r < 100; ++r) {
        const bool failed = r == 2;
        all.failed[static_cast<std::size_t>(r)] = failed;
        all.outcomes.push_back(failed || r == 10 || r == 60 ? none : r);
        all.outcomes.push_back(failed || r == 20 ? none : 1000 - r);
        all.outcomes.push_back(failed || r % 2 == 1 ? none : 3 + 0.01 * r);
    }
    return all;
}

SweepSummary summary_of(const Sweep& sweep, const Runs& all, std::uint64_t block) {
    SweepSummary whole(sweep_shape(sweep));
    for (std::uint64_t first = 0; first < 100; first += block) {
        SweepSummary part(sweep_shape(sweep));
        part.add(first, std::min(block, 100 - first), all.inputs.data() + first, all.outcomes.data() + 3 * first,
                 all.failed.data() + first);
        ByteWriter to;
        part.encode(to);
        ByteReader from(to.bytes);
        whole.merge(SweepSummary::decoded(from));
    }
    return whole;
}

std::vector<std::uint64_t> runs_of(const std::vector<SweepExtreme>& list) {
    std::vector<std::uint64_t> runs;
    for (const SweepExtreme& e : list) runs.push_back(e.run);
    return runs;
}

TEST(SweepMissingRuns, WhatNeverComesIsWorseThanWhatComesLate) {
    const Sweep sweep = sweep_of();
    for (const std::uint64_t block : {100, 32, 8, 1}) {
        const std::vector<SweepOutcomeSummary> o = summary_of(sweep, some_runs(), block).outcomes();
        EXPECT_EQ(runs_of(o[0].worst), (std::vector<std::uint64_t>{10, 60, 99})) << block;
        EXPECT_TRUE(std::isnan(o[0].worst[1].value));
        EXPECT_EQ(o[0].worst[2].value, 99);
        // early is bad: what never comes is the best
        EXPECT_EQ(runs_of(o[1].worst), (std::vector<std::uint64_t>{99, 98, 97})) << block;
        EXPECT_EQ(runs_of(o[2].worst), (std::vector<std::uint64_t>{98, 96, 94})) << block;
        // failed runs are named among the failures
        EXPECT_EQ(o[0].missing, 3u);
        EXPECT_EQ(o[0].first_missing, (std::vector<std::uint64_t>{10, 60}));
        EXPECT_EQ(o[1].first_missing, (std::vector<std::uint64_t>{20}));
        ASSERT_EQ(o[2].first_missing.size(), missing_named);
        for (std::size_t i = 0; i < missing_named; ++i) EXPECT_EQ(o[2].first_missing[i], 2 * i + 1);
    }
}

// A block of which no run gets there adds its runs nevertheless.
TEST(SweepMissingRuns, NoneOfABlockMayHaveIt) {
    const Sweep sweep = sweep_of();
    Runs all = some_runs();
    for (std::size_t r = 0; r < 100; ++r)
        if (r >= 40) all.outcomes[3 * r] = none;
    const SweepSummary s = summary_of(sweep, all, 20);
    EXPECT_EQ(runs_of(s.outcomes()[0].worst), (std::vector<std::uint64_t>{10, 40, 41}));
    EXPECT_EQ(s.outcomes()[0].first_missing[2], 41u);
}

// As many of the worst as are kept as trajectories begin with those that never get there.
TEST(SweepMissingRuns, KeptTrajectoriesAreTheirs) {
    const Sweep sweep = sweep_of("trajectories = { worst = 4, of = \"quiet\" }\n");
    const SweepStatistics s = sweep_statistics(sweep, summary_of(sweep, some_runs(), 16));
    EXPECT_EQ(runs_of(s.outcomes[0].worst), (std::vector<std::uint64_t>{10, 60, 99, 98}));
}

TEST(SweepMissingRuns, AreNamedWithTheirCommands) {
    const Sweep sweep = sweep_of();
    const SweepStatistics s = sweep_statistics(sweep, summary_of(sweep, some_runs(), 16), 1);
    const std::string text = sweep_summary_text(sweep, s);
    const auto has = [&](const std::string& part) { return text.find(part) != std::string::npos; };
    EXPECT_TRUE(
        has("  quiet, highest; 2 runs never reach it\n"
            "    never        polhode sweep sweep.toml --run 10\n"
            "    never        polhode sweep sweep.toml --run 60\n"
            "    99.0         polhode sweep sweep.toml --run 99\n"))
        << text;
    EXPECT_TRUE(has("  alarm, 1 run\n    polhode sweep sweep.toml --run 20\n")) << text;
    EXPECT_TRUE(has("  size, 50 runs\n    polhode sweep sweep.toml --run 1\n")) << text;
    EXPECT_TRUE(has("--run 9\n") && !has("--run 11\n")) << "five of them\n" << text;

    const auto json = nlohmann::json::parse(sweep_summary_json(sweep, s)).at("outcomes");
    EXPECT_TRUE(json[0].at("worst")[0].at("value").is_null());
    EXPECT_EQ(json[0].at("worst")[0].at("run"), 10);
    EXPECT_EQ(json[0].at("missing_runs")[1].at("run"), 60);
    EXPECT_EQ(json[0].at("missing_runs")[1].at("command"), "polhode sweep sweep.toml --run 60");
    EXPECT_EQ(json[2].at("missing_runs").size(), missing_named);
}

TEST(SweepMissingRuns, MoreThanAreListedAreCounted) {
    const Sweep sweep = sweep_of();
    Runs all = some_runs();
    for (std::size_t r = 0; r < 100; ++r)
        if (r >= 40) all.outcomes[3 * r] = none;
    const SweepStatistics s = sweep_statistics(sweep, summary_of(sweep, all, 20), 1);
    const std::string text = sweep_summary_text(sweep, s);
    EXPECT_NE(text.find("quiet, highest; 61 runs never reach it, the first 3 of them\n"), std::string::npos) << text;
}

// Percentiles of all runs that did not fail, sorted by hand with never as infinity, from the values and from
// histograms.
TEST(SweepMissingRuns, PercentilesCountNeverAsLaterThanAnyTime) {
    const Sweep sweep = sweep_of("percentiles = [1, 50, 90, 94, 99]\n");
    Runs all = some_runs();
    for (const std::size_t r : {5, 6, 30, 31, 32, 88}) all.outcomes[3 * r] = none;
    const SweepSummary summary = summary_of(sweep, all, 16);
    const SweepStatistics s = sweep_statistics(sweep, summary, 1);
    EXPECT_EQ(s.outcomes[0].never, 8u);
    EXPECT_EQ(s.outcomes[2].never, 0u) << "a number that does not exist is no time";
    SweepOrder order(summary.outcomes()[0], sweep.keep.percentiles, 10, 1 << 20, s.outcomes[0].never);
    while (!order.done()) {
        for (std::size_t r = 0; r < 100; ++r)
            if (std::isfinite(all.outcomes[3 * r])) order.add(all.outcomes[3 * r]);
        order.end_pass();
    }
    std::vector<double> sorted;
    for (std::size_t r = 0; r < 100; ++r)
        if (!all.failed[r]) sorted.push_back(std::isnan(all.outcomes[3 * r]) ? never_s : all.outcomes[3 * r]);
    std::sort(sorted.begin(), sorted.end());
    ASSERT_EQ(sorted.size(), 99u);
    const auto at = [&](std::int64_t rank) {
        return rank < 0 || rank > 98 ? none : sorted[static_cast<std::size_t>(rank)];
    };
    const auto agree = [](double a, double b, double within) {
        return a == b || (std::isnan(a) && std::isnan(b)) || std::fabs(a - b) <= within * std::fabs(b);
    };
    for (std::size_t p = 0; p < sweep.keep.percentiles.size(); ++p) {
        const double percent = sweep.keep.percentiles[p], place = 98 * percent / 100, part = place - std::floor(place);
        const auto below = static_cast<std::int64_t>(place);
        const double value = part == 0 ? at(below) : at(below) * (1 - part) + at(below + 1) * part;
        const PercentileRanks ranks = percentile_ranks(99, percent);
        const double high = value == never_s ? never_s : at(ranks.high);
        for (const bool exact : {true, false}) {
            const SweepEstimate e = (exact ? order.percentiles() : s.outcomes[0].percentiles)[p].estimate;
            EXPECT_TRUE(agree(e.value, value, exact ? 1e-14 : 0.008)) << percent << ": " << e.value << " " << value;
            EXPECT_TRUE(agree(e.low, at(ranks.low), exact ? 0 : 0.008)) << percent << ": " << e.low;
            EXPECT_TRUE(agree(e.high, high, exact ? 0 : 0.008)) << percent << ": " << e.high << " " << high;
        }
    }
    // 8 of 99: the 90th percentile is a time whose interval ends in never, the 94th is never
    const std::vector<SweepPercentile>& p = s.outcomes[0].percentiles;
    EXPECT_TRUE(std::isfinite(p[2].estimate.value) && p[2].estimate.high == never_s);
    EXPECT_EQ(p[3].estimate.value, never_s);

    const std::string text = sweep_summary_text(sweep, s);
    EXPECT_NE(text.find("quiet: never in 8 of 99 runs, 0.081 (0.036 to 0.153); percentiles count them"),
              std::string::npos)
        << text;
    const auto json = nlohmann::json::parse(sweep_summary_json(sweep, s)).at("outcomes");
    EXPECT_EQ(json[0].at("never"), 8);
    EXPECT_TRUE(json[2].at("never").is_null());
    EXPECT_EQ(json[0].at("percentiles")[4].at("value"), "never");
    EXPECT_EQ(json[0].at("percentiles")[2].at("interval")[1], "never");
    EXPECT_TRUE(json[0].at("mean").is_number());
}

TEST(SweepMissingRuns, WhereItNeverHappensAtAllEveryPercentileIsNever) {
    const Sweep sweep = sweep_of();
    Runs all = some_runs();
    for (std::size_t r = 0; r < 100; ++r) all.outcomes[3 * r] = none;
    const SweepStatistics s = sweep_statistics(sweep, summary_of(sweep, all, 16), 1);
    EXPECT_EQ(s.outcomes[0].never, 99u);
    for (const SweepPercentile& p : s.outcomes[0].percentiles) EXPECT_EQ(p.estimate.value, never_s);
    EXPECT_NE(sweep_summary_text(sweep, s).find("never in any run"), std::string::npos);
}

}  // namespace sweep_missing_runs_test
}  // namespace polhode
