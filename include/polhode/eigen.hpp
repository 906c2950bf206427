// Eigen types in and out at the edge of Polhode. The only header that includes Eigen; the core does not need it.
//
// Eigen::Quaternion's constructor is (w, x, y, z) while its coeffs() are stored (x, y, z, w): these functions go by
// name and never by storage. Directions are as in Polhode: body to world.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "rotation/rotation.hpp"

namespace polhode {

template <class T, int N>
Eigen::Matrix<T, N, 1> to_eigen(const Vec<T, N>& v) {
    return Eigen::Map<const Eigen::Matrix<T, N, 1>>(v.v);
}
template <class T>
Eigen::Matrix<T, 3, 3> to_eigen(const Mat3<T>& m) {
    return Eigen::Map<const Eigen::Matrix<T, 3, 3, Eigen::RowMajor>>(&m.m[0][0]);
}
template <class T>
Eigen::Quaternion<T> to_eigen(const Quaternion<T>& q_NB) {
    return {q_NB.w, q_NB.x, q_NB.y, q_NB.z};
}
template <class T>
Eigen::Matrix<T, 3, 3> to_eigen(const Dcm<T>& d) {
    return to_eigen(d.R_NB);
}
template <class T>
Eigen::AngleAxis<T> to_eigen(const AxisAngle<T>& a) {
    return {a.angle, to_eigen(a.axis)};
}

// Vectors, and expressions that give one. Fixed size only: its length is part of the result's type.
template <class Derived>
Vec<typename Derived::Scalar, Derived::RowsAtCompileTime> vec_from_eigen(const Eigen::MatrixBase<Derived>& v) {
    static_assert(Derived::ColsAtCompileTime == 1 && Derived::RowsAtCompileTime > 0,
                  "a column vector whose length is known when compiling");
    Vec<typename Derived::Scalar, Derived::RowsAtCompileTime> r;
    for (int i = 0; i < Derived::RowsAtCompileTime; ++i) r[i] = v[i];
    return r;
}
template <class Derived>
Mat3<typename Derived::Scalar> mat_from_eigen(const Eigen::MatrixBase<Derived>& m) {
    static_assert(Derived::RowsAtCompileTime == 3 && Derived::ColsAtCompileTime == 3, "a 3x3 matrix");
    Mat3<typename Derived::Scalar> r;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) r(i, j) = m(i, j);
    return r;
}
template <class Derived>
Dcm<typename Derived::Scalar> dcm_from_eigen(const Eigen::MatrixBase<Derived>& R_NB) {
    return {mat_from_eigen(R_NB)};
}
template <class Derived>
Quaternion<typename Derived::Scalar> quaternion_from_eigen(const Eigen::QuaternionBase<Derived>& q_NB) {
    return {q_NB.w(), q_NB.x(), q_NB.y(), q_NB.z()};
}
template <class T>
AxisAngle<T> axis_angle_from_eigen(const Eigen::AngleAxis<T>& a) {
    return {vec_from_eigen(a.axis()), a.angle()};
}

}  // namespace polhode
