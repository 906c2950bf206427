// Rodrigues parameters (the Gibbs vector) g = tan(angle/2) times axis. Singular at half a turn, where g is infinite:
// there is no second set to go to. Three numbers cannot hold the length of a quaternion: it is dropped.
// Equations: Shuster, J. Astronautical Sciences 41 (1993) 439.
#pragma once

#include "polhode/rotation/quaternion.hpp"

namespace polhode {

template <class T>
struct Gibbs {
    using scalar = T;
    static constexpr int size = 3;
    T x{0}, y{0}, z{0};

    POLHODE_INLINE constexpr Vec<T, 3> params() const { return {x, y, z}; }
    POLHODE_INLINE constexpr Gibbs with(const Vec<T, 3>& p) const { return {p[0], p[1], p[2]}; }
};

// q = (1, g)/sqrt(1 + g^2)
template <class T>
POLHODE_HD inline Quaternion<T> to_quaternion(const Gibbs<T>& g) {
    const T w = T(1) / sqrt(T(1) + dot(g.params(), g.params()));
    return {w, w * g.x, w * g.y, w * g.z};
}
template <class T>
POLHODE_HD inline void assign_quaternion(Gibbs<T>& to, const Quaternion<T>& q) {
    to = {q.x / q.w, q.y / q.w, q.z / q.w};
}
template <class T>
POLHODE_HD inline Vec3<T> to_world(const Gibbs<T>& g, const Vec3<T>& v_B) {
    return to_world(to_quaternion(g), v_B);
}
template <class T>
POLHODE_HD inline Vec3<T> to_body(const Gibbs<T>& g, const Vec3<T>& v_N) {
    return to_body(to_quaternion(g), v_N);
}
template <class T>
POLHODE_HD inline Gibbs<T> compose(const Gibbs<T>& a, const Gibbs<T>& b) {
    Gibbs<T> r;
    assign_quaternion(r, compose(to_quaternion(a), to_quaternion(b)));
    return r;
}
template <class T>
POLHODE_INLINE Gibbs<T> inverse(const Gibbs<T>& g) {
    return {-g.x, -g.y, -g.z};
}
// g' = (w + g x w + g (g.w))/2
template <class T>
POLHODE_INLINE Vec<T, 3> derivative(const Gibbs<T>& g, const Vec3<T>& w_B) {
    const Vec3<T> p = g.params(), h = T(0.5) * w_B;
    return h + cross(p, h) + dot(p, h) * p;
}
// w = 2 (g' - g x g')/(1 + g^2)
template <class T>
POLHODE_INLINE Vec3<T> rate(const Gibbs<T>& g, const Vec<T, 3>& dg) {
    const Vec3<T> p = g.params();
    return (T(2) / (T(1) + dot(p, p))) * (dg - cross(p, dg));
}
// Three numbers, no constraint.
template <class T>
POLHODE_INLINE T defect(const Gibbs<T>&) {
    return T(0);
}
template <class T>
POLHODE_INLINE Gibbs<T> normalise(const Gibbs<T>& g) {
    return g;
}
template <class T>
POLHODE_INLINE Gibbs<T> normalise_binomial(const Gibbs<T>& g) {
    return g;
}
template <class T>
POLHODE_INLINE bool rechart(Gibbs<T>&) {
    return false;
}
template <class To, class T>
POLHODE_INLINE constexpr Gibbs<To> cast(const Gibbs<T>& g) {
    return {static_cast<To>(g.x), static_cast<To>(g.y), static_cast<To>(g.z)};
}

}  // namespace polhode
