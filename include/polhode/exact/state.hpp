// What every closed solution returns, and the quaternion arithmetic in two words they share.
#pragma once

#include "../rotation/quaternion.hpp"
#include "elliptic.hpp"

namespace polhode::exact {

// Attitude q_NB (scalar first, body to world, unit, on the branch continuous from the start) and rate w_NB_B (rad/s,
// body axes).
template <class T>
struct State {
    Quaternion<T> q_NB{};
    Vec3<T> w_NB_B{};
};

// What is given where nothing is known.
template <class T>
POLHODE_INLINE State<T> no_state() {
    const T none(std::numeric_limits<T>::quiet_NaN());
    return {{none, none, none, none}, {none, none, none}};
}

namespace detail {

// A quaternion in two words a component: products of a few unit quaternions then round once, at the end.
template <class T>
struct FineQuaternion {
    TwoWords<T> w{T(1)}, x{}, y{}, z{};

    static POLHODE_INLINE FineQuaternion of(const Quaternion<T>& q) {
        return {TwoWords<T>(q.w), TwoWords<T>(q.x), TwoWords<T>(q.y), TwoWords<T>(q.z)};
    }
    friend POLHODE_HD inline FineQuaternion operator*(const FineQuaternion& a, const FineQuaternion& b) {
        return {(a.w * b.w - a.x * b.x) - (a.y * b.y + a.z * b.z), (a.w * b.x + a.x * b.w) + (a.y * b.z - a.z * b.y),
                (a.w * b.y + a.y * b.w) + (a.z * b.x - a.x * b.z), (a.w * b.z + a.z * b.w) + (a.x * b.y - a.y * b.x)};
    }
    friend POLHODE_INLINE FineQuaternion select(const MaskOf<T>& condition, const FineQuaternion& a,
                                                const FineQuaternion& b) {
        return {select(condition, a.w, b.w), select(condition, a.x, b.x), select(condition, a.y, b.y),
                select(condition, a.z, b.z)};
    }
    friend POLHODE_INLINE TwoWords<T> norm_squared(const FineQuaternion& q) {
        return (q.w * q.w + q.x * q.x) + (q.y * q.y + q.z * q.z);
    }
    friend POLHODE_HD inline FineQuaternion normalise(const FineQuaternion& q) {
        const TwoWords<T> n = sqrt(norm_squared(q));
        return {q.w / n, q.x / n, q.y / n, q.z / n};
    }
    // unit length, each component rounded once
    friend POLHODE_HD inline Quaternion<T> rounded_unit(const FineQuaternion& q) {
        const TwoWords<T> inverse = T(1) / sqrt(norm_squared(q));
        return {(q.w * inverse).value(), (q.x * inverse).value(), (q.y * inverse).value(), (q.z * inverse).value()};
    }
};

// A start attitude may be of any length; its direction is the attitude. Zero or infinite length: no rotation.
template <class T>
POLHODE_HD inline FineQuaternion<T> unit_start(const Quaternion<T>& q) {
    const T largest = max(max(abs(q.w), abs(q.x)), max(abs(q.y), abs(q.z)));
    const auto usable = largest > T(0) && largest <= T(std::numeric_limits<T>::max());
    if (!any(usable)) return {};
    const T scale = power_of_two_below(largest);
    return select(usable, normalise(FineQuaternion<T>::of({q.w / scale, q.x / scale, q.y / scale, q.z / scale})),
                  FineQuaternion<T>());
}

// The longest time, in units of the inverse of the fastest rate, over which turns are counted in whole numbers of T
// with the two words of a frequency right to the last rounding.
template <class T>
POLHODE_INLINE T longest_time() {
    return T(0.25) / std::numeric_limits<ScalarOf<T>>::epsilon();
}

template <class T>
struct Complex {
    T re{1}, im{0};
    friend POLHODE_INLINE Complex operator*(const Complex& a, const Complex& b) {
        return {difference_of_products(a.re, b.re, a.im, b.im), sum_of_products(a.re, b.im, a.im, b.re)};
    }
};
template <class T>
POLHODE_INLINE Complex<T> conjugate(const Complex<T>& a) {
    return {a.re, -a.im};
}
// Direction of a; 1 where a = 0
template <class T>
POLHODE_INLINE Complex<T> direction(const Complex<T>& a) {
    const T n = sqrt(fma(a.re, a.re, a.im * a.im));
    const auto somewhere = n > T(0);
    const T inverse = T(1) / n;
    return {select(somewhere, a.re * inverse, T(1)), select(somewhere, a.im * inverse, T(0))};
}
// e^(i angle/2) of a number a = |a| e^(i angle) with |angle| <= pi/2
template <class T>
POLHODE_INLINE Complex<T> half_direction(const Complex<T>& a) {
    const T n = sqrt(fma(a.re, a.re, a.im * a.im));
    return direction(Complex<T>{n + a.re, a.im});
}

}  // namespace detail
}  // namespace polhode::exact
