// A run along a chain of Taylor polynomials, in numbers of any kind.
#pragma once

#include "polhode/arithmetic/counting.hpp"
#include "polhode/run/row_emitter.hpp"
#include "polhode/run/row_maker.hpp"
#include "polhode/run/run_job.hpp"
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
void follow_series(const RunJob& job) {
    const Problem& problem = job.problem;
    const ResolvedMethod& m = job.resolved;
    const RunSpan& span = job.span;
    Statistics& statistics = job.statistics;
    RowEmitter rows(span, job.observer, statistics);
    RowMaker maker(problem);
    const bool fixed = m.stepping == ResolvedMethod::Stepping::fixed;
    typename TaylorPath<T>::Options options;
    options.project = m.project;
    options.energy = m.project_energy;
    options.vertical = m.project_vertical;
    options.compensated = m.compensated;
    options.largest_step = m.largest_step;
    const int weight = polynomial_torques(problem) && problem.dynamics() ? 1 : a_long_step;
    TaylorPath<T> path(problem, span.duration, m.order, fixed ? 0 : m.tolerance, m.step, options);
    const Quaternion<double> q0 = maker.start();
    path.start(cast<T>(q0), cast<T>(problem.start.rate));

    const std::vector<double> ends = segment_ends(problem, span.duration);
    const auto emit = [&](double t, const Quaternion<T>& q, const Vec3<T>& w) {
        Row row;
        row.t = t;
        row.q_NB = cast<double>(q);
        row.w_NB_B = problem.dynamics() ? cast<double>(w) : cast<double>(path.given_rate(t));
        maker.fill(row);
        rows.emit(row);
    };
    timed(rows, [&] {
        Quaternion<T> q;
        Vec3<T> w;
        path.state(q, w);
        path.segment(0, ends[0]);
        // the start is what was given; the method holds it normalised
        emit(0, within_rounding(defect(q0)) ? cast<T>(q0) : q, w);
        long row = 1, step = 0;
        for (std::size_t i = 0; i < ends.size(); ++i) {
            const double begin = i == 0 ? 0 : ends[i - 1];
            if (i > 0) path.segment(begin, ends[i]);
            maker.segment(begin, ends[i]);
            while (path.time() < ends[i]) {
                // fixed steps meet the grid n h exactly, also after a switch has split one
                double limit = ends[i];
                if (fixed) {
                    while (static_cast<double>(step) * m.step <= path.time() * (1 + 1e-14)) ++step;
                    limit = std::min(limit, static_cast<double>(step) * m.step);
                    if (std::fabs(limit - ends[i]) < 1e-9 * m.step) limit = ends[i];
                }
                const double before = path.time(), end = path.expand(limit);
                if (!(end > before)) throw ComputationFailed(before, "the step became too small for the clock");
                while (rows.row_time(row) < end) {
                    path.at(rows.row_time(row), q, w);
                    emit(rows.row_time(row), q, w);
                    ++row;
                }
                path.advance();
                statistics.evaluations = path.expansions;
                if (!path.finite())
                    throw ComputationFailed(before, "a number is no longer finite; the motion diverged");
                rows.count_step(end - before);
                if (rows.row_time(row) == end) {
                    path.state(q, w);
                    emit(end, q, w);
                    ++row;
                    if (end >= span.duration) return;
                }
                if (rows.asked_to_stop(end, weight)) {
                    if (end > statistics.end_time) {
                        path.state(q, w);
                        emit(end, q, w);
                    }
                    return;
                }
            }
        }
    });
    if (const std::string caveat = path.caveat(); !caveat.empty()) statistics.notes.push_back(caveat);
}

// These two are seldom asked for, and are compiled for themselves (taylor_other_numbers.cpp).
extern template void follow_series<float>(const RunJob& job);
extern template void follow_series<Counting<double>>(const RunJob& job);

}  // namespace polhode::taylor_series
