// Integrator "top-angles": the heavy symmetric top by the equations of its Euler angles, GyroSoft's method B.
//
// GyroSoft's program took psidot at the start for the spin constant w3 = psidot + phidot cos(theta). The key
// spin_constant = "psidot" does the same, so that its figures 10 to 12 can be drawn again: the angles then follow the
// wrong constant, while the rate of a row keeps w_z = w3, as that program handed it to method C.
#pragma once

#include <string>
#include <vector>

#include "polhode/method/resolved_method.hpp"
#include "polhode/problem/problem.hpp"
#include "polhode/registry/registry.hpp"
#include "polhode/run/simulate.hpp"

namespace polhode {

std::vector<Entry> top_angles_entries();
// Why the method cannot run on the problem, "" if it can; fills in what its parameters mean.
std::string resolve_top_angles(const Problem& problem, const Method& method, ResolvedMethod& m);
// RK4 with a fixed step, or Dormand-Prince 8(5,3) with a tolerance; in double, or in Counting<double> for the cost.
template <class T>
void run_top_angles(const Problem& problem, const Method& method, const ResolvedMethod& m, const RunSpan& span,
                    const Watch& watch, Statistics& statistics);

}  // namespace polhode
