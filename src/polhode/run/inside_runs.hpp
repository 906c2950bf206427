// What the rest of the runs asks of those that take bodies with an inside; defined in run/inside.
#pragma once

#include "polhode/run/run_job.hpp"

namespace polhode {

// Throws InputError, with what would do, where the method does not take a body with an inside.
void require_inside_method(const Problem& problem, const Method& method);
// The same once names are resolved.
void require_inside_steps(const Problem& problem, const Method& method, const ResolvedMethod& m);
// Any integrator but "default", which chooses among them.
void run_with_inside(const RunJob& job);

}  // namespace polhode
