#include "polhode/sweep/statistics/sweep_rank_correlation.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace polhode {
namespace sweep_rank_correlation_test {

TEST(SweepRankCorrelation, EqualsShareTheirRanks) {
    EXPECT_EQ(average_ranks({3, -1, 3, 0, -0.0, 3}), (std::vector<double>{5, 1, 5, 2.5, 2.5, 5}));
    EXPECT_TRUE(average_ranks({}).empty());
}

RC_GTEST_PROP(SweepRankCorrelation, ARankIsOnePlusHowManyAreLessAndHalfTheEquals, (std::vector<double> values)) {
    const std::vector<double> ranks = average_ranks(values);
    for (std::size_t i = 0; i < values.size(); ++i) {
        double less = 0, equal = 0;
        for (const double x : values) less += x < values[i], equal += x == values[i];
        RC_ASSERT(ranks[i] == less + (equal + 1) / 2);
    }
}

// Kendall and Gibbons's ten pupils are not needed: rho = 1 - 6 sum d^2/(n^3 - n) without ties.
TEST(SweepRankCorrelation, IsTheTextbooksWithoutTies) {
    const double x[] = {86, 97, 99, 100, 101, 103, 106, 110, 112, 113}, y[] = {2, 20, 28, 27, 50, 29, 7, 17, 6, 12};
    SweepRankSample sample(10, 1, 1);
    for (int i = 0; i < 10; ++i) sample.add(x + i, y + i);
    // ranks of y: 1 6 8 7 10 9 3 5 2 4; d: 0 -4 -5 -3 -5 -3 4 3 7 6; sum d^2 = 194
    EXPECT_NEAR(sample.correlations()[0][0].r, 1 - 6.0 * 194 / 990, 1e-14);
}

TEST(SweepRankCorrelation, SeesAnyCurveThatRisesAndLeavesOutWhatIsMissing) {
    std::mt19937_64 random(31);
    SweepRankSample sample(3000, 2, 3);
    for (int i = 0; i < 3000; ++i) {
        const double in[] = {static_cast<double>(random() >> 11) * 0x1p-53, static_cast<double>(random() % 100)};
        const double out[] = {-std::exp(20 * in[0]), i % 3 == 0 ? std::numeric_limits<double>::quiet_NaN() : in[1], 1};
        sample.add(in, out);
    }
    const std::vector<std::vector<SweepRankCorrelation>> r = sample.correlations();
    EXPECT_EQ(r[0][0].r, -1);
    EXPECT_EQ(r[1][1].r, 1);
    // three deviations of a correlation of what has nothing to do with each other: 3/sqrt(3000)
    EXPECT_NEAR(r[0][1].r, 0, 0.055);
    EXPECT_TRUE(std::isnan(r[2][0].r));
}

TEST(SweepRankCorrelation, APerfectOrderIsExactlyOne) {
    for (const int n : {4, 10, 1000, 4999, 131072}) {
        SweepRankSample sample(static_cast<std::uint64_t>(n), 1, 2);
        for (int i = 0; i < n; ++i) {
            const double in = i / 3, out[] = {-std::exp(1e-3 * in), in};  // thrice the same
            sample.add(&in, out);
        }
        EXPECT_EQ(sample.correlations()[0][0].r, -1) << n;
        EXPECT_EQ(sample.correlations()[1][0].r, 1) << n;
    }
}

// What never comes is later than all that does: it is ranked, and not left out.
TEST(SweepRankCorrelation, NeverIsTheLast) {
    SweepRankSample sample(100, 1, 2);
    for (int i = 0; i < 100; ++i) {
        const double in = i, never = std::numeric_limits<double>::infinity(),
                     out[] = {i < 50 ? i : never, i < 50 ? 0 : std::numeric_limits<double>::quiet_NaN()};
        sample.add(&in, out);
    }
    const std::vector<std::vector<SweepRankCorrelation>> r = sample.correlations();
    // ranks 1 to 50, then 75.5 fifty times: Pearson's coefficient of these with 1 to 100, by hand
    double xx = 0, yy = 0, xy = 0;
    for (int i = 1; i <= 100; ++i) {
        const double x = i - 50.5, y = (i <= 50 ? i : 75.5) - 50.5;
        xx += x * x, yy += y * y, xy += x * y;
    }
    EXPECT_NEAR(r[0][0].r, xy / std::sqrt(xx * yy), 1e-14);
    EXPECT_EQ(r[0][0].chance.pairs, 100);
    EXPECT_EQ(r[1][0].chance.pairs, 50);
}

TEST(SweepRankCorrelation, TakesAFixedPartOfVeryMany) {
    const std::uint64_t runs = 4 << 20;
    const SweepRankSample sample(runs, 1, 1), again(runs, 1, 1);
    std::uint64_t taken = 0;
    for (std::uint64_t r = 0; r < runs; ++r) {
        taken += sample.takes(r);
        ASSERT_EQ(sample.takes(r), again.takes(r));
    }
    // binomial: 131072 with a deviation of 356
    EXPECT_NEAR(static_cast<double>(taken), static_cast<double>(SweepRankSample::about), 5 * 356);
    const SweepRankSample all(SweepRankSample::about, 1, 1);
    for (std::uint64_t r = 0; r < 1000; ++r) EXPECT_TRUE(all.takes(r));
}

}  // namespace sweep_rank_correlation_test
}  // namespace polhode
