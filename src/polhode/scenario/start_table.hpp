// [start] of a scenario: the attitude in any representation, the rate, or a named motion of a heavy symmetric top.
#pragma once

#include <vector>

#include "polhode/input/toml_text.hpp"
#include "polhode/problem/problem.hpp"

namespace polhode {

// `table` may be null where the scenario has no [start]; `scenario` is then the place of complaints.
// Body, torques and inside of the problem are known.
Start read_dynamics_start(const TomlNode* table, const Place& scenario, const Problem& problem,
                          std::vector<std::string>& warnings);
// Where [start] says frame = "orbit", attitude and rate were those in the orbit frame: they become those in the world.
void take_orbit_frame(const TomlNode& table, Problem& problem);
Start read_kinematics_start(const TomlNode* table, const RatesModel& rates);

// One attitude in any of its forms. Throws InputError.
StartAttitude read_attitude_table(const TomlNode& table);

// What to say of a quaternion that is not of unit length; "" for all others.
std::string length_warning(const StartAttitude& attitude);

// Keys of [start] and of its attitude table, for the registry.
std::vector<Parameter> start_parameters();
std::vector<Parameter> attitude_parameters();

}  // namespace polhode
