// Hamilton quaternion, scalar first: q_NB = (w, x, y, z), v_N = q v_B q*. Unit length means a rotation; q and -q are
// the same attitude. Nothing here is singular. A non-unit q rotates and scales by |q|^2 and is never normalised unless
// normalise() is called.
#pragma once

#include "representation.hpp"

namespace polhode {

template <class T>
struct Quaternion {
    using scalar = T;
    static constexpr int size = 4;
    T w{1}, x{0}, y{0}, z{0};

    POLHODE_INLINE constexpr Vec<T, 4> params() const { return {w, x, y, z}; }
    POLHODE_INLINE constexpr Quaternion with(const Vec<T, 4>& p) const { return {p[0], p[1], p[2], p[3]}; }
    POLHODE_INLINE constexpr Vec3<T> vector() const { return {x, y, z}; }
    friend POLHODE_INLINE constexpr Quaternion operator-(const Quaternion& q) { return {-q.w, -q.x, -q.y, -q.z}; }
    friend constexpr bool operator==(const Quaternion& a, const Quaternion& b) { return a.params() == b.params(); }
};

// Hamilton product (Robinson 1958 eq. 64; Ganapathi 2005 eq. 8)
template <class T>
POLHODE_INLINE Quaternion<T> compose(const Quaternion<T>& a, const Quaternion<T>& b) {
    return {fma(a.w, b.w, -fma(a.x, b.x, fma(a.y, b.y, a.z * b.z))),
            fma(a.w, b.x, fma(a.x, b.w, difference_of_products(a.y, b.z, a.z, b.y))),
            fma(a.w, b.y, fma(a.y, b.w, difference_of_products(a.z, b.x, a.x, b.z))),
            fma(a.w, b.z, fma(a.z, b.w, difference_of_products(a.x, b.y, a.y, b.x)))};
}
template <class T>
POLHODE_INLINE Quaternion<T> operator*(const Quaternion<T>& a, const Quaternion<T>& b) {
    return compose(a, b);
}

template <class T>
POLHODE_INLINE Quaternion<T> conjugate(const Quaternion<T>& q) {
    return {q.w, -q.x, -q.y, -q.z};
}
template <class T>
POLHODE_INLINE T norm_squared(const Quaternion<T>& q) {
    return fma(q.w, q.w, fma(q.x, q.x, fma(q.y, q.y, q.z * q.z)));
}
// q^-1 = q*/|q|^2; for a unit quaternion the conjugate is the same and cheaper.
template <class T>
POLHODE_INLINE Quaternion<T> inverse(const Quaternion<T>& q) {
    const T n = norm_squared(q);
    return {q.w / n, -q.x / n, -q.y / n, -q.z / n};
}

// q v q* = |q|^2 R v, through t = 2 u x v: v |q|^2-scaled exactly as the product form.
template <class T>
POLHODE_INLINE Vec3<T> to_world(const Quaternion<T>& q, const Vec3<T>& v_B) {
    const Vec3<T> u = q.vector();
    const T c = fma(q.w, q.w, -dot(u, u)), d = twice(dot(u, v_B)), e = twice(q.w);
    return madd(c, v_B, madd(d, u, e * cross(u, v_B)));
}
template <class T>
POLHODE_INLINE Vec3<T> to_body(const Quaternion<T>& q, const Vec3<T>& v_N) {
    return to_world(conjugate(q), v_N);
}

// q' = q (0, w_B)/2 (TN D-5302 eq. 16; Robinson 1958 eq. 77)
template <class T>
POLHODE_INLINE Vec<T, 4> derivative(const Quaternion<T>& q, const Vec3<T>& w_B) {
    const Vec3<T> h = T(0.5) * w_B;
    return {-fma(q.x, h[0], fma(q.y, h[1], q.z * h[2])), fma(q.w, h[0], difference_of_products(q.y, h[2], q.z, h[1])),
            fma(q.w, h[1], difference_of_products(q.z, h[0], q.x, h[2])),
            fma(q.w, h[2], difference_of_products(q.x, h[1], q.y, h[0]))};
}
// w_B = 2 q* q'/|q|^2 (TN D-5302 eq. 15 with the signs of its erratum E2; Robinson 1958 eq. 79 divided by the norm)
template <class T>
POLHODE_INLINE Vec3<T> rate(const Quaternion<T>& q, const Vec<T, 4>& dq) {
    const Quaternion<T> d{dq[0], dq[1], dq[2], dq[3]};
    return (T(2) / norm_squared(q)) * compose(conjugate(q), d).vector();
}

// 1 - |q|^2: the constraint error of TN D-5302 eq. 18.
template <class T>
POLHODE_INLINE T defect(const Quaternion<T>& q) {
    return T(1) - norm_squared(q);
}
template <class T>
POLHODE_INLINE Quaternion<T> normalise(const Quaternion<T>& q) {
    const T s = T(1) / sqrt(norm_squared(q));
    return {s * q.w, s * q.x, s * q.y, s * q.z};
}
// 1/|q| to first order in 1 - |q|^2, no square root (TN D-5302 eq. 28)
template <class T>
POLHODE_INLINE Quaternion<T> normalise_binomial(const Quaternion<T>& q) {
    const T s = fma(T(-0.5), norm_squared(q), T(1.5));
    return {s * q.w, s * q.x, s * q.y, s * q.z};
}
template <class T>
POLHODE_INLINE bool rechart(Quaternion<T>&) {
    return false;
}

template <class T>
POLHODE_INLINE Quaternion<T> to_quaternion(const Quaternion<T>& q) {
    return q;
}
template <class T>
POLHODE_INLINE void assign_quaternion(Quaternion<T>& to, const Quaternion<T>& q) {
    to = q;
}

template <class To, class T>
POLHODE_INLINE constexpr Quaternion<To> cast(const Quaternion<T>& q) {
    return {static_cast<To>(q.w), static_cast<To>(q.x), static_cast<To>(q.y), static_cast<To>(q.z)};
}

}  // namespace polhode
