#include "polhode/exact/two_words.hpp"

#include "core/exact/exact_support.hpp"

namespace two_words_test {

namespace {

using exact_support::Precise;
using polhode::exact::TwoWords;

Precise whole(const TwoWords<double>& a) { return Precise(a.hi) + Precise(a.lo); }
double relative(const Precise& got, const Precise& exact) { return abs((got - exact) / exact).convert_to<double>(); }

// Numbers with digits in both words.
TwoWords<double> number(unsigned i) {
    const double a = std::sin(1.0 + i) * std::exp2(static_cast<int>(i % 9) - 4), b = a * 1e-17 * std::cos(3.0 * i);
    return TwoWords<double>::sum(a, b);
}

// A few squares of the rounding of binary64 (1.2e-32): Joldes, Muller, Popescu give at most 10 of them.
constexpr double bound = 1.3e-31;

TEST(TwoWords, EachOperationKeepsBothWords) {
    double worst = 0;
    for (unsigned i = 0; i < 500; ++i) {
        const TwoWords<double> a = number(i), b = number(3 * i + 7);
        worst = std::max(worst, relative(whole(a * b), whole(a) * whole(b)));
        worst = std::max(worst, relative(whole(a / b), whole(a) / whole(b)));
        worst = std::max(worst, relative(whole(a * b.hi), whole(a) * Precise(b.hi)));
        worst = std::max(worst, relative(whole(a / b.hi), whole(a) / Precise(b.hi)));
        worst = std::max(worst, relative(whole(sqrt(abs(a))), sqrt(abs(whole(a)))));
        // a sum may cancel: its error counts against the larger term
        const Precise larger = std::max(Precise(abs(whole(a))), Precise(abs(whole(b))));
        worst = std::max(worst, abs((whole(a + b) - (whole(a) + whole(b))) / larger).convert_to<double>());
        worst = std::max(worst, abs((whole(a - b.hi) - (whole(a) - Precise(b.hi))) / larger).convert_to<double>());
    }
    EXPECT_LE(worst, bound);
    EXPECT_GT(worst, 1e-34) << "nothing was compared";
}

TEST(TwoWords, ProductAndDifferenceOfPlainNumbersAreExact) {
    for (unsigned i = 0; i < 200; ++i) {
        const double a = number(i).hi, b = number(i + 11).hi;
        EXPECT_EQ(whole(polhode::exact::exact_product(a, b)), Precise(a) * Precise(b));
        EXPECT_EQ(whole(polhode::exact::exact_difference(a, b)), Precise(a) - Precise(b));
    }
}

TEST(TwoWords, PiHasTwiceTheDigits) {
    const Precise pi("3.14159265358979323846264338327950288419716939937510582097494459");
    EXPECT_LE(relative(whole(polhode::exact::pi_in_two_words<double>()), pi), 1.3e-32);
    const TwoWords<float> f = polhode::exact::pi_in_two_words<float>();
    EXPECT_NEAR(static_cast<double>(f.hi) + static_cast<double>(f.lo), 3.141592653589793, 1e-14);
}

TEST(TwoWords, NearestIntegerAndItsRemainder) {
    using polhode::exact::nearest_integer;
    using polhode::exact::remainder_of_four;
    for (double a : {0.0, 0.4, 0.6, -0.6, 7.3, -123456.7, 4503599627370495.0, -9007199254740993.0, 1e300})
        EXPECT_EQ(nearest_integer(a), std::nearbyint(a)) << a;
    for (int i = -9; i < 10; ++i) EXPECT_EQ(remainder_of_four(static_cast<double>(i)), ((i % 4) + 4) % 4) << i;
    EXPECT_EQ(remainder_of_four(std::nan("")), 0);
}

TEST(TwoWords, PowerOfTwoBelow) {
    using polhode::exact::power_of_two_below;
    for (double a : {1.0, 1.99, 2.0, 0.3, 1e300, 1e-300, 5e-320}) {
        const double p = power_of_two_below(a);
        EXPECT_LE(p, a);
        EXPECT_LT(a / p, 2.0);
        EXPECT_EQ(std::exp2(std::ilogb(a)), p) << a;
    }
    EXPECT_EQ(power_of_two_below(0.0), 1.0);
    EXPECT_EQ(power_of_two_below(std::numeric_limits<float>::infinity()), 1.0f);
    for (float a : {1.0f, 3e38f, 1e-37f, 0.7f}) EXPECT_EQ(std::exp2(std::ilogb(a)), power_of_two_below(a)) << a;
}

}  // namespace

}  // namespace two_words_test
