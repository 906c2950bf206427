// Elementary functions from + - * / sqrt fma alone, so that they give the same bits on every machine: sincos, sin, cos,
// tan, atan2, atan, asin, acos, exp, log, pow, sinh, cosh, tanh, cbrt.
//
// double: every function carries its leading terms as an unevaluated sum of two doubles up to the last addition, so the
// error is half a unit in the last place plus a little; tests/core/arithmetic/elementary_test.cpp measures it (sin, cos
// below 0.6 ulp for every finite argument, asin and acos about 1, all others below 0.8).
// float: the double result rounded once.
// Other scalars (fixed point, SIMD packs, power series) bring their own functions, found by argument-dependent lookup;
// those of several doubles side by side (lanes_elementary.hpp) are made of the templates here and have the same bits.
//
// Coefficients are Taylor coefficients, 1/n! or 1/n, cut where the next term is below 2^-58 of the result at the end of
// the interval each function names; the interval is made small by an exact argument reduction instead of by a minimax
// fit, so each number can be checked at sight.
#pragma once

#include "scalar.hpp"

namespace polhode {

template <class T>
POLHODE_INLINE constexpr T pi() {
    return T(3.14159265358979323846264338327950288);
}
template <class T>
POLHODE_INLINE constexpr T half_pi() {
    return T(1.57079632679489661923132169163975144);
}
template <class T>
POLHODE_INLINE constexpr T two_pi() {
    return T(6.28318530717958647692528676655900577);
}

namespace detail {

// An unevaluated sum: value hi + lo with |lo| below half a unit of hi's last place. T is double, or several side by
// side.
template <class T>
struct PairOf {
    T hi, lo;
};
using Pair = PairOf<double>;
// a + b exactly, for |a| >= |b| or a = 0 (Dekker 1971)
template <class T>
POLHODE_INLINE PairOf<T> fast_two_sum(T a, T b) {
    const T s = a + b;
    return {s, b - (s - a)};
}
// a + b exactly (Knuth, TAOCP vol. 2, 4.2.2 theorem B)
template <class T>
POLHODE_INLINE PairOf<T> two_sum(T a, T b) {
    const T s = a + b, t = s - a;
    return {s, (a - (s - t)) + (b - t)};
}
template <class T>
POLHODE_INLINE PairOf<T> two_product(T a, T b) {
    const T p = a * b;
    return {p, fma(a, b, -p)};
}
// a/b: one correction of the rounded quotient by its exact remainder
template <class T>
POLHODE_INLINE PairOf<T> quotient(const PairOf<T>& a, const PairOf<T>& b) {
    const T q = a.hi / b.hi;
    return fast_two_sum(q, (fma(-q, b.hi, a.hi) + fma(-q, b.lo, a.lo)) / b.hi);
}

POLHODE_INLINE unsigned long long bits_of(double x) {
    unsigned long long b;
    __builtin_memcpy(&b, &x, sizeof b);
    return b;
}
POLHODE_INLINE double from_bits(unsigned long long b) {
    double x;
    __builtin_memcpy(&x, &b, sizeof x);
    return x;
}
POLHODE_INLINE bool sign_bit(double x) { return (bits_of(x) >> 63) != 0; }
POLHODE_INLINE double infinity() { return from_bits(0x7ff0000000000000ull); }
POLHODE_INLINE double not_a_number() { return from_bits(0x7ff8000000000000ull); }
// 2^k for -1022 <= k <= 1023
POLHODE_INLINE double power_of_two(int k) { return from_bits(static_cast<unsigned long long>(k + 1023) << 52); }
// x 2^k with gradual underflow and overflow to infinity
POLHODE_HD inline double scale(double x, int k) {
    if (k > 1023) {
        x *= 0x1p1023;
        k -= 1023;
        if (k > 1023) k = 1023;
    } else if (k < -1022) {
        x *= 0x1p-969;  // leaves 53 bits above the subnormal range, so that only the last product rounds
        k += 969;
        if (k < -1022) {
            x *= 0x1p-969;
            k += 969;
            if (k < -1022) k = -1022;
        }
    }
    return x * power_of_two(k);
}
// nearest integer for |x| < 2^51, ties to even
POLHODE_INLINE double nearest_integer(double x) { return (x + 0x1.8p52) - 0x1.8p52; }

// x = quadrant pi/2 + r for |x| > 2^20: x/(pi/2) modulo 4 from the bits of 2/pi that matter (Payne and Hanek, SIGNUM
// Newsletter 18 (1983) 19). 190 fraction bits are kept and no double is nearer than 2^-62 to a multiple of pi/2, so r
// has more than 70 good bits.
POLHODE_HD inline Pair reduce_large_angle(double x, int& quadrant) {
    // 64 zero bits, then the bits of 2/pi after the binary point
    const unsigned two_over_pi[40] = {
        0u,          0u,          0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u,
        0xfe5163abu, 0xdebbc561u, 0xb7246e3au, 0x424dd2e0u, 0x06492eeau, 0x09d1921cu, 0xfe1deb1cu, 0xb129a73eu,
        0xe88235f5u, 0x2ebb4484u, 0xe99c7026u, 0xb45f7e41u, 0x3991d639u, 0x835339f4u, 0x9c845f8bu, 0xbdf9283bu,
        0x1ff897ffu, 0xde05980fu, 0xef2f118bu, 0x5a0a6d1fu, 0x6d367ecfu, 0x27cb09b7u, 0x4f463f66u, 0x9e5fea2du,
        0x7527bac7u, 0xebe5f17bu, 0x3d0739f7u, 0x8a5292eau, 0x6bfb5fb1u, 0x1f8d5d08u, 0x56033046u, 0xfc7b6babu};
    const unsigned long long b = bits_of(x);
    const int exponent = static_cast<int>((b >> 52) & 0x7ff) - 1075;  // |x| = mantissa 2^exponent
    const unsigned long long mantissa = (b & 0xfffffffffffffull) | 0x10000000000000ull;
    const unsigned long long m[2] = {mantissa & 0xffffffffu, mantissa >> 32};

    // bits weighing 4 or more in the product are left out; six words follow, least significant first
    const int first = exponent - 2 + 64, shift = first & 31;
    unsigned long long w[6];
    for (int i = 0; i < 6; ++i) {
        const int at = (first >> 5) + 5 - i;
        const unsigned long long both = (static_cast<unsigned long long>(two_over_pi[at]) << 32) | two_over_pi[at + 1];
        w[i] = (both >> (32 - shift)) & 0xffffffffu;
    }
    unsigned long long p[6] = {0, 0, 0, 0, 0, 0};
    for (int i = 0; i < 2; ++i) {
        unsigned long long carry = 0;
        for (int j = 0; i + j < 6; ++j) {
            const unsigned long long t = m[i] * w[j] + p[i + j] + carry;
            p[i + j] = t & 0xffffffffu;
            carry = t >> 32;
        }
    }
    int q = static_cast<int>(p[5] >> 30);
    for (int i = 5; i > 0; --i) p[i] = ((p[i] << 2) | (p[i - 1] >> 30)) & 0xffffffffu;
    p[0] = (p[0] << 2) & 0xffffffffu;

    // nearest quadrant: a fraction above one half becomes a negative one
    const bool negative = (p[5] >> 31) != 0;
    if (negative) {
        q += 1;
        unsigned long long carry = 1;
        for (int i = 0; i < 6; ++i) {
            p[i] = ((~p[i]) & 0xffffffffu) + carry;
            carry = p[i] >> 32;
            p[i] &= 0xffffffffu;
        }
    }
    const Pair top = fast_two_sum(static_cast<double>(p[5]) * 0x1p-32, static_cast<double>(p[4]) * 0x1p-64);
    const Pair middle = fast_two_sum(top.lo, static_cast<double>(p[3]) * 0x1p-96);
    const double bottom = middle.lo + static_cast<double>(p[2]) * 0x1p-128;
    const Pair f = fast_two_sum(top.hi, middle.hi + bottom);

    const Pair r = two_product(f.hi, 0x1.921fb54442d18p+0);
    Pair y = fast_two_sum(r.hi, r.lo + fma(f.hi, 0x1.1a62633145c07p-54, f.lo * 0x1.921fb54442d18p+0));
    if (negative != sign_bit(x)) y = {-y.hi, -y.lo};
    quadrant = (sign_bit(x) ? -q : q) & 3;
    return y;
}

// x - n pi/2 for |x| <= 2^20 and n near x/(pi/2). pi/2 = P1 + P2 + P3, three doubles, 159 bits: x - n P1 is exact
// because both are multiples of 2^-53 and the difference is below 1; n P2 is split exactly.
template <class T>
POLHODE_INLINE PairOf<T> without_quadrants(T x, T n) {
    const T a = fma(-n, T(0x1.921fb54442d18p+0), x);
    const PairOf<T> p = two_product(n, T(0x1.1a62633145c07p-54));
    const PairOf<T> s = two_sum(a, -p.hi);
    return fast_two_sum(s.hi, s.lo - fma(n, T(-0x1.f1976b7ed8fbcp-110), p.lo));
}
// x = quadrant pi/2 + r, |r| <= pi/4 (a little more where x/(pi/2) is rounded)
POLHODE_INLINE Pair reduce_angle(double x, int& quadrant) {
    if (abs(x) <= 0x1.921fb54442d18p-1) {
        quadrant = 0;
        return {x, 0.0};
    }
    if (!(abs(x) <= 0x1p20)) return reduce_large_angle(x, quadrant);
    const double n = nearest_integer(x * 0x1.45f306dc9c883p-1);
    quadrant = static_cast<int>(n) & 3;
    return without_quadrants(x, n);
}

// sin r and cos r for |r| <= pi/4, each as leading part and rest. Taylor series, next terms r^19/19! and r^18/18!:
// below 2^-62 and 2^-58 of the result.
template <class T>
POLHODE_INLINE void sincos_reduced(const PairOf<T>& r, PairOf<T>& s, PairOf<T>& c) {
    const T z = r.hi * r.hi, z_lo = fma(r.hi, r.hi, -z);
    // S = (sin r - r + r^3/6)/r^3, C = (cos r - 1 + r^2/2)/r^4
    // (the constant of S is what 1/6 loses as a double)
    const double of_S[8] = {-0x1.5555555555555p-57, 1 / 120.0,        -1 / 5040.0,          1 / 362880.0,
                            -1 / 39916800.0,        1 / 6227020800.0, -1 / 1307674368000.0, 1 / 355687428096000.0};
    const double of_C[7] = {1 / 24.0,        -1 / 720.0,         1 / 40320.0,         -1 / 3628800.0,
                            1 / 479001600.0, -1 / 87178291200.0, 1 / 20922789888000.0};
    T S(of_S[7]), C(of_C[6]);
    for (int i = 6; i >= 0; --i) S = fma(z, S, T(of_S[i]));
    for (int i = 5; i >= 0; --i) C = fma(z, C, T(of_C[i]));
    const T half_z = T(0.5) * z;
    const T cube = z * r.hi, cube_lo = fma(z, r.hi, -cube) + z_lo * r.hi;
    // sin: r - r^3/6 + r^3 S, the lower part of r times cos r
    s = {r.hi, fma(cube, T(-1 / 6.0), fma(cube, S, fma(-half_z, r.lo, fma(cube_lo, T(-1 / 6.0), r.lo))))};
    // cos: (1 - z/2) + what that difference lost + z^2 C - r_hi r_lo
    const T w = T(1.0) - half_z;
    c = {w, ((T(1.0) - w) - half_z) + fma(z * z, C, -fma(r.hi, r.lo, T(0.5) * z_lo))};
}

}  // namespace detail

// Sine and cosine; NaN for NaN and infinities.
POLHODE_HD inline void sincos(double x, double& sine, double& cosine) {
    if (!is_finite(x)) {
        sine = cosine = detail::not_a_number();
        return;
    }
    if (abs(x) < 0x1p-27) {  // x^2/2 below half a unit of 1; keeps -0
        sine = x;
        cosine = 1.0;
        return;
    }
    int quadrant;
    const detail::Pair r = detail::reduce_angle(x, quadrant);
    detail::Pair sp, cp;
    detail::sincos_reduced(r, sp, cp);
    const double s = sp.hi + sp.lo, c = cp.hi + cp.lo;
    const double u = (quadrant & 1) ? c : s, v = (quadrant & 1) ? s : c;
    sine = (quadrant & 2) ? -u : u;
    cosine = ((quadrant + 1) & 2) ? -v : v;
}
POLHODE_HD inline double sin(double x) {
    double s, c;
    sincos(x, s, c);
    return s;
}
POLHODE_HD inline double cos(double x) {
    double s, c;
    sincos(x, s, c);
    return c;
}
POLHODE_HD inline double tan(double x) {
    if (!is_finite(x)) return detail::not_a_number();
    if (abs(x) < 0x1p-27) return x;
    int quadrant;
    const detail::Pair r = detail::reduce_angle(x, quadrant);
    detail::Pair s, c;
    detail::sincos_reduced(r, s, c);
    s = detail::fast_two_sum(s.hi, s.lo);
    c = detail::fast_two_sum(c.hi, c.lo);
    if (quadrant & 1) {
        const detail::Pair t = detail::quotient(c, s);
        return -(t.hi + t.lo);
    }
    const detail::Pair t = detail::quotient(s, c);
    return t.hi + t.lo;
}

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

namespace detail {

// e^(x) = (hi + lo) 2^k, |x| < 1100. ln 2 = L1 + L2 with 40 bits in L1, so that k L1 is exact; |r| <= ln 2/2, next
// Taylor term r^15/15! below 2^-62.
POLHODE_HD inline Pair exp_pair(const Pair& x, int& k) {
    const double n = nearest_integer(x.hi * 0x1.71547652b82fep+0);
    k = static_cast<int>(n);
    const double a = fma(-n, 0x1.62e42fefa2000p-1, x.hi);
    Pair r = two_sum(a, fma(-n, 0x1.9ef35793c7673p-41, x.lo));
    const double z = r.hi * r.hi, z_lo = fma(r.hi, r.hi, -z);
    double Q = 1 / 87178291200.0;
    Q = fma(r.hi, Q, 1 / 6227020800.0);
    Q = fma(r.hi, Q, 1 / 479001600.0);
    Q = fma(r.hi, Q, 1 / 39916800.0);
    Q = fma(r.hi, Q, 1 / 3628800.0);
    Q = fma(r.hi, Q, 1 / 362880.0);
    Q = fma(r.hi, Q, 1 / 40320.0);
    Q = fma(r.hi, Q, 1 / 5040.0);
    Q = fma(r.hi, Q, 1 / 720.0);
    Q = fma(r.hi, Q, 1 / 120.0);
    Q = fma(r.hi, Q, 1 / 24.0);
    Q = fma(r.hi, Q, 1 / 6.0);
    // 1 + r + r^2/2 + r^3 Q, the first three terms exact
    const Pair s1 = fast_two_sum(1.0, r.hi), s2 = fast_two_sum(s1.hi, 0.5 * z);
    const double rest = fma(r.hi * z, Q, fma(r.lo, r.hi, fma(0.5, z_lo, r.lo)));
    return fast_two_sum(s2.hi, s2.lo + (s1.lo + rest));
}

// ln x for finite x > 0, relative error below 2^-62: x = m 2^e with m in [sqrt 1/2, sqrt 2], and
// ln m = 2 artanh s, s = (m-1)/(m+1), |s| <= 0.172; next Taylor term s^24/25 below 2^-65.
POLHODE_HD inline Pair log_pair(double x) {
    int e = 0;
    if (x < 0x1p-1022) {
        x *= 0x1p54;
        e = -54;
    }
    const unsigned long long b = bits_of(x);
    e += static_cast<int>(b >> 52) - 1023;
    double m = from_bits((b & 0xfffffffffffffull) | 0x3ff0000000000000ull);
    if (m > 0x1.6a09e667f3bcdp+0) {
        m *= 0.5;
        e += 1;
    }
    const Pair s = quotient({m - 1.0, 0.0}, two_sum(m, 1.0));
    const double z = s.hi * s.hi, z_lo = fma(s.hi, s.hi, -z) + 2.0 * s.hi * s.lo;
    double R = 1 / 23.0;
    R = fma(z, R, 1 / 21.0);
    R = fma(z, R, 1 / 19.0);
    R = fma(z, R, 1 / 17.0);
    R = fma(z, R, 1 / 15.0);
    R = fma(z, R, 1 / 13.0);
    R = fma(z, R, 1 / 11.0);
    R = fma(z, R, 1 / 9.0);
    R = fma(z, R, 1 / 7.0);
    R = fma(z, R, 1 / 5.0);
    // 2 s (1 + z (1/3 + z R)); 1/3 as a pair
    const Pair third = fast_two_sum(1 / 3.0, fma(z, R, 0x1.5555555555555p-56));
    const double ph = third.hi * z, pl = fma(third.hi, z, -ph) + fma(third.hi, z_lo, third.lo * z);
    const double sh = 2.0 * s.hi, sl = 2.0 * s.lo;
    const double th = sh * ph, tl = fma(sh, ph, -th) + fma(sh, pl, sl * ph);
    const Pair h = fast_two_sum(sh, th);
    const double n = static_cast<double>(e);
    const Pair sum = two_sum(n * 0x1.62e42fefa2000p-1, h.hi);
    return fast_two_sum(sum.hi, sum.lo + (fma(n, 0x1.9ef35793c7673p-41, h.lo) + (sl + tl)));
}

// sinh x and cosh x for |x| <= 0.4: next Taylor terms x^17/17!, x^16/16! below 2^-65.
POLHODE_INLINE void sinhcosh_small(double x, Pair& s, Pair& c) {
    const double z = x * x, z_lo = fma(x, x, -z);
    const double S =
        fma(z,
            fma(z,
                fma(z, fma(z, fma(z, fma(z, 1 / 1307674368000.0, 1 / 6227020800.0), 1 / 39916800.0), 1 / 362880.0),
                    1 / 5040.0),
                1 / 120.0),
            1 / 6.0);
    const double C = fma(
        z, fma(z, fma(z, fma(z, fma(z, 1 / 87178291200.0, 1 / 479001600.0), 1 / 3628800.0), 1 / 40320.0), 1 / 720.0),
        1 / 24.0);
    s = fast_two_sum(x, z * x * S);
    const Pair w = fast_two_sum(1.0, 0.5 * z);
    c = fast_two_sum(w.hi, w.lo + fma(z * z, C, 0.5 * z_lo));
}

// (e^x + sign e^-x)/2 for 0.35 < x < 712
POLHODE_HD inline double half_sum_of_exponentials(double x, double sign) {
    int k, j;
    const Pair up = exp_pair({x, 0.0}, k);
    if (x > 40.0) return scale(up.hi + up.lo, k - 1);
    const Pair down = exp_pair({-x, 0.0}, j);
    const double p = power_of_two(k - 1), q = sign * power_of_two(j - 1);
    const Pair s = fast_two_sum(p * up.hi, q * down.hi);
    return s.hi + (s.lo + fma(p, up.lo, q * down.lo));
}

}  // namespace detail

POLHODE_HD inline double exp(double x) {
    if (!(x == x)) return x;
    if (x > 709.8) return detail::infinity();
    if (x < -745.2) return 0.0;
    int k;
    const detail::Pair e = detail::exp_pair({x, 0.0}, k);
    return detail::scale(e.hi + e.lo, k);
}

// Natural logarithm: -infinity at 0, NaN below.
POLHODE_HD inline double log(double x) {
    if (!(x == x) || x < 0.0) return detail::not_a_number();
    if (x == 0.0) return -detail::infinity();
    if (!is_finite(x)) return x;
    const detail::Pair l = detail::log_pair(x);
    return l.hi + l.lo;
}

// x^y with the special values of IEEE 754: x^0 = 1^y = 1, a negative x needs a whole y.
POLHODE_HD inline double pow(double x, double y) {
    if (y == 0.0 || x == 1.0) return 1.0;
    if (!(x == x) || !(y == y)) return detail::not_a_number();
    const double size_y = abs(y);
    // all doubles from 2^53 on are even
    const bool whole = size_y >= 0x1p53 || static_cast<double>(static_cast<long long>(size_y)) == size_y;
    const bool odd = whole && size_y < 0x1p53 && (static_cast<long long>(size_y) & 1) != 0;
    const bool negative = odd && detail::sign_bit(x);
    const double a = abs(x);
    double result;
    if (!is_finite(y)) return a == 1.0 ? 1.0 : ((a > 1.0) == (y > 0.0) ? detail::infinity() : 0.0);
    if (a == 0.0 || !is_finite(a))
        result = (a == 0.0) == (y > 0.0) ? 0.0 : detail::infinity();
    else if (x < 0.0 && !whole)
        return detail::not_a_number();
    else {
        const detail::Pair l = detail::log_pair(a);
        const double p = y * l.hi;
        if (p > 710.0)
            result = detail::infinity();
        else if (p < -750.0)
            result = 0.0;
        else {
            int k;
            const detail::Pair e = detail::exp_pair({p, fma(y, l.hi, -p) + y * l.lo}, k);
            result = detail::scale(e.hi + e.lo, k);
        }
    }
    return negative ? -result : result;
}

POLHODE_HD inline double sinh(double x) {
    const double a = abs(x);
    if (!(a >= 0x1p-28)) return x;
    if (a > 711.0) return copysign(detail::infinity(), x);
    if (a > 0.35) return copysign(detail::half_sum_of_exponentials(a, -1.0), x);
    detail::Pair s, c;
    detail::sinhcosh_small(x, s, c);
    return s.hi + s.lo;
}
POLHODE_HD inline double cosh(double x) {
    const double a = abs(x);
    if (!(a == a)) return x;
    if (a > 711.0) return detail::infinity();
    if (a > 0.35) return detail::half_sum_of_exponentials(a, 1.0);
    detail::Pair s, c;
    detail::sinhcosh_small(x, s, c);
    return c.hi + c.lo;
}
POLHODE_HD inline double tanh(double x) {
    const double a = abs(x);
    if (!(a >= 0x1p-28)) return x;
    if (a > 20.0) return copysign(1.0, x);
    if (a <= 0.35) {
        detail::Pair s, c;
        detail::sinhcosh_small(x, s, c);
        const detail::Pair t = detail::quotient(s, c);
        return t.hi + t.lo;
    }
    // 1 - 2/(e^2x + 1)
    int k;
    const detail::Pair e = detail::exp_pair({2.0 * a, 0.0}, k);
    const double p = detail::power_of_two(k);
    detail::Pair d = detail::two_sum(p * e.hi, 1.0);
    d = detail::fast_two_sum(d.hi, fma(p, e.lo, d.lo));
    const detail::Pair q = detail::quotient(detail::Pair{2.0, 0.0}, d);
    const detail::Pair t = detail::fast_two_sum(1.0, -q.hi);
    return copysign(t.hi + (t.lo - q.lo), x);
}

// Cube root: Newton's iteration from a linear guess, the last step with an exact residual.
POLHODE_HD inline double cbrt(double x) {
    if (x == 0.0 || !is_finite(x)) return x;
    double a = abs(x), back = 1.0;
    if (a < 0x1p-1000) {
        a *= 0x1p180;
        back = 0x1p-60;
    }
    const int e = static_cast<int>(detail::bits_of(a) >> 52) - 1023;
    const int third = (e + 1200) / 3 - 400;
    const double m = detail::scale(a, -3 * third);  // in [1, 8)
    // chord-like guess within 10 %, then 4 steps square that error below 1e-16
    double y = fma(m, 0.15, 0.95);
    for (int i = 0; i < 4; ++i) y = fma(-1.0 / 3.0, fma(y, y * y, -m) / (y * y), y);
    const detail::Pair y2 = detail::two_product(y, y), y3 = detail::two_product(y2.hi, y);
    const double residual = (y3.hi - m) + fma(y2.lo, y, y3.lo);
    y = fma(-1.0 / 3.0, residual / y2.hi, y);
    return copysign(back * detail::scale(y, third), x);
}

POLHODE_HD inline void sincos(float x, float& sine, float& cosine) {
    double s, c;
    sincos(static_cast<double>(x), s, c);
    sine = static_cast<float>(s);
    cosine = static_cast<float>(c);
}
POLHODE_HD inline float sin(float x) { return static_cast<float>(sin(static_cast<double>(x))); }
POLHODE_HD inline float cos(float x) { return static_cast<float>(cos(static_cast<double>(x))); }
POLHODE_HD inline float tan(float x) { return static_cast<float>(tan(static_cast<double>(x))); }
POLHODE_HD inline float atan2(float y, float x) {
    return static_cast<float>(atan2(static_cast<double>(y), static_cast<double>(x)));
}
POLHODE_HD inline float atan(float x) { return static_cast<float>(atan(static_cast<double>(x))); }
POLHODE_HD inline float asin(float x) { return static_cast<float>(asin(static_cast<double>(x))); }
POLHODE_HD inline float acos(float x) { return static_cast<float>(acos(static_cast<double>(x))); }
POLHODE_HD inline float exp(float x) { return static_cast<float>(exp(static_cast<double>(x))); }
POLHODE_HD inline float log(float x) { return static_cast<float>(log(static_cast<double>(x))); }
POLHODE_HD inline float pow(float x, float y) {
    return static_cast<float>(pow(static_cast<double>(x), static_cast<double>(y)));
}
POLHODE_HD inline float sinh(float x) { return static_cast<float>(sinh(static_cast<double>(x))); }
POLHODE_HD inline float cosh(float x) { return static_cast<float>(cosh(static_cast<double>(x))); }
POLHODE_HD inline float tanh(float x) { return static_cast<float>(tanh(static_cast<double>(x))); }
POLHODE_HD inline float cbrt(float x) { return static_cast<float>(cbrt(static_cast<double>(x))); }

}  // namespace polhode
