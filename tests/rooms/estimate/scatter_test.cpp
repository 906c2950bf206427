#include "polhode/estimate/scatter.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "polhode/arithmetic/philox.hpp"

namespace polhode::estimate {
namespace scatter_test {

// Blocks of 0.05 s whose corrections are `size` times as large as their gains say, or all of one sign.
Scatter<double> watched(double size, bool lasting, int blocks) {
    const RandomStream random{1964, 1};
    Scatter<double> s;
    Error<double> gain, e;
    for (int i = 0; i < at::count; ++i) gain[i] = 0.01;
    for (int k = 0; k < blocks; ++k) {
        s.reading(gain, 4.0);
        for (int i = 0; i < at::count; ++i)
            e[i] = 0.02 * size * (lasting ? 1 : random.normal(static_cast<unsigned long long>(at::count * k + i)));
        s.close_block(e, 0.05, false, true);
    }
    return s;
}

TEST(Scatter, WhatIsAsExpectedKeepsItsDeviation) {
    const Scatter<double> s = watched(1, false, 6000);
    // 48 numbers of the tilt and the longest batch's four of the heading: chi^2 to three deviations
    EXPECT_LT(s.tilt_factor(), 1 + 3 * std::sqrt(2.0 / 48));
    EXPECT_GT(s.heading_factor(), 0.5);
    EXPECT_LT(s.heading_factor(), 1 + 3 * std::sqrt(2.0 / 4));
}

TEST(Scatter, CalmAndRoughLogs) {
    // four numbers that are nothing and a belief worth two of them
    EXPECT_NEAR(watched(0.01, false, 6000).heading_factor(), 2.0 / 6, 0.01);
    EXPECT_NEAR(watched(0.01, false, 6000).tilt_factor(), 6.0 / 54, 0.01);
    EXPECT_NEAR(watched(3, false, 6000).tilt_factor(), 9, 9 * 3 * std::sqrt(2.0 / 48));
    EXPECT_GT(watched(3, false, 6000).heading_factor(), 3);
    // a log of 3 s says nothing yet
    EXPECT_EQ(watched(3, false, 60).heading_factor(), 1);
    EXPECT_EQ(watched(3, false, 60).tilt_factor(), 1);
}

// Small corrections that all point one way are an error that lasts: batches must see what single ones do not.
TEST(Scatter, ErrorsThatLastAreSeen) {
    EXPECT_LT(watched(0.2, false, 6000).heading_factor(), 0.5);
    EXPECT_GT(watched(0.2, true, 6000).heading_factor(), 10);
}

TEST(Scatter, RestAndSilenceSayNothing) {
    Scatter<double> s;
    Error<double> gain, e;
    for (int i = 0; i < at::count; ++i) gain[i] = e[i] = 1;
    for (int k = 0; k < 1000; ++k) {
        s.reading(gain, 1e-6);
        s.close_block(e, 0.05, true, true);
    }
    EXPECT_EQ(s.tilt_factor(), 1);
    EXPECT_EQ(s.heading_factor(), 1);
    for (int k = 0; k < 1000; ++k) {
        s.reading(gain, 1e-6);
        s.close_block(e, 0.05, false, false);
    }
    EXPECT_GT(s.tilt_factor(), 1);
    EXPECT_EQ(s.heading_factor(), 1);
}

// A turn of 2 rad/s about the vertical that is shown 5 ms late is 10 mrad of heading and no tilt.
TEST(LateTurn, ShowsWhereTheBodyWas) {
    const LateTurn<double> spin({0, 0, 2}, 0.005), roll({3, 4, 0}, 0.005);
    EXPECT_DOUBLE_EQ(spin.heading, 1e-4);
    EXPECT_EQ(spin.tilt, 0);
    EXPECT_EQ(roll.heading, 0);
    EXPECT_DOUBLE_EQ(roll.tilt, (225e-6 + 400e-6) / 2);
}

// Nothing known but the iron: its share is all, and what the log has found of it scales it.
TEST(IronShare, ScalesByWhatWasFound) {
    IronShare<double> share{4, {}, {4, 4, 4}};
    EXPECT_DOUBLE_EQ(share.stated(1, {2, 0, 0}, 0.1), 1);             // none of it found: as believed
    EXPECT_DOUBLE_EQ(share.stated(1, {1, 0, 0}, 0.1), 0.25 + 0.075);  // a quarter is iron
    share.variance = {0, 0, 0};
    EXPECT_DOUBLE_EQ(share.stated(1, {2, 0, 0}, 0.1), 0.5);  // found, and zero: three of six
    share.iron = {6, 0, 0};
    EXPECT_DOUBLE_EQ(share.stated(1, {2, 0, 0}, 0.1), 2);  // (3 + 9)/6
    share.prior_square = 0;
    EXPECT_DOUBLE_EQ(share.stated(1, {2, 0, 0}, 0.1), 0.1);
}

}  // namespace scatter_test
}  // namespace polhode::estimate
