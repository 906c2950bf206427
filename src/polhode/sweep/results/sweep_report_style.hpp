// Numbers of a sweep as people read them: as many digits as their spread or their uncertainty leaves.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "polhode/sweep/statistics/sweep_statistics.hpp"

namespace polhode {

struct Sweep;
struct SweepOutcome;

std::string count_of(std::uint64_t n);          // "12 345"
std::string percentile_name(double percent);    // "97.5 %"
std::string with_half(const SweepEstimate& e);  // "1.234 ± 0.056": the uncertainty has two digits
std::string with_ends(
    const SweepEstimate& e);  // "0.017 (0.010 to 0.027)": a share, whose interval is longer on one side
std::string with_unit_of(const SweepOutcome& o);  // "settle_time, s"

// The values of an outcome, all in one style, with three digits of their standard deviation; "never" for never_s.
class SweepNumberStyle {
 public:
    SweepNumberStyle(const std::vector<double>& values, double deviation);
    std::string operator()(double x) const;

 private:
    double size_ = 0;
    bool whole_ = true, spreads_ = false, fixed_ = false;
    int places_ = 0;
};
SweepNumberStyle style_of(const SweepOutcomeStatistics& one);

// What is shown at length: what the file declares, or the final state where it declares nothing.
std::vector<std::size_t> shown_outcomes(const Sweep& sweep);

}  // namespace polhode
