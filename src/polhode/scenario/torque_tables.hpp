// [[torque]] and [[change]] of a scenario: what acts on the body, and from when on it is another.
#pragma once

#include <string>
#include <vector>

#include "polhode/input/toml_node.hpp"
#include "polhode/problem/problem.hpp"
#include "polhode/registry/registry.hpp"
#include "polhode/scenario/scenario_inside.hpp"

namespace polhode {

// Puts those that the inside does not take for itself into the problem, whose body and orbit are known. Throws
// InputError.
void read_torques(const TomlNode& root, const std::string& directory, InsideReader& inside, Problem& problem);
// What [[change]] makes of them; after everything that follows from what acts at the start.
void read_changes(const TomlNode& root, const std::string& directory, Problem& problem);

// A torque of the problem, by its place, as it is once something was set.
struct ChangedTorque {
    std::size_t place;
    TorqueModel torque;
};
// Sets "torque[0].g" or "constants.c" in the tree of a scenario, and says which torques of `problem`, read from it,
// become others. Throws InputError at the place of the value where a body that moves cannot take it; the tree may have
// the value then.
std::vector<ChangedTorque> changed_torques(TomlNode& root, const std::string& key, const TomlNode& value,
                                           const std::string& directory, const Problem& problem);

// With an inside some torques are met by events, or take the moments as they are then: they stay as they are.
bool fixed_by_inside(const TorqueModel& torque);

// Entry of kind "table" for `polhode list`.
Entry change_entry();

}  // namespace polhode
