// Steps that keep a tolerance, with rows by dense output; or, where rows fall between the steps of a fixed grid, that
// grid.
#pragma once

#include <algorithm>

#include "polhode/integrate/continuous.hpp"

namespace polhode::engine {

// `Run` is the engine's run, whose state this loop moves.
template <class Run, class Tableau>
class AdaptiveLoop {
    using T = typename Run::T;
    using State = typename Run::State;
    static constexpr int attitude_size = Run::Sys::attitude_size, N = Run::N;
    using Pair = integrate::AdaptivePair<Tableau, T, N>;

 public:
    explicit AdaptiveLoop(Run& run)
        : run_(run),
          m_(run.m_),
          on_grid_(run.m_.stepping == ResolvedMethod::Stepping::fixed),
          h_(run.m_.step > 0 ? run.m_.step : 0),
          restart_(h_ == 0) {}

    void go() {
        run_.require_sound(t_, run_.y_);
        pair_.k[0] = run_.system_(T(0), run_.y_);
        if (!is_finite(pair_.k[0])) run_.fail(0, "the derivative is not finite at the start");
        while (t_ < run_.span_.duration) {
            if (run_.switches_.more() && t_ >= run_.switches_.segment_end()) enter_segment();
            const double remaining = run_.switches_.segment_end() - t_;
            choose_step(remaining);
            // a step that would leave a crumb takes it along
            const bool last = h_ >= remaining * (1 - 1e-10);
            const double tried = last ? remaining : h_;
            if (!(t_ + tried > t_) || tried < 1e-14 * (t_ > tried ? t_ : 0))
                run_.fail(t_, "the step became too small for the clock");
            const T error =
                pair_.trial(run_.system_, static_cast<T>(t_), run_.y_, static_cast<T>(tried),
                            [this](const State& e, const State& a, const State& b) { return size(e, a, b); });
            if (on_grid_) {
                run_.require_sound(t_, pair_.y1);
            } else if (!(error <= T(1)) || !is_finite(pair_.y1)) {
                reject(error, tried);
                if (run_.asked_to_stop()) return;
                continue;
            }
            accept(tried, last);
            if (t_ >= run_.span_.duration) break;
            choose_next(error, tried, last);
            if (run_.asked_to_stop()) return;
        }
    }

 private:
    // Error in units of the tolerance: attitude numbers against 1 (or their size, if larger), the rate against its own
    // length, so that units of time do not matter; but not against a rate that turns the body by less than a millionth
    // of a radian in the whole run, as that of a body at rest which a formula shakes by its rounding.
    T size(const State& e, const State& a, const State& b) const {
        const T still = static_cast<T>(1e-6 / run_.span_.duration);
        T ea{0}, sa{1}, ew{0}, sw{still};
        for (int i = 0; i < attitude_size; ++i) {
            ea = max(ea, abs(e[i]));
            sa = max(sa, max(abs(a[i]), abs(b[i])));
        }
        T worst = ea / sa;
        if constexpr (N > attitude_size) {
            for (int i = attitude_size; i < N; ++i) {
                ew = max(ew, abs(e[i]));
                sw = max(sw, max(abs(a[i]), abs(b[i])));
            }
            worst = max(worst, ew / sw);
        }
        return worst / static_cast<T>(m_.tolerance);
    }

    void enter_segment() {
        run_.switches_.enter(t_, run_);
        pair_.k[0] = run_.system_(static_cast<T>(t_), run_.y_);
        restart_ = !on_grid_;
    }

    void choose_step(double remaining) {
        if (on_grid_) {
            while (static_cast<double>(grid_) * m_.step <= t_ * (1 + 1e-14)) ++grid_;
            h_ = static_cast<double>(grid_) * m_.step - t_;
        }
        if (restart_) {
            h_ = static_cast<double>(integrate::starting_step(
                run_.system_, static_cast<T>(t_), run_.y_, pair_.k[0], Pair::order, static_cast<T>(remaining),
                [this](const State& e, const State& a, const State& b) { return size(e, a, b); }));
            restart_ = false;
        }
        if (on_grid_) return;
        const double reach = std::min(h_, remaining),
                     allowed = run_.limited(t_, reach, pair_.k[0], Pair::hidden_order, m_.tolerance);
        if (allowed < reach) h_ = allowed;
    }

    void reject(T error, double tried) {
        ++run_.rows_.statistics().rejected;
        const T factor =
            is_finite(error) && is_finite(pair_.y1) ? max(T(0.2), T(0.9) * Pair::step_factor(error)) : T(0.2);
        h_ = tried * static_cast<double>(factor);
        after_rejection_ = true;
    }

    // The step is taken: rows inside it, the state at its end, and the row that may be due there.
    void accept(double tried, bool last) {
        run_.rows_.count_step(tried);
        // along a switch that throws the state back and forth a run would not end in any time
        crawled_ = tried < 1e-10 * run_.span_.duration && !last ? crawled_ + 1 : 0;
        if (crawled_ > 20000 && run_.guard_ && run_.guard_->corner_met())
            run_.fail(t_, "the steps became too short to get on");
        const double t1 = last       ? run_.switches_.segment_end()
                          : on_grid_ ? static_cast<double>(grid_) * m_.step
                                     : t_ + tried;
        emit_rows_inside(t1, tried);
        if (m_.compensated)
            run_.move(run_.y_, static_cast<T>(tried), integrate::mean_slope<Tableau>(pair_.k));
        else
            run_.y_ = pair_.y1;
        recharted_ = run_.settle_constraint();
        t_ = t1;
        run_.now_ = t_;
        if (run_.row_time(row_) == t_) {
            run_.emit(t_, run_.y_);
            ++row_;
        }
    }

    void emit_rows_inside(double t1, double tried) {
        if (!(run_.row_time(row_) < t1)) return;
        pair_.prepare(run_.system_);
        for (; run_.row_time(row_) < t1; ++row_) {
            State inside = pair_.at(static_cast<T>((run_.row_time(row_) - t_) / tried));
            if (m_.constraint != ResolvedMethod::Constraint::none) run_.system_.settle(inside, m_.constraint);
            run_.emit(run_.row_time(row_), inside);
        }
    }

    // The first slope and the length of the next step.
    void choose_next(T error, double tried, bool last) {
        if (Pair::knows_last_slope && !recharted_ && m_.constraint == ResolvedMethod::Constraint::none)
            pair_.k[0] = pair_.last_slope();
        else
            pair_.k[0] = run_.system_(static_cast<T>(t_), run_.y_);
        const T grow = after_rejection_ ? T(1) : T(6);
        const T factor = error > T(0) ? min(grow, max(T(0.33), T(0.9) * Pair::step_factor(error))) : grow;
        // a step cut short by a switch says nothing against the step before it
        h_ = last ? std::max(h_, tried * static_cast<double>(factor)) : tried * static_cast<double>(factor);
        after_rejection_ = false;
    }

    Run& run_;
    const ResolvedMethod& m_;
    const bool on_grid_;
    Pair pair_;
    double t_ = 0, h_;
    long row_ = 1, grid_ = 0;
    int crawled_ = 0;  // very short steps in a row
    bool restart_, after_rejection_ = false, recharted_ = false;
};

}  // namespace polhode::engine
