// Four numbers side by side: a row of a sum of products. For double on x86 one register, elsewhere a plain loop; the
// bits are the same, because every lane does the same fma.
#pragma once

#include "scalar.hpp"

#if defined(__AVX2__) && defined(__FMA__) && !defined(__CUDACC__)
#include <immintrin.h>
#define POLHODE_FOUR_DOUBLES 1
#endif

namespace polhode {

template <class T>
struct Four {
    T v[4]{};
    POLHODE_INLINE void set(T a, T b, T c, T d) { v[0] = a, v[1] = b, v[2] = c, v[3] = d; }
    POLHODE_INLINE T operator[](int i) const { return v[i]; }
    // this += row * factor
    POLHODE_INLINE void add(const Four& row, T factor) {
        for (int i = 0; i < 4; ++i) v[i] = fma(row.v[i], factor, v[i]);
    }
    POLHODE_INLINE void add(const Four& row, const Four& factor) {
        for (int i = 0; i < 4; ++i) v[i] = fma(row.v[i], factor.v[i], v[i]);
    }
    friend POLHODE_INLINE Four operator+(const Four& a, const Four& b) {
        Four r;
        for (int i = 0; i < 4; ++i) r.v[i] = a.v[i] + b.v[i];
        return r;
    }
    friend POLHODE_INLINE Four operator*(T s, const Four& a) {
        Four r;
        for (int i = 0; i < 4; ++i) r.v[i] = s * a.v[i];
        return r;
    }
};

#if defined(POLHODE_FOUR_DOUBLES)
template <>
struct Four<double> {
    __m256d v = _mm256_setzero_pd();
    POLHODE_INLINE void set(double a, double b, double c, double d) { v = _mm256_setr_pd(a, b, c, d); }
    POLHODE_INLINE double operator[](int i) const { return v[i]; }
    POLHODE_INLINE void add(const Four& row, double factor) { v = _mm256_fmadd_pd(row.v, _mm256_set1_pd(factor), v); }
    POLHODE_INLINE void add(const Four& row, const Four& factor) { v = _mm256_fmadd_pd(row.v, factor.v, v); }
    friend POLHODE_INLINE Four operator+(const Four& a, const Four& b) {
        Four r;
        r.v = _mm256_add_pd(a.v, b.v);
        return r;
    }
    friend POLHODE_INLINE Four operator*(double s, const Four& a) {
        Four r;
        r.v = _mm256_mul_pd(_mm256_set1_pd(s), a.v);
        return r;
    }
};
#endif

}  // namespace polhode
