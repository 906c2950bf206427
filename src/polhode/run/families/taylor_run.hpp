// What "default" asks of Taylor series besides a run.
#pragma once

#include "polhode/run/run_job.hpp"

namespace polhode {

// A run of "taylor" in double under torques that are polynomials but for a gravity gradient that turns
// (polynomial_and_turning): by a recurrence made for it, in a twentieth of the time that the series of any torque
// takes.
void run_taylor_turning(const RunJob& job);

}  // namespace polhode
