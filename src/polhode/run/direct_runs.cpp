#include "polhode/run/direct_runs.hpp"

#include "polhode/base/stop_question.hpp"
#include "polhode/problem/attitude.hpp"
#include "polhode/truth/taylor_path.hpp"

namespace polhode {

namespace {

// Energy and momentum of a row from its quaternion and rate.
class Invariants {
 public:
    explicit Invariants(const Problem& problem) : problem_(problem), torques_(problem.torques) {}
    void segment(double begin, double end) { torques_.segment(begin, end); }
    void fill(Row& row) const {
        row.defect = defect(row.q_NB);
        if (!problem_.dynamics()) return;
        const Vec3<double> momentum = problem_.body->inertia * row.w_NB_B;
        row.energy = 0.5 * dot(row.w_NB_B, momentum) + torques_.potential(row.q_NB);
        row.L_N = to_world(row.q_NB, momentum);
    }

 private:
    const Problem& problem_;
    TorqueSum<double> torques_;
};

// A series of a general torque costs as much as some sixty ordinary steps.
constexpr int a_long_step = 64;

std::vector<double> segment_ends(const Problem& problem, double duration) {
    std::vector<double> ends =
        problem.dynamics() ? switching_times(problem.torques, duration) : switching_times(*problem.rates, duration);
    ends.push_back(duration);
    return ends;
}

}  // namespace

void run_truth(const Problem& problem, Truth& truth, const RunSpan& span, const Watch& watch, Statistics& statistics) {
    RowEmitter rows(span, watch, statistics);
    const Invariants invariants(problem);
    truth.step_taken = [&](double t) {
        if (rows.asked_to_stop(t, a_long_step)) throw Interrupted{};
    };
    const auto rows_of_truth = [&] {
        for (long i = 0;; ++i) {
            Row row;
            row.t = rows.row_time(i);
            const TrueState s = truth.at(row.t);
            ++statistics.evaluations;
            row.q_NB = s.q_NB;
            row.w_NB_B = s.w_NB_B;
            if (!is_finite(row.q_NB.params()) || !is_finite(row.w_NB_B))
                throw ComputationFailed(row.t, truth.description() + " gave a number that is not finite");
            invariants.fill(row);
            rows.emit(row);
            if (row.t >= span.duration || rows.asked_to_stop(row.t)) return;
        }
    };
    timed(rows, [&] {
        try {
            rows_of_truth();
        } catch (const Interrupted&) {
            // every row before it has been handed out
        }
    });
    truth.step_taken = {};
    if (const std::string doubt = truth.doubt(); !doubt.empty()) statistics.notes.push_back(doubt);
}

template <class T>
void run_taylor(const Problem& problem, const ResolvedMethod& m, const RunSpan& span, const Watch& watch,
                Statistics& statistics) {
    RowEmitter rows(span, watch, statistics);
    Invariants invariants(problem);
    const bool fixed = m.stepping == ResolvedMethod::Stepping::fixed;
    typename TaylorPath<T>::Care care;
    care.project = m.project;
    care.energy = m.project_energy;
    care.vertical = m.project_vertical;
    care.compensated = m.compensated;
    care.largest_step = m.largest_step;
    const int weight = polynomial_torques(problem) && problem.dynamics() ? 1 : a_long_step;
    TaylorPath<T> path(problem, span.duration, m.order, fixed ? 0 : m.tolerance, m.step, care);
    const StartAttitude& a = problem.start.attitude;
    const Quaternion<double> q0 = attitude_to_quaternion(a.representation, a.params);
    path.start(cast<T>(q0), cast<T>(problem.start.rate));

    const std::vector<double> ends = segment_ends(problem, span.duration);
    const auto emit = [&](double t, const Quaternion<T>& q, const Vec3<T>& w) {
        Row row;
        row.t = t;
        row.q_NB = cast<double>(q);
        row.w_NB_B = problem.dynamics() ? cast<double>(w) : cast<double>(path.given_rate(t));
        invariants.fill(row);
        rows.emit(row);
    };
    timed(rows, [&] {
        Quaternion<T> q;
        Vec3<T> w;
        path.state(q, w);
        path.segment(0, ends[0]);
        // the start is what was given; the method holds it normalised
        emit(0, abs(defect(q0)) < 1e-14 ? cast<T>(q0) : q, w);
        long row = 1, step = 0;
        for (std::size_t i = 0; i < ends.size(); ++i) {
            const double begin = i == 0 ? 0 : ends[i - 1];
            path.segment(begin, ends[i]);
            invariants.segment(begin, ends[i]);
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
    if (const std::string doubt = path.doubt(); !doubt.empty()) statistics.notes.push_back(doubt);
}
template void run_taylor<double>(const Problem&, const ResolvedMethod&, const RunSpan&, const Watch&, Statistics&);
template void run_taylor<float>(const Problem&, const ResolvedMethod&, const RunSpan&, const Watch&, Statistics&);
template void run_taylor<Counting<double>>(const Problem&, const ResolvedMethod&, const RunSpan&, const Watch&,
                                           Statistics&);

}  // namespace polhode
