// The linear stability of a method with a fixed step: what a step makes of a disturbance that would follow y' = lambda
// y (Hairer, Wanner, Solving Ordinary Differential Equations II, IV.2 for one-step methods, V.1 for Adams methods).
// Inside the region no disturbance grows; at its edge rounding errors begin to.
#pragma once

#include <complex>
#include <functional>
#include <optional>

#include "polhode/method/method.hpp"
#include "polhode/problem/problem.hpp"

namespace polhode {

// The factor by which the largest part of a disturbance grows in a step, as a function of z = h lambda.
using Amplification = std::function<double(std::complex<double> z)>;

// Known for Runge-Kutta methods, Taylor series and Adams methods with a fixed step on quaternion and rate; nothing for
// all others, and where a method follows other numbers than those (the spin of a symmetric body taken out).
std::optional<Amplification> amplification_of(const Problem& problem, const Method& method);

}  // namespace polhode
