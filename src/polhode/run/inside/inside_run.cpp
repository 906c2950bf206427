// The runs of bodies with an inside: rows with its columns, and what happened.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "polhode/inside/contact_guards.hpp"
#include "polhode/inside/inside_path.hpp"
#include "polhode/problem/switched_torque.hpp"
#include "polhode/run/inside/inside_steppers.hpp"
#include "polhode/run/inside_runs.hpp"
#include "polhode/run/row_emitter.hpp"
#include "polhode/run/row_maker.hpp"
#include "polhode/run/timed_gate.hpp"
#include "polhode/truth/truth.hpp"

namespace polhode {

namespace {

using inside::in_double;

// So many marks are named in the summary; the rows have all.
constexpr long most_named_marks = 20;
// A series costs as much as some sixty ordinary steps.
constexpr int steps_of_a_series = 64;

template <class T>
class InsideRun {
 public:
    using State = StateVector<T>;

    InsideRun(const RunJob& job, std::unique_ptr<InsideStepper<T>> stepper, int weight)
        : problem_(job.problem),
          rows_(job.span, job.observer, job.statistics),
          maker_(job.problem),
          potential_(job.problem),
          walk_(job.problem, job.span.duration, std::move(stepper)),
          gate_(job.observer.gate, job.resolved.step),
          weight_(weight) {
        if (problem_.inside->contact) plain_.emplace(job.problem);
        potential_changes_ = std::any_of(problem_.torques.begin(), problem_.torques.end(), is_switched);
        strides_ = weight == 1 && !job.observer.gate && !potential_changes_;
        shortest_stride_ = 3 * job.resolved.step;
    }

    // `beside(t, q)` is told of every row.
    template <class Beside>
    void go(const Beside& beside) {
        timed(rows_, [&] {
            try {
                all_rows(beside);
            } catch (...) {
                finish();
                throw;
            }
            finish();
        });
    }

 private:
    template <class Beside>
    void all_rows(const Beside& beside) {
        const State y = walk_.start();
        first_rate_ = walk_.numbers().rate(T(0), y);
        if (const auto* parts = walk_.numbers().parts()) first_holding_ = parts->holding_work(T(0), y, first_rate_);
        walk_.begin(y);
        emit(0, walk_.state(), beside);
        long row = 1;
        while (passed(beside)) {
            stride(row);
            if (!walk_.next()) break;
            const double to = in_double(walk_.to()), length = to - in_double(walk_.from());
            rows_.count_step(length);
            if (potential_changes_) potential_.segment(in_double(walk_.from()), to);
            const double same = 1e-9 * length;
            for (; rows_.row_time(row) < to - same; ++row)
                emit(rows_.row_time(row), walk_.at(T(rows_.row_time(row))), beside);
            const bool end = to >= rows_.span().duration;
            if (rows_.row_time(row) <= to + same && (end || rows_.row_time(row) < rows_.span().duration)) {
                emit(end ? rows_.span().duration : rows_.row_time(row), walk_.state(), beside);
                ++row;
            }
            const bool goes_on = !walk_.happens() || tell(walk_.take_events(), to, beside);
            if (gate_.looks(goes_on ? to : HUGE_VAL)) rows_.look([&] { emit(to, walk_.state(), beside); });
            if (!goes_on) return;
            if (!end && rows_.asked_to_stop(to, weight_)) {
                if (to > rows_.statistics().end_time) emit(to, walk_.state(), beside);
                return;
            }
        }
    }

    // The steps that nobody looks at: those before the next row, the next switch and the next look at the clock.
    void stride(long row) {
        const double t = in_double(walk_.to());
        if (!strides_ || rows_.row_time(row) - t < shortest_stride_) return;
        const Stride made = walk_.stride(rows_.row_time(row), rows_.steps_to_next_look() - 1);
        if (made.made == 0) return;
        rows_.count_steps(made.shortest, made.made);
        rows_.count_steps(made.longest, 0);
        rows_.asked_to_stop(in_double(walk_.to()), static_cast<int>(made.made));  // too early to ask anybody
    }

    // Waits at the gates of whoever steps this run; false: it ends here, and the state reached is its last row.
    template <class Beside>
    bool passed(const Beside& beside) {
        const double t = in_double(walk_.to());
        if (!(t < rows_.span().duration)) return true;
        const StepGate::Answer answer = gate_.at(t);
        if (answer == StepGate::Answer::stimulus && t > 0) walk_.switch_here();
        if (answer != StepGate::Answer::stop) return true;
        if (t > rows_.statistics().end_time) emit(t, walk_.state(), beside);
        return false;
    }

    // Rows and lines of what happened at t; false where the run ends there.
    template <class Beside>
    bool tell(const Happened& happened, double t, const Beside& beside) {
        bool shown = false;
        for (const int i : happened.events) {
            const Event& event = problem_.inside->events[static_cast<std::size_t>(i)];
            if (event.action == Event::Action::stop) {
                notes_.push_back(fmt::format("stopped at t = {:.15g} s by event '{}'", t, event.name));
                shown = true;
            } else if (event.action == Event::Action::mark) {
                if (++marks_ <= most_named_marks)
                    notes_.push_back(fmt::format("event '{}' at t = {:.15g} s", event.name, t));
                shown = true;
            } else {
                ++acted_;
            }
        }
        if (!happened.ending.empty()) {
            notes_.push_back(fmt::format("{} at t = {:.15g} s, and the run ends", happened.ending, t));
            shown = true;
        }
        if (shown && (rows_.statistics().end_time != t || happened.jumped)) emit(t, walk_.state(), beside);
        return !happened.stop;
    }

    void finish() {
        Statistics& s = rows_.statistics();
        s.evaluations = walk_.stepper().evaluations();
        s.rejected = walk_.stepper().rejected();
        if (marks_ > most_named_marks)
            notes_.push_back(fmt::format("{} more marks; every one has its row", marks_ - most_named_marks));
        if (acted_ > 0) notes_.push_back(fmt::format("events acted {} time{}", acted_, acted_ == 1 ? "" : "s"));
        for (std::size_t i = 0; i < problem_.inside->controllers.size(); ++i)
            notes_.push_back(fmt::format("controller '{}' took {} samples", problem_.inside->controllers[i].name,
                                         walk_.clock().samples(i)));
        const auto times = [](long n) { return n == 1 ? std::string("once") : fmt::format("{} times", n); };
        const auto& sticking = walk_.watch().sticking();
        for (std::size_t i = 0; i < sticking.size(); ++i)
            notes_.push_back(fmt::format("'{}' stuck {} and let go {}",
                                         problem_.inside->states[problem_.inside->frictions[i].state].name,
                                         times(sticking[i].stuck), times(sticking[i].slipped)));
        const auto& saturation = walk_.watch().saturation();
        for (std::size_t k = 0; k < saturation.size(); ++k) {
            const std::string& name = problem_.inside->rotors[k].name;
            if (saturation[k].torque > 0)
                notes_.push_back(
                    fmt::format("the motor of '{}' reached its torque limit {}", name, times(saturation[k].torque)));
            if (saturation[k].speed > 0)
                notes_.push_back(fmt::format("'{}' reached its speed limit {}", name, times(saturation[k].speed)));
        }
        if (const StickSlip* dry = walk_.watch().dry())
            notes_.push_back(
                fmt::format("times that the contact point began to slide: {}, to stick: {} (a start at rest counts)",
                            dry->slid, dry->stuck));
        s.notes.insert(s.notes.end(), notes_.begin(), notes_.end());
    }

    template <class Beside>
    void emit(double t, const State& y, const Beside& beside) {
        const InsideNumbers<T>& n = walk_.numbers();
        const Quaternion<T> q = n.attitude(y);
        const Vec3<T> w = n.rate(T(t), y), L = to_world(q, n.momentum(y));
        Row row;
        row.t = t;
        row.q_NB = {in_double(q.w), in_double(q.x), in_double(q.y), in_double(q.z)};
        for (int i = 0; i < 3; ++i) row.w_NB_B[i] = in_double(w[i]), row.L_N[i] = in_double(L[i]);
        maker_.take_given_start(row);
        row.defect = defect(row.q_NB);
        Mat3<double> moments;
        if (potential_.needs_moments()) moments = in_doubles(n.locked_moments(T(t), y));
        row.energy = in_double(n.energy(T(t), y, w)) + potential_.potential(row.q_NB, &moments);
        const int work = n.layout().work;
        row.work = in_double(n.holding_work(w - first_rate_)) + (work < 0 ? 0 : in_double(y[work]));
        if (n.parts()) row.work += in_double(n.parts()->holding_work(T(t), y, w) - first_holding_);

        columns_.clear();
        for (std::size_t k = 0; k < n.rotors().size(); ++k) columns_.push_back(in_double(n.speed(k, y, w)));
        for (const int place : n.layout().angle)
            if (place >= 0) columns_.push_back(in_double(y[place]));
        for (const int place : n.layout().state) columns_.push_back(in_double(y[place]));
        if (n.parts()) n.parts()->each_value(T(t), y, w, [&](const T& value) { columns_.push_back(in_double(value)); });
        if (n.contact()) add_contact_columns(t, y);
        if (problem_.inside->works()) columns_.push_back(row.work);
        row.state = columns_;
        rows_.emit(row);
        beside(t, row.q_NB);
    }

    static Mat3<double> in_doubles(const Mat3<T>& a) {
        Mat3<double> r;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) r(i, j) = in_double(a(i, j));
        return r;
    }

    // Place, velocity and forces on the table.
    void add_contact_columns(double t, const State& y) {
        const InsideNumbers<T>& n = walk_.numbers();
        const Vec3<T> w = n.rate(T(t), y);
        for (const T& one : n.contact()->seen(y, w, n.touch(y, w))) columns_.push_back(in_double(one));
        StateVector<double> now(y.length);
        for (int i = 0; i < y.length; ++i) now[i] = in_double(y[i]);
        const ContactForces forces = contact_forces(*plain_, now, walk_.stepper().slope(t, now));
        columns_.push_back(forces.normal);
        columns_.push_back(forces.friction);
    }

    const Problem& problem_;
    std::optional<InsideNumbers<double>> plain_;  // of a body on a table
    RowEmitter rows_;
    RowMaker maker_;
    OutsideTorques<double> potential_;
    InsideWalk<T> walk_;
    GateOnTheWay gate_;
    bool potential_changes_ = false, strides_ = false;
    double shortest_stride_ = 0;  // s; below it steps are better made one by one
    int weight_;
    Vec3<T> first_rate_;
    T first_holding_{0};
    std::vector<double> columns_;
    std::vector<std::string> notes_;
    long marks_ = 0, acted_ = 0;
};

void nobody(double, const Quaternion<double>&) {}

// Two words, with a run in double beside it: what one step of the reference is wrong by is to that of the other as
// 1e-24 to 1e-16, and both are carried along alike (truth.cpp).
void run_inside_reference(const RunJob& job) {
    using Two = exact::Two;
    const double end = job.span.duration, largest = job.resolved.largest_step;
    job.statistics.chosen = "reference: Taylor series of order 24 in two words (32 digits)";
    InsidePath<double> double_path(job.problem, end, {20, 1e-16, 0, largest});
    double apart = 0;
    InsideRun<Two> run(
        job, std::make_unique<InsideSeries<Two>>(job.problem, end, InsideSeries<Two>::Settings{24, 1e-24, 0, largest}),
        steps_of_a_series);
    run.go([&](double t, const Quaternion<double>& q) {
        const StateVector<double> y = double_path.at(t, [](double) {});
        apart = std::max(apart, angle_between(q, Quaternion<double>{y[0], y[1], y[2], y[3]}));
    });
    job.statistics.estimated_error = apart < 1e-4 ? 1e-6 * apart + 2.2e-16 : apart;
}

}  // namespace

void run_with_inside(const RunJob& job) {
    const ResolvedMethod& m = job.resolved;
    const bool fixed = m.stepping == ResolvedMethod::Stepping::fixed;
    if (m.integrator == "reference") return run_inside_reference(job);
    if (m.integrator == "taylor") {
        const InsideSeries<double>::Settings settings{m.order, fixed ? 0 : m.tolerance, fixed ? m.step : 0,
                                                      m.largest_step};
        InsideRun<double>(job, std::make_unique<InsideSeries<double>>(job.problem, job.span.duration, settings),
                          steps_of_a_series)
            .go(nobody);
        return;
    }
    std::unique_ptr<InsideStepper<double>> stepper;
    if (m.integrator == "exact") {
        std::string why;
        const auto truth = exact_truth(job.problem, why);
        job.statistics.chosen = truth->description();
        InsideRun<double>(job, closed_form_stepper(job.problem, m), 1).go(nobody);
        job.statistics.estimated_error = truth->error_bound(job.statistics.end_time);
        return;
    }
    if (is_lie_stepper(m.integrator))
        stepper = lie_stepper(job.problem, m);
    else if (fixed && !m.dense_rows)
        stepper = fixed_stepper(job.problem, m);
    else
        stepper = pair_stepper(job.problem, m, job.span.duration);
    InsideRun<double>(job, std::move(stepper), 1).go(nobody);
}

}  // namespace polhode
