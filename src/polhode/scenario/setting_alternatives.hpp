// Keys that say the same thing in different words: an attitude as quaternion or as matrix, an angle in rad or in
// degrees, a body by its moments or by its parts. `--set` of one of them takes the place of the other that the file
// gives; two settings that contradict each other are still refused where they are read.
#pragma once

#include "polhode/input/toml_text.hpp"

namespace polhode {

// Removes from `table`, the one whose whole key is `key`, what the file says in the other words for `name`, which is
// about to be set. "start.attitude", "torque[0]".
void make_room_for(TomlNode& table, const std::string& key, const std::string& name);

// The same where the words depend on the value that was set: an integrator that chooses its steps itself has no `step`.
void make_room_for_value(TomlNode& table, const std::string& key, const TomlNode& value);

// Whether a method of this name takes no `step`: it chooses its steps itself, or needs none.
bool takes_no_step(const std::string& integrator);
// Refuses a `step` beside such an integrator in [method] and [[compare]]. A sweep may vary the integrator, so that a
// tree alone does not tell. Throws InputError.
void refuse_step_without_use(const TomlNode& root);

}  // namespace polhode
