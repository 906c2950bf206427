// TwoWords<T>: the unevaluated sum hi + lo of two numbers of type T, about twice the digits of T.
//
// The closed forms hold what multiplies the time (frequencies, periods, the turn per period) in two words, so that a
// large t costs no digits: everything periodic may then stay in one word. The set-up of a solution, where close
// quantities are subtracted, is done in two words throughout.
//
// Algorithms: T. J. Dekker, Numer. Math. 18 (1971) 224; M. Joldes, J.-M. Muller, V. Popescu, ACM TOMS 44 (2017) 15,
// algorithms 6 (sum), 12 (product), 17 (quotient). Relative error of each operation: a few squares of T's rounding.
#pragma once

#include "../arithmetic/masks.hpp"

namespace polhode::exact {

// Named here, because functions of two words with these names stand in this namespace and would hide them.
using polhode::abs;
using polhode::copysign;
using polhode::fma;
using polhode::is_finite;
using polhode::select;
using polhode::sqrt;

template <class T>
struct TwoWords {
    T hi{0}, lo{0};

    POLHODE_INLINE constexpr TwoWords() = default;
    POLHODE_INLINE constexpr TwoWords(T h) : hi(h), lo(0) {}
    POLHODE_INLINE constexpr TwoWords(T h, T l) : hi(h), lo(l) {}

    // a + b, exact (Knuth)
    static POLHODE_INLINE TwoWords sum(T a, T b) {
        const T s = a + b, c = s - a;
        return {s, (a - (s - c)) + (b - c)};
    }
    // a + b, exact where |a| >= |b| or a = 0 (Dekker)
    static POLHODE_INLINE TwoWords ordered_sum(T a, T b) {
        const T s = a + b;
        return {s, b - (s - a)};
    }
    // a b, exact unless the low word falls below the smallest number
    static POLHODE_INLINE TwoWords product(T a, T b) {
        const T p = a * b;
        return {p, fma(a, b, -p)};
    }

    POLHODE_INLINE T value() const { return hi + lo; }

    friend POLHODE_INLINE TwoWords operator-(const TwoWords& a) { return {-a.hi, -a.lo}; }
    friend POLHODE_INLINE TwoWords operator+(const TwoWords& a, const TwoWords& b) {
        const TwoWords s = sum(a.hi, b.hi), t = sum(a.lo, b.lo);
        const TwoWords v = ordered_sum(s.hi, s.lo + t.hi);
        return ordered_sum(v.hi, t.lo + v.lo);
    }
    friend POLHODE_INLINE TwoWords operator+(const TwoWords& a, T b) {
        const TwoWords s = sum(a.hi, b);
        return ordered_sum(s.hi, s.lo + a.lo);
    }
    friend POLHODE_INLINE TwoWords operator+(T a, const TwoWords& b) { return b + a; }
    friend POLHODE_INLINE TwoWords operator-(const TwoWords& a, const TwoWords& b) { return a + (-b); }
    friend POLHODE_INLINE TwoWords operator-(const TwoWords& a, T b) { return a + (-b); }
    friend POLHODE_INLINE TwoWords operator-(T a, const TwoWords& b) { return (-b) + a; }
    friend POLHODE_INLINE TwoWords operator*(const TwoWords& a, const TwoWords& b) {
        const TwoWords p = product(a.hi, b.hi);
        return ordered_sum(p.hi, p.lo + fma(a.lo, b.hi, fma(a.hi, b.lo, a.lo * b.lo)));
    }
    friend POLHODE_INLINE TwoWords operator*(const TwoWords& a, T b) {
        const TwoWords p = product(a.hi, b);
        return ordered_sum(p.hi, fma(a.lo, b, p.lo));
    }
    friend POLHODE_INLINE TwoWords operator*(T a, const TwoWords& b) { return b * a; }
    friend POLHODE_INLINE TwoWords operator/(const TwoWords& a, const TwoWords& b) {
        const T q = a.hi / b.hi;
        // the sum a - b q, whose first difference is exact: its parts are nearly equal
        const TwoWords p = b * q, t = sum(a.lo, -p.lo);
        const TwoWords v = ordered_sum(a.hi - p.hi, t.hi);
        return ordered_sum(q, (v.hi + (t.lo + v.lo)) / b.hi);
    }
    friend POLHODE_INLINE TwoWords operator/(const TwoWords& a, T b) {
        const T q = a.hi / b;
        const T rest = fma(-q, b, a.hi) + a.lo;
        return ordered_sum(q, rest / b);
    }
    friend POLHODE_INLINE TwoWords operator/(T a, const TwoWords& b) { return TwoWords(a) / b; }

    // MaskOf<T>: bool, or a mask where T holds several numbers
    friend POLHODE_INLINE auto operator<(const TwoWords& a, const TwoWords& b) {
        return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo);
    }
    friend POLHODE_INLINE auto operator>(const TwoWords& a, const TwoWords& b) { return b < a; }
    friend POLHODE_INLINE auto operator<=(const TwoWords& a, const TwoWords& b) { return !(b < a); }
    friend POLHODE_INLINE auto operator>=(const TwoWords& a, const TwoWords& b) { return !(a < b); }
    friend POLHODE_INLINE auto operator==(const TwoWords& a, const TwoWords& b) { return a.hi == b.hi && a.lo == b.lo; }

    friend POLHODE_INLINE TwoWords select(const MaskOf<T>& condition, const TwoWords& a, const TwoWords& b) {
        return {select(condition, a.hi, b.hi), select(condition, a.lo, b.lo)};
    }
    friend POLHODE_INLINE TwoWords abs(const TwoWords& a) { return negated_where(a.hi < T(0), a); }
    friend POLHODE_INLINE TwoWords sqrt(const TwoWords& a) {
        const auto positive = a.hi > T(0);
        if (!any(positive)) return {T(0), T(0)};
        const T s = sqrt(a.hi);
        return select(positive, ordered_sum(s, (fma(-s, s, a.hi) + a.lo) / (s + s)), TwoWords());
    }
    // by a power of two: exact
    friend POLHODE_INLINE TwoWords scaled(const TwoWords& a, T power_of_two) {
        return {a.hi * power_of_two, a.lo * power_of_two};
    }
};

// a - b of two plain numbers, exact
template <class T>
POLHODE_INLINE TwoWords<T> exact_difference(T a, T b) {
    return TwoWords<T>::sum(a, -b);
}
template <class T>
POLHODE_INLINE TwoWords<T> exact_product(T a, T b) {
    return TwoWords<T>::product(a, b);
}

// The first digits of either kind of number, for tests against a threshold.
template <class T>
POLHODE_INLINE T leading(T a) {
    return a;
}
template <class T>
POLHODE_INLINE T leading(const TwoWords<T>& a) {
    return a.hi;
}

// pi in two words of T, from its expansion in binary64 words
template <class T>
POLHODE_HD inline TwoWords<T> pi_in_two_words() {
    if constexpr (std::numeric_limits<T>::digits < 53) {
        return {static_cast<T>(3.141592653589793116),
                static_cast<T>(3.141592653589793116 - static_cast<double>(static_cast<T>(3.141592653589793116)))};
    } else {
        const TwoWords<T> a = TwoWords<T>::sum(T(3.141592653589793116), T(1.224646799147353207e-16));
        const TwoWords<T> b = TwoWords<T>::sum(T(-2.994769809718339666e-33), T(1.112454220863365282e-49));
        return a + b;
    }
}

// The integer nearest to a, for |a| below half of the largest odd number of T; larger ones are whole already.
template <class T>
POLHODE_INLINE T nearest_integer(T a) {
    const T whole = T(1) / std::numeric_limits<T>::epsilon();
    const T shift = T(1.5) * whole;
    return select(abs(a) < half(whole), (a + shift) - shift, a);
}

// An integer modulo 4, by its two bits.
template <class Mask>
struct Quarter {
    Mask odd, upper;  // 1 or 3; 2 or 3
};
// a modulo 4 for an integer a below 1/epsilon in size; 0 for what is not a number.
template <class T>
POLHODE_INLINE Quarter<MaskOf<T>> quarter_of(T a) {
    const T r = a - T(4) * nearest_integer(T(0.25) * a);  // -2 ... 2
    const T size = abs(r);
    return {size > T(0.5) && !(size > T(1.5)), size > T(1.5) || r < T(-0.5)};
}
// The same as a number 0, 1, 2 or 3.
template <class T>
POLHODE_INLINE int remainder_of_four(T a) {
    const Quarter<bool> q = quarter_of(a);
    return (q.odd ? 1 : 0) + (q.upper ? 2 : 0);
}

namespace detail {

// 2^-n
template <class T>
POLHODE_HD constexpr T halved(int n) {
    T p(1);
    for (; n > 0; --n) p = p * T(0.5);
    return p;
}

}  // namespace detail

// The power of two p with p <= a < 2 p, for finite a > 0; 1 for anything else. The number of steps depends on T only.
template <class T>
POLHODE_HD inline T power_of_two_below(T a) {
    // several numbers at once: those who call give normal ones only
    if constexpr (!is_one_number<T>) {
        return power_of_two_part(a);
    } else {
        if (!(a > T(0) && a <= std::numeric_limits<T>::max())) return T(1);
        if constexpr (std::is_same_v<T, double>) {
            if (a >= std::numeric_limits<double>::min()) {
                unsigned long long bits;
                __builtin_memcpy(&bits, &a, sizeof bits);
                bits &= 0x7ff0000000000000ULL;
                double p;
                __builtin_memcpy(&p, &bits, sizeof p);
                return p;
            }
        }
        // 2, 4, 16, 256, ... up to the square root of the largest number
        T power[16];
        int n = 0;
        const T largest = sqrt(std::numeric_limits<T>::max());
        for (T f(2); f < largest && n < 16; f = f * f) power[n++] = f;
        T p(1), rest = a;
        for (int i = n - 1; i >= 0; --i) {
            while (rest >= power[i]) {
                rest = rest / power[i];
                p = p * power[i];
            }
            while (rest * power[i] < T(2)) {
                rest = rest * power[i];
                p = p / power[i];
            }
        }
        return p;
    }
}

}  // namespace polhode::exact
