// Integrator "adams-moulton": predictor and corrector from the slopes of earlier steps, for free bodies and bodies
// under their weight. Nothing switches there, so one history lasts the whole run.
#pragma once

#include <string>
#include <vector>

#include "polhode/method/resolved_method.hpp"
#include "polhode/problem/problem.hpp"
#include "polhode/registry/registry.hpp"
#include "polhode/run/simulate.hpp"

namespace polhode {

std::vector<Entry> adams_entries();
// Why the method cannot run on the problem, "" if it can; fills in what its parameters mean.
std::string resolve_adams(const Problem& problem, const Values& values, ResolvedMethod& m);
// In double, or in Counting<double> for the cost alone.
template <class T>
void run_adams(const Problem& problem, const ResolvedMethod& m, const RunSpan& span, const Watch& watch,
               Statistics& statistics);

}  // namespace polhode
