// The frame of a circular orbit in which the gravity gradient is all that acts from outside.
#pragma once

#include <optional>

#include "polhode/problem/problem.hpp"

namespace polhode {

struct CircularFrame {
    double rate;        // rad/s, of the orbit
    Mat3<double> R_NL;  // at t = 0: columns along the motion, against the normal, down
};

// None for any other problem. What the body has inside is not looked at, but for torques.
std::optional<CircularFrame> circular_frame(const Problem& problem);

}  // namespace polhode
