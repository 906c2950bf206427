// Time stamps of a log: which rows are good, and where there are holes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace polhode::estimate {

enum class TimeVerdict { ok, duplicate, backward, gap };
const char* name_of(TimeVerdict verdict);

struct TimeReport {
    std::vector<TimeVerdict> verdicts;          // of each row, against the last good one
    double median = 0, least = 0, largest = 0;  // s, between good rows
    double begin = 0, end = 0;
    double jitter = 0;  // relative spread of the steps that are no gaps
    std::size_t good = 0, duplicates = 0, backward = 0, gaps = 0;
    std::size_t first_duplicate = 0, first_backward = 0, first_gap = 0;  // rows, counted from 0
    double mean_rate() const { return good > 1 && end > begin ? static_cast<double>(good - 1) / (end - begin) : 0; }
};

// A step of more than 1.5 medians is a gap.
TimeReport judge_times(const std::vector<double>& times);

}  // namespace polhode::estimate
