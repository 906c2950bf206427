// The statistics of a sweep for people and for programs. Nothing in either depends on time, machine or threads.
#pragma once

#include <string>

#include "polhode/sweep/statistics/sweep_statistics.hpp"

namespace polhode {

struct Sweep;

// "polhode sweep FILE --set ... --run 4711": repeats one run alone.
std::string sweep_run_command(const Sweep& sweep, std::uint64_t run);

// The table that is printed, and kept as summary.txt. `width` as in TextTable.
std::string sweep_summary_text(const Sweep& sweep, const SweepStatistics& statistics, int width = 0);

// summary.json. Its members are described where it is made.
std::string sweep_summary_json(const Sweep& sweep, const SweepStatistics& statistics, int indent = 2);

// histograms.csv: outcome,low,high,count. over-time.csv: t,NAME.count,NAME.p5,...
std::string sweep_histograms_csv(const Sweep& sweep, const SweepStatistics& statistics);
std::string sweep_over_time_csv(const Sweep& sweep, const SweepStatistics& statistics);

}  // namespace polhode
