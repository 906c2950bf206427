// The largest Lyapunov exponent: how fast a motion and its nearest neighbours part, in the mean, 1/s.
//
// Beside the motion y' = f(t, y) its tangent z' = Df(t, y) z is integrated (Benettin, Galgani, Giorgilli, Strelcyn,
// Meccanica 15 (1980) 9), and the logarithm of what z grows by is summed; z is brought back to length 1 after every
// step or less often. Df z is f over series of one term, so that every torque and formula is differentiated exactly.
// What z is made of: the turn p in body axes (z of q is q (0, p)/2), the momentum, and what the body has inside.
//
// Where the law switches or the state jumps at a surface, neighbours come there at times of their own: the tangent goes
// through the saltation matrix (inside/event_neighbours.hpp). Samples of controllers are at the same times for all.
#pragma once

#include <string>
#include <vector>

#include "polhode/problem/problem.hpp"

namespace polhode {

struct LyapunovSettings {
    double tolerance = 1e-9;  // relative error of a step, of the motion and of its tangent
    // The neighbour that is looked at first: its turn, and its rate as part of the scale of rates, body axes. What
    // symmetry forbids it never leaves: a neighbour in the plane of a plane motion stays there.
    Vec3<double> turn{0.6, -0.35, 0.48}, rate{-0.25, 0.4, 0.3};
};

struct LyapunovExponent {
    double exponent = 0;          // 1/s
    double error = 0;             // twice the standard error of the mean of the parts, which are not independent
    double duration = 0;          // s
    std::vector<double> parts{};  // of so many equal parts of the time, each its own exponent
    long steps = 0;
    std::string ending{};  // what ended the motion before the time that was asked for; empty where nothing did
    std::string unseen{};  // whose jumps are not in it; empty where there are none
};

// Why there is none for this problem ("" if there is one).
std::string no_lyapunov_exponent(const Problem& problem);
// Throws ComputationFailed where the motion breaks down, Interrupted where somebody asked to stop.
LyapunovExponent lyapunov_exponent(const Problem& problem, double duration, const LyapunovSettings& settings = {});

}  // namespace polhode
