#include "polhode/sweep/statistics/sweep_chance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "polhode/sweep/statistics/sweep_rank_correlation.hpp"

namespace polhode {
namespace sweep_chance_test {

double pearson(const std::vector<double>& a, const std::vector<double>& b) {
    const double n = static_cast<double>(a.size());
    const double ma = std::accumulate(a.begin(), a.end(), 0.0) / n, mb = std::accumulate(b.begin(), b.end(), 0.0) / n;
    double xx = 0, yy = 0, xy = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        xx += (a[i] - ma) * (a[i] - ma);
        yy += (b[i] - mb) * (b[i] - mb);
        xy += (a[i] - ma) * (b[i] - mb);
    }
    return xy / std::sqrt(xx * yy);
}

// Pitman's means of powers against those over all 5040 orders of seven numbers.
TEST(SweepChance, MomentsAreThoseOfAllOrders_Long) {
    const std::vector<double> a{0, 1, 1, 2, 5, 9, 30}, b{-3, 0, 0.5, 1, 2, 4, 100};
    std::vector<double> order = b;
    double second = 0, third = 0, fourth = 0, count = 0;
    do {
        const double z = pearson(a, order) * std::sqrt(6.0);
        second += z * z, third += z * z * z, fourth += z * z * z * z, ++count;
    } while (std::next_permutation(order.begin(), order.end()));
    EXPECT_EQ(count, 5040);
    const SweepChance chance = chance_of(7, column_shape(a), column_shape(b));
    EXPECT_NEAR(second / count, 1, 1e-12);
    EXPECT_NEAR(chance.cube, third / count, 1e-11);
    EXPECT_NEAR(chance.fourth, fourth / count, 1e-11);
}

TEST(SweepChance, IsTheNormalDistributionsWhereNothingSpeaksAgainstIt_Long) {
    EXPECT_TRUE(beyond_chance(0.3, {101}, 1));
    EXPECT_FALSE(beyond_chance(0.3, {101}, 100));
    EXPECT_TRUE(beyond_chance(-0.4, {101}, 100));
    // the normal distribution's 99.5 %
    EXPECT_FALSE(beyond_chance(2.575 / 10, {101}, 1));
    EXPECT_TRUE(beyond_chance(2.577 / 10, {101}, 1));
    // of two runs nothing can be said
    EXPECT_FALSE(beyond_chance(1, {2}, 1));
}

// A sweep in which nothing has to do with anything: in how many of them is some correlation listed? The nominal
// share is 1 %, less what Bonferroni gives away and what whole runs cannot reach.
template <class Input, class Outcome>
double listed_share(int sweeps, std::size_t runs, std::uint64_t seed, Input input, Outcome outcome) {
    std::mt19937_64 random(seed);
    const std::size_t inputs = 4, outcomes = 3;
    int listed = 0;
    for (int c = 0; c < sweeps; ++c) {
        SweepRankSample sample(runs, inputs, outcomes);
        for (std::size_t r = 0; r < runs; ++r) {
            double in[inputs], out[outcomes];
            for (double& x : in) x = input(random);
            for (double& x : out) x = outcome(random);
            sample.add(in, out);
        }
        bool any = false;
        for (const auto& row : sample.correlations())
            for (const SweepRankCorrelation& one : row)
                any = any || (std::isfinite(one.r) && beyond_chance(one.r, one.chance, inputs * outcomes));
        listed += any;
    }
    return static_cast<double>(listed) / sweeps;
}

// 3000 sweeps: three deviations of a share of 1 % are 0.55 %. By Pearson's coefficient, judged as normal, it was 5 %
// and more here.
TEST(SweepChance, HeavyTailsListNoMoreThanOneInAHundred_Long) {
    std::lognormal_distribution<double> lognormal(0, 2);
    std::cauchy_distribution<double> cauchy;
    const double tails = listed_share(3000, 120, 1, lognormal, cauchy),
                 both = listed_share(3000, 60, 2, cauchy, cauchy);
    for (const double share : {tails, both}) {
        EXPECT_GT(share, 0.0035);
        EXPECT_LT(share, 0.0155);
    }
}

// Inputs and outcomes that are 1 in two runs of a hundred: a single run in which both are makes a correlation of 0.5,
// which the normal distribution would call impossible.
TEST(SweepChance, RareCasesThatMeetByChanceAreNotListed_Long) {
    std::bernoulli_distribution rare(0.02);
    const auto one = [&](std::mt19937_64& random) { return rare(random) ? 1.0 : 0.0; };
    EXPECT_LT(listed_share(2000, 100, 3, one, one), 0.015);
    // and what always goes together still is
    SweepRankSample sample(1000, 1, 1);
    for (int r = 0; r < 1000; ++r) {
        const double x = r % 50 == 7;
        sample.add(&x, &x);
    }
    const SweepRankCorrelation all = sample.correlations()[0][0];
    EXPECT_TRUE(beyond_chance(all.r, all.chance, 20));
}

TEST(SweepChance, ChebyshevHoldsForAnyNumbers_Long) {
    EXPECT_TRUE(beyond_any_chance(0.11, 100001, 12));
    EXPECT_FALSE(beyond_any_chance(0.10, 100001, 12));
    // one run far off in both columns makes a correlation of 1, in one order of n
    std::vector<double> x(200, 0.0);
    x[3] = 1e9;
    EXPECT_NEAR(pearson(x, x), 1, 1e-12);
    EXPECT_FALSE(beyond_any_chance(1, 200, 12)) << "1/200 is more than 0.01/12";
}

}  // namespace sweep_chance_test
}  // namespace polhode
