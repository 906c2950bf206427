// The rate equations of the quaternion by way of the world: turn the body rate into world axes, then q' = (0, w_N) q/2
// (Ganapathi 2005, procedure for the orientation, with the factor 1/2 its derivative lacks). For a unit quaternion this
// is q (0, w_B)/2. The stages of a Runge-Kutta step are not quite unit, and there it depends on the matrix:
//
//     homogeneous   |q|^2 R, as everywhere in Polhode: q' is |q|^2 times too large
//     unit          Ganapathi 2005 eq. 7 as printed, ones on the diagonal in place of |q|^2
#pragma once

#include "dcm.hpp"

namespace polhode {

// Ganapathi 2005 eq. 7
template <class T>
POLHODE_HD inline Mat3<T> unit_form_matrix(const Quaternion<T>& q) {
    Mat3<T> R_NB = to_matrix(q);
    R_NB(0, 0) = fma(T(-2), sum_of_products(q.y, q.y, q.z, q.z), T(1));
    R_NB(1, 1) = fma(T(-2), sum_of_products(q.x, q.x, q.z, q.z), T(1));
    R_NB(2, 2) = fma(T(-2), sum_of_products(q.x, q.x, q.y, q.y), T(1));
    return R_NB;
}

// (0, w_N) q/2
template <class T>
POLHODE_HD inline Vec<T, 4> derivative_from_world_rate(const Quaternion<T>& q, const Vec3<T>& w_N) {
    return T(0.5) * compose(Quaternion<T>{T(0), w_N[0], w_N[1], w_N[2]}, q).params();
}

enum class RateForm { body, world, world_unit };

template <class T>
POLHODE_HD inline Vec<T, 4> derivative(const Quaternion<T>& q, const Vec3<T>& w_B, RateForm form) {
    if (form == RateForm::body) return derivative(q, w_B);
    return derivative_from_world_rate(q, form == RateForm::world ? to_world(q, w_B) : unit_form_matrix(q) * w_B);
}

}  // namespace polhode
