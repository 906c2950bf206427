// The kinds of [[vary]] tables and their keys, as the registry describes them.
#pragma once

#include <vector>

#include "polhode/registry/registry.hpp"

namespace polhode {

// Registry entries of kind "variation": the kinds of [[vary]] with their keys.
std::vector<Entry> variation_entries();
// What may stand in every [[vary]] table.
std::vector<Parameter> variation_parameters();

}  // namespace polhode
