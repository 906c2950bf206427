// Methods that have a name of their own: `preset = "gyrosoft-a"` in [method] stands for ordinary keys, each of which
// may be overridden beside it. A preset is a registry entry whose parameters' defaults are those keys; nothing else
// knows about it.
#pragma once

#include <vector>

#include "polhode/input/toml_text.hpp"
#include "polhode/registry/registry.hpp"

namespace polhode {

// The table with the keys of its preset added where it does not give them itself. Keys that belong to an integrator
// the table has replaced are left out. A table without a preset comes back as it is.
TomlNode with_preset(const TomlNode& table);

}  // namespace polhode
