#include "polhode/base/shortest.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace polhode {
namespace shortest_test {

TEST(Shortest, ReadsBackAsTheSameNumber) {
    EXPECT_EQ(shortest(0.1), "0.1");
    EXPECT_EQ(shortest(20), "20");
    EXPECT_EQ(shortest(1e-7), "1e-07");
    for (const double x : {1.0 / 3, 5.76875e-4, 1e300, -2.2250738585072014e-308}) EXPECT_EQ(std::stod(shortest(x)), x);
    EXPECT_EQ(shortest(-std::numeric_limits<double>::quiet_NaN()), "nan");
}

}  // namespace shortest_test
}  // namespace polhode
