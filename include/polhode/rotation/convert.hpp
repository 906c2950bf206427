// Every pair of representations converts: through the quaternion, or directly where that is better.
//
//     convert<Dcm>(q)                                  a set that is fixed by its type
//     convert(q, EulerAngles<double>{.sequence = s})   a set like the second argument (its Euler sequence)
//
// Conversions never normalise: see each file for non-unit input.
#pragma once

#include "axis_angle.hpp"
#include "cayley_klein.hpp"
#include "dcm.hpp"
#include "euler_angles.hpp"
#include "mrp.hpp"
#include "rotation_vector.hpp"
#include "two_vector.hpp"

namespace polhode {

// R_NB of any set
template <class R>
POLHODE_HD inline Mat3<typename R::scalar> to_matrix(const R& r) {
    return to_matrix(to_quaternion(r));
}

template <class From, class To>
POLHODE_HD inline To convert(const From& from, const To& like) {
    To to = like;
    assign_quaternion(to, to_quaternion(from));
    return to;
}
// The same set: the same numbers.
template <class R>
POLHODE_HD inline R convert(const R& from, const R&) {
    return from;
}
template <class T>
POLHODE_HD inline EulerAngles<T> convert(const EulerAngles<T>& from, const EulerAngles<T>& like) {
    if (from.sequence == like.sequence) return from;
    EulerAngles<T> to = like;
    assign_quaternion(to, to_quaternion(from));
    return to;
}
template <class T>
POLHODE_HD inline Dcm<T> convert(const EulerAngles<T>& from, const Dcm<T>&) {
    return {to_matrix(from)};
}
template <class T>
POLHODE_HD inline EulerAngles<T> convert(const Dcm<T>& from, const EulerAngles<T>& like) {
    EulerAngles<T> to = like;
    assign_matrix(to, from.R_NB);
    return to;
}
// Cosines stay as they are, on or off their constraint.
template <class T>
POLHODE_HD inline TwoVector<T> convert(const Dcm<T>& from, const TwoVector<T>&) {
    return two_vector_of(from.R_NB);
}
template <class T>
POLHODE_HD inline Dcm<T> convert(const TwoVector<T>& from, const Dcm<T>&) {
    return {to_matrix(from)};
}
// Turns beyond pi keep their angle between these two.
template <class T>
POLHODE_HD inline RotationVector<T> convert(const AxisAngle<T>& from, const RotationVector<T>& like) {
    return like.with(from.angle * from.axis);
}
template <class T>
POLHODE_HD inline AxisAngle<T> convert(const RotationVector<T>& from, const AxisAngle<T>&) {
    const Vec3<T> v = from.params();
    const T n = norm(v);
    if (n == T(0)) return {};
    return {v / n, n};
}

template <template <class> class To, class From>
POLHODE_HD inline To<typename From::scalar> convert(const From& from) {
    return convert(from, To<typename From::scalar>{});
}
template <class To, class From>
POLHODE_HD inline To convert(const From& from) {
    return convert(from, To{});
}

// The turn from attitude a to attitude b, a* b with scalar part >= 0. The vector part is taken from a* (b - f a), which
// is the same for every f, with an f for which nothing cancels: even an angle of 1e-20 comes out with all its digits.
template <class T>
POLHODE_HD inline Quaternion<T> relative_quaternion(const Quaternion<T>& a, const Quaternion<T>& b) {
    const T c = dot(a.params(), b.params());
    T f = c / norm_squared(a);
    // lengths alike: exactly 1, so that the difference of neighbours is exact
    if (T(0.5) < abs(f) && abs(f) < T(2)) f = copysign(T(1), f);
    const Quaternion<T> r = compose(conjugate(a), a.with(madd(-f, a.params(), b.params())));
    return c < T(0) ? Quaternion<T>{-c, -r.x, -r.y, -r.z} : Quaternion<T>{c, r.x, r.y, r.z};
}
// Geodesic angle (rad, in [0, pi]) between two attitudes; their lengths do not matter.
template <class T>
POLHODE_HD inline T angle_between(const Quaternion<T>& a, const Quaternion<T>& b) {
    const Quaternion<T> r = relative_quaternion(a, b);
    return twice(atan2(norm(r.vector()), r.w));
}
template <class A, class B>
POLHODE_HD inline typename A::scalar angle_between(const A& a, const B& b) {
    return angle_between(to_quaternion(a), to_quaternion(b));
}

// Axis (in the body axes of a) and angle of the turn from a to b: b = a after it.
template <class T>
POLHODE_HD inline AxisAngle<T> axis_angle_between(const Quaternion<T>& a, const Quaternion<T>& b) {
    AxisAngle<T> t;
    assign_quaternion(t, relative_quaternion(a, b));
    return t;
}

}  // namespace polhode
