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

#include "cube_root.hpp"
#include "exponentials.hpp"
#include "hyperbolic.hpp"
#include "inverse_trigonometric.hpp"
#include "trigonometric.hpp"

namespace polhode {

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
