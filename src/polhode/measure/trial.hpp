// One method with one step or tolerance on one problem, judged and timed: a point of a work-precision diagram.
#pragma once

#include <functional>
#include <string>

#include "polhode/measure/measure.hpp"
#include "polhode/truth/truth.hpp"

namespace polhode {

struct Trial {
    double error = 0;  // of the measure, at the end or the largest over the rows; by size
    long evaluations = 0, accepted = 0, rejected = 0;
    double cpu_seconds = 0;  // of the thread, median of the repeats, without judging and without rows
    std::string failure;     // why it broke down; "" if it did not. Then the error means nothing
    bool stopped = false;    // asked to stop before it was done

    long steps() const { return accepted + rejected; }
};

struct TrialRequest {
    MeasureId measure = MeasureId::geodesic;
    bool largest = false;   // over the rows, in place of the last one
    int repeats = 1;        // for the time; short runs are repeated more often
    bool timed = true;      // false: the time of the judged run will do, rows and all
    double most_steps = 0;  // give up (as stopped) beyond it, whatever the machine is busy with; 0: never
    std::function<bool()> stop = {};
};

// The true state at the time of a row.
using TruthAt = std::function<TrueState(double t)>;

// Throws InputError where the method cannot run on the problem. `span.sample` decides the rows, at whose times `truth`
// must be known.
Trial run_trial(const Problem& problem, const Method& method, const RunSpan& span, const TruthAt& truth,
                const TrialRequest& request);

}  // namespace polhode
