// From the rows of one run to the numbers a sweep keeps of it. Rows come from an ordinary run or from an ensemble;
// the numbers are the same.
#pragma once

#include <span>
#include <vector>

#include "polhode/run/simulate.hpp"
#include "polhode/sweep/definition/sweep.hpp"

namespace polhode {

class SweepObserver {
 public:
    explicit SweepObserver(const Sweep& sweep);

    // Whether rows between the first and the last are looked at.
    bool needs_rows() const { return needs_rows_; }
    // Whether energy or momentum are.
    bool needs_invariants() const { return needs_invariants_; }

    // One run: its inputs, its rows in order (the first at t = 0, the last at the end), then the outcomes. Those that
    // are measures are left alone.
    void begin(const double* inputs);
    void row(const Row& row);
    void finish(double* outcomes);
    // Of the present row, the quantities over time.
    std::span<const double> over_time() const { return over_time_; }

 private:
    struct Track {
        double first = 0, last = 0, last_time = 0;
        double largest = 0, smallest = 0, integral = 0;
        double time = 0;  // first_time: when it passed the level; not a number while it has not
        double crossings = 0;
    };
    void add(const SweepOutcome& outcome, Track& track, double t, double value);

    const Sweep& sweep_;
    std::size_t own_ = 0;  // where the method's own columns begin among the variables
    bool needs_rows_ = false, needs_invariants_ = false, needs_tilt_ = false, needs_turned_ = false,
         needs_rate_ = false;
    std::vector<bool> follows_;  // outcome by outcome: needs every row
    std::vector<Track> tracks_;
    std::vector<double> way_;  // of those that settle, from the start to the target
    std::vector<double> variables_, over_time_;
    Quaternion<double> start_{};
    double start_time_ = 0;
    long rows_ = 0;
};

}  // namespace polhode
