// Numbers without an end of the range against binary numbers of 60 digits, whose exponents do not end either.
#include "polhode/exact/wide_range.hpp"

#include "core/exact/exact_support.hpp"

namespace wide_range_test {

namespace {

using exact_support::Precise;
using polhode::exact::TwoWords;
using polhode::exact::WideRange;

// a 2^e
WideRange wide(double a, int e) { return WideRange(a) * WideRange::power_of_two(e); }
Precise precise(double a, int e) { return ldexp(Precise(a), e); }

// What got 2^-e is, for e near the size of the number.
double off(const WideRange& got, const Precise& exact) {
    if (exact == 0) return static_cast<double>(got);
    const int e = ilogb(exact);
    const double part = static_cast<double>(got * WideRange::power_of_two(-e));
    return abs((Precise(part) - ldexp(exact, -e)) / ldexp(exact, -e)).convert_to<double>();
}

// Half a unit of the last place of double.
constexpr double rounding = 0x1p-53;

TEST(WideRange, EveryOperationRoundsOnceWhateverTheSize) {
    const int sizes[] = {0, 1, -3, 52, -54, 300, -380, 900, -1100, 5000, -5001, 100000, -99999};
    for (int e : sizes)
        for (int f : sizes) {
            const double x = 1.2345678901234567, y = -0.9876543210987654;
            const WideRange a = wide(x, e), b = wide(y, f);
            const Precise p = precise(x, e), q = precise(y, f);
            EXPECT_LE(off(a * b, p * q), rounding) << e << " " << f;
            EXPECT_LE(off(a / b, p / q), rounding) << e << " " << f;
            EXPECT_LE(off(a + b, p + q), rounding) << e << " " << f;
            EXPECT_LE(off(a - b, p - q), rounding) << e << " " << f;
            EXPECT_LE(off(sqrt(a), sqrt(p)), rounding) << e;
            EXPECT_EQ(a < abs(b), p < -q) << e << " " << f;
            EXPECT_EQ(a > abs(b), p > -q) << e << " " << f;
            EXPECT_TRUE(b < a && b <= a && a > b && a >= b && a != b && a == a);
            // the lost part of a product is what makes two words exact
            const TwoWords<WideRange> both = TwoWords<WideRange>::product(a, b);
            EXPECT_LE(off(both.hi, p * q), rounding);
            EXPECT_LE(off(both.lo, p * q - (Precise(x * y) * ldexp(Precise(1), e + f))), rounding) << e << " " << f;
        }
}

TEST(WideRange, DoublesComeBack) {
    for (double x : {0.0, 1.0, -2.5, 5e-324, -3e-310, 2.2250738585072014e-308, 1.7976931348623157e308, 1e-300})
        EXPECT_EQ(static_cast<double>(WideRange(x)), x);
    EXPECT_EQ(static_cast<double>(wide(1.0, 1024)), std::numeric_limits<double>::infinity());
    EXPECT_EQ(static_cast<double>(wide(1.0, -1080)), 0.0);
    // rounded once, not to 53 digits first and then again
    EXPECT_EQ(static_cast<double>(wide(1.5 + 0x1p-52, -1074)), 2 * 5e-324);
    EXPECT_FALSE(is_finite(WideRange(1.0) / WideRange(0.0)));
    EXPECT_TRUE(std::isnan(static_cast<double>(WideRange(0.0) / WideRange(0.0))));
}

TEST(WideRange, FunctionsBeyondTheRangeOfDouble) {
    WideRange s, c;
    sincos(wide(1.5, -3000), s, c);
    EXPECT_TRUE(s == wide(1.5, -3000) && c == WideRange(1));
    sincos(WideRange(0.7), s, c);
    EXPECT_EQ(static_cast<double>(s), polhode::sin(0.7));
    EXPECT_EQ(static_cast<double>(c), polhode::cos(0.7));
    EXPECT_TRUE(atan2(wide(3.0, -3000), WideRange(2)) == wide(1.5, -3000));
    EXPECT_EQ(static_cast<double>(atan2(wide(3.0, -3000), wide(2.0, -3000))), polhode::atan2(3.0, 2.0));
    EXPECT_EQ(static_cast<double>(atan2(wide(3.0, 3000), wide(-2.0, -3000))), polhode::atan2(1.0, 0.0));
    EXPECT_TRUE(tanh(wide(1.0, -3000)) == wide(1.0, -3000));
    EXPECT_EQ(static_cast<double>(tanh(WideRange(1e6))), 1.0);
    // a rounding of the argument, 3000, counts 3000 times in its exponential
    EXPECT_LE(off(cosh(WideRange(3000.5)), cosh(Precise(3000.5))), 1e-15);
    EXPECT_LE(off(log(wide(1.25, 5000)), log(precise(1.25, 5000))), 2 * rounding);
}

}  // namespace

}  // namespace wide_range_test
