// Pictures of a sweep, drawn by gnuplot: how each outcome is distributed, percentiles over time as bands, and each
// outcome over what varies: as a map, as curves or as points.
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

// Of runs of which `shown` says that this is their picture.
void plot_sweep_map(const Sweep& sweep, const SweepStatistics& statistics, const SweepShownRuns& shown,
                    const std::string& path);
void plot_sweep_curves(const Sweep& sweep, const SweepStatistics& statistics, const SweepShownRuns& shown,
                       const std::string& path);
// Each outcome over the input that it follows most closely, by the rank correlation.
void plot_sweep_scatter(const Sweep& sweep, const SweepStatistics& statistics, const SweepShownRuns& shown,
                        const std::string& path);

}  // namespace polhode
