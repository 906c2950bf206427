// The statistics of each group of a sweep's runs, for people and for programs (in summary.json they stand with the
// others, sweep_report.cpp).
#pragma once

#include <string>

#include "polhode/sweep/statistics/sweep_statistics.hpp"

namespace polhode {

struct Sweep;

// A table for each grouping; "" where there is none. `width` as in TextTable.
std::string sweep_groups_text(const Sweep& sweep, const SweepStatistics& statistics, int width = 0);

// groups.csv: a line for each group and outcome. by,group,outcome,runs,failed,count,never,mean,mean_low,mean_high,
// standard_deviation,lowest,highest,p50,p50_low,p50_high,...; of a combination names and values are joined by " & ".
std::string sweep_groups_csv(const Sweep& sweep, const SweepStatistics& statistics);

}  // namespace polhode
