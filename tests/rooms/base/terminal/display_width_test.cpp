#include "polhode/base/terminal/display_width.hpp"

#include <gtest/gtest.h>

namespace polhode {
namespace display_width_test {

TEST(DisplayWidth, CountsWhatIsSeen) {
    EXPECT_EQ(display_width("abc"), 3);
    EXPECT_EQ(display_width("kg m²/s"), 7);
    EXPECT_EQ(display_width("ω … µ"), 5);
    EXPECT_EQ(display_width("e\xcc\x81"), 1);  // e with a combining accent
    EXPECT_EQ(display_width("陀螺"), 4);
    EXPECT_EQ(display_width("🚀"), 2);
    EXPECT_EQ(display_width("\xff\xfe"), 2);      // malformed bytes, one mark each
    EXPECT_EQ(display_width("\xed\xa0\x80"), 3);  // so is each byte of a surrogate
}

TEST(Shortened, CutsBetweenCharacters) {
    EXPECT_EQ(shortened("abcdef", 6), "abcdef");
    EXPECT_EQ(shortened("abcdef", 4), "abc…");
    EXPECT_EQ(shortened("陀螺陀螺", 5), "陀螺…");
    EXPECT_LE(display_width(shortened("ωωωωωωωω", 3)), 3);
}

}  // namespace display_width_test
}  // namespace polhode
