// The step with one exponential: attitude <- attitude exp(phi), phi a rotation vector made from the rate over the step.
//
// Two uses. Given rates (kinematics): GyroSoft 2015 method C, eq. 11-13 and 21. A body under torque (dynamics): its
// method A: the body torque is frozen at the start of the step, the rate advances by Euler's equations (eq. 18) with
// that torque, by one RK4 step or by a solver that controls its error, and the attitude follows. What stands for "the
// rate over the step" is the choice; orders for given rates and for a frozen torque:
//
//     start, end           w(t) or w(t+h)                                     1, 1 (A with `end` is a leapfrog)
//     average              the mean of the two                                2, 1
//     midpoint             w at t+h/2; in dynamics also the torque there      2, 2
//     j_cycle              GyroSoft's three sub-rates with coning term        1, 1 (as built there: a lesson)
//     increment            the true integral of the rate, no coning term      2, 1
//     increment_previous   d + (d of the step before) x d/12                  3, given rates only
//     two_sample           d1 + d2 + (2/3) d1 x d2 from two true increments   4, 1
#pragma once

#include "../rotation/rotation.hpp"
#include "runge_kutta.hpp"

namespace polhode::integrate {

enum class RateChoice { start, end, average, midpoint, j_cycle, increment, two_sample, increment_previous };

// How the rate itself advances under the frozen torque.
enum class RateSolver { rk4, adaptive };

struct RateRule {
    RateChoice choice = RateChoice::midpoint;
    RateSolver solver = RateSolver::rk4;

    constexpr RateRule() = default;
    POLHODE_INLINE constexpr RateRule(RateChoice c, RateSolver s = RateSolver::rk4) : choice(c), solver(s) {}
};

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

// w0 after `over` by Dormand-Prince 5(4): steps are halved until the estimated error of each is below 1.5e-8 of the
// rate (the default accuracy of the solver GyroSoft called), and doubled again where it is far below.
template <class F, class W, class T>
POLHODE_HD inline W solved_rate(const F& f, const W& w0, T over) {
    constexpr int most_halvings = 20;
    W w = w0;
    T done{0}, step = over;
    for (int halvings = 0;;) {
        const T left = over - done;
        const bool last = !(abs(step) < abs(left));
        const T h = last ? left : step;
        Vec3<T> k[DormandPrince5::stages];
        const Vec3<T> before = value_of(w), after = runge_kutta_step<DormandPrince5>(f, done, before, h, k);
        const Vec3<T> error = error_estimate<DormandPrince5>(h, k);
        T worst{0}, size{0};
        for (int i = 0; i < 3; ++i) {
            worst = max(worst, abs(error[i]));
            size = max(size, max(abs(before[i]), abs(after[i])));
        }
        const T allowed = T(1.5e-8) * size;
        if (!(worst <= allowed) && halvings < most_halvings) {
            step = T(0.5) * h;
            ++halvings;
            continue;
        }
        w = moved(h, mean_slope<DormandPrince5>(k), w);
        if (last) return w;
        done = done + h;
        // order 5: twice the step makes 64 times the error
        if (T(64) * worst <= allowed && halvings > 0) {
            step = T(2) * h;
            --halvings;
        }
    }
}

}  // namespace detail

// The rotation vector of one step from a rate given as a function of time.
template <class Rate, class T>
POLHODE_INLINE Vec3<T> rotation_of_step(const Rate& w, T t, T h, RateRule rule) {
    switch (rule.choice) {
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
        case RateChoice::increment_previous: {
            // The rate is known for all times, so the step before is looked up, not remembered. The first has none.
            const Vec3<T> d = detail::increment(w, t, h);
            if (t < T(0.5) * h) return d;
            return madd(T(1. / 12), cross(detail::increment(w, t - h, h), d), d);
        }
        case RateChoice::two_sample:
            break;
    }
    const T s = T(0.5) * h;
    return detail::two_sample(detail::increment(w, t, s), detail::increment(w, t + s, s));
}

// The same of a body under torque, whose rate advances with it. body.torque(t, attitude, w) in body axes;
// body.acceleration(w, torque) = w'. The rate is a Vec3, or a Carried that keeps its low-order bits.
template <class Body, class R, class W, class T>
POLHODE_INLINE Vec3<T> rotation_under_torque(Body& body, T t, const R& attitude, W& rate, T h, RateRule rule) {
    const RateChoice choice = rule.choice;
    const Vec3<T> w = value_of(rate);
    // Euler's equations with the body torque held
    const auto rate_after = [&body, &rule](const W& w0, const Vec3<T>& torque, T over) {
        const auto slope = [&](T, const Vec3<T>& x) { return body.acceleration(x, torque); };
        if (rule.solver == RateSolver::adaptive) return detail::solved_rate(slope, w0, over);
        return runge_kutta_step<Rk4>(slope, T(0), w0, over);
    };
    if (choice == RateChoice::midpoint) {
        // torque where the body will be half a step on (GyroSoft method A, torque at the middle)
        const R half_way = turned(attitude, T(0.5) * h * w);
        const Vec3<T> torque = body.torque(fma(T(0.5), h, t), half_way, w);
        const Vec3<T> w_half = value_of(rate_after(rate, torque, T(0.5) * h));
        rate = rate_after(rate, torque, h);
        return h * w_half;
    }
    const Vec3<T> torque = body.torque(t, attitude, w);
    Vec3<T> phi;
    if (choice == RateChoice::j_cycle) {
        const T third = h / T(3);
        const W w2 = rate_after(rate, torque, third), w3 = rate_after(w2, torque, third);
        rate = rate_after(w3, torque, third);
        phi = detail::j_cycle(w, value_of(w2), value_of(w3), h);
    } else if (choice == RateChoice::two_sample || choice == RateChoice::increment) {
        // two RK4 steps of h/2, each increment by Simpson with the quarter point from an extra step of h/4
        const T s = T(0.5) * h, quarter = T(0.25) * h, sixth = h / T(12);
        const W middle = rate_after(rate, torque, s);
        const Vec3<T> q1 = value_of(rate_after(rate, torque, quarter)), m = value_of(middle);
        const Vec3<T> q2 = value_of(rate_after(middle, torque, quarter));
        rate = rate_after(middle, torque, s);
        const Vec3<T> after = value_of(rate);
        const Vec3<T> d1 = sixth * (madd(T(4), q1, w) + m), d2 = sixth * (madd(T(4), q2, m) + after);
        phi = choice == RateChoice::increment ? d1 + d2 : detail::two_sample(d1, d2);
    } else {
        rate = rate_after(rate, torque, h);
        const Vec3<T> after = value_of(rate);
        phi = choice == RateChoice::start ? h * w : choice == RateChoice::end ? h * after : T(0.5) * h * (w + after);
    }
    return phi;
}
// One step of a body under torque.
template <class Body, class R, class T>
POLHODE_INLINE void rotation_vector_step(Body& body, T t, R& attitude, Vec3<T>& w, T h, RateRule rule) {
    attitude = turned(attitude, rotation_under_torque(body, t, attitude, w, h, rule));
}

}  // namespace polhode::integrate
