#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <polhode/arithmetic/counting.hpp>
#include <polhode/arithmetic/fixed_point.hpp>
#include <polhode/integrate/runge_kutta.hpp>
#include <polhode/integrate/taylor.hpp>
#include <polhode/rotation/quaternion.hpp>

namespace fixed_point_test {

namespace {

using namespace polhode;
__extension__ typedef __int128 Big;

// Each test leaves the thread's machine as it found it.
class FixedPoint : public testing::Test {
 protected:
    void SetUp() override { Fixed::machine = {}; }
    void TearDown() override { Fixed::machine = {}; }
};

void use(int bits, Rounding rounding = Rounding::nearest, Overflow overflow = Overflow::trap) {
    Fixed::machine = {};
    Fixed::machine.fraction_bits = bits;
    Fixed::machine.rounding = rounding;
    Fixed::machine.overflow = overflow;
}

Big floor_of(Big n, Big d) {
    const Big q = n / d;
    return q * d > n ? q - 1 : q;
}
// What a word does to a result, in plain words.
bool fits(Big x, int bits) { return -(static_cast<Big>(1) << bits) <= x && x < (static_cast<Big>(1) << bits); }

std::int64_t any_word(int bits) {
    const std::int64_t limit = std::int64_t{1} << bits;
    return *rc::gen::inRange<std::int64_t>(-limit, limit);
}

RC_GTEST_FIXTURE_PROP(FixedPoint, WideNumbersMadeOfHalvesAreThoseOfTheCompiler, ()) {
    const auto a = *rc::gen::arbitrary<std::int64_t>(), c = *rc::gen::arbitrary<std::int64_t>();
    const std::int64_t edge = *rc::gen::element<std::int64_t>(INT64_MIN, INT64_MAX, -1, 0, 1, std::int64_t{1} << 32);
    for (const std::int64_t second : {c, edge})
        RC_ASSERT(detail::wide_product_by_halves(a, second) == detail::wide_product(a, second));
    const std::uint64_t d = *rc::gen::arbitrary<std::uint64_t>();
    if (d == 0) return;
    const detail::Wide n = detail::wide_product(a, c);
    for (const std::uint64_t divisor : {d, UINT64_MAX, std::uint64_t{1}, std::uint64_t{1} << 63})
        RC_ASSERT(detail::floor_quotient_by_bits(n, divisor) == detail::floor_quotient(n, divisor));
}

RC_GTEST_FIXTURE_PROP(FixedPoint, ProductsAndQuotientsRoundAsDefined, ()) {
    const int b = *rc::gen::inRange(8, 63);
    const Big one = static_cast<Big>(1) << b;
    const std::int64_t a = any_word(b), c = any_word(b);
    const Fixed x = Fixed::of_word(a), y = Fixed::of_word(c);
    for (const Rounding rounding : {Rounding::nearest, Rounding::truncate}) {
        use(b, rounding);
        const Big half = rounding == Rounding::nearest ? one / 2 : 0;
        const Big product = floor_of(static_cast<Big>(a) * c + half, one);
        RC_ASSERT((x * y).lost() == !fits(product, b));
        if (fits(product, b)) RC_ASSERT((x * y).word() == product);

        const Big sum = static_cast<Big>(a) + c;
        RC_ASSERT((x + y).lost() == !fits(sum, b));
        if (fits(sum, b)) RC_ASSERT((x + y).word() == sum);

        if (c == 0) continue;
        const Big n = c < 0 ? -static_cast<Big>(a) : a, d = c < 0 ? -static_cast<Big>(c) : c;
        const Big quotient = rounding == Rounding::nearest ? floor_of(2 * n * one + d, 2 * d) : floor_of(n * one, d);
        RC_ASSERT((x / y).lost() == !fits(quotient, b));
        if (fits(quotient, b)) RC_ASSERT((x / y).word() == quotient);
    }
    use(b);
    RC_ASSERT(half(x).word() == floor_of(static_cast<Big>(a) + 1, 2));
    RC_ASSERT((Fixed(1) * x).word() == a);
    RC_ASSERT((x / Fixed(1)).word() == a);
}

TEST_F(FixedPoint, UnityWrapsToMinusOneSaturatesOrIsCaught) {
    for (const int bits : {8, 15, 31, 62}) {
        const std::int64_t one = std::int64_t{1} << bits;
        use(bits, Rounding::nearest, Overflow::wrap);
        EXPECT_EQ((Fixed(0.5) + Fixed(0.5)).word(), -one) << "two's complement: the paper's sign-magnitude gave 0";
        EXPECT_EQ(Fixed::input(1.0).word(), -one);
        EXPECT_EQ((Fixed::of_word(-one) * Fixed::of_word(-one)).word(), -one);
        EXPECT_EQ(Fixed::machine.overflows, 3);
        use(bits, Rounding::nearest, Overflow::saturate);
        EXPECT_EQ((Fixed(0.5) + Fixed(0.5)).word(), one - 1);
        EXPECT_EQ((Fixed::of_word(-one) - Fixed(0.5)).word(), -one);
        EXPECT_EQ((-Fixed::of_word(-one)).word(), one - 1);
        EXPECT_EQ((Fixed(0.25) / Fixed(0)).word(), one - 1);
        use(bits);
        const Fixed lost = Fixed(0.5) + Fixed(0.5);
        EXPECT_FALSE(is_finite(lost));
        EXPECT_FALSE(is_finite(lost * Fixed(0)));
        EXPECT_FALSE(is_finite(Fixed(0.25) - lost));
        EXPECT_FALSE(is_finite(fma(Fixed(0.25), Fixed(0.25), lost)));
        EXPECT_FALSE(is_finite(Fixed(0.5) / Fixed(0.25)));
        EXPECT_FALSE(is_finite(Fixed(0.5) / Fixed(0)));
        EXPECT_FALSE(is_finite(sqrt(Fixed(-0.25))));
    }
}

TEST_F(FixedPoint, InputsRoundHalfUpward) {
    use(8);
    EXPECT_EQ(Fixed::input(2.5 / 256).word(), 3);
    EXPECT_EQ(Fixed::input(-2.5 / 256).word(), -2);
    EXPECT_EQ(Fixed::input(2.49 / 256).word(), 2);
    EXPECT_EQ(Fixed::input(-2.51 / 256).word(), -3);
    // an odd whole number above 2^52: adding 1/2 in double would move it
    use(53);
    EXPECT_EQ(Fixed::input(std::ldexp(4503599627370497.0, -53)).word(), 4503599627370497);
}

TEST_F(FixedPoint, RootIsTheNearestWord) {
    for (const int bits : {8, 20, 31}) {
        use(bits);
        for (std::int64_t x : {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, std::int64_t{77},
                               (std::int64_t{1} << bits) / 4, (std::int64_t{1} << bits) - 1}) {
            const double exact = std::sqrt(std::ldexp(static_cast<double>(x), bits));
            if (exact + 0.5 >= std::ldexp(1.0, bits)) continue;
            EXPECT_EQ(sqrt(Fixed::of_word(x)).word(), static_cast<std::int64_t>(std::floor(exact + 0.5)));
        }
    }
}

// The same tableau as in double, in whole-number weights over one denominator (see the header).
struct Slope {
    std::int64_t k[4];
    int n = 0;
    Vec<Fixed, 1> seen[4];
    Vec<Fixed, 1> operator()(StepTime, const Vec<Fixed, 1>& y) {
        seen[n] = y;
        return {Fixed::of_word(k[n++])};
    }
};
std::int64_t floored(std::int64_t n, std::int64_t d) { return static_cast<std::int64_t>(floor_of(n, d)); }

RC_GTEST_FIXTURE_PROP(FixedPoint, RungeKuttaAddsStagesInTheRegister, ()) {
    const int b = *rc::gen::inRange(8, 40);
    use(b);
    const std::int64_t one = std::int64_t{1} << b, y = *rc::gen::inRange<std::int64_t>(-one / 4, one / 4);
    Slope s{};
    for (std::int64_t& k : s.k) k = *rc::gen::inRange<std::int64_t>(-one / 8, one / 8);
    const Vec<Fixed, 1> y0{Fixed::of_word(y)};
    const auto [k1, k2, k3, k4] = s.k;
    {
        Slope f = s;
        const auto y1 = integrate::runge_kutta_step<integrate::Heun>(f, StepTime{}, y0, Fixed(1));
        RC_ASSERT(f.seen[1][0].word() == y + k1);
        RC_ASSERT(y1[0].word() == y + floored(k1 + k2 + 1, 2));
    }
    Slope f = s;
    const auto y1 = integrate::runge_kutta_step<integrate::Rk4>(f, StepTime{}, y0, Fixed(1));
    RC_ASSERT(f.seen[1][0].word() == y + floored(k1 + 1, 2));
    RC_ASSERT(f.seen[2][0].word() == y + floored(k2 + 1, 2));
    RC_ASSERT(f.seen[3][0].word() == y + k3);
    const Big sixth = floor_of(one + 3, 6);
    RC_ASSERT(y1[0].word() ==
              y + static_cast<std::int64_t>(floor_of(sixth * (k1 + 2 * k2 + 2 * k3 + k4) + one / 2, one)));
}

TEST_F(FixedPoint, SumsOverStagesMayExceedTheWordButNotTheRegister) {
    use(31);
    // k1 + 2 k2 + 2 k3 + k4 = 2.4, a sixth of it 0.4
    Slope s{};
    for (std::int64_t& k : s.k) k = Fixed::input(0.4).word();
    const Vec<Fixed, 1> y0{Fixed(0.25)};
    EXPECT_NEAR(static_cast<double>(integrate::runge_kutta_step<integrate::Rk4>(s, StepTime{}, y0, Fixed(1))[0]), 0.65,
                2e-9);
    EXPECT_EQ(Fixed::machine.overflows, 0);
    use(62);
    s = {};
    for (std::int64_t& k : s.k) k = Fixed::input(0.4).word();
    EXPECT_FALSE(is_finite(integrate::runge_kutta_step<integrate::Rk4>(s, StepTime{}, y0, Fixed(1))[0]))
        << "at 62 bits the register has one bit more";
}

TEST_F(FixedPoint, StagesKnowTheirPlaceInTheStep) {
    long seen[5] = {}, n = 0;
    const auto f = [&](StepTime t, const Vec<Fixed, 1>&) {
        seen[n++] = t.twelfths;
        return Vec<Fixed, 1>{};
    };
    integrate::runge_kutta_step<integrate::Merson>(f, StepTime{24}, Vec<Fixed, 1>{}, Fixed(1));
    EXPECT_EQ(seen[0], 24);
    EXPECT_EQ(seen[1], 28);
    EXPECT_EQ(seen[2], 28);
    EXPECT_EQ(seen[3], 30);
    EXPECT_EQ(seen[4], 36);
}

TEST_F(FixedPoint, FactorsBeyondTheWordAreShifts) {
    use(15);
    const Fixed x = Fixed::of_word(1001);
    EXPECT_EQ(times(x, Factor<Fixed>(4)).word(), 4004);
    EXPECT_EQ(times(x, Factor<Fixed>(1)).word(), 1001);
    EXPECT_EQ(times(x, Factor<Fixed>(0.25)).word(), 250);
    EXPECT_EQ(times(x, Factor<Fixed>(0.5)).word(), 501) << "half of an odd word goes up";
    EXPECT_NEAR(static_cast<double>(times(x, Factor<Fixed>(3)).word()), 3003, 2) << "a word of 3/4 and a shift by two";
    EXPECT_FALSE(is_finite(times(Fixed(0.5), Factor<Fixed>(2))));
}

// The recurrences of taylor.hpp over words: a turn about a fixed axis, against sine and cosine.
TEST_F(FixedPoint, TaylorSeriesRunInWords) {
    for (const int bits : {15, 31, 46, 62}) {
        use(bits);
        const double angle = 0.3;  // rad per step
        integrate::TaylorBody<Fixed> body(PrincipalInertia<double>({1.0, 2.0, 2.5}).as<Fixed>(),
                                          integrate::PolynomialTorque<Fixed>{}, 14);
        // about the third principal axis: the rate stays, the attitude turns
        body.expand({Fixed(0.5), Fixed(0), Fixed(0), Fixed(0)}, {Fixed(0), Fixed(0), Fixed::input(angle)}, Fixed(1));
        const Quaternion<Fixed> q = body.attitude_at(Fixed(1));
        const double w = static_cast<double>(Fixed::input(angle));
        // each of 14 coefficients and sums rounds by half a unit; the rest is double's own
        const double tolerance = 20 * std::ldexp(1.0, -bits) + 1e-15;
        EXPECT_NEAR(static_cast<double>(q.w), 0.5 * std::cos(w / 2), tolerance);
        EXPECT_NEAR(static_cast<double>(q.z), 0.5 * std::sin(w / 2), tolerance);
        EXPECT_EQ(q.x.word(), 0);
        EXPECT_EQ(body.rate_at(Fixed(1))[2].word(), Fixed::input(angle).word());
        EXPECT_EQ(Fixed::machine.overflows, 0);
    }
}

}  // namespace

}  // namespace fixed_point_test
