#include "polhode/sweep/statistics/sweep_sketch.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "polhode/base/byte_stream.hpp"

namespace polhode {
namespace sweep_sketch_test {

RC_GTEST_PROP(SweepSketch, ABinHoldsItsNumbers, (std::uint64_t bits)) {
    double x;
    std::memcpy(&x, &bits, sizeof x);
    RC_PRE(std::isfinite(x));
    const std::int32_t bin = sketch_bin(x);
    RC_ASSERT(bin >= -sketch_last_bin && bin <= sketch_last_bin);
    RC_ASSERT(sketch_bin(-x) == -bin);
    RC_ASSERT(number_of_sketch_key(sketch_key(x)) == x);
    // beside numbers of both signs the bins are the coarsest
    for (const double other : {x, -1.0, 1.0}) {
        SweepSketch sketch;
        sketch.add(x);
        sketch.add(other);
        const std::int64_t own = sketch.bin_of(x);
        RC_ASSERT(sketch.first_key(own) <= sketch_key(x) && sketch_key(x) <= sketch.last_key(own));
        // the bin about zero is zero
        const SweepSketch::Span span = sketch.span(own);
        RC_ASSERT((span.low <= x && x <= span.high) || std::fabs(x) < 0x1p-1000);
        RC_ASSERT(sketch.lowest() == std::min(x, other) && sketch.highest() == std::max(x, other));
    }
}

TEST(SweepSketch, BinsStandInTheOrderOfNumbers) {
    const double numbers[] = {
        -std::numeric_limits<double>::max(), -1e10, -1.0, -0.999, -1e-300, -0.0, 1e-300, 0.5, 0.999, 1.0, 1.01, 1e10,
        std::numeric_limits<double>::max()};
    for (std::size_t i = 1; i < std::size(numbers); ++i) EXPECT_LE(sketch_bin(numbers[i - 1]), sketch_bin(numbers[i]));
    EXPECT_EQ(sketch_bin(0.0), 0);
    EXPECT_EQ(sketch_bin(-0.0), 0);
    EXPECT_EQ(sketch_bin(std::numeric_limits<double>::max()), sketch_last_bin);
    for (std::size_t i = 1; i < std::size(numbers); ++i) EXPECT_LT(sketch_key(numbers[i - 1]), sketch_key(numbers[i]));
    EXPECT_EQ(sketch_key(-0.0), sketch_key(0.0));
}

// A spin of 5 rad/s known to 0.01 %: in bins of 0.8 % all of it would lie in two.
TEST(SweepSketch, ValuesThatLieCloseTogetherHaveFinerBins) {
    std::mt19937_64 random(3);
    std::normal_distribution<double> normal;
    for (const double middle : {5.0, -5.0, 1e9}) {
        SweepSketch sketch;
        std::vector<double> values;
        const double deviation = std::fabs(middle) * 1e-4;
        for (int i = 0; i < 20001; ++i) {
            values.push_back(middle + deviation * normal(random));
            sketch.add(values.back());
        }
        std::sort(values.begin(), values.end());
        EXPECT_EQ(sketch.at_rank(0), values.front());
        EXPECT_EQ(sketch.at_rank(20000), values.back());
        for (const std::uint64_t rank : {200, 1000, 5000, 10000, 15000, 19000, 19800})
            // 256 bins or more span some 8 deviations, those above a power of two twice as wide as those below
            EXPECT_NEAR(sketch.at_rank(rank), values[rank], deviation * 8 / 256 * 1.5) << middle << " " << rank;
        EXPECT_LE(sketch.bytes(), sizeof sketch + 16 * 1024u);
    }
}

TEST(SweepSketch, EqualValuesComeBackAsTheyWere) {
    for (const double x : {0.0, 5.0003, -1e-310, 1e300}) {
        SweepSketch sketch;
        for (int i = 0; i < 10; ++i) sketch.add(x);
        for (const std::uint64_t rank : {0, 4, 9}) EXPECT_EQ(sketch.at_rank(rank), x);
    }
    // and many zeros beside others are zeros
    SweepSketch sketch;
    for (int i = 0; i < 90; ++i) sketch.add(0);
    for (int i = 0; i < 10; ++i) sketch.add(3);
    EXPECT_EQ(sketch.at_rank(50), 0);
    EXPECT_EQ(sketch.at_rank(95), 3);
}

TEST(SweepSketch, PercentilesAreRightTo8PerMille) {
    std::mt19937_64 random(1);
    for (const int kind : {0, 1, 2}) {
        SweepSketch sketch;
        std::vector<double> values;
        for (int i = 0; i < 100001; ++i) {
            const double u = static_cast<double>(random() >> 11) * 0x1p-53;
            const double x = kind == 0 ? 3 + u : kind == 1 ? -std::log(1 - u) * 1e-7 : (u - 0.4) * 1e6;
            values.push_back(x);
            sketch.add(x);
        }
        std::sort(values.begin(), values.end());
        for (const double percent : {0.1, 1.0, 5.0, 25.0, 50.0, 75.0, 99.0, 99.9}) {
            const auto rank = static_cast<std::uint64_t>(1000 * percent);
            const double exact = values[rank];
            // a bin is at most 1/128 of its value wide
            EXPECT_NEAR(sketch.at_rank(rank), exact, std::fabs(exact) / 128) << kind << " " << percent;
        }
    }
}

// Wide and narrow: with bins of any fineness, which differ between the parts.
class SweepSketchOfWidth : public testing::TestWithParam<double> {};
TEST_P(SweepSketchOfWidth, PartsInAnyOrderGiveTheSameBytes) {
    std::mt19937_64 random(2);
    std::vector<SweepSketch> parts(7);
    SweepSketch whole;
    for (int i = 0; i < 5000; ++i) {
        const double wide =
            std::ldexp(static_cast<double>(random() >> 11) - 0x1p52, static_cast<int>(random() % 40) - 60);
        const std::size_t part = random() % parts.size();
        // each part has a width of its own
        const double x =
            GetParam() == 0 ? wide : 5 + GetParam() * std::ldexp(std::sin(wide), -3 * static_cast<int>(part));
        parts[part].add(x);
        whole.add(x);
    }
    ByteWriter expected;
    whole.encode(expected);
    for (int turn = 0; turn < 5; ++turn) {
        std::shuffle(parts.begin(), parts.end(), random);
        SweepSketch merged;
        for (const SweepSketch& p : parts) merged.merge(p);
        ByteWriter bytes;
        merged.encode(bytes);
        EXPECT_EQ(bytes.bytes, expected.bytes);
    }
    ByteReader back(expected.bytes);
    ByteWriter again;
    SweepSketch::decoded(back).encode(again);
    EXPECT_EQ(again.bytes, expected.bytes);
    EXPECT_EQ(back.left(), 0u);
}

INSTANTIATE_TEST_SUITE_P(SweepSketch, SweepSketchOfWidth, testing::Values(0.0, 10.0, 1.0, 1e-4, 1e-12));

TEST(SweepSketch, DecodingBelievesNothing) {
    // two bins, from 3 to 5; then bins that do not begin and end there, no numbers, and wrong counts
    const auto bytes_of = [](double lowest, double highest, std::vector<std::uint64_t> words) {
        ByteWriter to;
        to.count(words.size());
        to.number(lowest);
        to.number(highest);
        for (const std::uint64_t w : words) to.count(w);
        return to.bytes;
    };
    constexpr double infinite = std::numeric_limits<double>::infinity();
    SweepSketch good;
    good.add(3);
    good.add(5);
    const auto between = static_cast<std::uint64_t>(good.bin_of(5) - good.bin_of(3) - 1);
    const auto decode = [](const std::string& bytes) {
        ByteReader from(bytes);
        return SweepSketch::decoded(from).count();
    };
    EXPECT_EQ(decode(bytes_of(3, 5, {0, between << 1})), 2u);
    EXPECT_EQ(decode(bytes_of(3, 3, {0})), 1u);
    for (const std::string& bytes :
         {bytes_of(3, 5, {2, (between - 1) << 1}), bytes_of(3, 5, {0, (between + 1) << 1}),
          bytes_of(3, 5, {0, (between - 1) << 1}), bytes_of(3, 5, {0, ~0ULL}), bytes_of(5, 3, {0}),
          bytes_of(3, infinite, {0, 0}), bytes_of(std::nan(""), 3, {0}), bytes_of(5, 5 + 1e-15, {0})})
        EXPECT_THROW(decode(bytes), std::runtime_error);

    for (const std::string& bytes :
         {std::string(""), std::string("\x05\x01", 2), std::string("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f", 11),
          std::string("\x02\xfe\xff\x7f\xfe\xff\x7f", 7)}) {
        ByteReader from(bytes);
        EXPECT_THROW(SweepSketch::decoded(from), std::runtime_error);
    }
}

}  // namespace sweep_sketch_test
}  // namespace polhode
