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
    // the largest without its sign
    POLHODE_INLINE T size() const { return max(max(abs(v[0]), abs(v[1])), max(abs(v[2]), abs(v[3]))); }
    // this += row * factor
    POLHODE_INLINE void add(const Four& row, T factor) {
        for (int i = 0; i < 4; ++i) v[i] = fma(row.v[i], factor, v[i]);
    }
    POLHODE_INLINE void add(const Four& row, const Four& factor) {
        for (int i = 0; i < 4; ++i) v[i] = fma(row.v[i], factor.v[i], v[i]);
    }
    POLHODE_INLINE void subtract(const Four& row, const Four& factor) {
        for (int i = 0; i < 4; ++i) v[i] = fma(-row.v[i], factor.v[i], v[i]);
    }
    // the numbers a, b, c, d of this one, in this order
    template <int a, int b, int c, int d>
    POLHODE_INLINE Four permuted() const {
        Four r;
        r.set(v[a], v[b], v[c], v[d]);
        return r;
    }
    // (a, b, c, a) as (b, c, a, b) and as (c, a, b, c)
    POLHODE_INLINE void cyclic(Four& next, Four& before) const {
        next.set(v[1], v[2], v[0], v[1]);
        before.set(v[2], v[0], v[1], v[2]);
    }
    // the same with the sign of those turned that are true
    template <bool a, bool b, bool c, bool d>
    POLHODE_INLINE Four turned() const {
        Four r;
        r.set(a ? -v[0] : v[0], b ? -v[1] : v[1], c ? -v[2] : v[2], d ? -v[3] : v[3]);
        return r;
    }
    friend POLHODE_INLINE Four operator+(const Four& a, const Four& b) {
        Four r;
        for (int i = 0; i < 4; ++i) r.v[i] = a.v[i] + b.v[i];
        return r;
    }
    friend POLHODE_INLINE Four operator-(const Four& a, const Four& b) {
        Four r;
        for (int i = 0; i < 4; ++i) r.v[i] = a.v[i] - b.v[i];
        return r;
    }
    friend POLHODE_INLINE Four operator*(T s, const Four& a) {
        Four r;
        for (int i = 0; i < 4; ++i) r.v[i] = s * a.v[i];
        return r;
    }
    friend POLHODE_INLINE Four operator*(const Four& a, const Four& b) {
        Four r;
        for (int i = 0; i < 4; ++i) r.v[i] = a.v[i] * b.v[i];
        return r;
    }
    // s a + b
    friend POLHODE_INLINE Four madd(T s, const Four& a, const Four& b) {
        Four r;
        for (int i = 0; i < 4; ++i) r.v[i] = fma(s, a.v[i], b.v[i]);
        return r;
    }
};

#if defined(POLHODE_FOUR_DOUBLES)
template <>
struct Four<double> {
    __m256d v = _mm256_setzero_pd();
    POLHODE_INLINE void set(double a, double b, double c, double d) { v = _mm256_setr_pd(a, b, c, d); }
    POLHODE_INLINE double operator[](int i) const { return v[i]; }
    POLHODE_INLINE double size() const {
        const __m256d a = _mm256_andnot_pd(_mm256_set1_pd(-0.0), v);
        const __m128d b = _mm_max_pd(_mm256_castpd256_pd128(a), _mm256_extractf128_pd(a, 1));
        return _mm_cvtsd_f64(_mm_max_sd(b, _mm_unpackhi_pd(b, b)));
    }
    POLHODE_INLINE void add(const Four& row, double factor) { v = _mm256_fmadd_pd(row.v, _mm256_set1_pd(factor), v); }
    POLHODE_INLINE void add(const Four& row, const Four& factor) { v = _mm256_fmadd_pd(row.v, factor.v, v); }
    POLHODE_INLINE void subtract(const Four& row, const Four& factor) { v = _mm256_fnmadd_pd(row.v, factor.v, v); }
    template <int a, int b, int c, int d>
    POLHODE_INLINE Four permuted() const {
        Four r;
        r.v = _mm256_permute4x64_pd(v, a | b << 2 | c << 4 | d << 6);
        return r;
    }
    POLHODE_INLINE void cyclic(Four& next, Four& before) const {
        const __m256d h = _mm256_permute2f128_pd(v, v, 1);  // (c, a, a, b)
        next.v = _mm256_shuffle_pd(v, h, 0b1101);
        before.v = _mm256_shuffle_pd(h, v, 0b0100);
    }
    template <bool a, bool b, bool c, bool d>
    POLHODE_INLINE Four turned() const {
        Four r;
        r.v = _mm256_xor_pd(v, _mm256_setr_pd(a ? -0.0 : 0.0, b ? -0.0 : 0.0, c ? -0.0 : 0.0, d ? -0.0 : 0.0));
        return r;
    }
    friend POLHODE_INLINE Four operator+(const Four& a, const Four& b) {
        Four r;
        r.v = _mm256_add_pd(a.v, b.v);
        return r;
    }
    friend POLHODE_INLINE Four operator-(const Four& a, const Four& b) {
        Four r;
        r.v = _mm256_sub_pd(a.v, b.v);
        return r;
    }
    friend POLHODE_INLINE Four operator*(double s, const Four& a) {
        Four r;
        r.v = _mm256_mul_pd(_mm256_set1_pd(s), a.v);
        return r;
    }
    friend POLHODE_INLINE Four operator*(const Four& a, const Four& b) {
        Four r;
        r.v = _mm256_mul_pd(a.v, b.v);
        return r;
    }
    friend POLHODE_INLINE Four madd(double s, const Four& a, const Four& b) {
        Four r;
        r.v = _mm256_fmadd_pd(_mm256_set1_pd(s), a.v, b.v);
        return r;
    }
};
#endif

}  // namespace polhode
