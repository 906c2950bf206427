#include "polhode/sweep/statistics/sweep_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace polhode {
namespace sweep_order_test {

// Percentiles and their intervals against sorting, the histogram against counting.
void expect_as_sorted(const std::vector<double>& values, std::size_t room, const char* what) {
    SweepShape shape;
    shape.outcomes.resize(1);
    SweepSummary summary(shape);
    summary.add(0, values.size(), nullptr, values.data());
    const std::vector<double> percents{0, 0.01, 1, 5, 33.3, 50, 95, 99.9, 100};
    SweepOrder order(summary.outcomes()[0], percents, 17, room);
    int passes = 0;
    for (; !order.done() && passes < 20; ++passes) {
        for (const double x : values) order.add(x);
        order.end_pass();
    }
    ASSERT_TRUE(order.done()) << what;
    EXPECT_LE(passes, 6) << what;
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    const auto at = [&](std::int64_t rank) {
        return rank < 0 || rank >= static_cast<std::int64_t>(sorted.size()) ? std::numeric_limits<double>::quiet_NaN()
                                                                            : sorted[static_cast<std::size_t>(rank)];
    };
    const auto equal = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    const std::vector<SweepPercentile> found = order.percentiles();
    ASSERT_EQ(found.size(), percents.size());
    for (std::size_t i = 0; i < percents.size(); ++i) {
        const PercentileRanks r = percentile_ranks(values.size(), percents[i]);
        const double a = at(r.below), b = r.part == 0 ? a : at(r.below + 1);
        EXPECT_TRUE(equal(found[i].estimate.value, r.part == 0 ? a : a * (1 - r.part) + b * r.part))
            << what << " " << percents[i];
        EXPECT_TRUE(equal(found[i].estimate.low, at(r.low))) << what << " " << percents[i];
        EXPECT_TRUE(equal(found[i].estimate.high, at(r.high))) << what << " " << percents[i];
    }
    const SweepHistogram& h = order.histogram();
    EXPECT_EQ(std::accumulate(h.counts.begin(), h.counts.end(), std::uint64_t{0}), values.size()) << what;
    EXPECT_EQ(h.edges.front(), sorted.front()) << what;
    EXPECT_EQ(h.edges.back(), sorted.back()) << what;
}

TEST(SweepOrder, PercentilesAreThoseOfTheSortedValues) {
    std::mt19937_64 random(21);
    const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
    std::vector<double> spread, narrow, whole, same(3000, 2.5), zeros, wide;
    for (int i = 0; i < 20000; ++i) {
        spread.push_back(uniform() - 0.5);
        narrow.push_back(1 + 1e-12 * uniform());
        whole.push_back(std::floor(4 * uniform()));
        zeros.push_back(uniform() < 0.5 ? (uniform() < 0.5 ? 0.0 : -0.0) : 1e-320 * (uniform() - 0.5));
        wide.push_back((uniform() < 0.5 ? -1 : 1) * std::ldexp(uniform(), static_cast<int>(random() % 2000) - 1000));
    }
    wide.push_back(std::numeric_limits<double>::max());
    wide.push_back(-std::numeric_limits<double>::max());
    // with much room values are collected at once, with little they are counted finer and finer
    for (const std::size_t room : {1 << 20, 1000, 0}) {
        expect_as_sorted(spread, room, "spread");
        expect_as_sorted(narrow, room, "narrow");
        expect_as_sorted(whole, room, "whole");
        expect_as_sorted(same, room, "same");
        expect_as_sorted(zeros, room, "zeros");
        expect_as_sorted(wide, room, "wide");
    }
    expect_as_sorted({1.5}, 100, "one");
    expect_as_sorted({1.5, -3}, 100, "two");
    expect_as_sorted({1, 2, 3}, 100, "three");
}

TEST(SweepOrder, AHistogramHasEvenBins) {
    SweepShape shape;
    shape.outcomes.resize(1);
    SweepSummary summary(shape);
    std::vector<double> values;
    for (int i = 0; i <= 100; ++i) values.push_back(i);
    summary.add(0, values.size(), nullptr, values.data());
    SweepOrder order(summary.outcomes()[0], {50}, 4);
    while (!order.done()) {
        for (const double x : values) order.add(x);
        order.end_pass();
    }
    EXPECT_EQ(order.histogram().edges, (std::vector<double>{0, 25, 50, 75, 100}));
    EXPECT_EQ(order.histogram().counts, (std::vector<std::uint64_t>{25, 25, 25, 26}));
}

}  // namespace sweep_order_test
}  // namespace polhode
