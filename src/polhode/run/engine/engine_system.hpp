// The right-hand side of a run: Euler's equations and the rate equations of an attitude representation, with what a
// method changes in them.
#pragma once

#include <optional>
#include <type_traits>

#include "polhode/body/inertia.hpp"
#include "polhode/constrain/feedback.hpp"
#include "polhode/method/resolved_method.hpp"
#include "polhode/problem/problem.hpp"
#include "polhode/run/engine/whole_steps.hpp"

namespace polhode::engine {

// Attitude numbers, and in dynamics the rate behind them.
template <class R, bool Dynamics>
class System {
 public:
    using T = typename R::scalar;
    static constexpr int attitude_size = R::size, size = R::size + (Dynamics ? 3 : 0);
    using State = Vec<T, size>;

    System(const Problem& problem, const R& like) : like_(like), torques_(problem.torques) {
        if constexpr (Dynamics) {
            const BodyModel& body = *problem.body;
            diagonal_ = body.diagonal;
            if (diagonal_) {
                const Vec3<double> moments{body.inertia(0, 0), body.inertia(1, 1), body.inertia(2, 2)};
                principal_.emplace(PrincipalInertia<double>(moments).as<T>());
            } else {
                tensor_.emplace(TensorInertia<double>(body.inertia).as<T>());
            }
        } else {
            rates_.emplace(*problem.rates);
        }
    }

    void segment(double begin, double end) {
        if constexpr (Dynamics) {
            torques_.segment(begin, end);
        } else {
            rates_->segment(begin, end);
        }
    }

    R attitude(const State& y) const {
        Vec<T, attitude_size> p;
        for (int i = 0; i < attitude_size; ++i) p[i] = y[i];
        return like_.with(p);
    }
    Vec3<T> rate_of(double t, const State& y) const {
        if constexpr (Dynamics)
            return {y[attitude_size], y[attitude_size + 1], y[attitude_size + 2]};
        else
            return (*rates_)(static_cast<T>(t));
    }
    Vec3<T> given_rate(T t) {
        ++evaluations;
        return (*rates_)(t);
    }
    static State pack(const R& attitude, const Vec3<T>& w) {
        State y;
        const auto p = attitude.params();
        for (int i = 0; i < attitude_size; ++i) y[i] = p[i];
        if constexpr (Dynamics)
            for (int i = 0; i < 3; ++i) y[attitude_size + i] = w[i];
        return y;
    }

    Vec3<T> torque(T t, const R& r, const Vec3<T>& w) {
        ++evaluations;
        return torques_(t, r, w);
    }
    Vec3<T> acceleration(const Vec3<T>& w, const Vec3<T>& torque) const {
        return diagonal_ ? principal_->acceleration(w, torque) : tensor_->acceleration(w, torque);
    }

    Vec3<T> free_acceleration(const Vec3<T>& w) const {
        return diagonal_ ? principal_->acceleration(w) : tensor_->acceleration(w);
    }

    // What the method changes in the rate equations: feedback of a constraint, another form of the equations.
    void alter(const ResolvedMethod& m) {
        feedback_ = constrain::Feedback<R>(m.feedback);
        rate_form_ = m.rate_form;
        torque_from_unit_ = m.torque_from_unit;
        altered_ = m.feedback.law != constrain::Law::none || rate_form_ != RateForm::body || torque_from_unit_;
    }
    void begin_step(const State& y) {
        if constexpr (can_be_altered)
            if (altered_) feedback_.begin_step(attitude(y));
    }

    // y' (Euler's equations and the rate equations of the representation)
    State operator()(T t, const State& y) {
        if constexpr (can_be_altered)
            if (altered_) return altered(t, y);
        ++evaluations;
        const R r = attitude(y);
        if constexpr (Dynamics) {
            const Vec3<T> w{y[attitude_size], y[attitude_size + 1], y[attitude_size + 2]};
            const Vec3<T> dw = torques_.empty() ? free_acceleration(w) : acceleration(w, torques_(t, r, w));
            const auto dp = derivative(r, w);
            State d;
            for (int i = 0; i < attitude_size; ++i) d[i] = dp[i];
            for (int i = 0; i < 3; ++i) d[attitude_size + i] = dw[i];
            return d;
        } else {
            return derivative(r, (*rates_)(t));
        }
    }

    bool altered() const { return altered_; }
    // Calls `f` with this system, or with what has its slopes in registers.
    template <class F>
    long with_kernel(F&& f) {
        if constexpr (Dynamics && has_own_kernels<R>) {
            const PrincipalInertia<T> principal = principal_.value_or(PrincipalInertia<T>{});
            const TensorInertia<T> tensor = tensor_.value_or(TensorInertia<T>(Mat3<T>::diagonal({T(1), T(1), T(1)})));
            const auto call = [&]<Acting acting>() {
                HeldBody<R, acting> body{torques_.all(), diagonal_, principal, tensor, &formula_values_};
                const long steps = f(body);
                return steps;
            };
            if (torques_.empty()) return call.template operator()<Acting::nothing>();
            if (torques_.all().size() == 1) {
                const AnyTorque<T>& one = torques_.all()[0];
                if (std::holds_alternative<torque::Gravity<T>>(one)) return call.template operator()<Acting::weight>();
                if (std::holds_alternative<torque::Constant<T>>(one))
                    return call.template operator()<Acting::constant>();
                if (const auto* formula = std::get_if<FormulaTorque<T>>(&one)) {
                    formula->prepare(formula_values_);
                    return call.template operator()<Acting::formula>();
                }
            }
            return torques_.all_of_core() ? call.template operator()<Acting::core_torques>()
                                          : call.template operator()<Acting::any>();
        } else {
            return f(*this);
        }
    }

    // The same with what the method changes in it.
    [[gnu::noinline]] State altered(T t, const State& y) {
        ++evaluations;
        const R held = attitude(y), r = feedback_.entering(held);
        Vec3<T> w;
        if constexpr (Dynamics)
            w = {y[attitude_size], y[attitude_size + 1], y[attitude_size + 2]};
        else
            w = (*rates_)(t);
        Vec<T, attitude_size> dp;
        if constexpr (std::is_same_v<R, Quaternion<T>>)
            dp = derivative(r, w, rate_form_);
        else
            dp = derivative(r, w);
        dp = feedback_.slope(held, dp);
        if constexpr (Dynamics) {
            State d;
            for (int i = 0; i < attitude_size; ++i) d[i] = dp[i];
            const Vec3<T> dw = torques_.empty() ? free_acceleration(w)
                                                : acceleration(w, torques_(t, torque_from_unit_ ? normalise(r) : r, w));
            for (int i = 0; i < 3; ++i) d[attitude_size + i] = dw[i];
            return d;
        } else {
            return dp;
        }
    }

    // After a step: the constraint, then another chart if this one comes to its end. True if the chart changed.
    bool settle(State& y, ResolvedMethod::Constraint constraint) const {
        R r = attitude(y);
        if (constraint == ResolvedMethod::Constraint::normalise) r = normalise(r);
        if (constraint == ResolvedMethod::Constraint::binomial) r = normalise_binomial(r);
        const bool changed = rechart(r);
        if (changed || constraint != ResolvedMethod::Constraint::none) {
            const auto p = r.params();
            for (int i = 0; i < attitude_size; ++i) y[i] = p[i];
        }
        return changed;
    }

    long evaluations = 0;

 private:
    static constexpr bool can_be_altered = constrain::has_laws<R>;
    bool altered_ = false;
    constrain::Feedback<R> feedback_;
    RateForm rate_form_ = RateForm::body;
    bool torque_from_unit_ = false;
    R like_;
    TorqueSum<T> torques_;
    typename FormulaTorque<T>::Values formula_values_;  // room for a kernel's
    std::optional<RatesFunction<T>> rates_;
    bool diagonal_ = true;
    std::optional<PrincipalInertia<T>> principal_;
    std::optional<TensorInertia<T>> tensor_;
};

}  // namespace polhode::engine
