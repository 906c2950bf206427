// Three angles A, B, C (rad) about axes i, j, k of one of the twelve sequences, intrinsic:
//
//     R_NB = R_i(A) R_j(B) R_k(C)
//
// turn about axis i first, then about the new axis j, then about the newest axis k. "zyx" with (psi, theta, phi) is
// yaw, pitch, roll; "zxz" with (phi, theta, psi) is the classical set of the top.
//
// Singular places (gimbal lock), where only one combination of A and C is defined and their rates are infinite:
// three different axes ("zyx"): B = +-90 deg; first axis repeated ("zxz"): B = 0 and 180 deg. There C is taken as 0 and
// A carries the whole turn; the attitude is right all the same. Close to the lock A and C are ill-determined one by
// one, but they are extracted together, so that the attitude they give is right to rounding. Ranges after extraction:
// A, C in [-pi, pi]; B in [-pi/2, pi/2] or, first axis repeated, [0, pi]. Three numbers cannot hold a length: that of a
// non-unit quaternion or matrix is dropped.
#pragma once

#include "../arithmetic/elementary.hpp"
#include "dcm.hpp"

namespace polhode {

// Axes 0, 1, 2 = x, y, z. Neighbouring axes differ.
struct EulerSequence {
    int i = 2, j = 1, k = 0;

    // first axis repeated: "zxz"
    POLHODE_INLINE constexpr bool repeated() const { return i == k; }
    // the axis that is neither i nor j
    POLHODE_INLINE constexpr int third() const { return 3 - i - j; }
    // +1 if axes i, j, third are right-handed in this order, else -1
    POLHODE_INLINE constexpr int handedness() const { return (j - i + 3) % 3 == 1 ? 1 : -1; }
    POLHODE_INLINE constexpr bool valid() const {
        return 0 <= i && i < 3 && 0 <= j && j < 3 && 0 <= k && k < 3 && i != j && j != k;
    }
    friend constexpr bool operator==(const EulerSequence& a, const EulerSequence& b) {
        return a.i == b.i && a.j == b.j && a.k == b.k;
    }
};

// "zyx" -> {2, 1, 0}; false, and `sequence` as it was, for anything that is not one of the twelve.
constexpr bool parse_euler_sequence(const char* name, EulerSequence& sequence) {
    EulerSequence s{-1, -1, -1};
    int* const axis[3] = {&s.i, &s.j, &s.k};
    for (int n = 0; n < 3; ++n) {
        if (name[n] < 'x' || name[n] > 'z') return false;
        *axis[n] = name[n] - 'x';
    }
    if (name[3] != '\0' || !s.valid()) return false;
    sequence = s;
    return true;
}

// For sequences known when compiling: euler_sequence("zxz"). A wrong name does not compile in a constant expression.
constexpr EulerSequence euler_sequence(const char* name) {
    EulerSequence s{-1, -1, -1};
    if (!parse_euler_sequence(name, s)) return EulerSequence{-1, -1, -1};
    return s;
}

namespace detail {

// x in (-2 pi, 2 pi) brought to [-pi, pi]
template <class T>
POLHODE_INLINE T wrap_once(T x) {
    if (x > pi<T>()) return x - two_pi<T>();
    if (x < -pi<T>()) return x + two_pi<T>();
    return x;
}
template <class T>
POLHODE_INLINE T hypot(T a, T b) {
    return norm(Vec<T, 2>{a, b});
}
template <class T>
POLHODE_INLINE T& component(Quaternion<T>& q, int axis) {
    return axis == 0 ? q.x : (axis == 1 ? q.y : q.z);
}

}  // namespace detail

template <class T>
struct EulerAngles {
    using scalar = T;
    static constexpr int size = 3;
    T A{0}, B{0}, C{0};
    EulerSequence sequence{};
    // Smallest size of the divisor in the rate equations, cos B (sin B with the first axis repeated): 0, the divisor as
    // it is; cos 85 deg, the practice of limiting the pitch to +-85 deg. It bounds the rates and makes them wrong near
    // the lock. No part of the attitude.
    T smallest_divisor{0};

    POLHODE_INLINE constexpr Vec<T, 3> params() const { return {A, B, C}; }
    POLHODE_INLINE constexpr EulerAngles with(const Vec<T, 3>& p) const {
        return {p[0], p[1], p[2], sequence, smallest_divisor};
    }
    friend constexpr bool operator==(const EulerAngles& a, const EulerAngles& b) {
        return a.params() == b.params() && a.sequence == b.sequence;
    }
};

// q_i(A) q_j(B) q_k(C) multiplied out; for zyx Robinson 1958 eq. 48
template <class T>
POLHODE_HD inline Quaternion<T> to_quaternion(const EulerAngles<T>& a) {
    T sa, ca, sb, cb, sc, cc;
    sincos(half(a.A), sa, ca);
    sincos(half(a.B), sb, cb);
    sincos(half(a.C), sc, cc);
    const EulerSequence& s = a.sequence;
    const T e = T(s.handedness());
    Quaternion<T> q;
    T i, j, m;
    if (s.repeated()) {
        q.w = cb * difference_of_products(ca, cc, sa, sc);
        i = cb * sum_of_products(sa, cc, ca, sc);
        j = sb * sum_of_products(ca, cc, sa, sc);
        m = e * sb * difference_of_products(sa, cc, ca, sc);
    } else {
        q.w = difference_of_products(ca * cb, cc, e * sa * sb, sc);
        i = sum_of_products(sa * cb, cc, e * ca * sb, sc);
        j = difference_of_products(ca * sb, cc, e * sa * cb, sc);
        m = sum_of_products(ca * cb, sc, e * sa * sb, cc);
    }
    detail::component(q, s.i) = i;
    detail::component(q, s.j) = j;
    detail::component(q, s.third()) = m;
    return q;
}

// R_i(A) R_j(B) R_k(C) multiplied out, straight from the six sines and cosines; for zyx Robinson 1958 eq. 185,
// transposed. A left-handed order of axes turns the sign of the sines.
template <class T>
POLHODE_HD inline Mat3<T> to_matrix(const EulerAngles<T>& a) {
    T sa, ca, sb, cb, sc, cc;
    sincos(a.A, sa, ca);
    sincos(a.B, sb, cb);
    sincos(a.C, sc, cc);
    const EulerSequence& s = a.sequence;
    const T e = T(s.handedness());
    sa = e * sa;
    sb = e * sb;
    sc = e * sc;
    const int i = s.i, j = s.j, m = s.third();
    Mat3<T> R;
    if (s.repeated()) {
        R(i, i) = cb;
        R(i, j) = sb * sc;
        R(i, m) = sb * cc;
        R(j, i) = sa * sb;
        R(j, j) = difference_of_products(ca, cc, sa * cb, sc);
        R(j, m) = -sum_of_products(ca, sc, sa * cb, cc);
        R(m, i) = -(ca * sb);
        R(m, j) = sum_of_products(sa, cc, ca * cb, sc);
        R(m, m) = difference_of_products(ca * cb, cc, sa, sc);
    } else {
        R(i, i) = cb * cc;
        R(i, j) = -(cb * sc);
        R(i, m) = sb;
        R(j, i) = sum_of_products(ca, sc, sa * sb, cc);
        R(j, j) = difference_of_products(ca, cc, sa * sb, sc);
        R(j, m) = -(sa * cb);
        R(m, i) = difference_of_products(sa, sc, ca * sb, cc);
        R(m, j) = sum_of_products(sa, cc, ca * sb, sc);
        R(m, m) = ca * cb;
    }
    return R;
}

// The angles of the attitude q, in the sequence `to` already has. Half sum and half difference of A and C are the
// angles of two points in the plane (Bernardes and Viollet, PLoS ONE 17 (2022) e0276302); B comes from the two
// distances. Each is exact to rounding however near the lock is.
// Lock: a distance below 2 epsilon |q|, where it has no digit left (for three different axes it is a difference of two
// components; next to B = 180 deg the angle itself has none); at B = 0 with a repeated axis only exactly zero, since a
// tilt of 1e-20 is a good attitude there.
template <class T>
POLHODE_HD inline void assign_quaternion(EulerAngles<T>& to, const Quaternion<T>& q) {
    Quaternion<T> p = q;
    const EulerSequence& s = to.sequence;
    const T e = T(s.handedness());
    const T w = p.w, i = detail::component(p, s.i), j = detail::component(p, s.j),
            m = e * detail::component(p, s.third());
    // Three different axes: R R_j(90 deg) = R_i(A) R_j(B + 90 deg) R_i(-+C), first axis repeated.
    const T lock = T(2) * std::numeric_limits<T>::epsilon() * norm(q.params());
    T a = w, b = i, c = j, d = m;
    if (!s.repeated()) {
        a = w - j;
        b = i - m;
        c = w + j;
        d = i + m;
    }
    // (a, b) = cos(B/2) (cos, sin)((A+C)/2), (c, d) = sin(B/2) (cos, sin)((A-C)/2)
    const T near = detail::hypot(a, b), far = detail::hypot(c, d);
    const T sum = near <= lock ? atan2(d, c) : atan2(b, a);
    const T difference = far <= (s.repeated() ? T(0) : lock) ? sum : atan2(d, c);
    const T C = detail::wrap_once(sum - difference);
    to.A = detail::wrap_once(sum + difference);
    to.C = s.repeated() ? C : T(0) - e * C;
    to.B = s.repeated() ? twice(atan2(far, near)) : atan2(twice(sum_of_products(w, j, i, m)), near * far);
}

// The angles straight from the matrix, in the sequence `to` already has. The third angle is read after the first has
// been turned back, so that both stay consistent near the lock. Lock: where the two elements that give A are below
// 2 epsilon of the matrix's size (matrix elements are products: they have no digit left there, at B = 0 neither).
template <class T>
POLHODE_HD inline void assign_matrix(EulerAngles<T>& to, const Mat3<T>& R) {
    const EulerSequence& s = to.sequence;
    const T e = T(s.handedness());
    const int i = s.i, j = s.j, m = s.third();
    // (x, y) = h (cos A, sin A)
    const T x = s.repeated() ? -e * R(m, i) : R(m, m), y = s.repeated() ? R(j, i) : -e * R(j, m);
    const T h = detail::hypot(x, y), other = s.repeated() ? R(i, i) : e * R(i, m);
    to.B = s.repeated() ? atan2(h, other) : atan2(other, h);
    if (h <= T(2) * std::numeric_limits<T>::epsilon() * abs(other)) {
        to.A = e * atan2(R(m, j), R(j, j));
        to.C = T(0);
        return;
    }
    const T cosine = x / h, sine = e * y / h;
    const T cc = sum_of_products(cosine, R(j, j), sine, R(m, j));
    const T sc = s.repeated() ? -sum_of_products(cosine, R(j, m), sine, R(m, m))
                              : sum_of_products(cosine, R(j, i), sine, R(m, i));
    to.A = atan2(y, x);
    to.C = e * atan2(sc, cc);
}

template <class T>
POLHODE_HD inline Vec3<T> to_world(const EulerAngles<T>& a, const Vec3<T>& v_B) {
    return to_matrix(a) * v_B;
}
template <class T>
POLHODE_HD inline Vec3<T> to_body(const EulerAngles<T>& a, const Vec3<T>& v_N) {
    return to_matrix(a).transposed() * v_N;
}
// in the sequence of a
template <class T>
POLHODE_HD inline EulerAngles<T> compose(const EulerAngles<T>& a, const EulerAngles<T>& b) {
    EulerAngles<T> r = a;
    assign_quaternion(r, compose(to_quaternion(a), to_quaternion(b)));
    return r;
}
template <class T>
POLHODE_HD inline EulerAngles<T> inverse(const EulerAngles<T>& a) {
    EulerAngles<T> r = a;
    assign_quaternion(r, conjugate(to_quaternion(a)));
    return r;
}

namespace detail {

// Gray, Rubinoff, Sohon 1952 section 2 name this way out in order to reject it.
template <class T>
POLHODE_INLINE T kept_away_from_zero(T divisor, T smallest) {
    return abs(divisor) < smallest ? copysign(smallest, divisor) : divisor;
}

}  // namespace detail

// Angle rates from the body rate; for zyx Robinson 1958 eq. 190. Infinite at the lock.
template <class T>
POLHODE_HD inline Vec<T, 3> derivative(const EulerAngles<T>& a, const Vec3<T>& w_B) {
    T sb, cb, sc, cc;
    sincos(a.B, sb, cb);
    sincos(a.C, sc, cc);
    const EulerSequence& s = a.sequence;
    const T e = T(s.handedness());
    const T wi = w_B[s.i], wj = w_B[s.j], wm = e * w_B[s.third()];
    if (s.repeated()) {
        const T A = sum_of_products(sc, wj, cc, wm) / detail::kept_away_from_zero(sb, a.smallest_divisor);
        return {A, difference_of_products(cc, wj, sc, wm), fma(-cb, A, wi)};
    }
    const T A = difference_of_products(cc, wi, e * sc, wj) / detail::kept_away_from_zero(cb, a.smallest_divisor);
    return {A, sum_of_products(e * sc, wi, cc, wj), fma(-e * sb, A, w_B[s.k])};
}
// Body rate from the angle rates; for zyx Robinson 1958 eq. 186. Regular everywhere.
template <class T>
POLHODE_HD inline Vec3<T> rate(const EulerAngles<T>& a, const Vec<T, 3>& d) {
    T sb, cb, sc, cc;
    sincos(a.B, sb, cb);
    sincos(a.C, sc, cc);
    const EulerSequence& s = a.sequence;
    const T e = T(s.handedness());
    Vec3<T> w;
    if (s.repeated()) {
        w[s.i] = fma(cb, d[0], d[2]);
        w[s.j] = sum_of_products(sb * sc, d[0], cc, d[1]);
        w[s.third()] = e * difference_of_products(sb * cc, d[0], sc, d[1]);
    } else {
        w[s.i] = sum_of_products(cb * cc, d[0], e * sc, d[1]);
        w[s.j] = difference_of_products(cc, d[1], cb * e * sc, d[0]);
        w[s.k] = fma(e * sb, d[0], d[2]);
    }
    return w;
}

// Three numbers, no constraint.
template <class T>
POLHODE_INLINE T defect(const EulerAngles<T>&) {
    return T(0);
}
template <class T>
POLHODE_INLINE EulerAngles<T> normalise(const EulerAngles<T>& a) {
    return a;
}
template <class T>
POLHODE_INLINE EulerAngles<T> normalise_binomial(const EulerAngles<T>& a) {
    return a;
}
template <class T>
POLHODE_INLINE bool rechart(EulerAngles<T>&) {
    return false;
}

template <class To, class T>
POLHODE_INLINE constexpr EulerAngles<To> cast(const EulerAngles<T>& a) {
    return {static_cast<To>(a.A), static_cast<To>(a.B), static_cast<To>(a.C), a.sequence,
            static_cast<To>(a.smallest_divisor)};
}

}  // namespace polhode
