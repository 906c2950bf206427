// Worlds and bodies by their usual names, and the turn between them and ours: East, North, Up.
#pragma once

#include <string>
#include <vector>

#include "polhode/rotation/rotation.hpp"

namespace polhode::estimate {

const std::vector<std::string>& world_names();      // ENU, NED, NWU
const std::vector<std::string>& body_axes_names();  // FLU, FRD

// q_world_ENU: an attitude in ENU becomes one in that world by multiplication on the left. `name` is one of the above.
Quaternion<double> world_from_enu(const std::string& name);
// Half a turn about x between FLU and FRD, on the right; identity where both are the same.
Quaternion<double> body_turn(const std::string& from, const std::string& to);

}  // namespace polhode::estimate
