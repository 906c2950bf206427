// What the tests of the steppers over BodyState share: two bodies, a run at fixed step, an independent truth (DOP853 at
// a step where its error is rounding) and the slope of the error.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "polhode/dynamics/body_state.hpp"
#include "polhode/integrate/runge_kutta.hpp"
#include "polhode/rotation/rotation.hpp"
#include "polhode/torque/gravity.hpp"

namespace polhode::body_runs {

using State = BodyState<double>;
using V = Vec3<double>;

inline const V heavy_moments{{1.0, 1.4, 2.1}};
inline const torque::Gravity<double> weight{1.0, {0.2, 0.1, 0.6}, 1.0};
inline const State heavy_start = body_state<double>({0.5, 0.5, -0.5, 0.5}, {{0.6, 0.3, -0.9}}, heavy_moments);

inline const V free_moments{{1.0, 2.0, 3.0}};
inline const State free_start = body_state<double>({0.5, 0.5, -0.5, 0.5}, {{0.625, 0.875, -0.75}}, free_moments);

inline constexpr double duration = 4.0;

template <class Method, class Torque>
State run(Method method, State s, double t, int steps, const Torque& torque) {
    const double h = t / steps;
    for (int i = 0; i < steps; ++i) s = method.step(s, i * h, h, torque);
    return s;
}

// (q, w) by DOP853: other equations (rate, not momentum) and another method than anything tested with it
template <class Torque>
State truth(const V& moments, const State& s, double t, const Torque& torque, int steps = 400) {
    const RigidBody<PrincipalInertia<double>, Torque> body{PrincipalInertia<double>(moments), torque};
    auto y = body.state(s.q, rate_of(s.m, moments));
    for (int i = 0; i < steps; ++i)
        y = integrate::runge_kutta_step<integrate::DormandPrince853>(body, i * t / steps, y, t / steps);
    return body_state(normalise(body.attitude(y)), body.rate(y), moments);
}
inline const State& heavy_truth() {
    static const State s = truth(heavy_moments, heavy_start, duration, weight);
    return s;
}
inline const State& free_truth() {
    static const State s = truth(free_moments, free_start, duration, NoTorque{});
    return s;
}

// attitude and momentum together: a wrong momentum must not hide behind a right attitude
inline double error(const State& a, const State& b) {
    return angle_between(normalise(a.q), normalise(b.q)) + norm(a.m - b.m);
}
inline double slope(double coarse, double fine) { return std::log2(coarse / fine); }

template <class Method>
double free_order(const Method& method, int steps) {
    return slope(error(run(method, free_start, duration, steps, NoTorque{}), free_truth()),
                 error(run(method, free_start, duration, 2 * steps, NoTorque{}), free_truth()));
}
template <class Method>
double heavy_order(const Method& method, int steps) {
    return slope(error(run(method, heavy_start, duration, steps, weight), heavy_truth()),
                 error(run(method, heavy_start, duration, 2 * steps, weight), heavy_truth()));
}

struct CountedTorque {
    long* count;
    V operator()(double t, const Quaternion<double>& q, const V& w) const {
        ++*count;
        return weight(t, q, w);
    }
};
// torque evaluations per step
template <class Method>
double evaluations(const Method& method, int steps = 50) {
    long count = 0;
    run(method, heavy_start, duration, steps, CountedTorque{&count});
    return static_cast<double>(count) / steps;
}

// Relative changes of what a free body keeps, over 10^4 steps of 0.1 s. A kept quantity changes by rounding only: each
// step rounds by a few 1.1e-16, so even if all of them went the same way the sum would stay below 1e-12 or so.
struct Kept {
    double energy, momentum, world_momentum, norm;
};
inline constexpr double rounding_of_a_long_run = 2e-12;
template <class Method>
Kept kept(const Method& method, double h = 0.1, int steps = 10000) {
    const State s = run(method, free_start, steps * h, steps, NoTorque{});
    const double G = norm(free_start.m);
    return {std::abs(kinetic_energy(s, free_moments) / kinetic_energy(free_start, free_moments) - 1),
            std::abs(norm(s.m) / G - 1), norm(world_momentum(s) - world_momentum(free_start)) / G,
            std::abs(norm_squared(s.q) - 1)};
}

}  // namespace polhode::body_runs
