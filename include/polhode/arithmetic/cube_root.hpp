// cbrt of a double.
#pragma once

#include "binary64.hpp"
#include "pair.hpp"

namespace polhode {

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

}  // namespace polhode
