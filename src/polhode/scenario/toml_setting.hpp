// Values named by their keys, as --set names them: "method.step", "torque[0].mass".
#pragma once

#include <string>

#include "polhode/input/toml_node.hpp"

namespace polhode {

// Applies "method.step=1e-4", "torque[0].mass=0.5" or "torque.0.mass=0.5" and creates the tables that are missing. The
// value is TOML, or a string if it is not ("method.integrator=rk4"). What was set has "--set ..." as its file.
void apply_setting(TomlNode& root, const std::string& setting);

// The same with a value that was read already; complaints are at `place`.
void set_value(TomlNode& root, const std::string& path, const TomlNode& value, const Place& place);

// The value that "method.step" or "torque[0].mass" names; it and the tables around it are created, at `place`, where
// they are missing. Throws InputError at `place`.
TomlNode& node_at(TomlNode& root, const std::string& path, const Place& place);

}  // namespace polhode
