// The border to programs that think of aircraft: body axes forward, right, down in a world of north, east, down.
#pragma once

#include <array>

#include "polhode/links/live_frame.hpp"

namespace polhode {

enum class LinkAxes {
    ned_frd,  // Polhode's world has z up, x is taken as north and y as west; the body's x is forward, its z up
    as_is,    // the problem was set up in aircraft axes
};

struct AircraftAttitude {
    std::array<double, 4> q{1, 0, 0, 0};                     // scalar first, forward-right-down to north-east-down
    std::array<double, 3> rate{};                            // rad/s about forward, right, down
    double roll = 0, pitch = 0, heading = 0;                 // rad; roll and heading in [-pi, pi]
    double roll_rate = 0, pitch_rate = 0, heading_rate = 0;  // rad/s, of the three angles
};

// A half turn about x on both sides: q (w, x, -y, -z), rates (x, -y, -z). Within 1e-6 rad of the vertical, where the
// rates of roll and heading grow beyond all bounds, they are sent as zero.
AircraftAttitude aircraft_attitude(const std::array<double, 4>& q_NB, const std::array<double, 3>& w_NB_B,
                                   LinkAxes axes);

}  // namespace polhode
