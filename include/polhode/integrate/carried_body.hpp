// The state of the geometric steppers with its low-order bits (arithmetic/compensated.hpp), and the moves a stepper
// makes on it. Each move has a second form for the plain BodyState, in turn.hpp; a stepper is written once, over
// either.
//
//     turn_right(s, f)             q <- q f, f a unit quaternion
//     turn_momentum_back(s, f)     m <- f* m f
//     turn_body<axis>(s, angle)    both, about a body axis
//     push(s, h, slope)            m <- m + h slope
//     keep_length(s)               |q| = 1 again, to first order
//
// A turn is added as q (f - 1), where f - 1 is formed from the vector part of f, w - 1 = -|v|^2/(1 + w): nothing
// cancels, and what is lost is half a unit of the turn, not of q.
#pragma once

#include "../arithmetic/compensated.hpp"
#include "../dynamics/body_state.hpp"

namespace polhode::integrate {

template <class T>
struct CarriedBody : BodyState<T> {
    Vec<T, 4> q_carry{};
    Vec3<T> m_carry{};
    CarriedBody() = default;
    POLHODE_INLINE explicit CarriedBody(const BodyState<T>& s) : BodyState<T>(s) {}
};
template <class S>
inline constexpr bool is_carried = false;
template <class T>
inline constexpr bool is_carried<CarriedBody<T>> = true;

template <class T>
POLHODE_INLINE void add_attitude(CarriedBody<T>& s, const Vec<T, 4>& increment) {
    Carried<T, 4> c{s.q.params(), s.q_carry};
    add(c, increment);
    s.q = s.q.with(c.value);
    s.q_carry = c.carry;
}
template <class T>
POLHODE_INLINE void add_momentum(CarriedBody<T>& s, const Vec3<T>& increment) {
    Carried<T, 3> c{s.m, s.m_carry};
    add(c, increment);
    s.m = c.value;
    s.m_carry = c.carry;
}

// f - 1 of a unit quaternion
template <class T>
POLHODE_INLINE Quaternion<T> less_one(const Quaternion<T>& f) {
    const T vv = dot(f.vector(), f.vector());
    return {f.w > T(0) ? -vv / (T(1) + f.w) : f.w - T(1), f.x, f.y, f.z};
}
// q <- q (1 + e); the carry turns along
template <class T>
POLHODE_INLINE void turn_right_by_excess(CarriedBody<T>& s, const Quaternion<T>& e) {
    const Quaternion<T> low{s.q_carry[0], s.q_carry[1], s.q_carry[2], s.q_carry[3]};
    add_attitude(s, (s.q * e).params() + (low * e).params());
}
template <class T>
POLHODE_INLINE void turn_right(CarriedBody<T>& s, const Quaternion<T>& f) {
    turn_right_by_excess(s, less_one(f));
}
// f* v f - v = -2 w u x v + 2 u x (u x v)
template <class T>
POLHODE_INLINE void turn_momentum_back(CarriedBody<T>& s, const Quaternion<T>& f) {
    const Vec3<T> u = f.vector();
    const auto change = [&u, &f](const Vec3<T>& v) {
        const Vec3<T> c = cross(u, v);
        return T(2) * (cross(u, c) - f.w * c);
    };
    add_momentum(s, change(s.m) + change(s.m_carry));
}
template <class T>
POLHODE_INLINE void push(CarriedBody<T>& s, T h, const Vec3<T>& slope) {
    add_momentum(s, h * slope);
}
// m_i <- m_i + a_i b_i
template <class T>
POLHODE_INLINE void push_products(CarriedBody<T>& s, const Vec3<T>& a, const Vec3<T>& b) {
    add_momentum(s, {a[0] * b[0], a[1] * b[1], a[2] * b[2]});
}
// half of 1 - |q|^2, from both words
template <class T>
POLHODE_INLINE T half_defect(const Vec<T, 4>& q, const Vec<T, 4>& carry) {
    using Two = exact::TwoWords<T>;
    Two d(T(1));
    for (int i = 0; i < 4; ++i) d = d - (Two::product(q[i], q[i]) + twice(q[i] * carry[i]));
    return half(d.hi + d.lo);
}
template <class T>
POLHODE_INLINE void keep_length(CarriedBody<T>& s) {
    add_attitude(s, half_defect(s.q.params(), s.q_carry) * s.q.params());
}
template <int axis, class T>
POLHODE_INLINE void turn_body_by(CarriedBody<T>& s, T sine_of_half, T cosine_of_half) {
    Vec3<T> v{};
    v[axis] = sine_of_half;
    turn_right(s, Quaternion<T>{cosine_of_half, v[0], v[1], v[2]});
    const T sine = twice(sine_of_half * cosine_of_half), versine = twice(sine_of_half * sine_of_half);
    constexpr int j = (axis + 1) % 3, k = (axis + 2) % 3;
    const auto change = [&](const Vec3<T>& m) {
        Vec3<T> d{};
        d[j] = difference_of_products(sine, m[k], versine, m[j]);
        d[k] = -sum_of_products(sine, m[j], versine, m[k]);
        return d;
    };
    add_momentum(s, change(s.m) + change(s.m_carry));
}

// The body axes renumbered: component i of the result is component i + shift (cyclic) of the given one.
template <class T>
POLHODE_INLINE Vec3<T> renumbered(const Vec3<T>& v, int shift) {
    return {v[shift], v[(1 + shift) % 3], v[(2 + shift) % 3]};
}
template <class T>
POLHODE_INLINE BodyState<T> renumbered(const BodyState<T>& s, int shift) {
    const Vec3<T> u = renumbered(s.q.vector(), shift);
    return {{s.q.w, u[0], u[1], u[2]}, renumbered(s.m, shift)};
}
template <class T>
POLHODE_INLINE CarriedBody<T> renumbered(const CarriedBody<T>& s, int shift) {
    CarriedBody<T> r(renumbered(static_cast<const BodyState<T>&>(s), shift));
    const Vec3<T> u = renumbered(Vec3<T>{s.q_carry[1], s.q_carry[2], s.q_carry[3]}, shift);
    r.q_carry = {s.q_carry[0], u[0], u[1], u[2]};
    r.m_carry = renumbered(s.m_carry, shift);
    return r;
}

}  // namespace polhode::integrate
