// pi, and sincos, sin, cos, tan of a double (elementary.hpp says how they are made and how good they are).
#pragma once

#include "binary64.hpp"
#include "pair.hpp"

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

}  // namespace polhode
