// Gray's procedure (run/gray_settings.hpp) in double and float; in words of a fraction machine:
// machines/fixed_point_runs.
#pragma once

#include "polhode/run/gray_settings.hpp"
#include "polhode/run/run_job.hpp"

namespace polhode {

// In double or float, as the method says.
void run_gray(const RunJob& job);

}  // namespace polhode
