// Bodies and attitudes under the geometric integrators (geometric_runs.cpp), over any number type.
#pragma once

#include <functional>
#include <memory>

#include "polhode/arithmetic/counting.hpp"
#include "polhode/integrate/dmv.hpp"
#include "polhode/integrate/flight.hpp"
#include "polhode/integrate/gauss.hpp"
#include "polhode/integrate/lgvi.hpp"
#include "polhode/integrate/lie_group.hpp"
#include "polhode/integrate/magnus.hpp"
#include "polhode/integrate/splitting.hpp"
#include "polhode/integrate/taylor_psi.hpp"
#include "polhode/problem/principal_frame.hpp"
#include "polhode/run/fixed_grid.hpp"
#include "polhode/run/row_maker.hpp"
#include "polhode/run/run_job.hpp"

namespace polhode::geometric_motion {

// A body under a geometric method, in principal axes inside, in the user's axes outside. State: BodyState, or
// CarriedBody for compensated summation.
template <class T, class State>
class Body {
    using Torque = std::function<Vec3<T>(T, const Quaternion<T>&, const Vec3<T>&)>;
    using Step = std::function<State(const State&, T, T)>;

 public:
    Body(const Problem& problem, const ResolvedMethod& m, RowEmitter& rows)
        : problem_(problem), rows_(rows), frame_(*problem.body), torques_(problem.torques), maker_(problem) {
        state_ = State(body_state(normalise(frame_.to_principal(cast<T>(maker_.start()))),
                                  frame_.to_principal(cast<T>(problem.start.rate)), frame_.moments));
        choose(m);
    }

    void segment(double begin, double end) {
        torques_.segment(begin, end);
        maker_.segment(begin, end);
    }
    void restart() {
        if (forget_) forget_();
    }
    void piece(double t, double h, bool) { state_ = step_(state_, static_cast<T>(t), static_cast<T>(h)); }
    void settle(double t) {
        if (!is_finite(state_.q.params()) || !is_finite(state_.m))
            throw ComputationFailed(t, "a number is no longer finite; the motion diverged (step too large)");
        if (!converged_)
            throw ComputationFailed(t, "the equations of an implicit step were not solved; a smaller step will do");
    }
    void emit(double t) {
        Row row;
        row.t = t;
        row.q_NB = cast<double>(frame_.from_principal(state_.q));
        row.w_NB_B = cast<double>(frame_.from_principal(rate_of(state_.m, frame_.moments)));
        maker_.take_given_start(row);
        maker_.fill(row);
        rows_.statistics().evaluations = evaluations_;
        rows_.emit(row);
    }

 private:
    // Free bodies take the code without torque; the rest call back into the problem's torques.
    template <class Method>
    void use(std::shared_ptr<Method> method) {
        if (problem_.torques.empty()) {
            step_ = [method](const State& s, T t, T h) { return method->step(s, t, h, NoTorque{}); };
        } else {
            step_ = [method, torque = torque()](const State& s, T t, T h) { return method->step(s, t, h, torque); };
        }
    }
    template <class Method>
    void use_implicit(std::shared_ptr<Method> method) {
        const auto one = [this, method](const State& s, T t, T h, const auto& torque) {
            integrate::Iteration report;
            const State next = method->step(s, t, h, torque, &report);
            converged_ = converged_ && report.converged;
            return next;
        };
        if (problem_.torques.empty())
            step_ = [one](const State& s, T t, T h) { return one(s, t, h, NoTorque{}); };
        else
            step_ = [one, torque = torque()](const State& s, T t, T h) { return one(s, t, h, torque); };
    }
    Torque torque() {
        return [this](T t, const Quaternion<T>& q_NP, const Vec3<T>& w_P) {
            ++evaluations_;
            return frame_.to_principal(torques_(t, frame_.from_principal(q_NP), frame_.from_principal(w_P)));
        };
    }

    void choose(const ResolvedMethod& m) {
        using namespace integrate;
        const Vec3<T>& I = frame_.moments;
        const Kick kick = m.resolved_kicks ? Kick::resolved : Kick::once;
        const std::string& name = m.integrator;
        if (name == "splitting" && m.five_rotations)
            use(std::make_shared<FiveRotationSplitting<T>>(I, m.order, kick));
        else if (name == "splitting" || name == "symplectic-reference")
            use(std::make_shared<SymmetricTopSplitting<T>>(I, m.order, kick));
        else if (name == "dmv")
            use_implicit(std::make_shared<DiscreteMoserVeselov<T>>(I, m.order, std::min(m.order, 8), kick));
        else if (name == "rkmk4")
            use(std::make_shared<MuntheKaas4<T>>(I));
        else if (name == "cf4")
            use(std::make_shared<CommutatorFree4<T>>(I));
        else if (name == "crouch-grossman" && m.order == 3)
            use(std::make_shared<CrouchGrossman3<T>>(I));
        else if (name == "crouch-grossman")
            use(std::make_shared<CrouchGrossman4<T>>(I));
        else if (name == "gauss" || name == "implicit-midpoint")
            use_implicit(std::make_shared<GaussCollocation<T>>(I, name == "gauss" ? m.order / 2 : 1));
        else if (name == "lgvi")
            use_implicit(std::make_shared<LieGroupVariational<T>>(I));
        else if (name == "taylor-psi") {
            const FreeBodyProjection<T> projection(I, state_.m);
            auto method = m.project ? std::make_shared<TaylorPsi<T>>(I, m.order, projection)
                                    : std::make_shared<TaylorPsi<T>>(I, m.order);
            step_ = [method](const State& s, T t, T h) { return method->step(s, t, h); };
        } else {
            const FlightAttitude attitude = name == "local-linear" ? FlightAttitude::local_linear
                                            : m.order == 1         ? FlightAttitude::buss1
                                                                   : FlightAttitude::buss2;
            const FlightRate rate = name == "local-linear" ? FlightRate::adams_bashforth2 : FlightRate::world_momentum;
            auto method = std::make_shared<FlightStep<T>>(I, attitude, rate);
            forget_ = [method] { method->restart(); };
            use(method);
        }
    }

    const Problem& problem_;
    RowEmitter& rows_;
    PrincipalFrame<T> frame_;
    TorqueSum<T> torques_;
    RowMaker maker_;
    State state_;
    Step step_;
    std::function<void()> forget_;
    bool converged_ = true;
    long evaluations_ = 0;
};

// An attitude under a given rate; State as above, its momentum unused.
template <class T, class State>
class Kinematic {
 public:
    Kinematic(const Problem& problem, const ResolvedMethod& m, RowEmitter& rows)
        : rows_(rows), rates_(*problem.rates), m_(m) {
        state_.q = cast<T>(RowMaker(problem).start());
    }
    void segment(double begin, double end) { rates_.segment(begin, end); }
    void restart() {}
    void piece(double begin, double length, bool) {
        using namespace integrate;
        const T t = static_cast<T>(begin), h = static_cast<T>(length);
        const auto rate = [this](T at) {
            ++evaluations_;
            return rates_(at);
        };
        if (m_.integrator == "cf4") {
            CommutatorFree4<T>::turn_under(state_, rate, t, h);
            return;
        }
        turn_right(state_, turn(m_.integrator == "rkmk4" ? MuntheKaas4<T>::rotation(rate, t, h)
                                : m_.order == 4          ? magnus_rotation<4>(rate, t, h)
                                                         : magnus_rotation<6>(rate, t, h)));
        keep_length(state_);
    }
    void settle(double t) const {
        if (!is_finite(state_.q.params())) throw ComputationFailed(t, "a number is no longer finite");
    }
    void emit(double t) {
        Row row;
        row.t = t;
        row.q_NB = cast<double>(state_.q);
        row.w_NB_B = cast<double>(rates_(static_cast<T>(t)));
        row.defect = defect(row.q_NB);
        rows_.statistics().evaluations = evaluations_;
        rows_.emit(row);
    }

 private:
    RowEmitter& rows_;
    RatesFunction<T> rates_;
    const ResolvedMethod& m_;
    State state_{};
    long evaluations_ = 0;
};

template <class T, class State>
void run_with_state(const Problem& problem, const ResolvedMethod& m, const RunSpan& span, const RunObserver& observer,
                    Statistics& statistics) {
    RowEmitter rows(span, observer, statistics);
    if (problem.dynamics()) {
        Body<T, State> body(problem, m, rows);
        run_on_grid(body, switching_times(problem.torques, span.duration), m, rows);
    } else {
        Kinematic<T, State> attitude(problem, m, rows);
        run_on_grid(attitude, switching_times(*problem.rates, span.duration), m, rows);
    }
}

template <class T>
void follow(const RunJob& job) {
    if (job.resolved.compensated)
        run_with_state<T, integrate::CarriedBody<T>>(job.problem, job.resolved, job.span, job.observer, job.statistics);
    else
        run_with_state<T, BodyState<T>>(job.problem, job.resolved, job.span, job.observer, job.statistics);
}

// Nobody waits for these: compiled for themselves, without the inlining that double gets (geometric_counting.cpp).
extern template void follow<Counting<double>>(const RunJob& job);

}  // namespace polhode::geometric_motion
