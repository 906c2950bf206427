// [[controller]] of a scenario: its description, and what its values mean. Names come first, formulas when the names of
// everything inside are known.
#pragma once

#include <string>
#include <vector>

#include "polhode/input/toml_text.hpp"
#include "polhode/problem/inside/inside.hpp"
#include "polhode/registry/registry.hpp"

namespace polhode {

std::vector<Parameter> controller_parameters();
// The one entry of kind "controller", for `polhode list`.
std::vector<Entry> controller_entries();
// Keys of a [[controller]] that hold tables, and are not read by read_values.
const std::vector<std::string>& controller_tables();

// A controller without its formulas; the states it needs are added to `inside`, and their places to `names`.
Controller build_controller(const Values& values, const TomlNode& table, Inside& inside, std::vector<Place>& names);
// Its formulas, which may use `variables`, and `period` for the time between two samples.
void build_laws(const Values& values, const TomlNode& table, const std::vector<std::string>& variables,
                Controller& controller);

}  // namespace polhode
