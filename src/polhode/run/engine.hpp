// The engine: one method on one problem, as a template over the attitude representation (and, with it, the arithmetic).
// simulate.cpp picks the instance; each engine_*.cpp makes one, so that they compile side by side.
//
// Time. A fixed step h makes step n run from n h to (n+1) h, computed by multiplication; rows carry the sample times
// exactly. Where a torque or rate switches inside a step, the step is taken in two pieces that meet there; inside a
// piece nothing switches (TorqueSum::segment). Adaptive methods stop at switching times and give rows by dense output.
#pragma once

#include <cmath>
#include <optional>
#include <type_traits>

#include "polhode/base/diagnostic.hpp"
#include "polhode/body/inertia.hpp"
#include "polhode/integrate/adams_bashforth.hpp"
#include "polhode/integrate/carried_body.hpp"
#include "polhode/integrate/continuous.hpp"
#include "polhode/integrate/rotation_vector_step.hpp"
#include "polhode/integrate/runge_kutta.hpp"
#include "polhode/method/resolved_method.hpp"
#include "polhode/problem/formula_blame.hpp"
#include "polhode/problem/formula_guard.hpp"
#include "polhode/problem/singular_places.hpp"
#include "polhode/run/fixed_grid.hpp"
#include "polhode/run/row_emitter.hpp"
#include "polhode/run/simulate.hpp"
#include "polhode/run/whole_steps.hpp"

namespace polhode {

namespace engine {

// Attitude numbers, and in dynamics the rate behind them.
template <class R, bool Dynamics>
class System {
 public:
    using T = typename R::scalar;
    static constexpr int attitude_size = R::size, size = R::size + (Dynamics ? 3 : 0);
    using State = Vec<T, size>;

    System(const Problem& problem, const R& like)
        : like_(like), torques_(problem.torques), exact_torques_(problem.torques) {
        if constexpr (Dynamics) {
            const BodyModel& body = *problem.body;
            diagonal_ = body.diagonal;
            if (diagonal_) {
                const Vec3<double> moments{body.inertia(0, 0), body.inertia(1, 1), body.inertia(2, 2)};
                principal_.emplace(PrincipalInertia<double>(moments).as<T>());
            } else {
                tensor_.emplace(TensorInertia<double>(body.inertia).as<T>());
            }
            inertia_ = body.inertia;
        } else {
            rates_.emplace(*problem.rates);
        }
    }

    void segment(double begin, double end) {
        if constexpr (Dynamics) {
            torques_.segment(begin, end);
            exact_torques_.segment(begin, end);
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
                HeldBody<R, acting> body{torques_, torques_.all(), diagonal_, principal, tensor};
                const long steps = f(body);
                return steps;
            };
            if (torques_.empty()) return call.template operator()<Acting::nothing>();
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

    // Energy and momentum in double from the state as it is.
    void invariants(Row& row, const State& y) const {
        if constexpr (Dynamics) {
            const auto r = attitude(y);
            const Vec3<double> w = row.w_NB_B, momentum = inertia_ * w;
            const Quaternion<double> q = row.q_NB;
            row.energy = 0.5 * dot(w, momentum);
            if constexpr (std::is_same_v<T, double>) {
                row.energy += exact_torques_.potential(r);
                row.L_N = to_world(r, momentum);
            } else {
                row.energy += exact_torques_.potential(q);
                row.L_N = to_world(q, momentum);
            }
        }
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
    TorqueSum<double> exact_torques_;
    std::optional<RatesFunction<T>> rates_;
    bool diagonal_ = true;
    std::optional<PrincipalInertia<T>> principal_;
    std::optional<TensorInertia<T>> tensor_;
    Mat3<double> inertia_;
};

template <class R, bool Dynamics>
class Run {
 public:
    using T = typename R::scalar;
    using Sys = System<R, Dynamics>;
    using State = typename Sys::State;
    static constexpr int N = Sys::size;

    Run(const Problem& problem, const ResolvedMethod& m, const RunSpan& span, const Watch& watch,
        Statistics& statistics, const R& start)
        : m_(m),
          span_(span),
          rows_(span, watch, statistics),
          system_(problem, start),
          switches_(problem.dynamics() ? switching_times(problem.torques, span.duration)
                                       : switching_times(*problem.rates, span.duration),
                    span.duration),
          problem_(problem) {
        y_ = Sys::pack(start, cast<T>(problem.start.rate));
        if (m_.stepping != ResolvedMethod::Stepping::fixed) {
            guard_.emplace(problem, span.duration);
            if (guard_->idle()) guard_.reset();
        }
        system_.alter(m_);
        // A start within rounding of its constraint stays bit for bit as given; one that is off it obeys the constraint
        // from the first step on.
        if (!(abs(defect(start)) <= T(32) * std::numeric_limits<T>::epsilon())) system_.settle(y_, m_.constraint);
        is_quaternion_ = std::is_same_v<R, Quaternion<T>>;
    }

    void go() {
        timed(rows_, [this] {
            try {
                switches_.enter(0, *this);
                trial_ = y_;
                emit(0, y_);
                switch (m_.stepping) {
                    case ResolvedMethod::Stepping::fixed:
                        if (!m_.dense_rows) {
                            fixed();
                            break;
                        }
                        [[fallthrough]];
                    case ResolvedMethod::Stepping::adaptive:
                        if (m_.integrator == "dopri5")
                            adaptive<integrate::DormandPrince5>();
                        else
                            adaptive<integrate::DormandPrince853>();
                        break;
                    case ResolvedMethod::Stepping::halving:
                        halving();
                }
            } catch (...) {
                rows_.statistics().evaluations = system_.evaluations;
                throw;
            }
            rows_.statistics().evaluations = system_.evaluations;
            if (guard_ && !guard_->certain()) rows_.statistics().notes.push_back(guard_->doubt());
            if (guard_) rows_.statistics().corner_met = guard_->corner_met();
        });
    }

    // ---- what the fixed grid asks of a motion ----
    void segment(double begin, double end) {
        system_.segment(begin, end);
        if (guard_) guard_->segment(begin, end);
    }
    void restart() { adams_.forget(); }
    void piece(double t, double h, bool whole) {
        system_.begin_step(trial_);
        if (kind_ == Kind::rotation_vector)
            trial_ = m_.compensated ? turned_with_carry(t, trial_, h) : turned_piece(t, trial_, h);
        else if (kind_ == Kind::rk4 && !m_.compensated)
            trial_ = integrate::runge_kutta_step<integrate::Rk4>(system_, static_cast<T>(t), trial_, static_cast<T>(h));
        else
            move(trial_, static_cast<T>(h), slope_of_piece(t, trial_, h, whole));
    }
    long whole_steps(long n, long count) {
        if (m_.compensated || system_.altered() || count < 2) return 0;
        if (kind_ == Kind::rk4) {
            Rk4Step step;
            return whole_steps(step, n, count);
        }
        if constexpr (has_own_kernels<R>)
            if (kind_ == Kind::adams && adams_.ready()) {
                AdamsStep<T, N> step{adams_};
                const long made = whole_steps(step, n, count);
                adams_ = step.history;
                return made;
            }
        return 0;
    }
    void settle(double t) {
        require_sound(t, trial_);
        y_ = trial_;
        if (settle_constraint()) adams_.forget();
        trial_ = y_;
    }
    void emit(double t) { emit(t, y_); }

 private:
    // ---- rows ----
    // The numbers of a row: the method's own, with those that follow from them where the representation wants it.
    static auto shown(const R& r) {
        if constexpr (requires { shown_numbers(r); })
            return shown_numbers(r);
        else
            return r.params();
    }
    double row_time(long i) const { return rows_.row_time(i); }

    void emit(double t, const State& y) {
        Row row;
        row.t = t;
        const R r = system_.attitude(y);
        const auto p = shown(r);
        constexpr int count = decltype(p)::size;
        for (int i = 0; i < count; ++i) numbers_[i] = static_cast<double>(p[i]);
        row.q_NB = cast<double>(to_quaternion(r));
        row.w_NB_B = cast<double>(system_.rate_of(t, y));
        row.defect = static_cast<double>(defect(r));
        system_.invariants(row, y);
        if (!is_quaternion_) row.state = std::span<const double>(numbers_, count);
        rows_.emit(row);
    }

    bool asked_to_stop() {
        if (!rows_.asked_to_stop(now_)) return false;
        // nothing already computed is lost: the state reached becomes the last row
        if (now_ > rows_.statistics().end_time) emit(now_, y_);
        return true;
    }

    [[noreturn]] void fail(double t, const std::string& what) const {
        const R r = system_.attitude(y_);
        const std::string blamed =
            blamed_formula(problem_, t, cast<double>(to_quaternion(r)), cast<double>(system_.rate_of(t, y_)));
        throw ComputationFailed(t, what + (blamed.empty() ? failure_hint<R>(r) : "; " + blamed));
    }

    // How much of a step from (t, y_) may be taken: no more than was asked for, and nothing in it that a formula of
    // time could hide from a method that is right for polynomials of degree below `order`.
    double limited(double t, double h, const State& slope, int order, double tolerance) {
        if (m_.largest_step > 0) h = std::min(h, m_.largest_step);
        if (!guard_) return h;
        return guard_->allowed(held_state(t, h, slope), h, order, 0.5, 10 * tolerance);
    }
    // The state with the room that it has in a step, as far as the slope at its begin tells.
    [[gnu::noinline]] StepPath held_state(double t, double h, const State& slope) const {
        StepPath p;
        p.begin = t;
        p.scale = h;
        if constexpr (Dynamics) {
            const R r = system_.attitude(y_);
            const Quaternion<double> q = cast<double>(to_quaternion(r));
            const Vec3<double> w = cast<double>(system_.rate_of(t, y_));
            const double turned = norm(w) * h;
            for (int i = 0; i < 3; ++i) {
                p.w[i].c[0] = w[i];
                p.w[i].room = 2 * std::fabs(static_cast<double>(slope[Sys::attitude_size + i])) * h;
                Vec3<double> axis{};
                axis[i] = 1;
                const Vec3<double> seen = to_body(q, axis);
                for (int j = 0; j < 3; ++j) p.axis[i][j].c[0] = seen[j], p.axis[i][j].room = std::min(2.0, turned);
            }
            for (int i = 0; i < 4; ++i) p.q[i].c[0] = q.params()[i], p.q[i].room = std::min(2.0, 0.5 * turned);
        }
        return p;
    }
    template <class Step>
    [[gnu::noinline]] long whole_steps(Step& step, long n, long count) {
        const long before = system_.evaluations;
        const long made = system_.with_kernel([&](auto& slopes) {
            return engine::whole_steps(slopes, step, n, count, m_.step, y_,
                                       [this, held = m_.constraint](const State& from, State& to) {
                                           if (!is_finite(to) || jumped(from, to)) return false;
                                           system_.settle(to, held);
                                           return true;
                                       });
        });
        // a step that was not sound is made once more, and counted then
        system_.evaluations = before + Step::evaluations * made;
        trial_ = y_;
        return made;
    }

    // An angle that jumps by a billion radians in one step has no digit left to say where it points: a gimbal was
    // locked in that step. (Passages close to the lock turn by up to a million and are let through, as TN D-5302 and
    // Gray compare them.)
    static bool jumped(const State& from, const State& to) {
        if constexpr (std::is_same_v<R, EulerAngles<T>>)
            for (int i = 0; i < 3; ++i)
                if (abs(to[i] - from[i]) > T(1e9)) return true;
        return false;
    }
    // `y` is the state a step from y_ arrived at.
    void require_sound(double t, const State& y) const {
        if (!is_finite(y)) fail(t, "a number is no longer finite");
        if (jumped(y_, y)) fail(t, "an Euler angle jumped");
    }

    // ---- the state and its low-order bits (compensated summation) ----
    void move(State& y, T h, const State& slope) {
        if (!m_.compensated) {
            y = madd(h, slope, y);
            return;
        }
        const Carried<T, N> to = moved(h, slope, Carried<T, N>{y, carry_});
        y = to.value;
        carry_ = to.carry;
    }
    // After a step: constraint and chart of y_. True if the chart changed.
    bool settle_constraint() {
        if (!m_.compensated) return system_.settle(y_, m_.constraint);
        State settled = y_;
        if (system_.settle(settled, m_.constraint)) {
            y_ = settled;
            for (int i = 0; i < Sys::attitude_size; ++i) carry_[i] = T(0);
            return true;
        }
        // A correction within rounding would put back the noise that the carry has kept out; it waits until it counts.
        Vec<T, N> change = settled - y_;
        T largest{0};
        for (int i = 0; i < Sys::attitude_size; ++i) largest = max(largest, abs(change[i]));
        if (largest > T(4) * std::numeric_limits<T>::epsilon()) move(y_, T(1), change);
        return false;
    }

    // ---- fixed step ----
    // The slope of one piece of a step, from t over h, by the chosen method.
    State slope_of_piece(double t, const State& y, double h, bool whole) {
        using namespace integrate;
        const T tt = static_cast<T>(t), hh = static_cast<T>(h);
        switch (kind_) {
            case Kind::euler:
                return mean_slope<Euler>(system_, tt, y, hh);
            case Kind::midpoint:
                return mean_slope<Midpoint>(system_, tt, y, hh);
            case Kind::heun:
                return mean_slope<Heun>(system_, tt, y, hh);
            case Kind::rk4:
                return mean_slope<Rk4>(system_, tt, y, hh);
            case Kind::merson:
                return mean_slope<Merson>(system_, tt, y, hh);
            case Kind::dopri5:
                return mean_slope<DormandPrince5>(system_, tt, y, hh);
            case Kind::dop853:
                return mean_slope<DormandPrince853>(system_, tt, y, hh);
            case Kind::adams: {
                const State slope = system_(tt, y);
                if (whole && adams_.ready()) return adams_.mean_slope(slope);
                State k[Rk4::stages];
                k[0] = slope;
                later_stages<Rk4>(system_, tt, y, hh, k);
                if (whole)
                    adams_.keep(slope);
                else
                    adams_.forget();
                return mean_slope<Rk4>(k);
            }
            case Kind::rotation_vector:
                break;
        }
        throw std::logic_error("no fixed step for " + m_.integrator);
    }

    // One exponential for the piece.
    State turned_piece(double t, const State& y, double h) {
        using namespace integrate;
        const T tt = static_cast<T>(t), hh = static_cast<T>(h);
        R r = system_.attitude(y);
        if constexpr (Dynamics) {
            Vec3<T> w = system_.rate_of(t, y);
            rotation_vector_step(system_, tt, r, w, hh, m_.rate);
            return Sys::pack(r, w);
        } else {
            const auto rate = [this](T at) { return system_.given_rate(at); };
            return Sys::pack(turned(r, rotation_of_step(rate, tt, hh, m_.rate)), {});
        }
    }
    // The same with the low-order bits: whatever the representation, the quaternion behind it is what is turned.
    State turned_with_carry(double t, const State& y, double h) {
        using namespace integrate;
        const T tt = static_cast<T>(t), hh = static_cast<T>(h);
        R r = system_.attitude(y);
        Vec3<T> phi;
        Carried<T, 3> w;
        if constexpr (Dynamics) {
            w = {system_.rate_of(t, y), {carry_[N - 3], carry_[N - 2], carry_[N - 1]}};
            phi = rotation_under_torque(system_, tt, r, w, hh, m_.rate);
            for (int i = 0; i < 3; ++i) carry_[N - 3 + i] = w.carry[i];
        } else {
            phi = rotation_of_step([this](T at) { return system_.given_rate(at); }, tt, hh, m_.rate);
        }
        turn_right(turning_, exp_rotation(phi));
        if (m_.constraint != ResolvedMethod::Constraint::none) keep_length(turning_);
        assign_quaternion(r, turning_.q);
        return Sys::pack(r, w.value);
    }

    void fixed() {
        kind_ = kind_of(m_.integrator);
        adams_ = integrate::AdamsBashforth<T, N>(m_.order);
        turning_.q = to_quaternion(system_.attitude(y_));
        run_fixed_grid(*this, m_, rows_, switches_);
    }

    // ---- Merson's step, halved and doubled (TN D-5302, section on variable step) ----
    void halving() {
        using namespace integrate;
        double t = 0, step = m_.step;
        long row = 1;
        const double largest = m_.largest_step > 0 ? m_.largest_step : span_.duration;
        while (t < span_.duration) {
            if (switches_.more() && t >= switches_.segment_end()) switches_.enter(t, *this);
            const double target = std::min(row_time(row), switches_.segment_end());
            const double remaining = target - t;
            if (guard_ || m_.largest_step > 0) {
                const State slope = guard_ ? system_(static_cast<T>(t), y_) : State{};
                step = std::min(step, limited(t, std::min(step, remaining), slope, 4, m_.e_max));
            }
            // within rounding of a row counts as on it, or a crumb too short for the clock would be left
            const bool cut = step >= remaining * (1 - 1e-10);
            const double h = cut ? remaining : step;
            if (!(t + h > t)) fail(t, "the step became too small for the clock");
            State k[Merson::stages];
            const State trial = runge_kutta_step<Merson>(system_, static_cast<T>(t), y_, static_cast<T>(h), k);
            const State error = error_estimate<Merson>(static_cast<T>(h), k);
            double worst = 0;
            for (int i = 0; i < N; ++i) worst = std::max(worst, std::fabs(static_cast<double>(error[i])));
            const bool finite = is_finite(trial) && is_finite(error);
            if (!finite || worst > m_.e_max) {
                ++rows_.statistics().rejected;
                if (!finite && h < 1e-12 * span_.duration) fail(t, "a number is no longer finite");
                step = h / 2;
                if (asked_to_stop()) return;
                continue;
            }
            if (m_.compensated)
                move(y_, static_cast<T>(h), mean_slope<Merson>(k));
            else
                y_ = trial;
            rows_.count_step(h);
            settle_constraint();
            const double tried = cut && target < span_.duration ? std::max(step, h) : h;
            step = std::min(worst < m_.e_min ? 2 * tried : tried, largest);
            t = cut ? target : t + h;
            now_ = t;
            if (cut && target == row_time(row)) {
                emit(t, y_);
                ++row;
            }
            if (asked_to_stop()) return;
        }
    }

    // ---- adaptive with dense output; or, where rows fall between the steps of a fixed grid, that grid ----
    template <class Tableau>
    void adaptive() {
        using namespace integrate;
        AdaptivePair<Tableau, T, N> pair;
        const double tolerance = m_.tolerance;
        // Error in units of the tolerance: attitude numbers against 1 (or their size, if larger), the rate against its
        // own length, so that units of time do not matter; but not against a rate that turns the body by less than a
        // millionth of a radian in the whole run, as that of a body at rest which a formula shakes by its rounding.
        const T still = static_cast<T>(1e-6 / span_.duration);
        const auto size = [&](const State& e, const State& a, const State& b) {
            T ea{0}, sa{1}, ew{0}, sw{still};
            for (int i = 0; i < Sys::attitude_size; ++i) {
                ea = max(ea, abs(e[i]));
                sa = max(sa, max(abs(a[i]), abs(b[i])));
            }
            T worst = ea / sa;
            if constexpr (Dynamics) {
                for (int i = Sys::attitude_size; i < N; ++i) {
                    ew = max(ew, abs(e[i]));
                    sw = max(sw, max(abs(a[i]), abs(b[i])));
                }
                worst = max(worst, ew / sw);
            }
            return worst / static_cast<T>(tolerance);
        };
        double t = 0;
        long row = 1;
        require_sound(t, y_);
        pair.k[0] = system_(T(0), y_);
        if (!is_finite(pair.k[0])) fail(0, "the derivative is not finite at the start");
        double h = m_.step > 0 ? m_.step : 0;
        bool restart = h == 0, after_rejection = false;
        int crawled = 0;  // very short steps in a row
        const bool on_grid = m_.stepping == ResolvedMethod::Stepping::fixed;
        long grid = 0;
        while (t < span_.duration) {
            if (switches_.more() && t >= switches_.segment_end()) {
                switches_.enter(t, *this);
                pair.k[0] = system_(static_cast<T>(t), y_);
                restart = !on_grid;
            }
            const double remaining = switches_.segment_end() - t;
            if (on_grid) {
                while (static_cast<double>(grid) * m_.step <= t * (1 + 1e-14)) ++grid;
                h = static_cast<double>(grid) * m_.step - t;
            }
            if (restart) {
                h = static_cast<double>(starting_step(system_, static_cast<T>(t), y_, pair.k[0],
                                                      AdaptivePair<Tableau, T, N>::order, static_cast<T>(remaining),
                                                      size));
                restart = false;
            }
            if (!on_grid) {
                const double reach = std::min(h, remaining),
                             allowed = limited(t, reach, pair.k[0], hidden_order<Tableau>, tolerance);
                if (allowed < reach) h = allowed;
            }
            // a step that would leave a crumb takes it along
            const bool last = h >= remaining * (1 - 1e-10);
            const double tried = last ? remaining : h;
            if (!(t + tried > t) || tried < 1e-14 * (t > tried ? t : 0))
                fail(t, "the step became too small for the clock");
            const T error = pair.trial(system_, static_cast<T>(t), y_, static_cast<T>(tried), size);
            if (on_grid) {
                require_sound(t, pair.y1);
            } else if (!(error <= T(1)) || !is_finite(pair.y1)) {
                ++rows_.statistics().rejected;
                const T factor = is_finite(error) && is_finite(pair.y1)
                                     ? max(T(0.2), T(0.9) * AdaptivePair<Tableau, T, N>::step_factor(error))
                                     : T(0.2);
                h = tried * static_cast<double>(factor);
                after_rejection = true;
                if (asked_to_stop()) return;
                continue;
            }
            rows_.count_step(tried);
            // along a switch that throws the state back and forth a run would not end in any time
            crawled = tried < 1e-10 * span_.duration && !last ? crawled + 1 : 0;
            if (crawled > 20000 && guard_ && guard_->corner_met()) fail(t, "the steps became too short to get on");
            const double t1 = last      ? switches_.segment_end()
                              : on_grid ? static_cast<double>(grid) * m_.step
                                        : t + tried;
            // rows inside the step
            if (row_time(row) < t1) {
                pair.prepare(system_);
                while (row_time(row) < t1) {
                    State inside = pair.at(static_cast<T>((row_time(row) - t) / tried));
                    if (m_.constraint != ResolvedMethod::Constraint::none) {
                        State settled = inside;
                        system_.settle(settled, m_.constraint);
                        inside = settled;
                    }
                    emit(row_time(row), inside);
                    ++row;
                }
            }
            if (m_.compensated)
                move(y_, static_cast<T>(tried), mean_slope<Tableau>(pair.k));
            else
                y_ = pair.y1;
            const bool recharted = settle_constraint();
            t = t1;
            now_ = t;
            if (row_time(row) == t) {
                emit(t, y_);
                ++row;
            }
            if (t >= span_.duration) break;
            if (AdaptivePair<Tableau, T, N>::knows_last_slope && !recharted &&
                m_.constraint == ResolvedMethod::Constraint::none)
                pair.k[0] = pair.last_slope();
            else
                pair.k[0] = system_(static_cast<T>(t), y_);
            const T grow = after_rejection ? T(1) : T(6);
            const T factor =
                error > T(0) ? min(grow, max(T(0.33), T(0.9) * AdaptivePair<Tableau, T, N>::step_factor(error))) : grow;
            // a step cut short by a switch says nothing against the step before it
            h = last ? std::max(h, tried * static_cast<double>(factor)) : tried * static_cast<double>(factor);
            after_rejection = false;
            if (asked_to_stop()) return;
        }
    }

    // A polynomial of lower degree that is 0 at all stages of a step is 0: it cannot hide there. (Five and nine of
    // their nodes at least are different.)
    template <class Tableau>
    static constexpr int hidden_order = std::is_same_v<Tableau, integrate::DormandPrince5> ? 5 : 9;

    enum class Kind { euler, midpoint, heun, rk4, merson, dopri5, dop853, adams, rotation_vector };
    static Kind kind_of(const std::string& name) {
        if (name == "euler") return Kind::euler;
        if (name == "midpoint") return Kind::midpoint;
        if (name == "heun") return Kind::heun;
        if (name == "rk4") return Kind::rk4;
        if (name == "merson") return Kind::merson;
        if (name == "dopri5") return Kind::dopri5;
        if (name == "dop853") return Kind::dop853;
        if (name == "adams-bashforth") return Kind::adams;
        return Kind::rotation_vector;
    }

    // Where the attitude numbers themselves are the likely cause of a failure, say so.
    template <class Rep>
    static std::string failure_hint(const Rep& r) {
        if constexpr (requires { singular_distance(r); }) {
            if (!(singular_distance(r) > T(0.05)))
                return std::string("; ") + singular_place(r) +
                       ": an attitude without singular places (quaternion, dcm, cayley-klein) passes here";
        }
        return "; the motion diverged (step too large, or a torque that is not finite)";
    }

    ResolvedMethod m_;
    RunSpan span_;
    RowEmitter rows_;
    Sys system_;
    State y_, trial_, carry_{};
    integrate::CarriedBody<T> turning_;  // rotation-vector with low-order bits
    bool is_quaternion_ = false;
    double numbers_[16] = {};
    double now_ = 0;
    Switches switches_;
    const Problem& problem_;
    std::optional<FormulaGuard> guard_;
    Kind kind_ = Kind::rk4;
    integrate::AdamsBashforth<T, N> adams_{4};
};

template <class R>
void run(const Problem& problem, const ResolvedMethod& m, const RunSpan& span, const Watch& watch,
         Statistics& statistics, const R& start) {
    if (problem.dynamics())
        Run<R, true>(problem, m, span, watch, statistics, start).go();
    else
        Run<R, false>(problem, m, span, watch, statistics, start).go();
}

}  // namespace engine
}  // namespace polhode
