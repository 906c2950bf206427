#include "polhode/base/parse_number.hpp"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

namespace polhode {
namespace parse_number_test {

TEST(ParseNumber, WellFormed) {
    EXPECT_EQ(parse_number("0"), 0.0);
    EXPECT_TRUE(std::signbit(*parse_number("-0.0")));
    EXPECT_EQ(parse_number("+12.5e-1"), 1.25);
    EXPECT_EQ(parse_number("9007199254740993"), 9007199254740992.0);  // halfway, to even
    EXPECT_EQ(parse_number(".5"), 0.5);
    EXPECT_EQ(parse_number("-1."), -1.0);
    EXPECT_EQ(parse_number("1e22"), 1e22);
    EXPECT_EQ(parse_number("1e23"), 1e23);
    EXPECT_EQ(parse_number("4.9406564584124654e-324"), 4.9406564584124654e-324);
    EXPECT_EQ(parse_number("1e-400"), 0.0);
    EXPECT_EQ(parse_number("-1e400"), -HUGE_VAL);
    EXPECT_EQ(parse_number("1e99999999999999999999"), HUGE_VAL);
    EXPECT_EQ(parse_number("0e99999999999999999999"), 0.0);
    EXPECT_EQ(parse_number("0.000000000000000000000000000000000001"), 1e-36);
    EXPECT_EQ(parse_number("1" + std::string(400, '0')), HUGE_VAL);
    EXPECT_EQ(parse_number("1" + std::string(400, '0') + "e-400"), 1.0);
}

TEST(ParseNumber, Malformed) {
    for (const char* text :
         {"",     "+",   "-",   ".",    "e5",   "1e",  "1e+", "1.2.3", "1,5", " 1",    "1 ",      "--1",
          "0x10", "nan", "inf", "+inf", "-nan", "+-1", "-+1", "1ex",   "1f",  "1e5.0", "\xc2\xb2"})
        EXPECT_FALSE(parse_number(text).has_value()) << text;
}

// Correctly rounded: the same bits as the C library, for shortest, 17 and 25 digits.
TEST(ParseNumber, SameBitsAsTheCLibrary) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 20000; ++i) {
        const std::uint64_t bits = random();
        double x;
        std::memcpy(&x, &bits, sizeof x);
        if (!std::isfinite(x)) continue;
        char text[64];
        std::snprintf(text, sizeof text, i % 3 == 0 ? "%.6g" : i % 3 == 1 ? "%.17g" : "%.25g", x);
        EXPECT_EQ(parse_number(text), std::strtod(text, nullptr)) << text;
    }
}

}  // namespace parse_number_test
}  // namespace polhode
