// One-pass attitude steps as flight simulators use them: one evaluation of the torque per step, attitude from the rate
// w and its derivative w' at the start of the step.
//
//     buss1                 q exp(h w)                                                      order 1
//     buss2                 q exp(h w + h^2/2 w' + h^3/12 w' x w)                           order 2
//     local_linear          q (C1 - C4 W.V, C2 W + C3 V + C4 V x W), normalised             order 2
//                           W = w/2, V = w'/2, r = h |W|, C1 = cos r, C2 = h sin r/r,
//                           C3 = 2 h^2 sin^2(r/2)/r^2, C4 = h^3 (r - sin r)/r^3
//     local_linear_jsbsim   the same with W x V in place of V x W                           order 2
//
// buss1, buss2: S. R. Buss, J. Comput. Phys. 164 (2000) 377, first-order and augmented second-order method; w' x w is
// what a third-order method would hold too, without its h^3/6 w'' term. The formulas are Buss's for world axes; a
// vector of the start of the step has the same form in body axes.
//
// local_linear: R. L. Barker, R. L. Bowles, L. H. Williams, NASA TN D-7347 (1973): the exact solution of
// q' = q W + q(0) V t, which is the equation linearised about the start of the step. JSBSim (FGPropagate) offers the
// three for its attitude, but its compact form of the last has the cross product the other way round than the original
// it quotes beside it. That happens to be the better one: the term of h^3 that is then missing for a rate linear in
// time is a pure scalar, which the normalisation takes out.
//
// The rate is advanced by one of
//     euler                 m <- m + h m'                                                   order 1
//     adams_bashforth2, 3   from the last two or three m', as many as there are             order 2, 3
//     world_momentum        m <- F* (m + h torque/2) + h torque'/2, F the turn of the step  order 2
// of which the last is Buss's own: it keeps L of a free body to rounding, at a second evaluation under torque. The
// order of the whole is the smaller of the two.
#pragma once

#include "../rotation/rotation_vector.hpp"
#include "turn.hpp"

namespace polhode::integrate {

enum class FlightAttitude { buss1, buss2, local_linear, local_linear_jsbsim };
enum class FlightRate { euler, adams_bashforth2, adams_bashforth3, world_momentum };

template <class T>
class FlightStep {
 public:
    POLHODE_HD FlightStep(const Vec3<T>& moments, FlightAttitude attitude, FlightRate rate)
        : moments_(moments), attitude_(attitude), rate_(rate) {}

    POLHODE_INLINE int order() const {
        const int rate_order = rate_ == FlightRate::euler ? 1 : rate_ == FlightRate::adams_bashforth3 ? 3 : 2;
        return min(attitude_ == FlightAttitude::buss1 ? 1 : 2, rate_order);
    }
    // Forget the earlier derivatives: after a jump of the state or a change of the step.
    POLHODE_HD void restart() { known_ = 0; }

    template <class S = BodyState<T>, class Torque>
    POLHODE_HD S step(const S& s, T t, T h, const Torque& torque) {
        const Vec3<T> w = rate_of(s.m, moments_);
        Vec3<T> outside{};
        if constexpr (!is_free_body<Torque>) outside = torque(t, s.q, w);
        const Vec3<T> slope = gyroscopic_torque(w, moments_) + outside;
        const Quaternion<T> F = turn_of_step(w, rate_of(slope, moments_), h);
        S to = s;
        if constexpr (is_carried<S>) {
            turn_right(to, normalise(F));
            keep_length(to);
        } else {
            turn_right(to, F);
            const bool exponential = attitude_ == FlightAttitude::buss1 || attitude_ == FlightAttitude::buss2;
            to.q = exponential ? normalise_binomial(to.q) : normalise(to.q);
        }

        if (rate_ == FlightRate::world_momentum) {
            push(to, half(h), outside);
            turn_momentum_back(to, normalise(F));
            if constexpr (!is_free_body<Torque>) push(to, half(h), torque(t + h, to.q, rate_of(to.m, moments_)));
            return to;
        }
        const int wanted = rate_ == FlightRate::euler ? 0 : rate_ == FlightRate::adams_bashforth2 ? 1 : 2;
        const int used = min(wanted, known_);
        if (used == 0)
            push(to, h, slope);
        else if (used == 1)
            push(to, h, T(1.5) * slope - T(0.5) * before_[0]);
        else
            push(to, h / T(12), (T(23) * slope - T(16) * before_[0]) + T(5) * before_[1]);
        before_[1] = before_[0];
        before_[0] = slope;
        known_ = min(known_ + 1, 2);
        return to;
    }

 private:
    POLHODE_HD Quaternion<T> turn_of_step(const Vec3<T>& w, const Vec3<T>& dw, T h) const {
        if (attitude_ == FlightAttitude::buss1) return turn(w, h);
        if (attitude_ == FlightAttitude::buss2) return turn(madd(h * h / T(12), cross(dw, w), madd(half(h), dw, w)), h);
        const Vec3<T> W = T(0.5) * w, V = T(0.5) * dw;
        const T r = h * sqrt(dot(W, W)), s2 = sinc(half(r));
        T s, c;
        sincos(r, s, c);
        const T C2 = h * sinc(r), C3 = half(h * h) * (s2 * s2),
                C4 = h * h * h * polhode::detail::x_minus_sine_over_cube(r, s);
        const Vec3<T> bent = attitude_ == FlightAttitude::local_linear ? cross(V, W) : cross(W, V);
        const Vec3<T> v = madd(C4, bent, madd(C3, V, C2 * W));
        return {fma(-C4, dot(W, V), c), v[0], v[1], v[2]};
    }

    Vec3<T> moments_;
    FlightAttitude attitude_;
    FlightRate rate_;
    int known_ = 0;
    Vec3<T> before_[2]{};
};

}  // namespace polhode::integrate
