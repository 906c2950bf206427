// A run on the fixed grid n h: which steps there are, where they are split because something switches inside them, and
// when rows are due. What a step is, the motion knows:
//
//     segment(begin, end)     nothing switches in [begin, end]
//     piece(t, h, whole)      advances over h; whole: a full grid step, not a part of one
//     settle(t)               after a grid step that began at t: checks, constraints
//     restart()               what remembers earlier steps forgets them
//     emit(t)                 hands out the present state as a row
//     whole_steps(n, count)   where it has it: makes full steps n, n+1, ... without a switch, and says how many; fewer
//                             than `count` where the next one has to be made alone
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "polhode/method/resolved_method.hpp"
#include "polhode/run/row_emitter.hpp"
#include "polhode/run/step_gate.hpp"

namespace polhode {

// Times at which something switches, walked through in order.
class Switches {
 public:
    Switches(std::vector<double> times, double end) : times_(std::move(times)), end_(end) {}
    // Enters the segment that holds the time just after t.
    template <class Motion>
    void enter(double t, Motion& motion) {
        while (next_ < times_.size() && times_[next_] <= t) ++next_;
        const double begin = next_ == 0 ? 0 : times_[next_ - 1];
        motion.segment(begin, segment_end() > begin ? segment_end() : begin + 1);
    }
    // One more, at a time that has not been passed: it is met as if it had been known from the start. The room of one
    // that lies behind is used again, so that nothing is allocated once there was one.
    void insert(double t) {
        const double same = 1e-13 * t;  // rounding of n h and of what a scenario writes
        std::size_t at = next_;
        while (at < times_.size() && times_[at] < t - same) ++at;
        if (at < times_.size() && times_[at] <= t + same) return;
        if (next_ == 0) {
            times_.insert(times_.begin() + static_cast<std::ptrdiff_t>(at), t);
            return;
        }
        for (std::size_t i = next_; i < at; ++i) times_[i - 1] = times_[i];
        times_[at - 1] = t;
        --next_;
    }
    void make_room() { times_.reserve(times_.size() + 1); }
    bool more() const { return next_ < times_.size(); }
    double segment_end() const { return more() ? times_[next_] : end_; }

 private:
    std::vector<double> times_;
    double end_;
    std::size_t next_ = 0;
};

template <class Motion>
void grid_step(Motion& motion, Switches& switches, double t, double h, bool full) {
    // a switch within a billionth of a step of its ends counts as lying on them
    const double slack = 1e-9 * h, end = t + h;
    if (switches.more() && t >= switches.segment_end() - slack) {
        switches.enter(switches.segment_end(), motion);
        motion.restart();
    }
    double at = t;
    bool whole = true;
    while (switches.more() && switches.segment_end() < end - slack) {
        motion.piece(at, switches.segment_end() - at, false);
        at = switches.segment_end();
        switches.enter(at, motion);
        whole = false;
    }
    motion.piece(at, whole ? h : end - at, whole && full);
    motion.settle(t);
    if (!whole) motion.restart();
}

// Steps from n on that lie wholly in the present segment, at most `most`.
inline long steps_in_segment(const Switches& switches, long n, double h, long most) {
    if (!switches.more()) return most;
    const double room = (switches.segment_end() - static_cast<double>(n) * h) / h - 1;
    return room < 1 ? 0 : room < static_cast<double>(most) ? static_cast<long>(room) : most;
}

// Waits until somebody lets step n through; false: the run ends before it.
inline bool passed(StepGate& gate, long n, double h, Switches& switches) {
    const StepGate::Answer answer = gate.before_step(n);
    if (answer == StepGate::Answer::stimulus && n > 0) switches.insert(static_cast<double>(n) * h);
    return answer != StepGate::Answer::stop;
}

template <class Motion>
void run_fixed_grid(Motion& motion, const ResolvedMethod& m, RowEmitter& rows, Switches& switches) {
    const double duration = rows.span().duration;
    long until_row = m.steps_per_sample, row = 0;
    StepGate* const gate = rows.gate();
    if (gate) switches.make_room();
    for (long n = 0; n < m.steps;) {
        if (gate && !passed(*gate, n, m.step, switches)) {
            if (until_row < m.steps_per_sample) motion.emit(static_cast<double>(n) * m.step);
            return;
        }
        // up to where a row is due or the run looks up
        long made = 0;
        if constexpr (requires { motion.whole_steps(n, made); })
            if (!gate)
                made = motion.whole_steps(
                    n, steps_in_segment(switches, n, m.step,
                                        std::min({until_row, m.steps - n, rows.steps_to_next_look()})));
        if (made == 0) {
            grid_step(motion, switches, static_cast<double>(n) * m.step, m.step, true);
            made = 1;
        }
        rows.count_steps(m.step, made);
        n += made;
        until_row -= made;
        const double now = static_cast<double>(n) * m.step;
        const bool last = n == m.steps && m.last_step == 0;
        if (until_row == 0 || last) {
            until_row = m.steps_per_sample;
            ++row;
            motion.emit(last ? duration : rows.row_time(row));
        }
        if (gate && gate->looks()) rows.look([&] { motion.emit(now); });
        if (!last && rows.asked_to_stop(now, static_cast<int>(made))) {
            // nothing already computed is lost: the state reached becomes the last row
            if (now > rows.statistics().end_time) motion.emit(now);
            return;
        }
    }
    if (m.last_step > 0) {
        grid_step(motion, switches, static_cast<double>(m.steps) * m.step, m.last_step, false);
        rows.count_step(m.last_step);
        motion.emit(duration);
    }
}

// A whole run on the grid, from the row of the start on.
template <class Motion>
void run_on_grid(Motion& motion, std::vector<double> switching_times, const ResolvedMethod& m, RowEmitter& rows) {
    Switches switches(std::move(switching_times), rows.span().duration);
    timed(rows, [&] {
        switches.enter(0, motion);
        motion.emit(0);
        run_fixed_grid(motion, m, rows, switches);
    });
}

}  // namespace polhode
