// Rows on their way out of a run: when they are due, what is summed up over them, and what the sink costs.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>

#include "polhode/base/cpu_clock.hpp"
#include "polhode/run/simulate.hpp"
#include "polhode/run/step_gate.hpp"

namespace polhode {

class RowEmitter {
 public:
    RowEmitter(const RunSpan& span, const RunObserver& observer, Statistics& statistics)
        : span_(span), observer_(observer), out_(statistics) {}

    // Row i is due at i samples, or at the times that were asked for; the last one at the end.
    double row_time(long i) const {
        if (span_.times && i > 0) {
            const auto at = static_cast<std::size_t>(i - 1);
            return at < span_.times->size() ? (*span_.times)[at] : span_.duration;
        }
        const double t = static_cast<double>(i) * span_.sample;
        return t < span_.duration ? t : span_.duration;
    }

    void emit(const Row& row) {
        if (looking_) return observer_.gate->look(row);
        if (rows_ == 0) {
            out_.energy_start = row.energy;
            out_.momentum_start = row.L_N;
        }
        out_.largest_defect = std::max(out_.largest_defect, std::fabs(row.defect));
        out_.energy_drift = std::max(out_.energy_drift, std::fabs(row.energy - row.work - out_.energy_start));
        out_.momentum_drift = std::max(out_.momentum_drift, norm(row.L_N - out_.momentum_start));
        out_.end_time = row.t;
        ++rows_;
        hand_out(row);
    }

    // Called once a step, with how many ordinary ones it is worth: looks at the clock and at the user only now and
    // then. True: stop here.
    bool asked_to_stop(double t, int weight = 1) {
        since_look_ += weight;
        if (since_look_ < between_looks) return false;
        since_look_ = 0;
        if (!by_thread_ && ++looks_ == short_looks) take_thread_clock();
        if (observer_.progress) observer_.progress(t);
        if (!observer_.stop || !observer_.stop()) return false;
        out_.interrupted = true;
        return true;
    }

    long steps_to_next_look() const { return between_looks - since_look_; }

    void count_step(double h) { count_steps(h, 1); }
    void count_steps(double h, long count) {
        if (out_.accepted == 0 || h < out_.smallest_step) out_.smallest_step = h;
        if (h > out_.largest_step) out_.largest_step = h;
        out_.accepted += count;
    }

    // Of the run so far, without what the sink took.
    double computed_cpu_seconds() const {
        if (rows_ == 0) return 0;
        const double all = (ended_ ? end_ : clock()) - begin_;
        return std::max(0.0, all - sinks_cost());
    }
    const RunSpan& span() const { return span_; }
    StepGate* gate() const { return observer_.gate; }  // null: nobody holds the steps up
    // What `emit` hands over is a look at the state for the gate, and no row of the run.
    template <class Emit>
    void look(const Emit& emit) {
        looking_ = true;
        emit();
        looking_ = false;
    }
    Statistics& statistics() { return out_; }

 private:
    // The clock of a thread costs as much as a dozen steps, the one on the wall a tenth of that. A run that is over in
    // a thousand steps and a few rows is timed by the wall; a longer one by the wall up to there.
    double clock() const { return by_thread_ ? thread_cpu_seconds() + offset_ : wall(); }
    static double wall() {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    }
    void take_thread_clock() {
        offset_ = clock() - thread_cpu_seconds();
        by_thread_ = true;
    }
    // What the sink took for the rows between the first and the last, and the clock to time some of them. The dearest
    // of those that were timed stands for itself alone: a file's first row, or one during which something else ran.
    double sinks_cost() const {
        if (sinks_seen_ <= 1) return sink_time_ * static_cast<double>(sinks_) + clocks_time_;
        return dearest_sink_ + clocks_time_ +
               (sink_time_ - dearest_sink_) / static_cast<double>(sinks_seen_ - 1) * static_cast<double>(sinks_ - 1);
    }
    // By the wall, which is asked without a system call: after one the row itself takes longer, and counted for sixteen
    // that was more than all cheap steps took. What asking costs is seen by asking twice (the least so far), and what
    // takes this long beside a thread's clock is a wait or somebody else's turn, which that clock does not count.
    void time_sink(const Row& row) {
        const double asked = wall(), before = wall();
        observer_.row(row);
        const double after = wall();
        clock_price_ = std::min(clock_price_, before - asked);
        clocks_time_ += 3 * clock_price_;
        const double took = std::max(0.0, after - before - clock_price_);
        if (by_thread_ && took > longest_sink) return;
        sink_time_ += took;
        dearest_sink_ = std::max(dearest_sink_, took);
        ++sinks_seen_;
    }
    // Before the first row nothing has been computed and after the last one nothing will be, so they need no timing of
    // their own; of those between the first, the second, and then one in sixteen stand for all.
    void hand_out(const Row& row) {
        if (row.t >= span_.duration && !ended_) {
            end_ = clock();
            ended_ = true;
        }
        if (rows_ == 1 || ended_) {
            observer_.row(row);
            if (rows_ == 1) begin_ = clock();
            return;
        }
        if (++sinks_ == short_rows && !by_thread_) take_thread_clock();
        if (sinks_ != 1 && sinks_ % 16 != 2) return observer_.row(row);
        time_sink(row);
    }

    static constexpr int between_looks = 64, short_looks = 16;
    static constexpr long short_rows = 64;
    static constexpr double longest_sink = 1e-4;  // s
    RunSpan span_;
    const RunObserver& observer_;
    Statistics& out_;
    long rows_ = 0;
    int since_look_ = 0, looks_ = 0;
    long sinks_ = 0, sinks_seen_ = 0;  // rows between the first and the last, and those whose sink was timed
    bool ended_ = false, by_thread_ = false, looking_ = false;
    double offset_ = 0;  // of the thread's clock, so that it goes on where the wall's was left
    double begin_ = 0, end_ = 0, sink_time_ = 0, dearest_sink_ = 0;
    double clock_price_ = 1, clocks_time_ = 0;  // of one look at the clock, and of all that timed the sink
};

// Measures a run's time around a callable, from its first row on, leaving out what the sink took; also when it throws.
template <class Work>
void timed(RowEmitter& rows, Work&& work) {
    struct Clock {
        RowEmitter& rows;
        std::chrono::steady_clock::time_point wall = std::chrono::steady_clock::now();
        ~Clock() {
            rows.statistics().cpu_seconds = rows.computed_cpu_seconds();
            rows.statistics().wall_seconds =
                std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count();
        }
    } clock{rows};
    work();
}

}  // namespace polhode
