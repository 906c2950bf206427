// The engine: one method on one problem, as a template over the attitude representation (and, with it, the arithmetic).
// simulate.cpp picks the instance; each engine_*.cpp makes one, so that they compile side by side.
//
// Time. A fixed step h makes step n run from n h to (n+1) h, computed by multiplication; rows carry the sample times
// exactly. Where a torque or rate switches inside a step, the step is taken in two pieces that meet there; inside a
// piece nothing switches (TorqueSum::segment). Adaptive methods stop at switching times and give rows by dense output.
#pragma once

#include <cmath>
#include <optional>

#include "polhode/base/diagnostic.hpp"
#include "polhode/integrate/adams_bashforth.hpp"
#include "polhode/integrate/carried_body.hpp"
#include "polhode/integrate/continuous.hpp"
#include "polhode/integrate/rotation_vector_step.hpp"
#include "polhode/integrate/runge_kutta.hpp"
#include "polhode/integrate/tableaus.hpp"
#include "polhode/method/resolved_method.hpp"
#include "polhode/problem/analysis/formula_blame.hpp"
#include "polhode/problem/analysis/formula_guard.hpp"
#include "polhode/problem/attitudes/singular_places.hpp"
#include "polhode/run/engine/engine_adaptive.hpp"
#include "polhode/run/engine/engine_halving.hpp"
#include "polhode/run/engine/engine_system.hpp"
#include "polhode/run/fixed_grid.hpp"
#include "polhode/run/row_emitter.hpp"
#include "polhode/run/row_maker.hpp"
#include "polhode/run/simulate.hpp"

namespace polhode {

namespace engine {

template <class R, bool Dynamics>
class Run {
 public:
    using T = typename R::scalar;
    using Sys = System<R, Dynamics>;
    using State = typename Sys::State;
    static constexpr int N = Sys::size;

    Run(const Problem& problem, const ResolvedMethod& m, const RunSpan& span, const RunObserver& observer,
        Statistics& statistics, const R& start)
        : m_(m),
          span_(span),
          rows_(span, observer, statistics),
          system_(problem, start),
          switches_(switching_times(problem, span.duration), span.duration),
          maker_(problem),
          problem_(problem) {
        y_ = Sys::pack(start, cast<T>(problem.start.rate));
        if (m_.stepping != ResolvedMethod::Stepping::fixed && !m_.unguarded) {
            guard_.emplace(problem, span.duration);
            if (guard_->idle()) guard_.reset();
        }
        system_.alter(m_);
        // A start within rounding of its constraint stays bit for bit as given; one that is off it obeys the constraint
        // from the first step on.
        if (!within_rounding(defect(start))) system_.settle(y_, m_.constraint);
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
                        integrate::with_tableau(m_.integrator, [this](auto tableau) {
                            if constexpr (integrate::is_adaptive<decltype(tableau)>)
                                AdaptiveLoop<Run, decltype(tableau)>(*this).go();
                        });
                        break;
                    case ResolvedMethod::Stepping::halving:
                        integrate::with_tableau(m_.integrator, [this](auto tableau) {
                            if constexpr (integrate::is_halving<decltype(tableau)>)
                                HalvingLoop<Run, decltype(tableau)>(*this).go();
                        });
                }
            } catch (...) {
                rows_.statistics().evaluations = system_.evaluations;
                throw;
            }
            rows_.statistics().evaluations = system_.evaluations;
            if (guard_ && !guard_->certain()) rows_.statistics().notes.push_back(guard_->caveat());
            if (guard_) rows_.statistics().corner_met = guard_->corner_met();
        });
    }

    // ---- what the fixed grid asks of a motion ----
    void segment(double begin, double end) {
        system_.segment(begin, end);
        maker_.segment(begin, end);
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
            move(trial_, static_cast<T>(h), (this->*slope_)(t, trial_, h, whole));
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
    template <class, class>
    friend class AdaptiveLoop;
    template <class, class>
    friend class HalvingLoop;

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
        // the method's own numbers where they are doubles, the row's quaternion where they were rounded on the way
        if constexpr (std::is_same_v<T, double>)
            maker_.add_invariants(row, r);
        else
            maker_.add_invariants(row, row.q_NB);
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
            return engine::whole_steps(
                slopes, step, n, count, m_.step, y_,
                [](const State& from, const State& to) { return is_finite(to) && !jumped(from, to); },
                // no constraint puts right what is not finite
                [this, held = m_.constraint](State& to) {
                    if (held == ResolvedMethod::Constraint::none || is_finite(to)) system_.settle(to, held);
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
    using Slope = State (Run::*)(double t, const State& y, double h, bool whole);
    template <class Tableau>
    State slope_by_tableau(double t, const State& y, double h, bool) {
        return integrate::mean_slope<Tableau>(system_, static_cast<T>(t), y, static_cast<T>(h));
    }
    State slope_by_adams(double t, const State& y, double h, bool whole) {
        using namespace integrate;
        const T tt = static_cast<T>(t), hh = static_cast<T>(h);
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
    // What the name of the method means here; without a slope it turns by one exponential.
    void choose_fixed_step() {
        kind_ = Kind::by_slope;
        if (integrate::with_tableau(m_.integrator, [this](auto tableau) {
                using Tableau = decltype(tableau);
                slope_ = &Run::template slope_by_tableau<Tableau>;
                if (std::is_same_v<Tableau, integrate::Rk4>) kind_ = Kind::rk4;
            }))
            return;
        if (m_.integrator == "adams-bashforth") {
            kind_ = Kind::adams;
            slope_ = &Run::slope_by_adams;
        } else if (m_.integrator == "rotation-vector") {
            kind_ = Kind::rotation_vector;
        } else {
            throw std::logic_error("the engine has no fixed step called " + m_.integrator);
        }
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
        choose_fixed_step();
        adams_ = integrate::AdamsBashforth<T, N>(m_.order);
        turning_.q = to_quaternion(system_.attitude(y_));
        run_fixed_grid(*this, m_, rows_, switches_);
    }

    enum class Kind { by_slope, rk4, adams, rotation_vector };

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
    RowMaker maker_;
    const Problem& problem_;
    std::optional<FormulaGuard> guard_;
    Kind kind_ = Kind::rk4;
    Slope slope_ = nullptr;
    integrate::AdamsBashforth<T, N> adams_{4};
};

template <class R>
void run(const Problem& problem, const ResolvedMethod& m, const RunSpan& span, const RunObserver& observer,
         Statistics& statistics, const R& start) {
    if (problem.dynamics())
        Run<R, true>(problem, m, span, observer, statistics, start).go();
    else
        Run<R, false>(problem, m, span, observer, statistics, start).go();
}

}  // namespace engine
}  // namespace polhode
