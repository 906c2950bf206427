// atan2, atan, asin, acos of a double (elementary.hpp says how they are made and how good they are).
#pragma once

#include "trigonometric.hpp"

namespace polhode {

namespace detail {

POLHODE_INLINE double table_entry(const double (&table)[16], int i) { return table[i]; }
// atan(i/8) for i = 0 ... 8 as a pair
template <class Index>
POLHODE_INLINE auto atan_hi(const Index& i) {
    const double table[16] = {0x0.0p+0,
                              0x1.fd5ba9aac2f6ep-4,
                              0x1.f5b75f92c80ddp-3,
                              0x1.6f61941e4def1p-2,
                              0x1.dac670561bb4fp-2,
                              0x1.1e00babdefeb4p-1,
                              0x1.4978fa3269ee1p-1,
                              0x1.700a7c5784634p-1,
                              0x1.921fb54442d18p-1};
    return table_entry(table, i);
}
template <class Index>
POLHODE_INLINE auto atan_lo(const Index& i) {
    const double table[16] = {0x0.0p+0,
                              -0x1.cd37686760c17p-59,
                              0x1.8ab6e3cf7afbdp-57,
                              -0x1.c63aae6f6e918p-56,
                              0x1.a2b7f222f65e2p-56,
                              -0x1.928df287a668fp-58,
                              0x1.2419a87f2a458p-56,
                              -0x1.8c34d25aadef6p-56,
                              0x1.1a62633145c07p-55};
    return table_entry(table, i);
}
// base + sign atan(a/b) for 0 <= a <= b and a/b near k/8, whose arctangent is given.
template <class T>
POLHODE_INLINE T angle_from_eighth(T a, T b, T k, T atan_hi_k, T atan_lo_k, const PairOf<T>& base, T sign) {
    const T c = T(0.125) * k;
    const PairOf<T> p = two_product(c, b);
    const PairOf<T> numerator = two_sum(a - p.hi, -p.lo);
    const PairOf<T> q = two_product(c, a);
    PairOf<T> denominator = fast_two_sum(b, q.hi);
    denominator.lo = denominator.lo + q.lo;
    const PairOf<T> u = quotient(numerator, denominator);
    const T z = u.hi * u.hi;
    const T P = fma(z, fma(z, fma(z, fma(z, fma(z, T(1 / 13.0), T(-1 / 11.0)), T(1 / 9.0)), T(-1 / 7.0)), T(1 / 5.0)),
                    T(-1 / 3.0));
    const T rest = atan_lo_k + fma(u.hi * z, P, u.lo);
    const PairOf<T> start = two_sum(base.hi, sign * atan_hi_k);
    const PairOf<T> sum = two_sum(start.hi, sign * u.hi);
    return sum.hi + (sum.lo + (start.lo + fma(sign, rest, base.lo)));
}

}  // namespace detail

// Angle of the point (x, y) in [-pi, pi], with the signed zeros and infinities of IEEE 754.
// t = min/max of the two sizes is brought near the next k/8 by atan t = atan(k/8) + atan((t - k/8)/(1 + t k/8)), with
// numerator and denominator exact as pairs; |u| <= 1/16, next Taylor term u^14/15 below 2^-59.
POLHODE_HD inline double atan2(double y, double x) {
    if (!(y == y) || !(x == x)) return detail::not_a_number();
    double b = abs(x), a = abs(y);
    if (!is_finite(a) || !is_finite(b)) {
        a = is_finite(a) ? 0.0 : 1.0;
        b = is_finite(b) ? 0.0 : 1.0;
    }
    const bool left = detail::sign_bit(x), steep = a > b;
    if (steep) {
        const double t = a;
        a = b;
        b = t;
    }
    if (b == 0.0) return copysign(left ? pi<double>() : 0.0, y);
    if (b > 0x1p1000) {
        a *= 0x1p-200;
        b *= 0x1p-200;
    } else if (b < 0x1p-800) {
        a *= 0x1p200;
        b *= 0x1p200;
    }

    // the angle is base + sign * atan(a/b)
    double base_hi = 0.0, base_lo = 0.0, sign = 1.0;
    if (steep) {
        base_hi = 0x1.921fb54442d18p+0;
        base_lo = 0x1.1a62633145c07p-54;
        sign = left ? 1.0 : -1.0;
    } else if (left) {
        base_hi = 0x1.921fb54442d18p+1;
        base_lo = 0x1.1a62633145c07p-53;
        sign = -1.0;
    }
    const double t = a / b;
    if (t < 0x1p-28) return copysign(base_hi + (base_lo + sign * t), y);

    const double k = detail::nearest_integer(8.0 * t);
    const int i = static_cast<int>(k);
    return copysign(
        detail::angle_from_eighth(a, b, k, detail::atan_hi(i), detail::atan_lo(i), {base_hi, base_lo}, sign), y);
}
POLHODE_HD inline double atan(double x) { return atan2(x, 1.0); }

namespace detail {

// sqrt(1 - x^2) as a pair; NaN for |x| > 1
POLHODE_INLINE Pair cosine_of_arcsine(double x) {
    const Pair square = two_product(x, x), rest = two_sum(1.0, -square.hi);
    const Pair c2 = fast_two_sum(rest.hi, rest.lo - square.lo);
    const double c = sqrt(c2.hi);
    if (c == 0.0) return {c, 0.0};
    return {c, 0.5 * (fma(-c, c, c2.hi) + c2.lo) / c};
}

}  // namespace detail

// asin x = atan2(x, sqrt(1 - x^2)) with the rounding error of the root carried on; NaN outside [-1, 1].
POLHODE_HD inline double asin(double x) {
    const detail::Pair c = detail::cosine_of_arcsine(x);
    return fma(-x, c.lo, atan2(x, c.hi));
}
POLHODE_HD inline double acos(double x) {
    const detail::Pair c = detail::cosine_of_arcsine(x);
    return fma(x, c.lo, atan2(c.hi, x));
}

}  // namespace polhode
