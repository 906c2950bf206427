// Which formula is at fault when a computation breaks down: one that is not finite there, or one that switches there.
#pragma once

#include <string>

#include "polhode/problem/problem.hpp"

namespace polhode {

// "torque 2: the formula '-0.01*sign(wx)' (x component) switches at t = 10 s, wx = 1e-18"; "" if none is to blame.
std::string blamed_formula(const Problem& problem, double t, const Quaternion<double>& q_NB,
                           const Vec3<double>& w_NB_B);

// The formulas that switch where the state says so, in words; "" if there are none. Errors of methods that step across
// such places are not estimated.
std::string switching_formulas(const Problem& problem, double end);

}  // namespace polhode
