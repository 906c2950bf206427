// The state of the geometric steppers: attitude and angular momentum in body axes (principal axes).
//
// Momentum, not rate: converting with a rounded 1/I in every step gives a systematic energy drift (measured: 1e-12 in
// 1e5 steps), while m' = m x w + torque needs the rate only inside the step.
//
// Every stepper over this state has the same shape, so that one driver runs them all:
//
//     Method<T> method(moments, ...options);
//     state = method.step(state, t, h, torque);    // torque(t, q_NB, w_B) -> body torque, or NoTorque{}
#pragma once

#include "rigid_body.hpp"

namespace polhode {

template <class T>
struct BodyState {
    using scalar = T;
    Quaternion<T> q{};  // q_NB, unit length
    Vec3<T> m{};        // I w, body axes
};

template <class Torque>
inline constexpr bool is_free_body = std::is_same_v<std::remove_cv_t<std::remove_reference_t<Torque>>, NoTorque>;

template <class T>
POLHODE_INLINE Vec3<T> rate_of(const Vec3<T>& m, const Vec3<T>& moments) {
    return {m[0] / moments[0], m[1] / moments[1], m[2] / moments[2]};
}
template <class T>
POLHODE_INLINE Vec3<T> momentum_of(const Vec3<T>& w, const Vec3<T>& moments) {
    return {moments[0] * w[0], moments[1] * w[1], moments[2] * w[2]};
}
template <class T>
POLHODE_INLINE BodyState<T> body_state(const Quaternion<T>& q_NB, const Vec3<T>& w_B, const Vec3<T>& moments) {
    return {q_NB, momentum_of(w_B, moments)};
}

// m x w of a body in principal axes: (I2 - I3) w2 w3 and cyclic (Ganapathi 2005 eq. 5). Equal moments give exactly
// zero.
template <class T>
POLHODE_INLINE Vec3<T> gyroscopic_torque(const Vec3<T>& w, const Vec3<T>& moments) {
    return {(moments[1] - moments[2]) * (w[1] * w[2]), (moments[2] - moments[0]) * (w[2] * w[0]),
            (moments[0] - moments[1]) * (w[0] * w[1])};
}
// m' = m x w + torque
template <class T, class Torque>
POLHODE_INLINE Vec3<T> momentum_rate(const Torque& torque, T t, const Quaternion<T>& q, const Vec3<T>& w,
                                     const Vec3<T>& moments) {
    const Vec3<T> free = gyroscopic_torque(w, moments);
    if constexpr (is_free_body<Torque>) {
        (void)t, (void)q, (void)torque;
        return free;
    } else {
        return free + torque(t, q, w);
    }
}

template <class T>
POLHODE_INLINE T kinetic_energy(const BodyState<T>& s, const Vec3<T>& moments) {
    return T(0.5) * dot(s.m, rate_of(s.m, moments));
}
template <class T>
POLHODE_INLINE Vec3<T> world_momentum(const BodyState<T>& s) {
    return to_world(s.q, s.m);
}

template <class To, class T>
POLHODE_INLINE BodyState<To> cast(const BodyState<T>& s) {
    return {cast<To>(s.q), cast<To>(s.m)};
}

}  // namespace polhode
