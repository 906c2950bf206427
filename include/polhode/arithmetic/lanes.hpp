// Several numbers in the lanes of one register, as a scalar of the core: a stepper that runs over Lanes<T, N> moves N
// bodies at once with the bits that each would have had alone, because every lane does the same operations.
//
//     using L = Lanes<double, 8>;
//     L x = L::load(p), y = fma(x, x, L(1.0));   y.store(p);
//     L z = select(x < y, x, y);                                   // each lane for itself
//
// Comparisons give a mask and not a bool, so that code which branches on numbers does not compile by accident; such
// code is written with select (masks.hpp). The registers are the compiler's own vectors (GCC and clang); only fma and
// sqrt are named where the machine has them for the whole register. More lanes than a register has are two halves, and
// each of them again: two or four independent registers under way also hide the latency of long chains of operations.
//
// For the processor's own compilers: nvcc, whose device code has no such registers, sees nothing of this file.
//
// Why not Highway: its types have no size, so that they cannot stand in Vec3<T> or in a state, which is what lets the
// steppers run over them unchanged.
#pragma once

#include "masks.hpp"

#if !defined(__CUDACC__)

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace polhode {

namespace detail {

// In a class of its own: g++ 12 does not tell constructors apart by a vector type that depends on a parameter.
template <class T, int N>
struct RegisterOf {
    typedef T type __attribute__((vector_size(N * sizeof(T))));
};
// Of the widest register, or of two lanes where the compiler was told of no more than the plain machine.
#if defined(__AVX512F__)
inline constexpr int register_bytes = 64;
#elif defined(__AVX2__)
inline constexpr int register_bytes = 32;
#else
inline constexpr int register_bytes = 16;
#endif
template <class T, int N>
inline constexpr bool fits_register = N* static_cast<int>(sizeof(T)) <= register_bytes;

template <int bytes>
struct WordOf;
template <>
struct WordOf<8> {
    using type = long long;
};
template <>
struct WordOf<4> {
    using type = int;
};

}  // namespace detail

// The lanes in which something holds: all bits set, or none.
template <class T, int N>
struct LaneMask {
    using Word = typename detail::WordOf<sizeof(T)>::type;
    using Register = typename detail::RegisterOf<Word, N>::type;
    Register m;

    static POLHODE_INLINE LaneMask of(const Register& r) {
        LaneMask k;
        k.m = r;
        return k;
    }
    static POLHODE_INLINE LaneMask same(bool b) { return of((b ? Word(-1) : Word(0)) - Register{}); }
    POLHODE_INLINE bool operator[](int i) const { return m[i] != 0; }

    friend POLHODE_INLINE LaneMask operator&(const LaneMask& a, const LaneMask& b) { return of(a.m & b.m); }
    friend POLHODE_INLINE LaneMask operator|(const LaneMask& a, const LaneMask& b) { return of(a.m | b.m); }
    friend POLHODE_INLINE LaneMask operator^(const LaneMask& a, const LaneMask& b) { return of(a.m ^ b.m); }
    friend POLHODE_INLINE LaneMask operator!(const LaneMask& a) { return of(~a.m); }
    // as of bools, but both sides are always evaluated
    friend POLHODE_INLINE LaneMask operator&&(const LaneMask& a, const LaneMask& b) { return a & b; }
    friend POLHODE_INLINE LaneMask operator||(const LaneMask& a, const LaneMask& b) { return a | b; }
    friend POLHODE_INLINE LaneMask operator!=(const LaneMask& a, const LaneMask& b) { return a ^ b; }
    friend POLHODE_INLINE bool any(const LaneMask& a) {
#if defined(__AVX512F__)
        if constexpr (sizeof(T) == 8 && N == 8) return _mm512_test_epi64_mask((__m512i)a.m, (__m512i)a.m) != 0;
#endif
#if defined(__AVX2__)
        if constexpr (sizeof(T) == 8 && N == 4) return _mm256_movemask_pd((__m256d)a.m) != 0;
#endif
#if defined(__SSE2__)
        if constexpr (sizeof(T) == 8 && N == 2) return _mm_movemask_pd((__m128d)a.m) != 0;
#endif
        Word w = 0;
        for (int i = 0; i < N; ++i) w |= a.m[i];
        return w != 0;
    }
    friend POLHODE_INLINE bool all(const LaneMask& a) { return !any(!a); }
};

// In two registers or more.
template <class T, int N>
requires(!detail::fits_register<T, N>) struct LaneMask<T, N> {
    using Half = LaneMask<T, N / 2>;
    Half low, high;

    static POLHODE_INLINE LaneMask same(bool b) { return {Half::same(b), Half::same(b)}; }
    POLHODE_INLINE bool operator[](int i) const { return i < N / 2 ? low[i] : high[i - N / 2]; }

    friend POLHODE_INLINE LaneMask operator&(const LaneMask& a, const LaneMask& b) {
        return {a.low & b.low, a.high & b.high};
    }
    friend POLHODE_INLINE LaneMask operator|(const LaneMask& a, const LaneMask& b) {
        return {a.low | b.low, a.high | b.high};
    }
    friend POLHODE_INLINE LaneMask operator^(const LaneMask& a, const LaneMask& b) {
        return {a.low ^ b.low, a.high ^ b.high};
    }
    friend POLHODE_INLINE LaneMask operator!(const LaneMask& a) { return {!a.low, !a.high}; }
    friend POLHODE_INLINE LaneMask operator&&(const LaneMask& a, const LaneMask& b) { return a & b; }
    friend POLHODE_INLINE LaneMask operator||(const LaneMask& a, const LaneMask& b) { return a | b; }
    friend POLHODE_INLINE LaneMask operator!=(const LaneMask& a, const LaneMask& b) { return a ^ b; }
    friend POLHODE_INLINE bool any(const LaneMask& a) { return any(a.low | a.high); }
    friend POLHODE_INLINE bool all(const LaneMask& a) { return all(a.low & a.high); }
};

template <class T, int N>
struct Lanes {
    using scalar = T;
    using Register = typename detail::RegisterOf<T, N>::type;
    using Mask = LaneMask<T, N>;
    static constexpr int width = N;
    Register v;

    Lanes() = default;
    POLHODE_INLINE Lanes(T all) : v(all - Register{}) {}
    // Constants of the core are written as T(2) with an int or a double inside.
    POLHODE_INLINE Lanes(int all) : Lanes(static_cast<T>(all)) {}

    static POLHODE_INLINE Lanes of(const Register& r) {
        Lanes l;
        l.v = r;
        return l;
    }
    static POLHODE_INLINE Lanes load(const T* p) {
        Lanes l;
        __builtin_memcpy(&l.v, p, sizeof l.v);
        return l;
    }
    POLHODE_INLINE void store(T* p) const { __builtin_memcpy(p, &v, sizeof v); }
    POLHODE_INLINE T operator[](int i) const { return v[i]; }
    POLHODE_INLINE void set(int i, T x) { v[i] = x; }

    friend POLHODE_INLINE Lanes operator+(const Lanes& a, const Lanes& b) { return of(a.v + b.v); }
    friend POLHODE_INLINE Lanes operator-(const Lanes& a, const Lanes& b) { return of(a.v - b.v); }
    friend POLHODE_INLINE Lanes operator*(const Lanes& a, const Lanes& b) { return of(a.v * b.v); }
    friend POLHODE_INLINE Lanes operator/(const Lanes& a, const Lanes& b) { return of(a.v / b.v); }
    friend POLHODE_INLINE Lanes operator-(const Lanes& a) { return of(-a.v); }
    friend POLHODE_INLINE Mask operator<(const Lanes& a, const Lanes& b) { return Mask::of(a.v < b.v); }
    friend POLHODE_INLINE Mask operator<=(const Lanes& a, const Lanes& b) { return Mask::of(a.v <= b.v); }
    friend POLHODE_INLINE Mask operator>(const Lanes& a, const Lanes& b) { return Mask::of(a.v > b.v); }
    friend POLHODE_INLINE Mask operator>=(const Lanes& a, const Lanes& b) { return Mask::of(a.v >= b.v); }
    friend POLHODE_INLINE Mask operator==(const Lanes& a, const Lanes& b) { return Mask::of(a.v == b.v); }
    friend POLHODE_INLINE Mask operator!=(const Lanes& a, const Lanes& b) { return Mask::of(a.v != b.v); }

    friend POLHODE_INLINE Lanes select(const Mask& m, const Lanes& a, const Lanes& b) { return of(m.m ? a.v : b.v); }

    friend POLHODE_INLINE Lanes fma(const Lanes& a, const Lanes& b, const Lanes& c) {
        Lanes r;
#if defined(__AVX512F__)
        if constexpr (sizeof(T) == 8 && N == 8) {
            r.v = (Register)_mm512_fmadd_pd((__m512d)a.v, (__m512d)b.v, (__m512d)c.v);
            return r;
        }
#endif
#if defined(__FMA__)
        if constexpr (sizeof(T) == 8 && N == 4) {
            r.v = (Register)_mm256_fmadd_pd((__m256d)a.v, (__m256d)b.v, (__m256d)c.v);
            return r;
        }
        if constexpr (sizeof(T) == 8 && N == 2) {
            r.v = (Register)_mm_fmadd_pd((__m128d)a.v, (__m128d)b.v, (__m128d)c.v);
            return r;
        }
#elif defined(__aarch64__)
        if constexpr (sizeof(T) == 8 && N == 2) {
            r.v = (Register)vfmaq_f64((float64x2_t)c.v, (float64x2_t)a.v, (float64x2_t)b.v);
            return r;
        }
#endif
        for (int i = 0; i < N; ++i) r.v[i] = polhode::fma(a.v[i], b.v[i], c.v[i]);
        return r;
    }
    friend POLHODE_INLINE Lanes sqrt(const Lanes& a) {
        Lanes r;
#if defined(__AVX512F__)
        if constexpr (sizeof(T) == 8 && N == 8) {
            // the form with a mask: the plain one warns of an unset register in g++ 12
            r.v = (Register)_mm512_maskz_sqrt_pd(__mmask8(0xff), (__m512d)a.v);
            return r;
        }
#endif
#if defined(__AVX2__)
        if constexpr (sizeof(T) == 8 && N == 4) {
            r.v = (Register)_mm256_sqrt_pd((__m256d)a.v);
            return r;
        }
#endif
#if defined(__SSE2__)
        if constexpr (sizeof(T) == 8 && N == 2) {
            r.v = (Register)_mm_sqrt_pd((__m128d)a.v);
            return r;
        }
#elif defined(__aarch64__)
        if constexpr (sizeof(T) == 8 && N == 2) {
            r.v = (Register)vsqrtq_f64((float64x2_t)a.v);
            return r;
        }
#endif
        for (int i = 0; i < N; ++i) r.v[i] = polhode::sqrt(a.v[i]);
        return r;
    }
    friend POLHODE_INLINE Lanes abs(const Lanes& a) { return a.with_sign_of(Lanes(T(0))); }
    friend POLHODE_INLINE Lanes copysign(const Lanes& a, const Lanes& sign) { return a.with_sign_of(sign); }
    friend POLHODE_INLINE Lanes max(const Lanes& a, const Lanes& b) { return select(a < b, b, a); }
    friend POLHODE_INLINE Lanes min(const Lanes& a, const Lanes& b) { return select(b < a, b, a); }
    friend POLHODE_INLINE Mask is_finite(const Lanes& a) { return abs(a) <= Lanes(std::numeric_limits<T>::max()); }

    // The power of two p with p <= a < 2 p, for normal numbers a > 0.
    friend POLHODE_INLINE Lanes power_of_two_part(const Lanes& a) {
        const Word exponent = sizeof(T) == 8 ? Word(0x7ff0000000000000LL) : Word(0x7f800000);
        return from_bits(a.bits() & (exponent - Bits{}));
    }
    // Where bit k, counted from the lowest, is set in the number as it is stored.
    friend POLHODE_INLINE Mask bit_of(const Lanes& a, int k) {
        const Bits bit = Word(1 << k) - Bits{};
        return Mask::of((a.bits() & bit) == bit);
    }
    // table[i] of each lane, i being the four lowest bits of the number as it is stored
    friend POLHODE_INLINE Lanes table_entry(const T (&table)[16], const Lanes& i) {
#if defined(__AVX512F__)
        if constexpr (sizeof(T) == 8 && N == 8)
            return of((Register)_mm512_permutex2var_pd(_mm512_loadu_pd(table), (__m512i)i.bits(),
                                                       _mm512_loadu_pd(table + 8)));
#endif
        const Bits b = i.bits();
        Lanes r;
        for (int k = 0; k < N; ++k) r.v[k] = table[b[k] & 15];
        return r;
    }
    // r, but f(a) in the lanes of a rare case, one by one.
    template <class F>
    friend POLHODE_INLINE Lanes replaced(const Mask& rare, Lanes r, const Lanes& a, const F& f) {
        if (any(rare))
            for (int i = 0; i < N; ++i)
                if (rare[i]) r.set(i, f(a[i]));
        return r;
    }

 private:
    using Word = typename Mask::Word;
    using Bits = typename Mask::Register;
    POLHODE_INLINE Bits bits() const {
        Bits b;
        __builtin_memcpy(&b, &v, sizeof b);
        return b;
    }
    static POLHODE_INLINE Lanes from_bits(const Bits& b) {
        Lanes r;
        __builtin_memcpy(&r.v, &b, sizeof b);
        return r;
    }
    POLHODE_INLINE Lanes with_sign_of(const Lanes& s) const {
        const Bits top = std::numeric_limits<Word>::min() - Bits{};
        return from_bits((bits() & ~top) | (s.bits() & top));
    }
};

// In two registers or more.
template <class T, int N>
requires(!detail::fits_register<T, N>) struct Lanes<T, N> {
    static_assert(N % 2 == 0, "the lanes are halved until they fit a register");
    using scalar = T;
    using Half = Lanes<T, N / 2>;
    using Mask = LaneMask<T, N>;
    static constexpr int width = N;
    Half low, high;

    Lanes() = default;
    POLHODE_INLINE Lanes(T all) : low(all), high(all) {}
    POLHODE_INLINE Lanes(int all) : low(all), high(all) {}
    POLHODE_INLINE Lanes(const Half& l, const Half& h) : low(l), high(h) {}

    static POLHODE_INLINE Lanes load(const T* p) { return {Half::load(p), Half::load(p + N / 2)}; }
    POLHODE_INLINE void store(T* p) const {
        low.store(p);
        high.store(p + N / 2);
    }
    POLHODE_INLINE T operator[](int i) const { return i < N / 2 ? low[i] : high[i - N / 2]; }
    POLHODE_INLINE void set(int i, T x) {
        if (i < N / 2)
            low.set(i, x);
        else
            high.set(i - N / 2, x);
    }

    friend POLHODE_INLINE Lanes operator+(const Lanes& a, const Lanes& b) { return {a.low + b.low, a.high + b.high}; }
    friend POLHODE_INLINE Lanes operator-(const Lanes& a, const Lanes& b) { return {a.low - b.low, a.high - b.high}; }
    friend POLHODE_INLINE Lanes operator*(const Lanes& a, const Lanes& b) { return {a.low * b.low, a.high * b.high}; }
    friend POLHODE_INLINE Lanes operator/(const Lanes& a, const Lanes& b) { return {a.low / b.low, a.high / b.high}; }
    friend POLHODE_INLINE Lanes operator-(const Lanes& a) { return {-a.low, -a.high}; }
    friend POLHODE_INLINE Mask operator<(const Lanes& a, const Lanes& b) { return {a.low < b.low, a.high < b.high}; }
    friend POLHODE_INLINE Mask operator<=(const Lanes& a, const Lanes& b) { return {a.low <= b.low, a.high <= b.high}; }
    friend POLHODE_INLINE Mask operator>(const Lanes& a, const Lanes& b) { return {a.low > b.low, a.high > b.high}; }
    friend POLHODE_INLINE Mask operator>=(const Lanes& a, const Lanes& b) { return {a.low >= b.low, a.high >= b.high}; }
    friend POLHODE_INLINE Mask operator==(const Lanes& a, const Lanes& b) { return {a.low == b.low, a.high == b.high}; }
    friend POLHODE_INLINE Mask operator!=(const Lanes& a, const Lanes& b) { return {a.low != b.low, a.high != b.high}; }

    friend POLHODE_INLINE Lanes select(const Mask& m, const Lanes& a, const Lanes& b) {
        return {select(m.low, a.low, b.low), select(m.high, a.high, b.high)};
    }
    friend POLHODE_INLINE Lanes fma(const Lanes& a, const Lanes& b, const Lanes& c) {
        return {fma(a.low, b.low, c.low), fma(a.high, b.high, c.high)};
    }
    friend POLHODE_INLINE Lanes sqrt(const Lanes& a) { return {sqrt(a.low), sqrt(a.high)}; }
    friend POLHODE_INLINE Lanes abs(const Lanes& a) { return {abs(a.low), abs(a.high)}; }
    friend POLHODE_INLINE Lanes copysign(const Lanes& a, const Lanes& sign) {
        return {copysign(a.low, sign.low), copysign(a.high, sign.high)};
    }
    friend POLHODE_INLINE Lanes max(const Lanes& a, const Lanes& b) { return select(a < b, b, a); }
    friend POLHODE_INLINE Lanes min(const Lanes& a, const Lanes& b) { return select(b < a, b, a); }
    friend POLHODE_INLINE Mask is_finite(const Lanes& a) { return {is_finite(a.low), is_finite(a.high)}; }
    friend POLHODE_INLINE Lanes power_of_two_part(const Lanes& a) {
        return {power_of_two_part(a.low), power_of_two_part(a.high)};
    }
    friend POLHODE_INLINE Mask bit_of(const Lanes& a, int k) { return {bit_of(a.low, k), bit_of(a.high, k)}; }
    friend POLHODE_INLINE Lanes table_entry(const T (&table)[16], const Lanes& i) {
        return {table_entry(table, i.low), table_entry(table, i.high)};
    }
    template <class F>
    friend POLHODE_INLINE Lanes replaced(const Mask& rare, const Lanes& r, const Lanes& a, const F& f) {
        return {replaced(rare.low, r.low, a.low, f), replaced(rare.high, r.high, a.high, f)};
    }
};

namespace detail {
template <class T, int N>
struct OneOf<Lanes<T, N>> {
    using type = T;
};
}  // namespace detail

}  // namespace polhode

// max(), epsilon() ... are those of one lane.
template <class T, int N>
class std::numeric_limits<polhode::Lanes<T, N>> : public std::numeric_limits<T> {};

#endif
