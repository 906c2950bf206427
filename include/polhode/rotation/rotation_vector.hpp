// Rotation vector v = angle times axis (rad): the body is reached from the world by turning by |v| about v. The axis
// has the same components in both frames.
// Zero is an ordinary point. Singular place: |v| = 2 pi, where the rate of v is infinite. rechart() moves any |v| > pi
// to the other vector of the same attitude, v (1 - 2 pi/|v|), so that an integration that rechart()s never comes near
// it. Conversions into this set give |v| <= pi. Three numbers cannot hold the length of a non-unit quaternion: it is
// dropped.
#pragma once

#include "exponential.hpp"

namespace polhode {

template <class T>
struct RotationVector {
    using scalar = T;
    static constexpr int size = 3;
    T x{0}, y{0}, z{0};

    POLHODE_INLINE constexpr Vec<T, 3> params() const { return {x, y, z}; }
    POLHODE_INLINE constexpr RotationVector with(const Vec<T, 3>& p) const { return {p[0], p[1], p[2]}; }
    friend constexpr bool operator==(const RotationVector& a, const RotationVector& b) {
        return a.params() == b.params();
    }
};

template <class T>
POLHODE_HD inline Quaternion<T> to_quaternion(const RotationVector<T>& r) {
    return exp_rotation(r.params());
}
template <class T>
POLHODE_HD inline void assign_quaternion(RotationVector<T>& to, const Quaternion<T>& q) {
    to = to.with(log_rotation(q));
}
template <class T>
POLHODE_HD inline Vec3<T> to_world(const RotationVector<T>& r, const Vec3<T>& v_B) {
    return to_world(to_quaternion(r), v_B);
}
template <class T>
POLHODE_HD inline Vec3<T> to_body(const RotationVector<T>& r, const Vec3<T>& v_N) {
    return to_body(to_quaternion(r), v_N);
}
template <class T>
POLHODE_HD inline RotationVector<T> compose(const RotationVector<T>& a, const RotationVector<T>& b) {
    return a.with(log_rotation(compose(to_quaternion(a), to_quaternion(b))));
}
template <class T>
POLHODE_INLINE RotationVector<T> inverse(const RotationVector<T>& r) {
    return {-r.x, -r.y, -r.z};
}

namespace detail {

// (sin x - x cos x)/x^3 = sum (-1)^j (2j+2)/(2j+3)! x^2j. The series below x = 1.25, where the difference would cancel;
// next term 24/25! x^22 is below 2^-70.
template <class T>
POLHODE_HD inline T sine_minus_x_cosine_over_cube(T x, T sine, T cosine) {
    if (abs(x) >= T(1.25)) return fma(-x, cosine, sine) / (x * x * x);
    const T z = x * x;
    T s = T(22 / 25852016738884976640000.0);
    s = fma(-z, s, T(20 / 51090942171709440000.0));
    s = fma(-z, s, T(18 / 121645100408832000.0));
    s = fma(-z, s, T(16 / 355687428096000.0));
    s = fma(-z, s, T(14 / 1307674368000.0));
    s = fma(-z, s, T(12 / 6227020800.0));
    s = fma(-z, s, T(10 / 39916800.0));
    s = fma(-z, s, T(8 / 362880.0));
    s = fma(-z, s, T(6 / 5040.0));
    s = fma(-z, s, T(4 / 120.0));
    return fma(-z, s, T(2 / 6.0));
}

// (x - sin x)/x^3 = sum (-1)^j x^2j/(2j+3)!. The series below x = 2; next term x^24/27! is below 2^-69.
template <class T>
POLHODE_HD inline T x_minus_sine_over_cube(T x, T sine) {
    if (abs(x) >= T(2)) return (x - sine) / (x * x * x);
    const T z = x * x;
    T s = T(1 / 15511210043330985984000000.0);
    s = fma(-z, s, T(1 / 25852016738884976640000.0));
    s = fma(-z, s, T(1 / 51090942171709440000.0));
    s = fma(-z, s, T(1 / 121645100408832000.0));
    s = fma(-z, s, T(1 / 355687428096000.0));
    s = fma(-z, s, T(1 / 1307674368000.0));
    s = fma(-z, s, T(1 / 6227020800.0));
    s = fma(-z, s, T(1 / 39916800.0));
    s = fma(-z, s, T(1 / 362880.0));
    s = fma(-z, s, T(1 / 5040.0));
    s = fma(-z, s, T(1 / 120.0));
    return fma(-z, s, T(1 / 6.0));
}

}  // namespace detail

// v' = w + v x w/2 + c v x (v x w), c = (1 - x cot x)/(4 x^2), x = |v|/2 (Bortz, IEEE Trans. AES-7 (1971) 61,
// the rate in body axes). c is written (sin x - x cos x)/x^3 over 4 sin x/x: 1/12 at zero, accurate up to the pole at 2
// pi.
template <class T>
POLHODE_HD inline Vec<T, 3> derivative(const RotationVector<T>& r, const Vec3<T>& w_B) {
    const Vec3<T> v = r.params(), u = cross(v, w_B);
    const T x = half(norm(v));
    T s, c;
    sincos(x, s, c);
    const T sinc_x = x < sqrt(std::numeric_limits<T>::epsilon()) ? T(1) : s / x;
    const T f = T(0.25) * detail::sine_minus_x_cosine_over_cube(x, s, c) / sinc_x;
    return madd(f, cross(v, u), madd(T(0.5), u, w_B));
}
// w = v' - (1 - cos|v|)/|v|^2 v x v' + (|v| - sin|v|)/|v|^3 v x (v x v'): the right Jacobian of the rotation group
// (Chirikjian, Stochastic Models, Information Theory, and Lie Groups 2, section 10.6). Regular everywhere.
template <class T>
POLHODE_HD inline Vec3<T> rate(const RotationVector<T>& r, const Vec<T, 3>& dv) {
    const Vec3<T> v = r.params(), u = cross(v, dv);
    const T n = norm(v), s = sinc(half(n));
    return madd(detail::x_minus_sine_over_cube(n, sin(n)), cross(v, u), madd(T(-0.5) * s * s, u, dv));
}

// Three numbers, no constraint.
template <class T>
POLHODE_INLINE T defect(const RotationVector<T>&) {
    return T(0);
}
template <class T>
POLHODE_INLINE RotationVector<T> normalise(const RotationVector<T>& r) {
    return r;
}
template <class T>
POLHODE_INLINE RotationVector<T> normalise_binomial(const RotationVector<T>& r) {
    return r;
}
// |v| > pi: v (1 - 2 pi/|v|), the same attitude the shorter way round (once: for |v| up to 3 pi the result is <= pi).
template <class T>
POLHODE_HD inline bool rechart(RotationVector<T>& r) {
    const T n = norm(r.params());
    if (!(n > pi<T>())) return false;
    r = r.with(((n - two_pi<T>()) / n) * r.params());
    return true;
}

template <class To, class T>
POLHODE_INLINE constexpr RotationVector<To> cast(const RotationVector<T>& r) {
    return {static_cast<To>(r.x), static_cast<To>(r.y), static_cast<To>(r.z)};
}

}  // namespace polhode
