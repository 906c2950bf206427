// The axes in which a torque or a force is given, and the way from there into body axes.
//
// Attitude-dependent torques use the attitude as the method holds it and never normalise it in secret. A quaternion of
// length |q| therefore scales every vector that crosses between world and body by |q|^2, and with it the torque and
// its potential; a matrix that is not orthonormal distorts it likewise.
#pragma once

#include "../rotation/quaternion.hpp"

namespace polhode::torque {

enum class Frame { body, world };

// v, given in `frame`, in body axes.
template <class T, class Attitude>
POLHODE_INLINE Vec3<T> in_body_axes(Frame frame, const Attitude& attitude, const Vec3<T>& v) {
    return frame == Frame::body ? v : to_body(attitude, v);
}

// The world's z axis in body axes: the third row of R_NB.
template <class Attitude>
POLHODE_INLINE Vec3<typename Attitude::scalar> vertical_in_body(const Attitude& attitude) {
    using T = typename Attitude::scalar;
    return to_body(attitude, Vec3<T>{T(0), T(0), T(1)});
}
// The same without multiplications by zero (TN D-5302 eq. 12, third components of its three axes).
template <class T>
POLHODE_INLINE Vec3<T> vertical_in_body(const Quaternion<T>& q) {
    return {twice(difference_of_products(q.x, q.z, q.w, q.y)), twice(sum_of_products(q.y, q.z, q.w, q.x)),
            sum_of_products(q.w, q.w, q.z, q.z) - sum_of_products(q.x, q.x, q.y, q.y)};
}

}  // namespace polhode::torque
