#include "polhode/reproduce/observed_slope.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace observed_slope_test {

using namespace polhode;

TEST(ObservedSlope, OfAPowerIsItsExponent) {
    std::vector<double> x, y;
    for (double h = 0.1; h > 1e-3; h /= 2) {
        x.push_back(h);
        y.push_back(7 * std::pow(h, 4));
    }
    EXPECT_NEAR(observed_slope(x, y), 4, 1e-12);
    y[2] = -1;  // what has no logarithm is left out
    EXPECT_NEAR(observed_slope(x, y), 4, 1e-12);
    EXPECT_TRUE(std::isnan(observed_slope({1}, {1})));
    EXPECT_TRUE(std::isnan(observed_slope({1, 1}, {1, 2})));
}

}  // namespace observed_slope_test
