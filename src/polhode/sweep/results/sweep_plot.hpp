// Pictures of a sweep, drawn by gnuplot: how each outcome is distributed, and percentiles over time as bands. Others
// show each outcome over what varies: as a map or as curves (sweep_map_plot.hpp), or as points
// (sweep_scatter_plot.hpp).
#pragma once

#include <string>

#include "polhode/sweep/results/sweep_shown_runs.hpp"
#include "polhode/sweep/statistics/sweep_statistics.hpp"

namespace polhode {

struct Sweep;

// One panel for each outcome that the file declares (all where it declares none). All throw PlotError, where there is
// nothing to draw too, and OutputError. `shown`: an outcome of whole numbers has a bar for each of them.
void plot_sweep_histograms(const Sweep& sweep, const SweepStatistics& statistics, const std::string& path,
                           const SweepShownRuns* shown = nullptr);
void plot_sweep_over_time(const Sweep& sweep, const SweepStatistics& statistics, const std::string& path);

}  // namespace polhode
