// Outcomes of a sweep over its grids: coloured cells over two of them, curves over one.
#pragma once

#include <string>

#include "polhode/sweep/results/sweep_shown_runs.hpp"
#include "polhode/sweep/statistics/sweep_statistics.hpp"

namespace polhode {

struct Sweep;

// Of runs of which `shown` says that this is their picture. Throw PlotError, where there is nothing to draw too, and
// OutputError.
void plot_sweep_map(const Sweep& sweep, const SweepStatistics& statistics, const SweepShownRuns& shown,
                    const std::string& path);
void plot_sweep_curves(const Sweep& sweep, const SweepStatistics& statistics, const SweepShownRuns& shown,
                       const std::string& path);

}  // namespace polhode
