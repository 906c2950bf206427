// Small angles over time, for bodies that hardly turn: a satellite that librates about the local vertical, a pendulum
// that swings a little, an axis that wobbles about one direction. On a sphere they would be dots.
#pragma once

#include <optional>

#include "polhode/picture/time_panels_plot.hpp"

namespace polhode::overview {

// Against the local vertical of an orbit, or about the mean attitude.
struct Libration {
    Panel panel;
    bool in_orbit = false;
};

// Roll, pitch and yaw against the orbit's frame (flight direction, against the normal, nadir) where the gravity
// gradient follows an orbit and the body stays near one of its equilibria; turns about the mean attitude where the body
// swings about it by less than 20 degrees. Nothing for any other motion.
std::optional<Libration> libration_of(const PlotData& data, const Samples& samples);

// The two angles of an axis that stays within 15 degrees of its mean direction while the body turns about it; nothing
// for any other motion.
std::optional<Panel> axis_wobble_panel(const PlotData& data, const Samples& samples);

}  // namespace polhode::overview
