// Compensated summation: a sum that keeps what each addition rounds away and adds it back with the next one.
//
//     Carried<T, N> y{start};
//     add(y, increment);          // y.value + y.carry is the sum; y.value alone is its nearest number
//
// A stepper adds a small increment to a large state once a step, and loses up to half a unit of the state each time:
// after n steps sqrt(n) to n of them. With the carry a step loses half a unit of the *increment*, that is smaller by
// the factor h times the rate. (W. Kahan, Comm. ACM 8 (1965) 40; O. Moller, BIT 5 (1965) 37; the addition itself is
// Knuth's exact sum. Hairer, Lubich, Wanner, Geometric Numerical Integration, VIII.5.) Derivatives are taken at the
// value: what the carry would change there is a unit of the increment too.
//
// Code that must serve both kinds of state calls value_of(y) and moved(h, slope, y); for a plain Vec these are y itself
// and h slope + y with one rounding.
#pragma once

#include "../exact/two_words.hpp"
#include "vec.hpp"

namespace polhode {

template <class T, int N>
struct Carried {
    using scalar = T;
    Vec<T, N> value{}, carry{};
};

template <class T, int N>
POLHODE_INLINE exact::TwoWords<T> whole(const Carried<T, N>& y, int i) {
    return {y.value[i], y.carry[i]};
}
template <class T, int N>
POLHODE_INLINE void set(Carried<T, N>& y, int i, const exact::TwoWords<T>& x) {
    y.value[i] = x.hi;
    y.carry[i] = x.lo;
}
template <class T, int N>
POLHODE_INLINE void add(Carried<T, N>& y, const Vec<T, N>& increment) {
    for (int i = 0; i < N; ++i) set(y, i, whole(y, i) + increment[i]);
}

template <class T, int N>
POLHODE_INLINE const Vec<T, N>& value_of(const Vec<T, N>& y) {
    return y;
}
template <class T, int N>
POLHODE_INLINE const Vec<T, N>& value_of(const Carried<T, N>& y) {
    return y.value;
}
// y + h slope
template <class T, int N>
POLHODE_INLINE Vec<T, N> moved(T h, const Vec<T, N>& slope, const Vec<T, N>& y) {
    return madd(h, slope, y);
}
template <class T, int N>
POLHODE_INLINE Carried<T, N> moved(T h, const Vec<T, N>& slope, Carried<T, N> y) {
    add(y, h * slope);
    return y;
}

}  // namespace polhode
