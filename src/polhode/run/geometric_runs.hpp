// The integrators that respect the geometry of rotation: splitting, discrete Moser-Veselov, Lie-group Runge-Kutta,
// Magnus, Gauss collocation, variational, and those of flight simulators. All hold quaternion and momentum in principal
// axes (or, under given rates, the quaternion) and take fixed steps.
#pragma once

#include <vector>

#include "polhode/method/resolved_method.hpp"
#include "polhode/problem/problem.hpp"
#include "polhode/registry/registry.hpp"
#include "polhode/run/simulate.hpp"

namespace polhode {

std::vector<Entry> geometric_entries();
bool is_geometric(const std::string& integrator);
// Why the method cannot run on the problem, "" if it can; fills in what its parameters mean.
std::string resolve_geometric(const Problem& problem, const Values& values, ResolvedMethod& m);

// In double, or in Counting<double> for the cost alone.
template <class T>
void run_geometric(const Problem& problem, const ResolvedMethod& m, const RunSpan& span, const Watch& watch,
                   Statistics& statistics);

}  // namespace polhode
