#include "polhode/base/readable.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace polhode {
namespace readable_test {

TEST(Printable, NothingThatSteersATerminalPasses) {
    EXPECT_EQ(without_control_characters("a\x1b[31mb\nc\td\x7f"), "a [31mb c d ");
    EXPECT_EQ(without_control_characters("ω²"), "ω²");
    EXPECT_EQ(without_control_characters("\xc2\x9b"), " ");  // the one-byte escape of ISO 6429
    EXPECT_EQ(without_control_characters("\xff"), "\xef\xbf\xbd");
}

TEST(Readable, Numbers) {
    EXPECT_EQ(readable(0.1 + 0.2), "0.3");
    EXPECT_EQ(readable(-0.0), "0");
    EXPECT_EQ(readable(1234567.0), "1.23457e+06");
    EXPECT_EQ(readable(1.0 / 3, 3), "0.333");
    EXPECT_EQ(readable(std::numeric_limits<double>::infinity()), "infinite");
    EXPECT_EQ(readable(std::numeric_limits<double>::quiet_NaN()), "not a number");
    EXPECT_EQ(readable_seconds(45e-9), "45 ns");
    EXPECT_EQ(readable_seconds(1.25e-3), "1.25 ms");
    EXPECT_EQ(readable_seconds(20), "20 s");
    EXPECT_EQ(readable_seconds(0), "0 s");
    EXPECT_EQ(readable_count(1234), "1234");
    EXPECT_EQ(readable_count(12345678), "12 345 678");
    EXPECT_EQ(readable_count(-12345), "-12 345");
}

}  // namespace readable_test
}  // namespace polhode
