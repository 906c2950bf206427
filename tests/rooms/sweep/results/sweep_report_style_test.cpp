// How the summary writes numbers, intervals and groups for people.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/definition/sweep_file.hpp"
#include "polhode/sweep/results/sweep_report.hpp"

namespace polhode {
namespace sweep_report_style_test {

Sweep sweep_of(const std::string& more = "") {
    std::string text =
        "[body]\ninertia = [1, 2, 3]\n[start]\nrate = [0, 0, 1]\n[method]\nintegrator = \"rk4\"\nstep = 0.1\n"
        "[run]\nduration = 1\nsample = 0.1\n[sweep]\nruns = 10\n";
    for (const char* name : {"a", "b", "c"})
        text += std::string("[[vary]]\nname = \"") + name + "\"\nkind = \"uniform\"\nlow = 0\nhigh = 1\n";
    return read_sweep(text +
                          "[[vary]]\nname = \"law\"\nkind = \"formula\"\nof = \"a + b\"\n"
                          "[[outcome]]\nname = \"out\"\nof = \"wz\"\n[keep]\nfinal_state = false\n"
                          "percentiles = [5, 50, 95]\n" +
                          more,
                      "sweep.toml");
}

SweepStatistics statistics_of(double middle, double deviation) {
    SweepStatistics s;
    s.runs = 1000;
    s.exact = true;
    SweepOutcomeStatistics one;
    one.count = 1000;
    one.mean = {middle, middle - 0.06 * deviation, middle + 0.06 * deviation};
    one.deviation = {deviation, 0.95 * deviation, 1.05 * deviation};
    one.lowest = {middle - 3.21 * deviation, 1};
    one.highest = {middle + 3.3 * deviation, 2};
    const auto around = [&](double place) {
        return SweepEstimate{middle + place * deviation, middle + (place - 0.1) * deviation,
                             middle + (place + 0.1) * deviation};
    };
    one.percentiles = {{5, around(-1.65)}, {50, around(0)}, {95, around(1.65)}};
    s.outcomes.push_back(one);
    return s;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// Three digits of the standard deviation, in every number of an outcome.
TEST(SweepReportStyle, TheSpreadDecidesHowManyDigitsThereAre) {
    const Sweep sweep = sweep_of();
    const std::string large = sweep_summary_text(sweep, statistics_of(1e9, 1));
    EXPECT_TRUE(has(large, "1000000000.000 ± 0.060") || has(large, "1000000000.00 ± 0.06")) << large;
    EXPECT_TRUE(has(large, "  999999996.79 ") && has(large, "  999999998.35  1000000000.00  1000000001.65  ")) << large;
    EXPECT_FALSE(has(large, "e+")) << large;

    const std::string seconds = sweep_summary_text(sweep, statistics_of(4790.5, 6373.1));
    EXPECT_TRUE(has(seconds, "4790 ± 382")) << seconds;
    EXPECT_FALSE(has(seconds, "e+")) << seconds;

    const std::string narrow = sweep_summary_text(sweep, statistics_of(5, 0.0005));
    EXPECT_TRUE(has(narrow, "5.000000 ± 0.000030") && has(narrow, "4.999175  5.000000  5.000825")) << narrow;

    const std::string huge = sweep_summary_text(sweep, statistics_of(1e30, 2e29));
    EXPECT_TRUE(has(huge, "1.000e+30 ± 1.2e+28") && has(huge, "6.700e+29  1.000e+30  1.330e+30")) << huge;

    SweepStatistics skewed = statistics_of(1, 2.5);
    skewed.outcomes[0].lowest.value = 1.234e-8;
    skewed.outcomes[0].percentiles[0].estimate.value = 0.001234;
    const std::string text = sweep_summary_text(sweep, skewed);
    EXPECT_TRUE(has(text, "  1.23e-08  0.00123  1.00  5.12  9.25\n") || has(text, "  1.23e-08  0.00123  1.00  5.13  "))
        << text;
}

TEST(SweepReportStyle, WholeNumbersStayWholeAndConstantsHaveTheirDigits) {
    const Sweep sweep = sweep_of();
    SweepStatistics s = statistics_of(3, 1.2);
    s.outcomes[0].lowest.value = 1;
    s.outcomes[0].highest.value = 7;
    s.outcomes[0].percentiles = {{5, {1, 1, 1}}, {50, {3, 3, 3}}, {95, {6, 5, 6}}};
    EXPECT_TRUE(has(sweep_summary_text(sweep, s), "  1       1    3     6     7\n")) << sweep_summary_text(sweep, s);
    for (const double x : {3.25, 1000000000.5}) {
        SweepStatistics same = statistics_of(x, 0);
        EXPECT_TRUE(has(sweep_summary_text(sweep, same), x == 3.25 ? "  3.25  " : "  1000000000.5  "));
    }
}

TEST(SweepReportStyle, PercentilesHaveTheirIntervals) {
    const Sweep sweep = sweep_of();
    SweepStatistics s = statistics_of(10, 1);
    s.outcomes[0].percentiles[2].estimate.high = std::numeric_limits<double>::quiet_NaN();
    const std::string text = sweep_summary_text(sweep, s);
    EXPECT_TRUE(has(text, "  out  from  8.25  9.90   11.55\n       to    8.45  10.10  -\n")) << text;
    // of what does not vary there is nothing to say
    EXPECT_FALSE(has(sweep_summary_text(sweep, statistics_of(10, 0)), "from"));
}

TEST(SweepReportStyle, CorrelationsOfFormulasAreListedAndEqualOnesAreOneLine) {
    const Sweep sweep = sweep_of();
    SweepStatistics s = statistics_of(10, 1);
    s.ranked_runs = 1000;
    // b and c have the same order; law goes with the outcome most of all
    s.outcomes[0].correlations = {
        {0, 0.5, 0.45, {1000}}, {1, 0.6, 0.7, {1000}}, {2, 0.65, 0.7 + 1e-15, {1000}}, {3, 1, 0.99, {1000}}};
    const std::string text = sweep_summary_text(sweep, s);
    EXPECT_TRUE(has(text, "  out with law   +1.000  +0.990\n")) << text;
    EXPECT_TRUE(has(text, "  out with b, c  +0.600  +0.700\n") || has(text, "  out with c, b  +0.650  +0.700\n"))
        << text;
    EXPECT_TRUE(has(text, "  out with a     +0.500  +0.450\n")) << text;
    // opposite signs are not the same
    s.outcomes[0].correlations[2] = {2, -0.6, -0.7, {1000}};
    EXPECT_TRUE(has(sweep_summary_text(sweep, s), "  out with c    -0.600  -0.700\n")) << sweep_summary_text(sweep, s);
}

TEST(SweepReportStyle, TheWorstOfManyEqualOnesAreCalledTheFirst) {
    const Sweep sweep = sweep_of();
    SweepStatistics s = statistics_of(0.25, 0.43);
    SweepOutcomeStatistics& one = s.outcomes[0];
    one.lowest = {0, 1};
    one.highest = {1, 0};
    one.percentiles.clear();
    for (std::uint64_t r = 0; r < 5; ++r) one.worst.push_back({1, 3 * r});
    EXPECT_TRUE(has(sweep_summary_text(sweep, s), "  out, highest; the first with this value\n"));
    one.ones = 250;
    EXPECT_TRUE(has(sweep_summary_text(sweep, s), "  out, highest; the first 5 of 250 runs with this value\n"))
        << sweep_summary_text(sweep, s);
    one.ones = 5;
    EXPECT_TRUE(has(sweep_summary_text(sweep, s), "  out, highest\n")) << sweep_summary_text(sweep, s);
    one.ones.reset();
    one.worst[4].value = 0.9;
    EXPECT_TRUE(has(sweep_summary_text(sweep, s), "  out, highest\n")) << sweep_summary_text(sweep, s);
}

// Over time: 5 +- 0.0001, which has bins of its own; and the same beside a run that stands still.
TEST(SweepReportStyle, WhatVariesTooLittleOverTimeIsNamed) {
    const Sweep sweep = sweep_of("over_time = [\"spin = wz\"]\n");
    for (const bool outlier : {false, true}) {
        SweepSummary summary(sweep_shape(sweep));
        for (std::uint64_t sample = 0; sample < 3; ++sample)
            for (int r = 0; r < 400; ++r)
                summary.add_over_time(sample, 0, outlier && sample > 0 && r == 9 ? 0 : 5 + 1e-4 * std::sin(1.234 * r));
        SweepStatistics s = sweep_statistics(sweep, summary);
        ASSERT_EQ(s.over_time.size(), 1u);
        EXPECT_EQ(s.over_time[0].coarse, outlier ? 2u : 0u);
        // a sine's quartiles: 1/sqrt(2); 256 bins and more span it, twice as wide above 5 as they need not be
        EXPECT_NEAR(s.over_time[0].percentiles[0][2], 5 + 1e-4 * std::sin(M_PI * 0.45), 1e-6);
        const std::string text = sweep_summary_text(sweep, s);
        EXPECT_EQ(has(text, "warning: spin over time varies too little"), outlier) << text;
        if (outlier) {
            EXPECT_TRUE(has(text, "at 2 of 3 samples") && has(text, "\"d = (wz) - 5\"")) << text;
        }
        EXPECT_EQ(nlohmann::json::parse(sweep_summary_json(sweep, s)).at("over_time")[0].at("coarse_samples"),
                  outlier ? 2 : 0);
    }
}

}  // namespace sweep_report_style_test
}  // namespace polhode
