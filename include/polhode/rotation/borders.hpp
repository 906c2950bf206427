// Other people's conventions, each a type of its own with one named function in and one out: none of them is ever taken
// for a Polhode attitude by accident, and no constructor converts silently.
#pragma once

#include "cayley_klein.hpp"
#include "dcm.hpp"

namespace polhode {

// Scalar last (x, y, z, w): glTF, ROS, TUM, CCSDS (QC last). Same direction as q_NB: body to world.
template <class T>
struct QuaternionXyzw {
    T x{0}, y{0}, z{0}, w{1};
};
template <class T>
POLHODE_INLINE constexpr Quaternion<T> from_xyzw(const QuaternionXyzw<T>& q) {
    return {q.w, q.x, q.y, q.z};
}
template <class T>
POLHODE_INLINE constexpr QuaternionXyzw<T> to_xyzw(const Quaternion<T>& q) {
    return {q.x, q.y, q.z, q.w};
}

// Gibbs's vector (Rodrigues parameters), axis times tan(angle/2): body to world; infinite at half a turn (Gibbs, Vector
// Analysis, 1901, section 145).
template <class T>
struct GibbsVector {
    Vec3<T> g{};
};
template <class T>
POLHODE_INLINE Quaternion<T> from_gibbs(const GibbsVector<T>& v) {
    return normalise(Quaternion<T>{T(1), v.g[0], v.g[1], v.g[2]});
}
template <class T>
POLHODE_INLINE constexpr GibbsVector<T> to_gibbs(const Quaternion<T>& q) {
    return {{q.x / q.w, q.y / q.w, q.z / q.w}};
}

// Robinson 1958: e1 = chi, e2 = zeta, e3 = eta, e4 = xi, with the passive matrix A of his eq. 31, r' = A r from fixed
// to moving axes. The same four numbers as q_NB in another order: (w, x, y, z) = (e1, e4, e3, e2).
template <class T>
struct RobinsonParameters {
    T e1{1}, e2{0}, e3{0}, e4{0};
};
template <class T>
POLHODE_INLINE constexpr Quaternion<T> from_robinson(const RobinsonParameters<T>& e) {
    return {e.e1, e.e4, e.e3, e.e2};
}
template <class T>
POLHODE_INLINE constexpr RobinsonParameters<T> to_robinson(const Quaternion<T>& q) {
    return {q.w, q.z, q.y, q.x};
}

// Euler's parameters chi = cos(mu/2), (xi, eta, zeta) = axis sin(mu/2) (Robinson 1958 eq. 13; also written e0 .. e3).
template <class T>
struct EulerParameters {
    T chi{1}, xi{0}, eta{0}, zeta{0};
};
template <class T>
POLHODE_INLINE constexpr Quaternion<T> from_euler_parameters(const EulerParameters<T>& e) {
    return {e.chi, e.xi, e.eta, e.zeta};
}
template <class T>
POLHODE_INLINE constexpr EulerParameters<T> to_euler_parameters(const Quaternion<T>& q) {
    return {q.w, q.x, q.y, q.z};
}

// The passive matrix of Robinson, Gray and most flight mechanics: v_B = A v_N, the transpose of R_NB.
template <class T>
struct PassiveMatrix {
    Mat3<T> A_BN = Mat3<T>::identity();
};
template <class T>
POLHODE_INLINE constexpr Dcm<T> from_passive(const PassiveMatrix<T>& p) {
    return {p.A_BN.transposed()};
}
template <class T>
POLHODE_INLINE constexpr PassiveMatrix<T> to_passive(const Dcm<T>& d) {
    return {d.R_NB.transposed()};
}

// Robinson's Cayley-Klein matrix H = [[e1 + i e2, e3 + i e4], [-e3 + i e4, e1 - i e2]], P' = H P H^dagger from fixed to
// moving axes (1958 eqs. 18-25): the adjoint of U.
template <class T>
struct RobinsonH {
    detail::Complex2x2<T> H{{T(1), T(0)}, {T(0), T(0)}, {T(0), T(0)}, {T(1), T(0)}};
};
template <class T>
POLHODE_INLINE constexpr CayleyKlein<T> from_robinson_h(const RobinsonH<T>& h) {
    return {adjoint(h.H)};
}
template <class T>
POLHODE_INLINE constexpr RobinsonH<T> to_robinson_h(const CayleyKlein<T>& c) {
    return {adjoint(c.U)};
}

}  // namespace polhode
