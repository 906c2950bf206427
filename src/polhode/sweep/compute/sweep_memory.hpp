// A sweep without files: its numbers as columns in memory. For reports and for other programs; what may be killed
// and resumed, or has more runs than fit, goes by sweep_carry_out.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "polhode/sweep/compute/sweep_compute.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/journal/sweep_block.hpp"

namespace polhode {

struct SweepTable {
    std::vector<std::string> input_names, outcome_names;
    // Column by column, run after run; not a number for a run that failed.
    std::vector<std::vector<double>> inputs, outcomes;
    std::vector<SweepFailure> failures;  // by rising runs
    bool complete = false;               // false: it was stopped, and there are no columns
    std::string how;                     // "in SIMD lanes, 8 machines"

    // Throws std::out_of_range where there is none.
    const std::vector<double>& outcome(const std::string& name) const;
};

struct SweepInMemory {
    SweepBackend backend = SweepBackend::automatic;
    int threads = 0;                            // 0: as many as the computer has; 1: the calling one
    std::function<bool()> stop = {};            // true: give up; from any of the threads
    std::function<void(double)> progress = {};  // part done, 0 to 1, by one thread at a time
};

// The same numbers for every backend and number of threads. Throws InputError where the backend cannot do it.
SweepTable run_in_memory(const Sweep& sweep, const SweepInMemory& how = {});

}  // namespace polhode
