#include "polhode/arithmetic/philox.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace philox_test {

namespace {

using polhode::philox_4x32;
using polhode::RandomStream;
using polhode::Words4;

void expect_words(const Words4& got, const Words4& wanted) {
    for (int i = 0; i < 4; ++i) EXPECT_EQ(got.v[i], wanted.v[i]) << i;
}

// The three known answers that come with Random123 (kat_vectors, philox4x32 10).
TEST(Philox, KnownAnswers) {
    expect_words(philox_4x32({{0, 0, 0, 0}}, 0, 0), {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}});
    const unsigned f = 0xffffffff;
    expect_words(philox_4x32({{f, f, f, f}}, f, f), {{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}});
    expect_words(philox_4x32({{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}}, 0xa4093822, 0x299f31d0),
                 {{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}});
}

// The same bits everywhere and for ever: a seed names the same machine in every release.
TEST(Philox, NumbersAreFixed) {
    const RandomStream s{1, (1ull << 32) | 7};
    EXPECT_EQ(s.normal(0), 0x1.77f35f23376b3p+0);
    EXPECT_EQ(s.normal(1), 0x1.354186e47f68p+0);
    EXPECT_EQ(s.normal(2), 0x1.00ae793883395p-3);
    EXPECT_EQ(s.uniform(0), 0x1.4fd5aff095b64p-3);
    EXPECT_EQ(s.uniform(1), 0x1.c0bf206138258p-4);
}

TEST(Philox, EveryWordOfTheCounterMatters) {
    const RandomStream s{1, (1ull << 32) | 7};
    EXPECT_NE(s.words(0).v[0], s.words(1).v[0]);
    EXPECT_NE(s.words(0).v[0], (RandomStream{2, s.stream}.words(0).v[0]));
    EXPECT_NE(s.words(0).v[0], (RandomStream{1, s.stream + 1}.words(0).v[0]));
    EXPECT_NE(s.words(0).v[0], (RandomStream{1ull | 1ull << 40, s.stream}.words(0).v[0]));
    EXPECT_NE(s.words(0).v[0], s.words(1ull << 32).v[0]);
    EXPECT_EQ(s.normal(4), s.normal_pair(2).first);
    EXPECT_EQ(s.normal(5), s.normal_pair(2).second);
    EXPECT_EQ(s.uniform(5), s.uniform_pair(2).second);
}

struct Sums {
    double mean = 0, variance = 0, fourth = 0, lag = 0;
};
Sums sums_of(const std::vector<double>& x) {
    Sums s;
    const auto n = static_cast<double>(x.size());
    for (double v : x) s.mean += v / n;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double d = x[i] - s.mean;
        s.variance += d * d / n;
        s.fourth += d * d * d * d / n;
        if (i > 0) s.lag += d * (x[i - 1] - s.mean) / n;
    }
    return s;
}

TEST(Philox, DeviatesHaveTheirMoments) {
    constexpr int n = 200000;
    // five standard errors of each moment at n = 2e5: 5/sqrt(n) = 0.0112
    const double five = 5 / std::sqrt(double(n));
    for (const std::uint64_t seed : {1ull, 2ull, 0xfedcba9876543210ull}) {
        const RandomStream s{seed, 3};
        std::vector<double> normal, uniform;
        for (unsigned i = 0; i < n; ++i) {
            normal.push_back(s.normal(i));
            uniform.push_back(s.uniform(i));
            ASSERT_GT(uniform.back(), 0);
            ASSERT_LT(uniform.back(), 1);
        }
        const Sums z = sums_of(normal), u = sums_of(uniform);
        EXPECT_NEAR(z.mean, 0, five);
        EXPECT_NEAR(z.variance, 1, five * std::sqrt(2.0));
        EXPECT_NEAR(z.fourth, 3, five * std::sqrt(96.0));
        EXPECT_NEAR(z.lag, 0, five);
        EXPECT_NEAR(u.mean, 0.5, five * std::sqrt(1 / 12.0));
        EXPECT_NEAR(u.variance, 1 / 12.0, five * std::sqrt(1 / 180.0));
        EXPECT_NEAR(u.lag, 0, five / 12);
    }
}

// A part of one of ten thousand beyond 3.89 standard deviations, both sides together 1.002e-4.
TEST(Philox, NormalDeviatesHaveTails) {
    const RandomStream s{5, 0};
    int beyond = 0;
    constexpr int n = 1000000;
    for (unsigned i = 0; i < n / 2; ++i) {
        const auto z = s.normal_pair(i);
        beyond += (std::fabs(z.first) > 3.89) + (std::fabs(z.second) > 3.89);
    }
    EXPECT_NEAR(beyond, 100.2, 5 * std::sqrt(100.2));
}

}  // namespace

}  // namespace philox_test
