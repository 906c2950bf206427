// Finite turns inside a step. The angles are small, so the plain length serves where rotation/exponential.hpp carries
// it in two words; a turn moves q on the right (body axes) and, where wanted, the momentum the other way, so that q m
// q* stays the same.
#pragma once

#include "../dynamics/body_state.hpp"
#include "../rotation/exponential.hpp"
#include "carried_body.hpp"

namespace polhode::integrate {

// exp of the rotation vector scale * v
template <class T>
POLHODE_HD inline Quaternion<T> turn(const Vec3<T>& v, T scale = T(1)) {
    const T length = sqrt(dot(v, v)), h = half(scale);
    T s, c;
    sincos(h * length, s, c);
    const T f = length > T(0) ? s / length : h;
    return {c, f * v[0], f * v[1], f * v[2]};
}

// q exp(e_axis angle)
template <int axis, class T>
POLHODE_INLINE Quaternion<T> turned_about(const Quaternion<T>& q, T s, T c) {
    if constexpr (axis == 0)
        return {difference_of_products(q.w, c, q.x, s), sum_of_products(q.x, c, q.w, s),
                sum_of_products(q.y, c, q.z, s), difference_of_products(q.z, c, q.y, s)};
    else if constexpr (axis == 1)
        return {difference_of_products(q.w, c, q.y, s), difference_of_products(q.x, c, q.z, s),
                sum_of_products(q.y, c, q.w, s), sum_of_products(q.z, c, q.x, s)};
    else
        return {difference_of_products(q.w, c, q.z, s), sum_of_products(q.x, c, q.y, s),
                difference_of_products(q.y, c, q.x, s), sum_of_products(q.z, c, q.w, s)};
}

// The moves of a stepper on the plain state (carried_body.hpp has those that keep the low-order bits).
template <class T>
POLHODE_INLINE void turn_right(BodyState<T>& s, const Quaternion<T>& f) {
    s.q = s.q * f;
}
template <class T>
POLHODE_INLINE void turn_momentum_back(BodyState<T>& s, const Quaternion<T>& f) {
    s.m = to_body(f, s.m);
}
template <class T>
POLHODE_INLINE void push(BodyState<T>& s, T h, const Vec3<T>& slope) {
    s.m = madd(h, slope, s.m);
}
template <class T>
POLHODE_INLINE void push_products(BodyState<T>& s, const Vec3<T>& a, const Vec3<T>& b) {
    for (int i = 0; i < 3; ++i) s.m[i] = fma(a[i], b[i], s.m[i]);
}
template <class T>
POLHODE_INLINE void keep_length(BodyState<T>& s) {
    s.q = normalise_binomial(s.q);
}

template <int axis, class T>
POLHODE_INLINE void turn_body_by(BodyState<T>& state, T s, T c) {
    state.q = turned_about<axis>(state.q, s, c);
    // double angle: cosine as 1 - 2 s^2, whose square and that of the sine add to 1 within rounding
    const T sine = twice(s * c), cosine = fma(-twice(s), s, T(1));
    constexpr int j = (axis + 1) % 3, k = (axis + 2) % 3;
    const T a = state.m[j], b = state.m[k];
    state.m[j] = sum_of_products(cosine, a, sine, b);
    state.m[k] = difference_of_products(cosine, b, sine, a);
}

// The flow of m_axis^2/(2 I): body turned about its axis, momentum fixed in the world. One sine and cosine.
template <int axis, class S, class T>
POLHODE_INLINE void turn_body(S& state, T angle) {
    T s, c;
    sincos(half(angle), s, c);
    turn_body_by<axis>(state, s, c);
}

}  // namespace polhode::integrate
