#include "polhode/library/sweep_sketch.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "polhode/library/byte_stream.hpp"

namespace polhode {
namespace {

RC_GTEST_PROP(SweepSketch, ABinHoldsItsNumbers, (std::uint64_t bits)) {
    double x;
    std::memcpy(&x, &bits, sizeof x);
    RC_PRE(std::isfinite(x));
    const std::int32_t bin = sketch_bin(x);
    RC_ASSERT(bin >= -sketch_last_bin && bin <= sketch_last_bin);
    RC_ASSERT(sketch_bin_low(bin) <= x && x <= sketch_bin_high(bin));
    RC_ASSERT(sketch_bin(-x) == -bin);
}

TEST(SweepSketch, BinsStandInTheOrderOfNumbers) {
    const double numbers[] = {
        -std::numeric_limits<double>::max(), -1e10, -1.0, -0.999, -1e-300, -0.0, 1e-300, 0.5, 0.999, 1.0, 1.01, 1e10,
        std::numeric_limits<double>::max()};
    for (std::size_t i = 1; i < std::size(numbers); ++i) EXPECT_LE(sketch_bin(numbers[i - 1]), sketch_bin(numbers[i]));
    EXPECT_EQ(sketch_bin(0.0), 0);
    EXPECT_EQ(sketch_bin(-0.0), 0);
    EXPECT_EQ(sketch_bin(std::numeric_limits<double>::max()), sketch_last_bin);
    // a bin ends where the next begins, across zero and at octaves
    for (const std::int32_t bin : {-130000, -129, -128, -2, -1, 0, 1, 127, 128, 130943, 130944})
        EXPECT_EQ(sketch_bin_high(bin), sketch_bin_low(bin + 1)) << bin;
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

TEST(SweepSketch, PartsInAnyOrderGiveTheSameBytes) {
    std::mt19937_64 random(2);
    std::vector<SweepSketch> parts(7);
    SweepSketch whole;
    for (int i = 0; i < 5000; ++i) {
        const double x = std::ldexp(static_cast<double>(random() >> 11) - 0x1p52, static_cast<int>(random() % 40) - 60);
        parts[random() % parts.size()].add(x);
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

TEST(SweepSketch, DecodingBelievesNothing) {
    for (const std::string& bytes :
         {std::string(""), std::string("\x05\x01", 2), std::string("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f", 11),
          std::string("\x02\xfe\xff\x7f\xfe\xff\x7f", 7)}) {
        ByteReader from(bytes);
        EXPECT_THROW(SweepSketch::decoded(from), std::runtime_error);
    }
}

}  // namespace
}  // namespace polhode
