// The step with one exponential: attitude <- attitude exp(phi), phi a rotation vector made from the rate over the step.
//
// Two uses. Given rates (kinematics): GyroSoft 2015 method C, eq. 11-13 and 21. A body under torque (dynamics): its
// method A: the body torque is frozen at the start of the step, the rate advances by one RK4 step of Euler's equations
// (eq. 18) with that torque, and the attitude follows. What stands for "the rate over the step" is the choice:
//
//     start, end      w(t) or w(t+h)                                     order 1 (A with `end` keeps a leapfrog
//     balance) average         the mean of the two                                order 2 (given rates), 1 (torque
//     frozen) midpoint        w at t+h/2; in dynamics also the torque there      order 2 j_cycle         GyroSoft's
//     three sub-rates with coning term, as built there: a lesson, order 1 (erratum 17) increment       the true
//     integral of the rate, no coning term      order 2 (given rates only) two_sample      d1 + d2 + (2/3) d1 x d2 from
//     two true increments   order 4 (given rates), 1 (torque frozen)
#pragma once

#include "../rotation/rotation.hpp"
#include "runge_kutta.hpp"

namespace polhode::integrate {

enum class RateChoice { start, end, average, midpoint, j_cycle, increment, two_sample };

// attitude exp(phi): the update multiplies on the right because phi is in body axes (GyroSoft eq. 13).
template <class R>
POLHODE_INLINE R turned(const R& attitude, const Vec3<typename R::scalar>& phi) {
    R small = attitude;
    assign_quaternion(small, exp_rotation(phi));
    return compose(attitude, small);
}

namespace detail {

// GyroSoft's J-cycle as built: alpha_k = (h/3) sum_{j<=k} w_j, rho = alpha_3 + (1/2)(h/3) sum_k alpha_k x w_k
template <class T>
POLHODE_INLINE Vec3<T> j_cycle(const Vec3<T>& w1, const Vec3<T>& w2, const Vec3<T>& w3, T h) {
    const T third = h / T(3);
    const Vec3<T> a1 = third * w1, a2 = madd(third, w2, a1), a3 = madd(third, w3, a2);
    const Vec3<T> coning = cross(a1, w1) + cross(a2, w2) + cross(a3, w3);
    return madd(T(0.5) * third, coning, a3);
}

// integral of w over [t, t+h] by the Gauss-Legendre rule with four points: exact to degree 7
template <class Rate, class T>
POLHODE_INLINE Vec3<T> increment(const Rate& w, T t, T h) {
    const T x1 = T(0.06943184420297371), x2 = T(0.33000947820757187), w1 = T(0.17392742256872693),
            w2 = T(0.32607257743127307);
    const Vec3<T> outer = w(fma(x1, h, t)) + w(fma(T(1) - x1, h, t));
    const Vec3<T> inner = w(fma(x2, h, t)) + w(fma(T(1) - x2, h, t));
    return h * madd(w1, outer, w2 * inner);
}

// d1 + d2 + (2/3) d1 x d2 (Bortz 1971, Miller 1983)
template <class T>
POLHODE_INLINE Vec3<T> two_sample(const Vec3<T>& d1, const Vec3<T>& d2) {
    return madd(T(2. / 3), cross(d1, d2), d1 + d2);
}

}  // namespace detail

// The rotation vector of one step from a rate given as a function of time.
template <class Rate, class T>
POLHODE_INLINE Vec3<T> rotation_of_step(const Rate& w, T t, T h, RateChoice choice) {
    switch (choice) {
        case RateChoice::start:
            return h * w(t);
        case RateChoice::end:
            return h * w(t + h);
        case RateChoice::average:
            return T(0.5) * h * (w(t) + w(t + h));
        case RateChoice::midpoint:
            return h * w(fma(T(0.5), h, t));
        case RateChoice::j_cycle:
            return detail::j_cycle(w(t), w(fma(T(1. / 3), h, t)), w(fma(T(2. / 3), h, t)), h);
        case RateChoice::increment:
            return detail::increment(w, t, h);
        case RateChoice::two_sample:
            break;
    }
    const T s = T(0.5) * h;
    return detail::two_sample(detail::increment(w, t, s), detail::increment(w, t + s, s));
}

// One step of a body under torque. body.torque(t, attitude, w) in body axes; body.acceleration(w, torque) = w'.
template <class Body, class R, class T>
POLHODE_INLINE void rotation_vector_step(Body& body, T t, R& attitude, Vec3<T>& w, T h, RateChoice choice) {
    // RK4 of Euler's equations with the body torque held
    const auto rate_after = [&body](const Vec3<T>& w0, const Vec3<T>& torque, T over) {
        return runge_kutta_step<Rk4>([&](T, const Vec3<T>& x) { return body.acceleration(x, torque); }, T(0), w0, over);
    };
    if (choice == RateChoice::midpoint) {
        // torque where the body will be half a step on (GyroSoft method A, torque at the middle)
        const R half_way = turned(attitude, T(0.5) * h * w);
        const Vec3<T> torque = body.torque(fma(T(0.5), h, t), half_way, w);
        const Vec3<T> w_half = rate_after(w, torque, T(0.5) * h);
        w = rate_after(w, torque, h);
        attitude = turned(attitude, h * w_half);
        return;
    }
    const Vec3<T> torque = body.torque(t, attitude, w);
    Vec3<T> phi, after;
    if (choice == RateChoice::j_cycle) {
        const T third = h / T(3);
        const Vec3<T> w2 = rate_after(w, torque, third), w3 = rate_after(w2, torque, third);
        after = rate_after(w3, torque, third);
        phi = detail::j_cycle(w, w2, w3, h);
    } else if (choice == RateChoice::two_sample || choice == RateChoice::increment) {
        // two RK4 steps of h/2, each increment by Simpson with the quarter point from an extra step of h/4
        const T s = T(0.5) * h, quarter = T(0.25) * h, sixth = h / T(12);
        const Vec3<T> q1 = rate_after(w, torque, quarter), m = rate_after(w, torque, s);
        const Vec3<T> q2 = rate_after(m, torque, quarter);
        after = rate_after(m, torque, s);
        const Vec3<T> d1 = sixth * (madd(T(4), q1, w) + m), d2 = sixth * (madd(T(4), q2, m) + after);
        phi = choice == RateChoice::increment ? d1 + d2 : detail::two_sample(d1, d2);
    } else {
        after = rate_after(w, torque, h);
        phi = choice == RateChoice::start ? h * w : choice == RateChoice::end ? h * after : T(0.5) * h * (w + after);
    }
    attitude = turned(attitude, phi);
    w = after;
}

}  // namespace polhode::integrate
