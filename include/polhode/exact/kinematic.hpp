// Motions with a given rate whose attitude is known in closed form: constant rate, the benchmark of TN D-5302, coning.
// Attitude and rate at any time; the phase is formed in two words, so that a large t costs no digits.
#pragma once

#include "free_body.hpp"

namespace polhode::exact {

// q = q(0) exp(w t), w constant in body axes.
template <class T>
class ConstantRate {
 public:
    POLHODE_HD ConstantRate() = default;
    // q_NB at t = 0, of any length; w_NB_B in rad/s
    POLHODE_HD ConstantRate(const Quaternion<T>& q_NB, const Vec3<T>& w_NB_B)
        // a sphere turns about a fixed axis
        : sphere_(Vec3<T>{T(1), T(1), T(1)}, q_NB, w_NB_B) {}
    POLHODE_HD State<T> state_at(T t) const { return sphere_.state_at(t); }

 private:
    FreeBody<T> sphere_{};
};

// The body is tilted by B0 about the world's y axis, then turns at a constant rate about the world's z axis.
template <class T>
class Benchmark {
 public:
    POLHODE_HD Benchmark() = default;
    // b0 in rad, rate in rad/s (one cycle a second is 2 pi)
    POLHODE_HD Benchmark(T b0, T rate) : half_tilt_(sine_cosine(half(b0))), rate_(rate) {
        const SineCosine<T> tilt = sine_cosine(b0);
        w_B_ = {-(rate * tilt.s), T(0), rate * tilt.c};
    }
    // q = qC qB (TN D-5302 eq. 9 to 11), w = rate (-sin B0, 0, cos B0) (eq. 1 and 2 carried to body axes)
    POLHODE_HD State<T> state_at(T t) const {
        const SineCosine<T> turn = sine_cosine(exact_product(half(rate_), t));
        return {{turn.c * half_tilt_.c, -(turn.s * half_tilt_.s), turn.c * half_tilt_.s, turn.s * half_tilt_.c}, w_B_};
    }

 private:
    SineCosine<T> half_tilt_{};
    T rate_{0};
    Vec3<T> w_B_{};
};

// The rotation vector has the constant length a and turns in the y-z plane at the rate W: the body's x axis goes round
// a cone of half angle a, and the body does not turn about that axis on the whole.
template <class T>
class Coning {
 public:
    POLHODE_HD Coning() = default;
    // angle a in rad, rate W in rad/s
    POLHODE_HD Coning(T angle, T rate) : half_angle_(sine_cosine(half(angle))), sine_(sin(angle)), rate_(rate) {}
    // q = (cos a/2, 0, sin a/2 cos Wt, sin a/2 sin Wt), w = 2 q* q' = (-2 W sin^2 a/2, -W sin a sin Wt, W sin a cos Wt)
    // (P. G. Savage, J. Guid. Control Dyn. 21 (1998) 19, classical coning)
    POLHODE_HD State<T> state_at(T t) const {
        const SineCosine<T> phase = sine_cosine(exact_product(rate_, t));
        const T transverse = rate_ * sine_;
        return {{half_angle_.c, T(0), half_angle_.s * phase.c, half_angle_.s * phase.s},
                {T(-2) * rate_ * square(half_angle_.s), -(transverse * phase.s), transverse * phase.c}};
    }
    // int w dt over [t, t+h], what an ideal gyroscope counts:
    // (-2 W sin^2(a/2) h, -2 sin a sin(Wh/2) sin W(t+h/2), 2 sin a sin(Wh/2) cos W(t+h/2))
    POLHODE_HD Vec3<T> increment(T t, T h) const {
        const SineCosine<T> middle = sine_cosine(exact_product(rate_, t) + exact_product(half(rate_), h)),
                            width = sine_cosine(exact_product(half(rate_), h));
        const T transverse = T(2) * sine_ * width.s;
        return {T(-2) * rate_ * square(half_angle_.s) * h, -(transverse * middle.s), transverse * middle.c};
    }

 private:
    SineCosine<T> half_angle_{};
    T sine_{0}, rate_{0};
};

}  // namespace polhode::exact
