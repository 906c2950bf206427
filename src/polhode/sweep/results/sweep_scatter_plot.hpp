// Outcomes of a sweep over the inputs that they follow most closely, a point for each run.
#pragma once

#include <string>

#include "polhode/sweep/results/sweep_shown_runs.hpp"
#include "polhode/sweep/statistics/sweep_statistics.hpp"

namespace polhode {

struct Sweep;

// Each outcome over the input that it follows most closely, by the rank correlation; of runs of which `shown` says that
// this is their picture. Throws PlotError, where there is nothing to draw too, and OutputError.
void plot_sweep_scatter(const Sweep& sweep, const SweepStatistics& statistics, const SweepShownRuns& shown,
                        const std::string& path);

}  // namespace polhode
