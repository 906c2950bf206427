// [start] motion = "cusp" ...: a named motion of a pivoted symmetric body in place of attitude and rate.
#pragma once

#include <string>
#include <vector>

#include "polhode/problem/problem.hpp"
#include "polhode/registry/registry.hpp"

namespace polhode {

// `values` holds the parameters of the motion's entry, and its name under "motion". The weight moment comes from the
// torques of kind gravity and rockets; other torques are named in a warning, since they change the motion. The symmetry
// axis may be any of the three body axes. Throws InputError at the key that stands in the way.
Start motion_start(const Values& values, const BodyModel& body, const std::vector<TorqueModel>& torques,
                   std::vector<std::string>& warnings);

// kind "motion": cusp, loop, wave, circle-slow, circle-fast, sleeping
std::vector<Entry> motion_entries();

}  // namespace polhode
