// Integrator "summed-vector": one exponential of the sum of all rotation vectors since the start, GyroSoft 2015 eq. 14.
//
// Rotations do not add: exp(a) exp(b) is exp(a + b) only where a and b have one axis. The error is of the size of half
// the area between the path of the sum and its chord, whatever the step. A lesson, not a method.
#pragma once

#include <string>
#include <vector>

#include "polhode/method/resolved_method.hpp"
#include "polhode/problem/problem.hpp"
#include "polhode/registry/registry.hpp"
#include "polhode/run/simulate.hpp"

namespace polhode {

std::vector<Entry> summed_entries();
// In double, or in Counting<double> for the cost alone. Holds the quaternion.
template <class T>
void run_summed(const Problem& problem, const ResolvedMethod& m, const RunSpan& span, const Watch& watch,
                Statistics& statistics);

}  // namespace polhode
