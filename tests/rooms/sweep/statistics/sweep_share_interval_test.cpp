// The interval of a probability: of outcomes that are 0 or 1 in every run.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <random>

#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/definition/sweep_file.hpp"
#include "polhode/sweep/results/sweep_report.hpp"
#include "polhode/sweep/statistics/sweep_statistics.hpp"

namespace polhode {
namespace sweep_share_interval_test {

// P(X <= k) of the binomial distribution by logarithms of the gamma function.
double binomial_below(int n, double p, int k) {
    double sum = 0;
    for (int i = 0; i <= k; ++i)
        sum += std::exp(std::lgamma(n + 1) - std::lgamma(i + 1) - std::lgamma(n - i + 1) + i * std::log(p) +
                        (n - i) * std::log1p(-p));
    return sum;
}

TEST(SweepShareInterval, EndsLeaveTwoAndAHalfPerCentOnEitherSide) {
    for (const int n : {1, 7, 100, 2000})
        for (const int k : {0, 1, n / 3, n - 1, n}) {
            const SweepEstimate e = share_estimate(static_cast<std::uint64_t>(k), static_cast<std::uint64_t>(n));
            EXPECT_EQ(e.value, static_cast<double>(k) / n);
            // sums of 2000 terms by logarithms of numbers up to 1e4 are right to 1e-11
            if (k > 0) {
                EXPECT_NEAR(1 - binomial_below(n, e.low, k - 1), 0.025, 1e-9) << k << " of " << n;
            } else {
                EXPECT_EQ(e.low, 0);
            }
            if (k < n) {
                EXPECT_NEAR(binomial_below(n, e.high, k), 0.025, 1e-9) << k << " of " << n;
            } else {
                EXPECT_EQ(e.high, 1);
            }
        }
    // closed forms where all agree (Clopper and Pearson): 1 - 0.025^(1/n)
    EXPECT_NEAR(share_estimate(0, 2000).high, -std::expm1(std::log(0.025) / 2000), 1e-15);
    EXPECT_NEAR(share_estimate(2000, 2000).low, std::exp(std::log(0.025) / 2000), 1e-13);
    EXPECT_NEAR(share_estimate(0, 1000000000).high, -std::expm1(std::log(0.025) / 1e9), 1e-20);
    // many: the normal distribution's, share +- 1.96 sqrt(p q/n), and half a run more (its continuity correction)
    const double half = 1.959964 * std::sqrt(0.25 / 1e8) + 0.5e-8;
    EXPECT_NEAR(share_estimate(50000000, 100000000).high, 0.5 + half, 1e-10);
    EXPECT_NEAR(share_estimate(50000000, 100000000).low, 0.5 - half, 1e-10);
    EXPECT_TRUE(std::isnan(share_estimate(0, 0).value));
}

// Summed over all outcomes of n runs, so that nothing is left to chance.
TEST(SweepShareInterval, HoldsEveryProbabilityInAtLeast95PerCent) {
    const int n = 60;
    std::vector<SweepEstimate> of;
    for (int k = 0; k <= n; ++k) of.push_back(share_estimate(static_cast<std::uint64_t>(k), n));
    for (double p = 0.0005; p < 1; p += 0.0037) {
        double held = 0;
        for (int k = 0; k <= n; ++k)
            if (of[static_cast<std::size_t>(k)].low <= p && p <= of[static_cast<std::size_t>(k)].high)
                held += binomial_below(n, p, k) - (k > 0 ? binomial_below(n, p, k - 1) : 0);
        EXPECT_GE(held, 0.95 - 1e-9) << p;
        // what is certain to be held says nothing: but near 0 and 1, where few outcomes are possible, it cannot be less
        if (p > 0.1 && p < 0.9) {
            EXPECT_LE(held, 0.985) << p;
        }
    }
}

SweepStatistics statistics_of(const Sweep& sweep, const std::vector<double>& values) {
    SweepSummary summary(sweep_shape(sweep));
    const std::vector<double> inputs(values.size());
    summary.add(0, values.size(), inputs.data(), values.data());
    return sweep_statistics(sweep, summary);
}

Sweep sweep(const std::string& outcome) {
    return read_sweep(
        "[body]\ninertia = [1, 2, 3]\n[start]\nrate = [0, 0, 1]\n[method]\nintegrator = \"rk4\"\nstep = 0.1\n"
        "[run]\nduration = 1\n[sweep]\nruns = 2000\n[[vary]]\nname = \"in\"\nkind = \"uniform\"\nlow = 0\nhigh = 1\n"
        "[[outcome]]\nname = \"out\"\n" +
            outcome + "[keep]\nfinal_state = false\n",
        "sweep.toml");
}

TEST(SweepShareInterval, IsThatOfConditions) {
    const Sweep condition = sweep("of = \"if(wz > 9, 1, 0)\"\n"), number = sweep("of = \"wz\"\n"),
                count = sweep("take = \"count\"\nof = \"wz\"\nbelow = 0\n");
    const std::vector<double> none(2000, 0.0), all(2000, 1.0);
    std::vector<double> one = none, other = none;
    one[4] = 1;
    other[4] = 0.5;

    const SweepOutcomeStatistics never = statistics_of(condition, none).outcomes[0];
    EXPECT_EQ(never.ones, 0u);
    EXPECT_EQ(never.mean.low, 0);
    EXPECT_NEAR(never.mean.high, 0.001843, 1e-6);  // scipy.stats.binomtest(0, 2000).proportion_ci()
    const SweepOutcomeStatistics once = statistics_of(condition, one).outcomes[0];
    EXPECT_EQ(once.ones, 1u);
    EXPECT_NEAR(once.mean.low, 1.2659e-5, 1e-9);  // likewise
    EXPECT_NEAR(once.mean.high, 0.00278264, 1e-8);
    EXPECT_NEAR(statistics_of(condition, all).outcomes[0].mean.low, 1 - 0.001843, 1e-6);

    // 0 and 1 beside each other are taken for a condition; 0 alone is not, nor is anything else, nor a number of times
    EXPECT_EQ(statistics_of(number, one).outcomes[0].ones, 1u);
    EXPECT_FALSE(statistics_of(number, none).outcomes[0].ones);
    EXPECT_EQ(statistics_of(number, none).outcomes[0].mean.high, 0);
    EXPECT_FALSE(statistics_of(condition, other).outcomes[0].ones);
    EXPECT_FALSE(statistics_of(count, none).outcomes[0].ones);
    EXPECT_FALSE(statistics_of(count, one).outcomes[0].ones);

    const auto text = [&](const std::vector<double>& x) {
        return sweep_summary_text(condition, statistics_of(condition, x));
    };
    EXPECT_NE(text(none).find("0 (0 to 0.0018)"), std::string::npos) << text(none);
    EXPECT_NE(text(one).find("0.00050 (0.00001 to 0.00278)"), std::string::npos) << text(one);
    EXPECT_NE(text(all).find("1 (0.9982 to 1)"), std::string::npos) << text(all);
    const auto json = nlohmann::json::parse(sweep_summary_json(condition, statistics_of(condition, one)));
    EXPECT_EQ(json.at("outcomes")[0].at("mean_interval_by"), "Clopper-Pearson");
    EXPECT_GT(json.at("outcomes")[0].at("mean_interval")[0], 0);
}

}  // namespace sweep_share_interval_test
}  // namespace polhode
