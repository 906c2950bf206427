// sinh, cosh, tanh of a double (elementary.hpp says how they are made and how good they are).
#pragma once

#include "exponentials.hpp"

namespace polhode {

namespace detail {

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

}  // namespace polhode
