// exp, log, pow of a double (elementary.hpp says how they are made and how good they are).
#pragma once

#include "binary64.hpp"
#include "pair.hpp"

namespace polhode {

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

}  // namespace polhode
