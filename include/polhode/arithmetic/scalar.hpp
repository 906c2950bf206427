// The primitives every number type of the core must offer: fma, sqrt, abs, min, max, copysign, is_finite.
//
// One arithmetic: the core writes each "product plus sum" as an explicit fma() and is compiled with contraction off,
// so that the same source gives the same bits on every machine. Here are the overloads for float and double; any
// other scalar (fixed point, SIMD pack, flop counter, double-double, power series) brings its own overloads in its
// own namespace and is found by argument-dependent lookup. Core code therefore calls fma(a, b, c) unqualified and
// never std::fma.
#pragma once

#include <limits>
#include <type_traits>

#if defined(__CUDACC__)
#define POLHODE_HD __host__ __device__
#else
#define POLHODE_HD
#endif

// Small functions are inlined without asking, except where POLHODE_PLAIN_INLINE is set: with sanitizers, which look at
// every operation, that would make the compiler ten times slower. The numbers are the same.
#if (defined(__clang__) || defined(__GNUC__)) && !defined(POLHODE_PLAIN_INLINE)
#define POLHODE_INLINE inline __attribute__((always_inline)) POLHODE_HD
#else
#define POLHODE_INLINE inline POLHODE_HD
#endif

// Long functions that much is made of are calls: inlined everywhere they would be more than a compiler can hold.
#if defined(__CUDACC__)
#define POLHODE_APART inline POLHODE_HD
#else
#define POLHODE_APART [[gnu::noinline]] inline
#endif

namespace polhode {

namespace detail {

// a*b + c rounded once, from + - * alone, for targets without the instruction (WebAssembly). Dekker's exact product,
// Knuth's exact sum, and the last addition rounded to odd so that the double rounding cannot show
// (Boldo and Melquiond, IEEE Trans. Computers 57 (2008) 462, algorithm Fma with odd rounding).
// Exact for results and products away from the ends of the exponent range, which is where rotation lives;
// outside it falls back to the platform's function.
POLHODE_HD inline double fma_by_software(double a, double b, double c) {
    const double p = a * b;
    const double size = __builtin_fabs(p) + __builtin_fabs(c);
    if (!(size < 0x1p+990) || !(__builtin_fabs(p) > 0x1p-900) || !(__builtin_fabs(a) < 0x1p+990) ||
        !(__builtin_fabs(b) < 0x1p+990))
        return __builtin_fma(a, b, c);
    const double split = 0x1p27 + 1;
    const double ta = split * a, ah = ta - (ta - a), al = a - ah;
    const double tb = split * b, bh = tb - (tb - b), bl = b - bh;
    const double pl = ((ah * bh - p) + ah * bl + al * bh) + al * bl;  // p + pl == a*b exactly
    // (s, sl) = c + pl exactly; (v, vl) = p + s exactly; result = v + odd(vl + sl)
    const double s = c + pl, sb = s - c, sl = (c - (s - sb)) + (pl - sb);
    const double v = p + s, vb = v - p, vl = (p - (v - vb)) + (s - vb);
    double w = vl + sl;
    const double wb = w - vl, wl = (vl - (w - wb)) + (sl - wb);
    if (wl != 0) {
        // round to odd: if the last bit of w is even, move one unit towards the lost part
        long long bits;
        __builtin_memcpy(&bits, &w, sizeof bits);
        if ((bits & 1) == 0) {
            const bool away = (wl > 0) == (w > 0);
            if (w == 0)
                w = wl;
            else {
                bits += away ? 1 : -1;
                __builtin_memcpy(&w, &bits, sizeof w);
            }
        }
    }
    return v + w;
}

}  // namespace detail

POLHODE_INLINE double fma(double a, double b, double c) {
#if defined(__wasm__)
    return detail::fma_by_software(a, b, c);
#else
    return __builtin_fma(a, b, c);
#endif
}
POLHODE_INLINE float fma(float a, float b, float c) {
#if defined(__wasm__)
    // The product of two floats is exact in double; one double addition and one rounding could round twice, so the
    // sum is rounded to odd in double first.
    const double p = static_cast<double>(a) * b, s = p + c, sb = s - p, e = (p - (s - sb)) + (c - sb);
    double r = s;
    if (e != 0) {
        long long bits;
        __builtin_memcpy(&bits, &r, sizeof bits);
        if ((bits & 1) == 0) {
            bits += ((e > 0) == (r > 0)) ? 1 : -1;
            __builtin_memcpy(&r, &bits, sizeof r);
        }
    }
    return static_cast<float>(r);
#else
    return __builtin_fmaf(a, b, c);
#endif
}

POLHODE_INLINE double sqrt(double a) { return __builtin_sqrt(a); }
POLHODE_INLINE float sqrt(float a) { return __builtin_sqrtf(a); }
POLHODE_INLINE double abs(double a) { return __builtin_fabs(a); }
POLHODE_INLINE float abs(float a) { return __builtin_fabsf(a); }
POLHODE_INLINE double copysign(double a, double sign) { return __builtin_copysign(a, sign); }
POLHODE_INLINE float copysign(float a, float sign) { return __builtin_copysignf(a, sign); }
// the largest whole number not above a
POLHODE_INLINE double round_down(double a) { return __builtin_floor(a); }
POLHODE_INLINE float round_down(float a) { return __builtin_floorf(a); }
POLHODE_INLINE bool is_finite(double a) { return __builtin_fabs(a) <= std::numeric_limits<double>::max(); }
POLHODE_INLINE bool is_finite(float a) { return __builtin_fabsf(a) <= std::numeric_limits<float>::max(); }

template <class T>
POLHODE_INLINE T max(T a, T b) {
    return a < b ? b : a;
}
template <class T>
POLHODE_INLINE T min(T a, T b) {
    return b < a ? b : a;
}
template <class T>
POLHODE_INLINE T square(T a) {
    return a * a;
}
template <class T>
POLHODE_INLINE T half(T a) {
    return T(0.5) * a;
}
template <class T>
POLHODE_INLINE T twice(T a) {
    return a + a;
}

// a*b - c*d: one of the two products rounded. Rate equations of every matrix form are made of these.
template <class T>
POLHODE_INLINE T difference_of_products(T a, T b, T c, T d) {
    return fma(a, b, -(c * d));
}
// a*b + c*d
template <class T>
POLHODE_INLINE T sum_of_products(T a, T b, T c, T d) {
    return fma(a, b, c * d);
}

}  // namespace polhode
