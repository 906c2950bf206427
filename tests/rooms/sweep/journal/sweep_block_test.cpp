#include "polhode/sweep/journal/sweep_block.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace polhode {
namespace sweep_block_test {

SweepBlock some_block() {
    SweepBlock b;
    b.index = 7;
    b.first = 7 * 64;
    b.count = 64;
    for (int i = 0; i < 128; ++i) b.outcomes.push_back(std::sin(i) * 1e-3);
    b.outcomes[6] = b.outcomes[7] = std::numeric_limits<double>::quiet_NaN();
    b.failures.push_back({b.first + 3, "the computation failed at t = 1.25 s: \"too fast\", it says"});
    SweepShape shape;
    shape.over_time = 1;
    b.summary = SweepSummary(shape);
    b.summary.add_over_time(2, 0, 0.25);
    return b;
}

TEST(SweepBlock, ComesBackAsItWas) {
    const SweepBlock a = some_block();
    const std::string bytes = a.encoded();
    const SweepBlock b = SweepBlock::decoded(bytes);
    EXPECT_EQ(b.index, a.index);
    EXPECT_EQ(b.first, a.first);
    EXPECT_EQ(b.count, a.count);
    ASSERT_EQ(b.outcomes.size(), a.outcomes.size());
    for (std::size_t i = 0; i < a.outcomes.size(); ++i)
        EXPECT_TRUE(a.outcomes[i] == b.outcomes[i] || (std::isnan(a.outcomes[i]) && std::isnan(b.outcomes[i])));
    ASSERT_EQ(b.failures.size(), 1u);
    EXPECT_EQ(b.failures[0].run, a.failures[0].run);
    EXPECT_EQ(b.failures[0].reason, a.failures[0].reason);
    EXPECT_EQ(b.summary.over_time(0).at(2).count(), 1u);
    EXPECT_EQ(b.encoded(), bytes);
}

// Processors differ in the sign of what is not a number.
TEST(SweepBlock, WhatIsNotANumberIsWrittenInOneWay) {
    SweepBlock a = some_block(), b = some_block();
    b.outcomes[6] = -b.outcomes[6];
    const std::uint64_t odd = 0xfff8dead00000001ULL;
    std::memcpy(&b.outcomes[7], &odd, sizeof odd);
    EXPECT_EQ(a.encoded(), b.encoded());
}

TEST(SweepBlock, LittleEndFirst) {
    SweepBlock b;
    b.count = 1;
    b.outcomes = {1.0};
    // "PBLK", version 1 (without histograms), index, first, count, width, the number, no failures, an empty summary
    const std::string expected("PBLK\x01\x00\x00\x01\x01\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00", 22);
    EXPECT_EQ(b.encoded(), expected);
}

TEST(SweepBlock, DecodingEndsInAnErrorOrInABlock) {
    const std::string good = some_block().encoded();
    for (std::size_t n = 0; n < good.size(); ++n)
        EXPECT_THROW(SweepBlock::decoded(good.substr(0, n)), std::runtime_error) << n;
    EXPECT_THROW(SweepBlock::decoded(good + "x"), std::runtime_error);
    std::string other = good;
    for (const char version : {0, 1, 3}) {
        other[4] = version;
        EXPECT_THROW(SweepBlock::decoded(other), std::runtime_error) << int{version};
    }
    std::mt19937_64 random(6);
    for (int i = 0; i < 5000; ++i) {
        std::string bytes = good;
        for (int k = 0; k < 3; ++k) bytes[5 + random() % (bytes.size() - 5)] = static_cast<char>(random());
        try {
            SweepBlock::decoded(bytes).encoded();
        } catch (const std::runtime_error&) {
        }
    }
}

TEST(SweepBlock, SizesBeyondTheBytesAreNotBelieved) {
    // 2^60 runs of 2^60 outcomes, and nothing behind
    std::string bytes("PBLK\x01\x00\x00", 7);
    for (int i = 0; i < 2; ++i) bytes += std::string("\x80\x80\x80\x80\x80\x80\x80\x80\x10", 9);
    EXPECT_THROW(SweepBlock::decoded(bytes + std::string(100, '\0')), std::runtime_error);
}

}  // namespace sweep_block_test
}  // namespace polhode
