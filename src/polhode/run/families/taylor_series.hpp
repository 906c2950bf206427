// A run along a chain of Taylor polynomials, in numbers of any kind.
#pragma once

#include "polhode/arithmetic/counting.hpp"
#include "polhode/run/row_emitter.hpp"
#include "polhode/run/row_maker.hpp"
#include "polhode/run/run_job.hpp"
#include "polhode/run/timed_gate.hpp"
#include "polhode/truth/taylor_path.hpp"

namespace polhode::taylor_series {

// A series of a general torque costs as much as some sixty ordinary steps.
inline constexpr int a_long_step = 64;

inline std::vector<double> segment_ends(const Problem& problem, double duration) {
    std::vector<double> ends =
        problem.dynamics() ? switching_times(problem.torques, duration) : switching_times(*problem.rates, duration);
    ends.push_back(duration);
    return ends;
}

template <class T>
class SeriesRun {
 public:
    explicit SeriesRun(const RunJob& job, bool turning_gradient = false)
        : problem_(job.problem),
          m_(job.resolved),
          fixed_(m_.stepping == ResolvedMethod::Stepping::fixed),
          weight_((polynomial_torques(problem_) && problem_.dynamics()) || turning_gradient ? 1 : a_long_step),
          rows_(job.span, job.observer, job.statistics),
          maker_(problem_),
          path_(problem_, job.span.duration, m_.order, fixed_ ? 0 : m_.tolerance, m_.step,
                options(m_, turning_gradient)),
          gate_(job.observer.gate, m_.step),
          ends_(segment_ends(problem_, job.span.duration)) {
        path_.start(cast<T>(maker_.start()), cast<T>(problem_.start.rate));
    }

    void go() {
        timed(rows_, [&] {
            path_.state(q_, w_);
            path_.segment(0, ends_[0]);
            // the start is what was given; the method holds it normalised
            const Quaternion<double> q0 = maker_.start();
            emit(0, within_rounding(defect(q0)) ? cast<T>(q0) : q_, w_);
            for (std::size_t i = 0; i < ends_.size(); ++i) {
                segment(i == 0 ? 0 : ends_[i - 1], ends_[i], i > 0);
                while (path_.time() < ends_[i])
                    if (!passed(ends_[i]) || !step(ends_[i])) return;
            }
        });
        if (const std::string caveat = path_.caveat(); !caveat.empty()) rows_.statistics().notes.push_back(caveat);
    }

 private:
    static typename TaylorPath<T>::Options options(const ResolvedMethod& m, bool turning_gradient) {
        typename TaylorPath<T>::Options options;
        options.project = m.project;
        options.energy = m.project_energy;
        options.vertical = m.project_vertical;
        options.compensated = m.compensated;
        options.largest_step = m.largest_step;
        options.turning_gradient = turning_gradient;
        return options;
    }
    void segment(double begin, double end, bool path_too) {
        if (path_too) path_.segment(begin, end);
        maker_.segment(begin, end);
    }
    // Waits at the gates of whoever steps this run; false: it ends here.
    bool passed(double segment_end) {
        const double t = path_.time();
        const StepGate::Answer answer = gate_.at(t);
        if (answer == StepGate::Answer::stimulus && t > 0) segment(t, segment_end, true);
        if (answer != StepGate::Answer::stop) return true;
        emit_state_reached(t);
        return false;
    }
    // Fixed steps meet the grid n h exactly, also after a switch has split one.
    double limit_of_step(double segment_end) {
        if (!fixed_) return segment_end;
        while (static_cast<double>(step_) * m_.step <= path_.time() * (1 + 1e-14)) ++step_;
        const double limit = std::min(segment_end, static_cast<double>(step_) * m_.step);
        return std::fabs(limit - segment_end) < 1e-9 * m_.step ? segment_end : limit;
    }
    // False: the run ends with it.
    bool step(double segment_end) {
        const double before = path_.time(), end = path_.expand(limit_of_step(segment_end));
        if (!(end > before)) throw ComputationFailed(before, "the step became too small for the clock");
        for (; rows_.row_time(row_) < end; ++row_) {
            path_.at(rows_.row_time(row_), q_, w_);
            emit(rows_.row_time(row_), q_, w_);
        }
        path_.advance();
        rows_.statistics().evaluations = path_.expansions;
        if (!path_.finite()) throw ComputationFailed(before, "a number is no longer finite; the motion diverged");
        rows_.count_step(end - before);
        if (gate_.looks(end)) {
            path_.state(q_, w_);
            rows_.look([&] { emit(end, q_, w_); });
        }
        if (rows_.row_time(row_) == end) {
            path_.state(q_, w_);
            emit(end, q_, w_);
            ++row_;
            if (end >= rows_.span().duration) return false;
        }
        if (!rows_.asked_to_stop(end, weight_)) return true;
        emit_state_reached(end);
        return false;
    }
    void emit_state_reached(double t) {
        if (!(t > rows_.statistics().end_time)) return;
        path_.state(q_, w_);
        emit(t, q_, w_);
    }
    void emit(double t, const Quaternion<T>& q, const Vec3<T>& w) {
        Row row;
        row.t = t;
        row.q_NB = cast<double>(q);
        row.w_NB_B = problem_.dynamics() ? cast<double>(w) : cast<double>(path_.given_rate(t));
        maker_.fill(row);
        rows_.emit(row);
    }

    const Problem& problem_;
    const ResolvedMethod& m_;
    const bool fixed_;
    const int weight_;
    RowEmitter rows_;
    RowMaker maker_;
    TaylorPath<T> path_;
    GateOnTheWay gate_;
    const std::vector<double> ends_;
    Quaternion<T> q_;
    Vec3<T> w_;
    long row_ = 1, step_ = 0;
};

template <class T>
void follow_series(const RunJob& job) {
    SeriesRun<T>(job).go();
}

// These two are seldom asked for, and are compiled for themselves (taylor_other_numbers.cpp).
extern template void follow_series<float>(const RunJob& job);
extern template void follow_series<Counting<double>>(const RunJob& job);

}  // namespace polhode::taylor_series
