// How fast a motion is: the eigenvalues of its equations, linearised where the body is. Oscillations show as imaginary
// parts (turning, nutation, a control loop), damping as negative real parts, divergence of neighbours as positive ones.
#pragma once

#include <complex>
#include <vector>

#include "polhode/problem/problem.hpp"
#include "polhode/truth/truth.hpp"

namespace polhode {

// Of q' = q (0, w)/2 and I w' = I w x w + torque at one time and state: seven, or four where the rate is given; 1/s.
// The imaginary parts come in pairs, of which those >= 0 are given.
std::vector<std::complex<double>> motion_eigenvalues(const Problem& problem, double t, const TrueState& state);

}  // namespace polhode
