// Torques over time, where they follow a schedule: thrusters with their firing intervals, tables, formulas.
#pragma once

#include <optional>

#include "polhode/picture/time_panels_plot.hpp"

namespace polhode::overview {

// When thrusters fire in [0, end], s; those that never pause are left out.
std::vector<Interval> firing_intervals(const std::vector<TorqueModel>& torques, double end);

// Nothing where no torque follows a schedule: weight, damping, a constant torque or the gravity gradient.
std::optional<Panel> torque_panel(const PlotData& data, const Samples& samples);

}  // namespace polhode::overview
