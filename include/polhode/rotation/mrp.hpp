// Modified Rodrigues parameters s = tan(angle/4) times axis. |s| < 1 is less than half a turn; the shadow -s/|s|^2 is
// the same attitude the other way round. Singular place: a full turn, where s is infinite. rechart() moves any |s| > 1
// to its shadow, so that an integration that rechart()s never comes near it. Conversions into this set give |s| <= 1.
// Three numbers cannot hold the length of a non-unit quaternion: it is dropped.
// Equations: Schaub and Junkins, Analytical Mechanics of Space Systems, section on modified Rodrigues parameters.
#pragma once

#include "../arithmetic/elementary.hpp"
#include "quaternion.hpp"

namespace polhode {

template <class T>
struct ModifiedRodrigues {
    using scalar = T;
    static constexpr int size = 3;
    T x{0}, y{0}, z{0};

    POLHODE_INLINE constexpr Vec<T, 3> params() const { return {x, y, z}; }
    POLHODE_INLINE constexpr ModifiedRodrigues with(const Vec<T, 3>& p) const { return {p[0], p[1], p[2]}; }
    friend constexpr bool operator==(const ModifiedRodrigues& a, const ModifiedRodrigues& b) {
        return a.params() == b.params();
    }
};

// q = (1 - s^2, 2 s)/(1 + s^2); far outside the unit ball through the shadow, where s^2 would overflow
template <class T>
POLHODE_HD inline Quaternion<T> to_quaternion(const ModifiedRodrigues<T>& m) {
    const Vec3<T> s = m.params();
    const T n = norm(s);
    if (n > T(2)) {
        const T f = T(1) / n, ff = f * f, d = T(1) / (T(1) + ff), g = twice(f * d);
        return {(ff - T(1)) * d, g * (s[0] / n), g * (s[1] / n), g * (s[2] / n)};
    }
    const T ss = dot(s, s), d = T(1) / (T(1) + ss), g = twice(d);
    return {(T(1) - ss) * d, g * s[0], g * s[1], g * s[2]};
}
// s = vector part/(|q| + w), with the sign of q that makes w >= 0
template <class T>
POLHODE_HD inline void assign_quaternion(ModifiedRodrigues<T>& to, const Quaternion<T>& q) {
    const T d = norm(q.params()) + abs(q.w);
    const T f = (q.w < T(0) ? T(-1) : T(1)) / d;
    to = {f * q.x, f * q.y, f * q.z};
}
template <class T>
POLHODE_HD inline Vec3<T> to_world(const ModifiedRodrigues<T>& m, const Vec3<T>& v_B) {
    return to_world(to_quaternion(m), v_B);
}
template <class T>
POLHODE_HD inline Vec3<T> to_body(const ModifiedRodrigues<T>& m, const Vec3<T>& v_N) {
    return to_body(to_quaternion(m), v_N);
}
template <class T>
POLHODE_HD inline ModifiedRodrigues<T> compose(const ModifiedRodrigues<T>& a, const ModifiedRodrigues<T>& b) {
    ModifiedRodrigues<T> r;
    assign_quaternion(r, compose(to_quaternion(a), to_quaternion(b)));
    return r;
}
template <class T>
POLHODE_INLINE ModifiedRodrigues<T> inverse(const ModifiedRodrigues<T>& m) {
    return {-m.x, -m.y, -m.z};
}

// s' = ((1 - s^2) w + 2 s x w + 2 s (s.w))/4
template <class T>
POLHODE_INLINE Vec<T, 3> derivative(const ModifiedRodrigues<T>& m, const Vec3<T>& w_B) {
    const Vec3<T> s = m.params(), h = T(0.25) * w_B;
    return madd(T(1) - dot(s, s), h, madd(twice(dot(s, h)), s, T(2) * cross(s, h)));
}
// w = 4/(1 + s^2)^2 ((1 - s^2) s' - 2 s x s' + 2 s (s.s'))
template <class T>
POLHODE_INLINE Vec3<T> rate(const ModifiedRodrigues<T>& m, const Vec<T, 3>& ds) {
    const Vec3<T> s = m.params();
    const T ss = dot(s, s), d = T(2) / (T(1) + ss);
    return (d * d) * madd(T(1) - ss, ds, madd(twice(dot(s, ds)), s, T(-2) * cross(s, ds)));
}

// Three numbers, no constraint.
template <class T>
POLHODE_INLINE T defect(const ModifiedRodrigues<T>&) {
    return T(0);
}
template <class T>
POLHODE_INLINE ModifiedRodrigues<T> normalise(const ModifiedRodrigues<T>& m) {
    return m;
}
template <class T>
POLHODE_INLINE ModifiedRodrigues<T> normalise_binomial(const ModifiedRodrigues<T>& m) {
    return m;
}
// |s| > 1: the shadow -s/|s|^2
template <class T>
POLHODE_HD inline bool rechart(ModifiedRodrigues<T>& m) {
    const T n = norm(m.params());
    if (!(n > T(1))) return false;
    m = {-(m.x / n) / n, -(m.y / n) / n, -(m.z / n) / n};
    return true;
}

template <class To, class T>
POLHODE_INLINE constexpr ModifiedRodrigues<To> cast(const ModifiedRodrigues<T>& m) {
    return {static_cast<To>(m.x), static_cast<To>(m.y), static_cast<To>(m.z)};
}

}  // namespace polhode
