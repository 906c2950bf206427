// Fixed: a word of a machine that has only fractions. With b fraction bits (8 to 62) the whole number X stands for
// X/2^b, -2^b <= X < 2^b, so -1 <= value < 1, as in the machine of Gray, Rubinoff and Sohon 1952. It is a scalar of the
// core: the steppers, the rate equations of matrix and quaternion and the Taylor recurrences run over it unchanged.
//
// Rounding (of `nearest`; `truncate` leaves out the half, so that bits are dropped, towards minus infinity)
//     product    floor((a c + 2^(b-1))/2^b)            sum     exact
//     quotient   floor((2 a 2^b + d)/(2 d)), d made positive
//     half       floor((a + 1)/2), the product with 1/2
//     constant, input   floor(x 2^b + 1/2), always
// fma(a, c, d) rounds the product, then adds. Weighted sums over the stages of a Runge-Kutta step are made in the full
// 64-bit register, with weights as whole numbers over their common denominator n, and scaled once: by a rounded shift
// where n is a power of two, else by the product with the word floor((2^b + n/2)/n). The register has 63 - b bits more
// than the word; only what leaves it, or is stored as a word outside the range, has overflowed.
//
// Overflow: what leaves the range does as the machine says.
//     trap       becomes `lost`, which every later result inherits and is_finite() tells; the run can then be stopped
//     wrap       keeps the low b + 1 bits: two's complement, where +1 becomes -1
//     saturate   stays at the end of the range
// A quotient by zero, and a root of a negative word, are lost with trap and take the end of the range otherwise.
//
// Constants of the source code (T(1), T(0.75)) live in the register and may exceed the word: T(1) is exactly one, so
// that a step of length T(1) does not round. Time is counted in steps: a rate is a fraction of a radian per step.
//
// Machine word and rules are set per thread (on a bare processor: once) in Fixed::machine. Whole-number arithmetic
// only, the same words on every machine; where the compiler has no 128-bit integers (Cortex-M0) they are made here.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "factor.hpp"
#include "vec.hpp"

#if defined(__arm__) && !defined(__linux__)
#define POLHODE_PER_THREAD
#else
#define POLHODE_PER_THREAD thread_local
#endif

namespace polhode {

enum class Rounding : unsigned char { nearest, truncate };
enum class Overflow : unsigned char { trap, wrap, saturate };

struct FixedPointMachine {
    int fraction_bits = 31;
    Rounding rounding = Rounding::nearest;
    Overflow overflow = Overflow::trap;
    long overflows = 0;  // counted since it was last set to 0
};

namespace detail {

// 128 bits, two's complement.
struct Wide {
    std::int64_t high = 0;
    std::uint64_t low = 0;

    static constexpr Wide of(std::int64_t a) { return {a < 0 ? -1 : 0, static_cast<std::uint64_t>(a)}; }
    constexpr bool negative() const { return high < 0; }
    // The value where 64 bits hold it.
    constexpr bool fits() const { return high == (static_cast<std::int64_t>(low) < 0 ? -1 : 0); }
    constexpr std::int64_t narrow() const { return static_cast<std::int64_t>(low); }

    friend constexpr Wide operator+(Wide a, Wide b) {
        Wide r;
        r.low = a.low + b.low;
        r.high = static_cast<std::int64_t>(static_cast<std::uint64_t>(a.high) + static_cast<std::uint64_t>(b.high) +
                                           (r.low < a.low ? 1u : 0u));
        return r;
    }
    friend constexpr Wide operator-(Wide a) {
        const std::uint64_t lower = ~a.low + 1;
        return {static_cast<std::int64_t>(~static_cast<std::uint64_t>(a.high) + (lower == 0 ? 1u : 0u)), lower};
    }
    friend constexpr Wide operator-(Wide a, Wide b) { return a + -b; }
    friend constexpr bool operator==(Wide a, Wide b) { return a.high == b.high && a.low == b.low; }
    friend constexpr bool operator<(Wide a, Wide b) { return a.high < b.high || (a.high == b.high && a.low < b.low); }
    // 0 <= n <= 127; to the right with sign
    constexpr Wide left(int n) const {
        if (n == 0) return *this;
        if (n >= 64) return {static_cast<std::int64_t>(low << (n - 64)), 0};
        return {static_cast<std::int64_t>((static_cast<std::uint64_t>(high) << n) | (low >> (64 - n))), low << n};
    }
    constexpr Wide right(int n) const {
        if (n == 0) return *this;
        if (n >= 64) return {high < 0 ? -1 : 0, static_cast<std::uint64_t>(high >> (n - 64))};
        return {high >> n, (low >> n) | (static_cast<std::uint64_t>(high) << (64 - n))};
    }
};

// Four products of 32-bit halves (Knuth, The Art of Computer Programming 2, 4.3.1 algorithm M)
constexpr Wide wide_product_by_halves(std::int64_t a, std::int64_t c) {
    const bool negative = (a < 0) != (c < 0);
    const std::uint64_t x = a < 0 ? 0 - static_cast<std::uint64_t>(a) : static_cast<std::uint64_t>(a);
    const std::uint64_t y = c < 0 ? 0 - static_cast<std::uint64_t>(c) : static_cast<std::uint64_t>(c);
    constexpr std::uint64_t mask = 0xffffffffu;
    const std::uint64_t x0 = x & mask, x1 = x >> 32, y0 = y & mask, y1 = y >> 32;
    const std::uint64_t low = x0 * y0, middle = x1 * y0 + (low >> 32), cross = x0 * y1 + (middle & mask);
    const Wide r{static_cast<std::int64_t>(x1 * y1 + (middle >> 32) + (cross >> 32)), (cross << 32) | (low & mask)};
    return negative ? -r : r;
}

// floor(n/d), d > 0, bit by bit; the quotient must fit into 128 bits, which it does.
constexpr Wide floor_quotient_by_bits(Wide n, std::uint64_t d) {
    const bool negative = n.negative();
    Wide rest = negative ? -n : n, quotient;
    std::uint64_t remainder = 0;
    for (int i = 0; i < 128; ++i) {
        const bool carry = remainder >> 63;
        remainder = (remainder << 1) | (static_cast<std::uint64_t>(rest.high) >> 63);
        rest = rest.left(1);
        quotient = quotient.left(1);
        if (carry || remainder >= d) {
            remainder -= d;
            quotient.low |= 1;
        }
    }
    if (!negative) return quotient;
    return remainder ? -quotient - Wide::of(1) : -quotient;
}

#if defined(__SIZEOF_INT128__)
__extension__ typedef __int128 NativeWide;
constexpr Wide wide_of(NativeWide a) { return {static_cast<std::int64_t>(a >> 64), static_cast<std::uint64_t>(a)}; }
constexpr Wide wide_product(std::int64_t a, std::int64_t c) { return wide_of(static_cast<NativeWide>(a) * c); }
constexpr Wide floor_quotient(Wide n, std::uint64_t d) {
    const NativeWide a = static_cast<NativeWide>(n.high) * (static_cast<NativeWide>(1) << 64) + n.low;
    const NativeWide b = d, q = a / b;
    return wide_of(a - q * b < 0 ? q - 1 : q);
}
#else
constexpr Wide wide_product(std::int64_t a, std::int64_t c) { return wide_product_by_halves(a, c); }
constexpr Wide floor_quotient(Wide n, std::uint64_t d) { return floor_quotient_by_bits(n, d); }
#endif

}  // namespace detail

class Fixed {
 public:
    using only_fractions = void;  // there is no 2 among these numbers, and no 1 but as a constant
    static constexpr int fewest_bits = 8, most_bits = 62;
    static inline POLHODE_PER_THREAD FixedPointMachine machine{};

    Fixed() = default;
    // A constant: rounded to the nearest word, may exceed the range.
    template <class U, class = std::enable_if_t<std::is_arithmetic_v<U>>>
    explicit Fixed(U value) {
        if constexpr (std::is_integral_v<U>)
            word_ = constant(static_cast<std::int64_t>(value));
        else
            word_ = constant(static_cast<double>(value));
    }
    static Fixed of_word(std::int64_t word) {
        Fixed f;
        f.word_ = word;
        return f;
    }
    // An input: rounded to the nearest word; outside the range it has overflowed.
    static Fixed input(double x) {
        const std::int64_t word = constant(x);
        if (word != lost_word) return stored(detail::Wide::of(word));
        // beyond the register: a whole number of words, since the double has no finer digit there
        return overflowed(detail::Wide{x < 0 ? -1 : 0, 0}, x < 0);
    }
    // 1/n, the word nearest to it; 1 for n = 1
    static Fixed unit_fraction(int n) { return of_word((one() + n / 2) / n); }

    std::int64_t word() const { return word_; }
    bool lost() const { return word_ == lost_word; }
    explicit operator double() const { return static_cast<double>(word_) / static_cast<double>(one()); }

    friend Fixed operator+(Fixed a, Fixed c) {
        if (a.lost() || c.lost()) return lost_number();
        return stored(detail::Wide::of(a.word_) + detail::Wide::of(c.word_));
    }
    friend Fixed operator-(Fixed a, Fixed c) {
        if (a.lost() || c.lost()) return lost_number();
        return stored(detail::Wide::of(a.word_) - detail::Wide::of(c.word_));
    }
    friend Fixed operator-(Fixed a) { return a.lost() ? a : stored(detail::Wide::of(-a.word_)); }
    friend Fixed operator*(Fixed a, Fixed c) {
        if (a.lost() || c.lost()) return lost_number();
        return stored(rounded_right(detail::wide_product(a.word_, c.word_), machine.fraction_bits));
    }
    friend Fixed operator/(Fixed a, Fixed c) {
        if (a.lost() || c.lost()) return lost_number();
        if (c.word_ == 0) return overflowed(detail::Wide::of(a.word_), a.word_ < 0);
        const std::int64_t n = c.word_ < 0 ? -a.word_ : a.word_;
        const auto d = static_cast<std::uint64_t>(c.word_ < 0 ? -c.word_ : c.word_);
        const detail::Wide shifted = detail::Wide::of(n).left(machine.fraction_bits);
        if (machine.rounding == Rounding::truncate) return stored(detail::floor_quotient(shifted, d));
        return stored(detail::floor_quotient(shifted.left(1) + detail::Wide{0, d}, 2 * d));
    }

    friend bool operator==(Fixed a, Fixed c) { return a.word_ == c.word_; }
    friend bool operator!=(Fixed a, Fixed c) { return a.word_ != c.word_; }
    friend bool operator<(Fixed a, Fixed c) { return a.word_ < c.word_; }
    friend bool operator>(Fixed a, Fixed c) { return c < a; }
    friend bool operator<=(Fixed a, Fixed c) { return !(c < a); }
    friend bool operator>=(Fixed a, Fixed c) { return !(a < c); }

    friend Fixed fma(Fixed a, Fixed c, Fixed d) { return a * c + d; }
    friend Fixed abs(Fixed a) { return a.word_ < 0 ? -a : a; }
    friend Fixed copysign(Fixed a, Fixed sign) { return (a.word_ < 0) == (sign.word_ < 0) ? a : -a; }
    friend bool is_finite(Fixed a) { return !a.lost(); }
    // The word nearest to the root; digit by digit (Knuth, The Art of Computer Programming 2, 4.3.1 exercise 41).
    friend Fixed sqrt(Fixed a) {
        if (a.lost()) return a;
        if (a.word_ < 0) return overflowed(detail::Wide::of(a.word_), true);
        const detail::Wide n = detail::Wide::of(a.word_).left(machine.fraction_bits);
        std::int64_t root = 0;
        for (int bit = 62; bit >= 0; --bit) {
            const std::int64_t trial = root | (std::int64_t{1} << bit);
            if (!(n < detail::wide_product(trial, trial))) root = trial;
        }
        // (root + 1/2)^2 = root^2 + root + 1/4
        const detail::Wide rest = n - detail::wide_product(root, root);
        const bool up = machine.rounding == Rounding::nearest && detail::Wide::of(root) < rest;
        return stored(detail::Wide::of(root + (up ? 1 : 0)));
    }
    // 2 a c rounded once, after the doubling.
    friend Fixed twice_product(Fixed a, Fixed c) {
        if (a.lost() || c.lost()) return lost_number();
        return stored(rounded_right(detail::wide_product(a.word_, c.word_).left(1), machine.fraction_bits));
    }
    // a 2^n: to the left exactly, to the right rounded
    friend Fixed shifted(Fixed a, int n) {
        if (a.lost()) return a;
        const detail::Wide w = detail::Wide::of(a.word_);
        // a machine has no use for more; the word is then outside the range or gone
        if (n > 63) n = 63;
        if (n < -63) n = -63;
        return stored(n >= 0 ? w.left(n) : rounded_right(w, -n));
    }

    // ---- sums in the register, for weighted sums over stages ----
    // (sum_j n_j k_j)/denominator, n_j whole numbers.
    class Register {
     public:
        void add(int weight, Fixed k) {
            if (k.lost()) lost_ = true;
            sum_ = sum_ + detail::wide_product(k.word_, weight);
        }
        Fixed over(int denominator) const {
            if (lost_) return lost_number();
            if (!sum_.fits()) return overflowed(sum_, sum_.negative());
            int shift = 0;
            while ((1 << shift) < denominator) ++shift;
            if ((1 << shift) == denominator) return stored(rounded_right(sum_, shift));
            return stored(rounded_right(detail::wide_product(unit_fraction(denominator).word_, sum_.narrow()),
                                        machine.fraction_bits));
        }

     private:
        detail::Wide sum_{};
        bool lost_ = false;
    };

 private:
    static constexpr std::int64_t lost_word = INT64_MIN;  // no word: those are at least -2^62

    static std::int64_t one() { return std::int64_t{1} << machine.fraction_bits; }
    static Fixed lost_number() { return of_word(lost_word); }

    static std::int64_t constant(std::int64_t value) {
        const std::int64_t largest = std::int64_t{1} << (62 - machine.fraction_bits);
        // comparing with <= lets 1 through at 62 bits
        return -largest <= value && value <= largest ? value * one() : lost_word;
    }
    static std::int64_t constant(double x) {
        const double scaled = x * static_cast<double>(one());  // exact: a power of two
        if (!(-0x1p63 < scaled && scaled < 0x1p63)) return lost_word;
        std::int64_t below = static_cast<std::int64_t>(scaled);
        if (static_cast<double>(below) > scaled) --below;
        return scaled - static_cast<double>(below) >= 0.5 ? below + 1 : below;
    }
    static detail::Wide rounded_right(detail::Wide a, int n) {
        if (machine.rounding == Rounding::nearest && n > 0) a = a + detail::Wide::of(1).left(n - 1);
        return a.right(n);
    }
    static Fixed stored(detail::Wide a) {
        if (a.fits()) {
            const std::int64_t word = a.narrow();
            if (-one() <= word && word < one()) return of_word(word);
        }
        return overflowed(a, a.negative());
    }
    static Fixed overflowed(detail::Wide a, bool negative) {
        ++machine.overflows;
        switch (machine.overflow) {
            case Overflow::wrap: {
                const int unused = 63 - machine.fraction_bits;
                return of_word(static_cast<std::int64_t>(a.low << unused) >> unused);
            }
            case Overflow::saturate:
                return of_word(negative ? -one() : one() - 1);
            case Overflow::trap:
                break;
        }
        return lost_number();
    }

    std::int64_t word_ = 0;
};

// Powers of two are shifts; any other constant is a word below 1 and a shift after the product.
template <>
class Factor<Fixed> {
 public:
    Factor() = default;
    explicit Factor(double value) {
        while (value >= 1) value /= 2, ++shift_;
        while (value < 0.5 && value > 0) value *= 2, --shift_;
        word_ = Fixed(value);
        whole_ = value == 0.5;
        if (whole_) --shift_;
    }
    friend Fixed times(Fixed a, const Factor& f) { return shifted(f.whole_ ? a : a * f.word_, f.shift_); }

 private:
    Fixed word_{};
    int shift_ = 0;
    bool whole_ = true;  // a power of two
};

// ---- how a Runge-Kutta step adds up its stages in words (see runge_kutta.hpp) ----

// Time inside a run counted in twelfths of a step, so that stages at 1/2, 1/3, 1/4 ... of a step are whole numbers. A
// right-hand side under a rate that is not constant finds in it where the stage lies.
struct StepTime {
    static constexpr int per_step = 12;
    long twelfths = 0;
};
inline StepTime stage_time(StepTime t, double part, Fixed) {
    const double twelfths = part * StepTime::per_step;
    return {t.twelfths + static_cast<long>(twelfths + 0.5)};
}

namespace detail {

// The smallest denominator that makes every weight of a row a whole number.
template <class Weights, int count, int... j>
constexpr int common_denominator(std::integer_sequence<int, j...>) {
    const double weights[] = {Weights::template at<j>()..., 0.0};
    for (int n = 1; n <= 360; ++n) {
        bool whole = true;
        for (int i = 0; i < count; ++i) {
            const double scaled = weights[i] * n;
            const double nearest = static_cast<double>(static_cast<long>(scaled + (scaled < 0 ? -0.5 : 0.5)));
            const double off = scaled - nearest;
            whole = whole && off < 1e-9 && off > -1e-9;
        }
        if (whole) return n;
    }
    return 0;
}
template <class Weights, int j, int denominator>
constexpr int whole_weight() {
    constexpr double scaled = Weights::template at<j>() * denominator;
    return static_cast<int>(scaled + (scaled < 0 ? -0.5 : 0.5));
}

template <class Weights, int denominator, int N, int... j>
inline Vec<Fixed, N> register_sums(const Vec<Fixed, N>* k, std::integer_sequence<int, j...>) {
    Vec<Fixed, N> sums;
    for (int i = 0; i < N; ++i) {
        Fixed::Register sum;
        (
            [&] {
                constexpr int weight = whole_weight<Weights, j, denominator>();
                if constexpr (weight != 0) sum.add(weight, k[j][i]);
            }(),
            ...);
        sums[i] = sum.over(denominator);
    }
    return sums;
}

}  // namespace detail

// y + h sum_j weights[j] k[j]; h = T(1) is the step itself, a smaller one a part of it.
template <class Weights, int count, int N>
inline Vec<Fixed, N> stage_point(const Vec<Fixed, N>& y, Fixed h, const Vec<Fixed, N>* k) {
    using Stages = std::make_integer_sequence<int, count>;
    constexpr int denominator = detail::common_denominator<Weights, count>(Stages{});
    static_assert(denominator > 0, "the weights of this method are no ratios of small whole numbers");
    const Vec<Fixed, N> slope = detail::register_sums<Weights, denominator>(k, Stages{});
    return h == Fixed(1) ? y + slope : madd(h, slope, y);
}

}  // namespace polhode
