#include "polhode/sweep/results/sweep_report.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/definition/sweep_file.hpp"

namespace polhode {
namespace sweep_report_test {

Sweep sweep_of(int inputs, const std::string& outcomes, const std::string& keep = "") {
    std::string text =
        "[body]\ninertia = [1, 2, 3]\n[start]\nrate = [0, 0, 1]\n[method]\nintegrator = \"rk4\"\nstep = 0.1\n"
        "[run]\nduration = 1\nsample = 0.1\n[sweep]\nruns = 10\n";
    for (int i = 0; i < inputs; ++i)
        text += "[[vary]]\nname = \"in" + std::to_string(i) + "\"\nkind = \"uniform\"\nlow = 0\nhigh = 1\n";
    return read_sweep(text + outcomes + "[keep]\nfinal_state = false\n" + keep, "sweep.toml");
}

const std::string one_outcome = "[[outcome]]\nname = \"out\"\nof = \"wz\"\n";

SweepStatistics statistics_of(std::uint64_t runs, std::uint64_t ranked_runs) {
    SweepStatistics s;
    s.runs = runs;
    s.exact = true;
    s.ranked_runs = ranked_runs;
    SweepOutcomeStatistics one;
    one.count = runs;
    one.mean = {1, 0.9, 1.1};
    one.deviation = {0.5, 0.4, 0.6};
    one.lowest = {0, 1};
    one.highest = {2, 2};
    s.outcomes.push_back(one);
    return s;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// Rank correlations of four million runs are those of about 131072: 0.006 is 2.2 of their standard errors, and 12 of
// those of a correlation of all.
TEST(SweepReport, ARankCorrelationIsJudgedByTheRunsItIsMadeOf) {
    const Sweep sweep = sweep_of(5, one_outcome);
    SweepStatistics s = statistics_of(4000000, 131000);
    for (std::size_t i = 0; i < 5; ++i) s.outcomes[0].correlations.push_back({i, 0.0005, 0.006, {131000}});
    EXPECT_FALSE(has(sweep_summary_text(sweep, s), "Strongest correlations")) << sweep_summary_text(sweep, s);
    s.outcomes[0].correlations[3].ranked = 0.02;
    const std::string text = sweep_summary_text(sweep, s);
    EXPECT_TRUE(has(text, "out with in3  +0.00050  +0.020")) << text;
    EXPECT_FALSE(has(text, "out with in2")) << text;
    // the same of a tenth of the runs, where the others do not have the outcome
    s.outcomes[0].correlations[3].chance.pairs = 13100;
    EXPECT_FALSE(has(sweep_summary_text(sweep, s), "Strongest correlations"));
    // A linear one is shown beside it and not judged: heavy tails alone can make it large.
    s.outcomes[0].correlations[3].linear = 0.5;
    EXPECT_FALSE(has(sweep_summary_text(sweep, s), "Strongest correlations"));
}

// Without the runs there are only linear ones, and they are listed where no distribution at all could have made them of
// nothing: 0.1 of 100001 runs is 31.6 deviations, and of 0.1^2 10^5 = 1000 the hundredth part is ten.
TEST(SweepReport, WithoutTheRunsLinearCorrelationsAreJudgedByChebyshev) {
    const Sweep sweep = sweep_of(9, one_outcome, "runs = false\n");
    SweepStatistics s = statistics_of(100001, 0);
    for (std::size_t i = 0; i < 9; ++i) s.outcomes[0].correlations.push_back({i, i == 4 ? -0.1 : 0.09, {}});
    const std::string text = sweep_summary_text(sweep, s);
    EXPECT_TRUE(has(text, "out with in4  -0.100")) << text;
    EXPECT_FALSE(has(text, "out with in3")) << text;
}

// Of 100 that are judged at once one is beyond 2.6 standard errors by chance.
TEST(SweepReport, ManyCorrelationsNeedMoreThanOne) {
    Sweep sweep = sweep_of(32, one_outcome);
    SweepStatistics s = statistics_of(100, 100);
    for (std::size_t i = 0; i < 32; ++i) s.outcomes[0].correlations.push_back({i, 0.1, i == 7 ? 0.32 : 0.1, {100}});
    EXPECT_FALSE(has(sweep_summary_text(sweep, s), "Strongest correlations"));
    s.outcomes[0].correlations[7].ranked = -0.5;
    EXPECT_TRUE(has(sweep_summary_text(sweep, s), "out with in7  +0.100  -0.500")) << sweep_summary_text(sweep, s);
}

TEST(SweepReport, WhatIsNotKnownIsADash) {
    const Sweep sweep = sweep_of(1, one_outcome);
    SweepStatistics s = statistics_of(1, 1);
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    s.outcomes[0].mean = {3, unknown, unknown};
    s.outcomes[0].deviation = {unknown, unknown, unknown};
    s.outcomes[0].percentiles = {{50, {3, unknown, unknown}}};
    const std::string text = sweep_summary_text(sweep, s);
    EXPECT_FALSE(has(text, "not a number")) << text;
    EXPECT_TRUE(has(text, "  out  3            -  ")) << text;
    EXPECT_TRUE(has(text, "1 run, seed")) << text;
}

TEST(SweepReport, AnOutcomeTooNarrowForTheBinsIsNamedWithTheRemedy) {
    const Sweep sweep = sweep_of(1, one_outcome, "runs = false\n");
    SweepStatistics s = statistics_of(1000, 0);
    s.exact = false;
    s.outcomes[0].mean = {5.12345678, 5.1, 5.2};
    s.outcomes[0].deviation = {1e-4, 1e-4, 1e-4};
    EXPECT_FALSE(has(sweep_summary_text(sweep, s), "warning"));
    EXPECT_EQ(nlohmann::json::parse(sweep_summary_json(sweep, s)).at("outcomes")[0].at("coarse"), false);
    s.outcomes[0].coarse = true;
    const std::string text = sweep_summary_text(sweep, s);
    // what is left is about a deviation
    EXPECT_TRUE(has(text, "warning: out varies too little") && has(text, "keep.runs = true") &&
                has(text, "of = \"(wz) - 5.12346\""))
        << text;
    EXPECT_EQ(nlohmann::json::parse(sweep_summary_json(sweep, s)).at("outcomes")[0].at("coarse"), true);
}

TEST(SweepReport, WithoutOutcomesThereIsNoTable) {
    const Sweep sweep = sweep_of(1, "", "over_time = [\"tilt\"]\n");
    SweepStatistics s;
    s.runs = 10;
    s.exact = true;
    const std::string text = sweep_summary_text(sweep, s);
    EXPECT_FALSE(has(text, "mean") || has(text, "of the runs themselves")) << text;
    EXPECT_TRUE(has(text, "over-time.csv")) << text;
}

}  // namespace sweep_report_test
}  // namespace polhode
