// exp and log of the rotation group: rotation vector <-> unit quaternion, one formula over the whole range.
//
// The length |v| is carried as a sum of two numbers, since its rounding error would turn the result by |v| times as
// much; with that both are within 4e-16 of the exact value (of its size) for 0 < |v| <= pi in double.
#pragma once

#include "../arithmetic/elementary.hpp"
#include "quaternion.hpp"

namespace polhode {

namespace detail {

// |v| = length + rest, to about twice the precision of T
template <class T>
struct Length {
    T length, rest;
};
template <class T>
POLHODE_HD inline Length<T> precise_length(const Vec3<T>& v) {
    const T n = norm(v);
    if (!(T(1e-12) < n && n < T(1e12))) return {n, T(0)};
    // v.v - n^2 with exact products, summed from the largest cancelling pair down
    const T xx = v[0] * v[0], yy = v[1] * v[1], zz = v[2] * v[2], nn = n * n;
    const T products = (fma(v[0], v[0], -xx) + fma(v[1], v[1], -yy)) + (fma(v[2], v[2], -zz) - fma(n, n, -nn));
    const T s1 = xx + yy, t1 = s1 - xx, e1 = (xx - (s1 - t1)) + (yy - t1);
    const T s2 = s1 + zz, t2 = s2 - s1, e2 = (s1 - (s2 - t2)) + (zz - t2);
    return {n, half((s2 - nn) + (e1 + e2 + products)) / n};
}

}  // namespace detail

// q = (cos |v|/2, v/|v| sin |v|/2): the attitude after turning by |v| rad about v (Robinson 1958 eq. 13).
// Any length; v and v (1 - 2 pi/|v|) give q and -q.
template <class T>
POLHODE_HD inline Quaternion<T> exp_rotation(const Vec3<T>& v) {
    const detail::Length<T> n = detail::precise_length(v);
    // below this v^2/8 does not show beside 1, and v/2 is exact even where sin v underflows
    if (n.length < sqrt(std::numeric_limits<T>::epsilon())) {
        const Vec3<T> h = T(0.5) * v;
        return {fma(T(-0.5), dot(h, h), T(1)), h[0], h[1], h[2]};
    }
    T s, c;
    sincos(half(n.length), s, c);
    // sin(n + d)/(n + d), the rounding of the quotient and the rest of the length put back
    const T d = half(n.rest), g = s / n.length;
    const T f = g + (fma(-g, n.length, s) + fma(c, d, -g * n.rest)) / n.length;
    const T cosine = fma(-s, d, c);
    return {cosine, f * v[0], f * v[1], f * v[2]};
}

// The rotation vector of q, |v| <= pi: the shorter of the two ways (q and -q give the same, except at exactly half a
// turn, w = 0, where v and -v are the same attitude and the sign of q chooses). The length of q does not matter;
// 2 atan2(|vector part|, w) loses no digits anywhere, where 2 acos w would near 0 and asin near pi.
template <class T>
POLHODE_HD inline Vec3<T> log_rotation(const Quaternion<T>& q) {
    const Vec3<T> u = q.w < T(0) ? -q.vector() : q.vector();
    const T w = abs(q.w);
    const detail::Length<T> n = detail::precise_length(u);
    if (n.length <= w * std::numeric_limits<T>::epsilon()) {
        if (w == T(0)) return {T(0), T(0), T(0)};
        return twice(T(1) / w) * u;
    }
    // atan2(n + d, w)/(n + d), atan2(n + d, w) = atan2(n, w) + d w/(n^2 + w^2), the rounding of the quotient put back
    const T angle = atan2(n.length, w), g = angle / n.length;
    const T f = g + fma(n.rest, w / fma(n.length, n.length, w * w) - g, fma(-g, n.length, angle)) / n.length;
    return twice(f) * u;
}

// sin x / x
template <class T>
POLHODE_HD inline T sinc(T x) {
    if (abs(x) < sqrt(std::numeric_limits<T>::epsilon())) return fma(x * T(-1.0 / 6.0), x, T(1));
    return sin(x) / x;
}

}  // namespace polhode
