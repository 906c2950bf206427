#include "polhode/sweep/statistics/sweep_statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/definition/sweep_file.hpp"
#include "polhode/sweep/statistics/sweep_order.hpp"

namespace polhode {
namespace sweep_statistics_test {

class Uniform {
 public:
    explicit Uniform(std::uint64_t seed) : random_(seed) {}
    double operator()() { return (static_cast<double>(random_() >> 11) + 0.5) * 0x1p-53; }
    double normal() { return std::sqrt(-2 * std::log((*this)())) * std::cos(2 * M_PI * (*this)()); }

 private:
    std::mt19937_64 random_;
};

SweepOutcomeSummary summary_of(const std::vector<double>& values) {
    SweepShape shape;
    shape.outcomes.resize(1);
    SweepSummary s(shape);
    s.add(0, values.size(), nullptr, values.data());
    return s.outcomes()[0];
}

// Of 2000 intervals 95 % must hold the truth: 1900 with a deviation of 9.7. Three deviations are 0.0146.
constexpr int repetitions = 2000;
constexpr double three_deviations = 0.0146;

TEST(SweepStatistics, TheIntervalOfTheMeanHoldsIt_Long) {
    Uniform uniform(11);
    for (const int n : {3, 12, 50}) {
        int held = 0;
        for (int i = 0; i < repetitions; ++i) {
            std::vector<double> x;
            for (int k = 0; k < n; ++k) x.push_back(5 + 2 * uniform.normal());
            const SweepEstimate e = mean_estimate(summary_of(x).moments);
            held += e.low <= 5 && 5 <= e.high;
        }
        EXPECT_NEAR(static_cast<double>(held) / repetitions, 0.95, three_deviations) << n;
    }
}

TEST(SweepStatistics, TheIntervalOfTheDeviationHoldsItForLargeSamplesOfAnyShape_Long) {
    Uniform uniform(12);
    const int n = 1000;
    for (const bool flat : {true, false}) {
        int held = 0;
        for (int i = 0; i < repetitions; ++i) {
            std::vector<double> x;
            for (int k = 0; k < n; ++k) x.push_back(flat ? uniform() : uniform.normal());
            const double truth = flat ? std::sqrt(1.0 / 12) : 1;
            const SweepEstimate e = deviation_estimate(summary_of(x).moments);
            held += e.low <= truth && truth <= e.high;
        }
        // the form for large samples: half a per cent more is allowed for n = 1000
        EXPECT_NEAR(static_cast<double>(held) / repetitions, 0.95, three_deviations + 0.005) << flat;
    }
}

TEST(SweepStatistics, TheIntervalOfAPercentileHoldsItWhateverTheDistribution) {
    Uniform uniform(13);
    const int n = 200;
    for (const double percent : {5.0, 50.0, 90.0}) {
        int held = 0;
        const double truth = -std::log(1 - percent / 100);
        for (int i = 0; i < repetitions; ++i) {
            std::vector<double> x;
            for (int k = 0; k < n; ++k) x.push_back(-std::log(uniform()));
            std::sort(x.begin(), x.end());
            const PercentileRanks r = percentile_ranks(n, percent);
            ASSERT_GE(r.low, 0);
            ASSERT_LT(r.high, n);
            held += x[static_cast<std::size_t>(r.low)] <= truth && truth <= x[static_cast<std::size_t>(r.high)];
        }
        const double part = static_cast<double>(held) / repetitions;
        // whole ranks make it a little wider than it need be
        EXPECT_GE(part, 0.95 - three_deviations) << percent;
        EXPECT_LE(part, 0.985) << percent;
    }
}

// Against the sum of the binomial's terms by logarithms of the gamma function.
TEST(SweepStatistics, RanksOfAnIntervalAreThoseOfTheBinomial) {
    for (const int n : {1, 5, 30, 200, 1000})
        for (const double percent : {1.0, 5.0, 50.0, 97.5}) {
            const double p = percent / 100;
            int low = -1, high = n;
            double below = 0;
            bool found = false;
            for (int k = 0; k <= n; ++k) {
                below += std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) + k * std::log(p) +
                                  (n - k) * std::log(1 - p));
                if (below <= 0.025) low = k;
                if (!found && below >= 0.975) high = k, found = true;
            }
            const PercentileRanks r = percentile_ranks(static_cast<std::uint64_t>(n), percent);
            EXPECT_EQ(r.low, low) << n << " " << percent;
            EXPECT_EQ(r.high, high) << n << " " << percent;
        }
    // large: the normal distribution's, mean +- 1.96 deviations, to a rank or two
    const PercentileRanks r = percentile_ranks(1000000000, 50);
    EXPECT_NEAR(static_cast<double>(r.low), 5e8 - 1.959964 * 15811.388, 2);
    EXPECT_NEAR(static_cast<double>(r.high), 5e8 + 1.959964 * 15811.388, 2);
}

TEST(SweepStatistics, FewValuesHaveNoInterval) {
    EXPECT_TRUE(std::isnan(mean_estimate(summary_of({3}).moments).low));
    EXPECT_EQ(mean_estimate(summary_of({3}).moments).value, 3);
    const PercentileRanks r = percentile_ranks(5, 50);
    EXPECT_EQ(r.low, -1);
    EXPECT_EQ(r.high, 5);
    EXPECT_EQ(r.below, 2);
    EXPECT_EQ(r.part, 0);
}

TEST(SweepStatistics, AHistogramOfASketchHoldsEveryValueOnce) {
    Uniform uniform(14);
    for (const double offset : {0.0, -0.5, 100.0}) {
        std::vector<double> x;
        for (int i = 0; i < 5000; ++i) x.push_back(offset + uniform());
        const SweepOutcomeSummary s = summary_of(x);
        const SweepHistogram h = sketch_histogram(s.sketch, s.lowest.value, s.highest.value, 40);
        ASSERT_EQ(h.edges.size(), h.counts.size() + 1);
        EXPECT_EQ(h.edges.front(), s.lowest.value);
        EXPECT_EQ(h.edges.back(), s.highest.value);
        EXPECT_TRUE(std::is_sorted(h.edges.begin(), h.edges.end()));
        EXPECT_LE(h.counts.size(), 40u);
        for (std::size_t b = 0; b < h.counts.size(); ++b) {
            const bool last = b + 1 == h.counts.size();
            std::uint64_t inside = 0;
            for (const double v : x) inside += v >= h.edges[b] && (v < h.edges[b + 1] || last);
            EXPECT_EQ(h.counts[b], inside) << offset << " " << b;
        }
    }
}

// With one and two degrees of freedom Student's distribution has closed forms: t = tan(pi (p - 1/2)), and t^2 =
// 2 a^2/(1 - a^2) with a = 2 p - 1.
TEST(SweepStatistics, IntervalsOfTwoAndThreeRunsAreStudents) {
    const SweepEstimate two = mean_estimate(summary_of({-1, 1}).moments);  // deviation sqrt(2)
    EXPECT_NEAR(two.high, std::tan(M_PI * 0.475), 1e-12);
    const SweepEstimate three = mean_estimate(summary_of({-1, 0, 1}).moments);  // deviation 1
    EXPECT_NEAR(three.high, std::sqrt(2 * 0.95 * 0.95 / (1 - 0.95 * 0.95)) / std::sqrt(3), 1e-13);
}

SweepStatistics statistics_of(const std::string& keep, const std::vector<double>& inputs,
                              const std::vector<double>& outcomes) {
    const Sweep sweep = read_sweep(
        "[body]\ninertia = [1, 2, 3]\n[start]\nrate = [0, 0, 1]\n[method]\nintegrator = \"rk4\"\nstep = 0.1\n"
        "[run]\nduration = 1\n[sweep]\nruns = 10\n[[vary]]\nname = \"in\"\nkind = \"uniform\"\nlow = 0\nhigh = 1\n"
        "[[outcome]]\nname = \"out\"\nof = \"wz\"\n[keep]\nfinal_state = false\n" +
            keep,
        "sweep.toml");
    SweepSummary summary(sweep_shape(sweep));
    summary.add(0, outcomes.size(), inputs.data(), outcomes.data());
    return sweep_statistics(sweep, summary);
}

TEST(SweepStatistics, ACorrelationWhoseSumsLeaveTheRangeIsNotKnown) {
    const std::vector<double> x{1, 2, 3, 5};
    const auto linear = [&](double scale) {
        std::vector<double> y;
        for (const double one : x) y.push_back(scale * one);
        return statistics_of("", x, y).outcomes[0].correlations[0].linear;
    };
    for (const double scale : {1.0, 1e-100, 1e100}) EXPECT_NEAR(linear(scale), 1, 1e-14) << scale;
    for (const double scale : {1e300, 1e-300, 1e-160}) EXPECT_TRUE(std::isnan(linear(scale))) << scale;
}

TEST(SweepStatistics, WhatIsTooNarrowForASketchIsKnown) {
    Uniform uniform(15);
    const auto coarse = [&](const std::string& keep, double middle, double deviation, bool outlier = false) {
        std::vector<double> in(500), out;
        for (double& x : in) x = uniform();
        for (int i = 0; i < 500; ++i) out.push_back(middle + deviation * uniform.normal());
        if (outlier) out[77] = 0;
        return statistics_of(keep, in, out).outcomes[0].coarse;
    };
    // one far off makes the bins of all the others coarse
    EXPECT_TRUE(coarse("runs = false\n", 5, 1e-4, true));
    EXPECT_TRUE(coarse("runs = false\n", -5, 1e-4, true));
    EXPECT_FALSE(coarse("", 5, 1e-4, true)) << "percentiles are those of the runs";
    EXPECT_FALSE(coarse("runs = false\n", 5, 0.5, true));
    EXPECT_FALSE(coarse("runs = false\n", 5, 1e-4));
    EXPECT_FALSE(coarse("runs = false\n", -5, 1e-4));
    EXPECT_FALSE(coarse("runs = false\n", 0, 1e-4));
    EXPECT_FALSE(coarse("runs = false\n", 5, 0.5));
    EXPECT_FALSE(coarse("runs = false\n", 5, 0)) << "all are the same";
    EXPECT_FALSE(coarse("runs = false\n", 5, 1e-15)) << "only the last digits differ";
    EXPECT_FALSE(coarse("runs = false\n", 0, 0));
}

}  // namespace sweep_statistics_test
}  // namespace polhode
