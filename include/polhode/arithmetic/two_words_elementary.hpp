// Elementary functions in two words (about 31 digits for double), for the reference solution: a formula torque must be
// as accurate as everything around it. Each starts from the core's double function and corrects it: sine and cosine by
// reduction and series, the exponential likewise, the inverse functions by one Newton step on those.
#pragma once

#include "../exact/two_words.hpp"
#include "elementary.hpp"

namespace polhode::exact {

using Two = TwoWords<double>;

inline Two fma(const Two& a, const Two& b, const Two& c) { return a * b + c; }
inline bool is_finite(const Two& a) { return polhode::is_finite(a.hi); }
inline Two copysign(const Two& a, const Two& sign) { return (a.hi < 0) == (sign.hi < 0) ? a : -a; }

// pi/2 to 159 bits in three words; the third matters when a large angle is reduced
inline Two half_pi() { return {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54}; }
inline constexpr double half_pi_third = -0x1.f1976b7ed8fbcp-110;

inline void sincos(const Two& x, Two& s, Two& c) {
    const double k = polhode::round_down(x.hi / 1.5707963267948966 + 0.5);
    Two r = x - k * half_pi();
    r = r - Two(k * half_pi_third);
    // eighth of the angle keeps the series short; three doublings bring it back
    r = r * 0.125;
    const Two z = r * r;
    // sin r and 1 - cos r by Taylor series; |r| < 0.1, the first term left out is below 1e-35
    Two sum_s(0), sum_c(0);
    for (int n = 12; n >= 1; --n) {
        sum_s = (Two(1) - sum_s) * z / Two(static_cast<double>((2 * n) * (2 * n + 1)));
        sum_c = (Two(1) - sum_c) * z / Two(static_cast<double>((2 * n) * (2 * n - 1)));
    }
    Two sn = r * (Two(1) - sum_s), versine = sum_c;  // 1 - cos r, kept apart: no digits lost near zero
    for (int i = 0; i < 3; ++i) {
        // sin 2r = 2 sin r cos r; 1 - cos 2r = 2 sin^2 r
        const Two next = 2.0 * (sn * (Two(1) - versine));
        versine = 2.0 * (sn * sn);
        sn = next;
    }
    const Two cs = Two(1) - versine;
    switch (static_cast<int>(k - 4 * polhode::round_down(k / 4))) {
        case 0:
            s = sn, c = cs;
            break;
        case 1:
            s = cs, c = -sn;
            break;
        case 2:
            s = -sn, c = -cs;
            break;
        default:
            s = -cs, c = sn;
    }
}
inline Two sin(const Two& x) {
    Two s, c;
    sincos(x, s, c);
    return s;
}
inline Two cos(const Two& x) {
    Two s, c;
    sincos(x, s, c);
    return c;
}
inline Two tan(const Two& x) {
    Two s, c;
    sincos(x, s, c);
    return s / c;
}
inline Two exp(const Two& x) {
    const Two log2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
    const double k = polhode::round_down(x.hi / log2.hi + 0.5);
    if (!(k > -1000 && k < 1000)) return Two(polhode::exp(x.hi));
    // (x - k log 2)/64, series, six squarings of exp - 1
    const Two r = (x - k * log2) * 0.015625;
    Two sum(0);
    for (int n = 14; n >= 1; --n) sum = (Two(1) + sum) * r / Two(static_cast<double>(n));
    for (int i = 0; i < 6; ++i) sum = 2.0 * sum + sum * sum;
    Two y = Two(1) + sum;
    double scale = 1;
    for (double n = k; n > 0; --n) scale *= 2;
    for (double n = k; n < 0; ++n) scale *= 0.5;
    return {y.hi * scale, y.lo * scale};
}
// Newton on exp: y + 2 (x - e^y)/(x + e^y), third order
inline Two log(const Two& x) {
    const Two y(polhode::log(x.hi));
    if (!is_finite(y)) return y;
    const Two e = exp(y);
    return y + 2.0 * ((x - e) / (x + e));
}
// The angle of (x, y) turned back by its double value is tiny: its arc is the missing part
inline Two atan2(const Two& y, const Two& x) {
    const Two a(polhode::atan2(y.hi, x.hi));
    if (y.hi == 0 && x.hi == 0) return a;
    Two s, c;
    sincos(a, s, c);
    const Two along = x * c + y * s, across = y * c - x * s;
    const Two t = across / along;
    return a + t - t * t * t / Two(3.0);
}
inline Two asin(const Two& a) { return atan2(a, sqrt((Two(1) - a) * (Two(1) + a))); }
inline Two acos(const Two& a) { return atan2(sqrt((Two(1) - a) * (Two(1) + a)), a); }
inline Two sinh(const Two& x) {
    if (polhode::abs(x.hi) < 0.1) {
        const Two z = x * x;
        Two sum(0);
        for (int n = 12; n >= 1; --n) sum = (Two(1) + sum) * z / Two(static_cast<double>((2 * n) * (2 * n + 1)));
        return x * (Two(1) + sum);
    }
    const Two e = exp(x);
    return 0.5 * (e - Two(1) / e);
}
inline Two cosh(const Two& x) {
    const Two e = exp(x);
    return 0.5 * (e + Two(1) / e);
}
inline Two tanh(const Two& x) {
    // beyond this it differs from 1 by less than two words resolve: 2 exp(-80) = 3.6e-35
    if (x.hi > 40 || x.hi < -40) return Two(x.hi < 0 ? -1.0 : 1.0);
    return sinh(x) / cosh(x);
}
inline Two pow(const Two& a, const Two& b) {
    const double whole = polhode::round_down(b.hi);
    if (b.lo == 0 && whole == b.hi && polhode::abs(whole) <= 64) {
        Two r(1), base = a;
        for (long n = static_cast<long>(polhode::abs(whole)); n > 0; n >>= 1) {
            if (n & 1) r = r * base;
            base = base * base;
        }
        return whole < 0 ? Two(1) / r : r;
    }
    return exp(b * log(a));
}
inline Two round_down(const Two& a) {
    const double hi = polhode::round_down(a.hi);
    return hi == a.hi ? Two::sum(hi, polhode::round_down(a.lo)) : Two(hi);
}

}  // namespace polhode::exact
