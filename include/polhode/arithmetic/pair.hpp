// Unevaluated sums of two numbers, and the operations that lose nothing: what elementary functions carry their leading
// terms in.
#pragma once

#include "scalar.hpp"

namespace polhode {

namespace detail {

// An unevaluated sum: value hi + lo with |lo| below half a unit of hi's last place. T is double, or several side by
// side.
template <class T>
struct PairOf {
    T hi, lo;
};
using Pair = PairOf<double>;
// a + b exactly, for |a| >= |b| or a = 0 (Dekker 1971)
template <class T>
POLHODE_INLINE PairOf<T> fast_two_sum(T a, T b) {
    const T s = a + b;
    return {s, b - (s - a)};
}
// a + b exactly (Knuth, TAOCP vol. 2, 4.2.2 theorem B)
template <class T>
POLHODE_INLINE PairOf<T> two_sum(T a, T b) {
    const T s = a + b, t = s - a;
    return {s, (a - (s - t)) + (b - t)};
}
template <class T>
POLHODE_INLINE PairOf<T> two_product(T a, T b) {
    const T p = a * b;
    return {p, fma(a, b, -p)};
}
// a/b: one correction of the rounded quotient by its exact remainder
template <class T>
POLHODE_INLINE PairOf<T> quotient(const PairOf<T>& a, const PairOf<T>& b) {
    const T q = a.hi / b.hi;
    return fast_two_sum(q, (fma(-q, b.hi, a.hi) + fma(-q, b.lo, a.lo)) / b.hi);
}

}  // namespace detail

}  // namespace polhode
