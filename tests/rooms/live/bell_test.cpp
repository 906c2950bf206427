#include "polhode/live/bell.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace polhode {
namespace bell_test {

double seconds_waited(Bell& bell, double most) {
    const auto begin = std::chrono::steady_clock::now();
    bell.wait(most);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

TEST(Bell, WhatRangBeforeIsHeardOnce) {
    Bell bell;
    bell.ring();
    bell.ring();
    EXPECT_LT(seconds_waited(bell, 100), 50);
    EXPECT_GE(seconds_waited(bell, 0.01), 0.01) << "and not twice";
}

TEST(Bell, WakesWhoWaits) {
    Bell bell;
    std::thread other([&] { bell.ring(); });
    EXPECT_LT(seconds_waited(bell, 100), 50);
    other.join();
}

}  // namespace bell_test
}  // namespace polhode
