// What one block of runs gave: the form in which results are journalled, sent between ranks and put together.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "polhode/sweep/statistics/sweep_group_sums.hpp"
#include "polhode/sweep/statistics/sweep_summary.hpp"

namespace polhode {

struct SweepFailure {
    std::uint64_t run = 0;
    std::string reason;
};

struct SweepBlock {
    std::uint64_t index = 0, first = 0, count = 0;
    // Run by run, outcome by outcome; not a number for a run that failed. Empty where the sweep keeps no runs.
    std::vector<double> outcomes;
    std::vector<SweepFailure> failures;
    SweepSummary summary;  // of this block: filled where the sweep keeps no runs, else only its part over time
    std::vector<SweepGroupSum> groups;  // where runs are not kept and groups are asked for

    std::string encoded() const;                          // bytes, the same on every machine
    static SweepBlock decoded(const std::string& bytes);  // throws std::runtime_error on anything else
};

}  // namespace polhode
