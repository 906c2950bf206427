// Integrator "adams-moulton" with a look at how coarse its steps are, for those who choose them.
#pragma once

#include "polhode/run/run_job.hpp"

namespace polhode {

// The run in double; returns the farthest that a step, of those looked at now and then, ended from where it was
// predicted to, as a difference of quaternions.
double run_adams_looking(const RunJob& job);

}  // namespace polhode
