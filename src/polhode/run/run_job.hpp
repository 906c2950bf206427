// One run with everything decided: what an integrator or an arithmetic is handed to carry out.
#pragma once

#include "polhode/method/resolved_method.hpp"
#include "polhode/problem/problem.hpp"
#include "polhode/run/simulate.hpp"

namespace polhode {

struct RunJob {
    const Problem& problem;
    const Method& method;
    const ResolvedMethod& resolved;
    const RunSpan& span;
    const RunObserver& observer;
    Statistics& statistics;
};

// By the arithmetic where it has a way of its own, otherwise by the integrator.
void carry_out(const RunJob& job);

}  // namespace polhode
