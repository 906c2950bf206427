// Pictures of a campaign, drawn by gnuplot: how each outcome is distributed, and percentiles over time as bands.
#pragma once

#include <string>

#include "sweep_statistics.hpp"

namespace polhode {

struct Sweep;

// One panel for each outcome that the file declares (all where it declares none). Both throw PlotError, where there is
// nothing to draw too, and OutputError.
void plot_sweep_histograms(const Sweep& sweep, const SweepStatistics& statistics, const std::string& path);
void plot_sweep_over_time(const Sweep& sweep, const SweepStatistics& statistics, const std::string& path);

}  // namespace polhode
