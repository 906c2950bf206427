// Axis u (three numbers) and angle (rad), in the order ux uy uz angle: the body is reached from the world by turning by
// the angle about u. (u, angle), (-u, -angle), (u, angle - 2 pi) and (-u, 2 pi - angle) are the same attitude (table in
// Robinson 1958, section II).
// Singular place: angle 0 (and whole turns), where the axis is arbitrary and its rate infinite. Conversions into this
// set give 0 <= angle <= pi and for no rotation the axis (1, 0, 0). An axis of length n != 1 stays as it is and gives
// the quaternion (cos, u sin) of the half angle, not of length 1; the length of a quaternion is dropped on the way in.
#pragma once

#include "exponential.hpp"

namespace polhode {

template <class T>
struct AxisAngle {
    using scalar = T;
    static constexpr int size = 4;
    Vec3<T> axis{T(1), T(0), T(0)};
    T angle{0};

    POLHODE_INLINE constexpr Vec<T, 4> params() const { return {axis[0], axis[1], axis[2], angle}; }
    POLHODE_INLINE constexpr AxisAngle with(const Vec<T, 4>& p) const { return {{p[0], p[1], p[2]}, p[3]}; }
    friend constexpr bool operator==(const AxisAngle& a, const AxisAngle& b) { return a.params() == b.params(); }
};

// (cos, u sin) of half the angle (Robinson 1958 eq. 13)
template <class T>
POLHODE_HD inline Quaternion<T> to_quaternion(const AxisAngle<T>& a) {
    T s, c;
    sincos(half(a.angle), s, c);
    return {c, s * a.axis[0], s * a.axis[1], s * a.axis[2]};
}
// angle = 2 atan2(|vector part|, w), which loses no digits where 2 acos w does (Robinson 1958 item 9 of section II)
template <class T>
POLHODE_HD inline void assign_quaternion(AxisAngle<T>& to, const Quaternion<T>& q) {
    const Vec3<T> v = q.w < T(0) ? -q.vector() : q.vector();
    const T n = norm(v);
    if (n == T(0)) {
        to = {{T(1), T(0), T(0)}, T(0)};
        return;
    }
    to = {v / n, twice(atan2(n, abs(q.w)))};
}
template <class T>
POLHODE_HD inline Vec3<T> to_world(const AxisAngle<T>& a, const Vec3<T>& v_B) {
    return to_world(to_quaternion(a), v_B);
}
template <class T>
POLHODE_HD inline Vec3<T> to_body(const AxisAngle<T>& a, const Vec3<T>& v_N) {
    return to_body(to_quaternion(a), v_N);
}
template <class T>
POLHODE_HD inline AxisAngle<T> compose(const AxisAngle<T>& a, const AxisAngle<T>& b) {
    AxisAngle<T> r;
    assign_quaternion(r, compose(to_quaternion(a), to_quaternion(b)));
    return r;
}
template <class T>
POLHODE_INLINE AxisAngle<T> inverse(const AxisAngle<T>& a) {
    return {a.axis, -a.angle};
}

// angle' = u.w, u' = (u x w - cot(angle/2) u x (u x w))/2 (Shuster, J. Astronautical Sciences 41 (1993) 439,
// section on kinematics). Infinite at angle 0 unless w is along u.
template <class T>
POLHODE_HD inline Vec<T, 4> derivative(const AxisAngle<T>& a, const Vec3<T>& w_B) {
    const Vec3<T>& u = a.axis;
    const Vec3<T> p = cross(u, w_B);
    if (dot(p, p) == T(0)) return {T(0), T(0), T(0), dot(u, w_B)};
    T s, c;
    sincos(half(a.angle), s, c);
    const Vec3<T> du = T(0.5) * madd(-c / s, cross(u, p), p);
    return {du[0], du[1], du[2], dot(u, w_B)};
}
// w = angle' u + sin(angle) u' - (1 - cos(angle)) u x u'. Regular everywhere.
template <class T>
POLHODE_HD inline Vec3<T> rate(const AxisAngle<T>& a, const Vec<T, 4>& d) {
    T s, c;
    sincos(half(a.angle), s, c);
    const Vec3<T> du{d[0], d[1], d[2]};
    return madd(d[3], a.axis, madd(twice(s * c), du, twice(-(s * s)) * cross(a.axis, du)));
}

// 1 - |axis|^2
template <class T>
POLHODE_INLINE T defect(const AxisAngle<T>& a) {
    return T(1) - dot(a.axis, a.axis);
}
template <class T>
POLHODE_INLINE AxisAngle<T> normalise(const AxisAngle<T>& a) {
    return {(T(1) / norm(a.axis)) * a.axis, a.angle};
}
template <class T>
POLHODE_INLINE AxisAngle<T> normalise_binomial(const AxisAngle<T>& a) {
    return {fma(T(-0.5), dot(a.axis, a.axis), T(1.5)) * a.axis, a.angle};
}
template <class T>
POLHODE_INLINE bool rechart(AxisAngle<T>&) {
    return false;
}

template <class To, class T>
POLHODE_INLINE constexpr AxisAngle<To> cast(const AxisAngle<T>& a) {
    return {cast<To>(a.axis), static_cast<To>(a.angle)};
}

}  // namespace polhode
