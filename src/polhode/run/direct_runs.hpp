// Runs that do not go through the stage-by-stage engine: closed forms and the reference solution, evaluated at the row
// times, and chains of Taylor polynomials. All hold quaternion and rate.
#pragma once

#include "polhode/run/engine.hpp"
#include "polhode/truth/truth.hpp"

namespace polhode {

// Rows straight from the truth.
void run_truth(const Problem& problem, Truth& truth, const RunSpan& span, const Watch& watch, Statistics& statistics);

// Integrator "taylor" in double or float.
template <class T>
void run_taylor(const Problem& problem, const ResolvedMethod& m, const RunSpan& span, const Watch& watch,
                Statistics& statistics);

}  // namespace polhode
