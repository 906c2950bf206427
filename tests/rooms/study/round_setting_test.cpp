#include "polhode/study/round_setting.hpp"

#include <gtest/gtest.h>

namespace round_setting_test {

using namespace polhode;

TEST(RoundSetting, TwoDigitsNotAbove) {
    EXPECT_EQ(round_down_to_two_digits(0.0328407), 0.032);
    EXPECT_EQ(round_down_to_two_digits(0.1), 0.1);
    EXPECT_EQ(round_down_to_two_digits(0.0999), 0.099);
    EXPECT_EQ(round_down_to_two_digits(123.4), 120);
    EXPECT_EQ(round_down_to_two_digits(7e-9), 7e-9);
}

TEST(RoundSetting, StepsThatDivideTheSampleArePreferred) {
    EXPECT_EQ(round_step(0.0032, 0.01), 0.0025);
    EXPECT_EQ(round_step(0.0032, 0), 0.0032);
    EXPECT_EQ(round_step(0.0019, 0.01), 0.0019) << "0.001 would be far less";
    EXPECT_EQ(round_step(0.5, 0.01), 0.5) << "longer than the sample";
}

TEST(RoundSetting, NothingStaysNothing) {
    EXPECT_EQ(round_down_to_two_digits(0), 0);
    EXPECT_EQ(round_step(0, 0.01), 0);
}

}  // namespace round_setting_test
