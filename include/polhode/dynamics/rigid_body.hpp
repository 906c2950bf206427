// A rigid body as a system of first-order equations: the state holds the attitude numbers of a representation and then
// the three body rates; the derivative joins the representation's rate equations with Euler's equations.
//
//     RigidBody body{PrincipalInertia<double>({1, 2, 3})};                       // free, quaternion
//     auto y = body.state(Quaternion<double>{}, {0.1, 1.0, 0.2});
//     y = integrate::runge_kutta_step<integrate::Rk4>(body, 0.0, y, 0.01);
//     Quaternion<double> q_NB = body.attitude(y);   Vec3<double> w_NB_B = body.rate(y);
//
// `torque(t, attitude, w_B)` is any callable that returns the torque about the fixed point in body axes.
#pragma once

#include "euler_equations.hpp"

namespace polhode {

struct NoTorque {};

// The attitude numbers at the front of a state, as a representation of the same kind as `like`.
template <class R, int N>
POLHODE_INLINE R attitude_in(const R& like, const Vec<typename R::scalar, N>& y) {
    Vec<typename R::scalar, R::size> p;
    for (int i = 0; i < R::size; ++i) p[i] = y[i];
    return like.with(p);
}
// The three rates behind them.
template <int attitude_size, class T>
POLHODE_INLINE Vec3<T> rate_in(const Vec<T, attitude_size + 3>& y) {
    return {y[attitude_size], y[attitude_size + 1], y[attitude_size + 2]};
}
template <class T, int A>
POLHODE_INLINE Vec<T, A + 3> joined(const Vec<T, A>& attitude, const Vec3<T>& rate) {
    Vec<T, A + 3> y;
    for (int i = 0; i < A; ++i) y[i] = attitude[i];
    for (int i = 0; i < 3; ++i) y[A + i] = rate[i];
    return y;
}

template <class Inertia, class Torque = NoTorque, class R = Quaternion<typename Inertia::scalar>>
struct RigidBody {
    using T = typename Inertia::scalar;
    using State = Vec<T, R::size + 3>;
    Inertia inertia;
    Torque torque{};
    R like{};  // carries what is not a number of the state, such as an Euler sequence

    POLHODE_INLINE State state(const R& attitude, const Vec3<T>& w_B) const { return joined(attitude.params(), w_B); }
    POLHODE_INLINE R attitude(const State& y) const { return attitude_in(like, y); }
    POLHODE_INLINE Vec3<T> rate(const State& y) const { return rate_in<R::size>(y); }

    POLHODE_INLINE State operator()(T t, const State& y) const {
        const R r = attitude(y);
        const Vec3<T> w = rate(y);
        if constexpr (std::is_same_v<Torque, NoTorque>) {
            (void)t;
            return joined(derivative(r, w), inertia.acceleration(w));
        } else {
            return joined(derivative(r, w), inertia.acceleration(w, torque(t, r, w)));
        }
    }
    // The state with its attitude on the constraint again.
    POLHODE_INLINE State normalised(const State& y) const { return joined(normalise(attitude(y)).params(), rate(y)); }
};

template <class Inertia>
RigidBody(Inertia) -> RigidBody<Inertia>;
template <class Inertia, class Torque>
RigidBody(Inertia, Torque) -> RigidBody<Inertia, Torque>;

}  // namespace polhode
