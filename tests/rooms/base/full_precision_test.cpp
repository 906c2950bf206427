#include "polhode/base/full_precision.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <random>

namespace polhode {
namespace full_precision_test {

std::string by_printf(double x) {
    char text[64];
    std::snprintf(text, sizeof text, "%.17g", x);
    return text;
}

TEST(FullPrecision, WritesWhatPrintfWrites) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 300'000; ++i) {
        const std::uint64_t bits = random();
        double x;
        switch (i % 4) {
            case 0:  // any bit pattern: all exponents, infinities, NaN
                std::memcpy(&x, &bits, sizeof x);
                break;
            case 1:  // the range that has its own way, and its edges
                x = std::ldexp(1 + static_cast<double>(bits >> 12) * 0x1p-52, static_cast<int>(random() % 130) - 65);
                break;
            case 2:  // few decimals: trailing zeros
                x = static_cast<double>(static_cast<int>(bits % 2'000'001) - 1'000'000) * 1e-3;
                break;
            default:  // next to powers of ten: carries
                x = std::pow(10, static_cast<int>(random() % 40) - 20) *
                    (1 + (static_cast<int>(random() % 9) - 4) * 0x1p-52);
        }
        ASSERT_EQ(full_precision(x), by_printf(x)) << "bits " << bits;
    }
}

TEST(FullPrecision, EdgeValues) {
    using limits = std::numeric_limits<double>;
    for (const double x : {0.0,
                           -0.0,
                           1.0,
                           -1.0,
                           0.1,
                           1e-4,
                           9.9999999999999991e-5,
                           1e-5,
                           1e15,
                           1e16,
                           1e17,
                           1e22,
                           0.5,
                           2.5,
                           123456789.0,
                           limits::max(),
                           limits::min(),
                           limits::denorm_min(),
                           limits::infinity(),
                           -limits::infinity(),
                           limits::quiet_NaN()})
        EXPECT_EQ(full_precision(x), by_printf(x));
}

}  // namespace full_precision_test
}  // namespace polhode
