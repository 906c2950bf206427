// A step that is halved and doubled by its error estimate, as TN D-5302 does with Merson's method (section on variable
// step). Rows are met by cutting steps.
#pragma once

#include <algorithm>
#include <cmath>

#include "polhode/integrate/runge_kutta.hpp"

namespace polhode::engine {

// `Run` is the engine's run, whose state this loop moves.
template <class Run, class Tableau>
class HalvingLoop {
    using T = typename Run::T;
    using State = typename Run::State;

 public:
    explicit HalvingLoop(Run& run) : run_(run), m_(run.m_), step_(run.m_.step) {}

    void go() {
        const double duration = run_.span_.duration;
        while (t_ < duration) {
            if (run_.switches_.more() && t_ >= run_.switches_.segment_end()) run_.switches_.enter(t_, run_);
            const double target = std::min(run_.row_time(row_), run_.switches_.segment_end());
            const double remaining = target - t_;
            limit_step(remaining);
            // within rounding of a row counts as on it, or a crumb too short for the clock would be left
            const bool cut = step_ >= remaining * (1 - 1e-10);
            const double h = cut ? remaining : step_;
            if (!(t_ + h > t_)) run_.fail(t_, "the step became too small for the clock");
            if (!tried(h)) {
                if (run_.asked_to_stop()) return;
                continue;
            }
            accept(h, cut, target);
            if (run_.asked_to_stop()) return;
        }
    }

 private:
    void limit_step(double remaining) {
        if (!run_.guard_ && !(m_.largest_step > 0)) return;
        const State slope = run_.guard_ ? run_.system_(static_cast<T>(t_), run_.y_) : State{};
        step_ = std::min(step_, run_.limited(t_, std::min(step_, remaining), slope, 4, m_.e_max));
    }

    // A step over h; false: its error is too large, and half of it is tried next.
    bool tried(double h) {
        using namespace integrate;
        trial_ = runge_kutta_step<Tableau>(run_.system_, static_cast<T>(t_), run_.y_, static_cast<T>(h), k_);
        const State error = error_estimate<Tableau>(static_cast<T>(h), k_);
        worst_ = 0;
        for (int i = 0; i < Run::N; ++i) worst_ = std::max(worst_, std::fabs(static_cast<double>(error[i])));
        const bool finite = is_finite(trial_) && is_finite(error);
        if (finite && !(worst_ > m_.e_max)) return true;
        ++run_.rows_.statistics().rejected;
        if (!finite && h < 1e-12 * run_.span_.duration) run_.fail(t_, "a number is no longer finite");
        step_ = h / 2;
        return false;
    }

    void accept(double h, bool cut, double target) {
        if (m_.compensated)
            run_.move(run_.y_, static_cast<T>(h), integrate::mean_slope<Tableau>(k_));
        else
            run_.y_ = trial_;
        run_.rows_.count_step(h);
        run_.settle_constraint();
        const double duration = run_.span_.duration, largest = m_.largest_step > 0 ? m_.largest_step : duration;
        const double full = cut && target < duration ? std::max(step_, h) : h;
        step_ = std::min(worst_ < m_.e_min ? 2 * full : full, largest);
        t_ = cut ? target : t_ + h;
        run_.now_ = t_;
        if (cut && target == run_.row_time(row_)) {
            run_.emit(t_, run_.y_);
            ++row_;
        }
    }

    Run& run_;
    const ResolvedMethod& m_;
    double t_ = 0, step_, worst_ = 0;
    long row_ = 1;
    State trial_, k_[Tableau::stages];
};

}  // namespace polhode::engine
