// Named methods: each a set of keys of [method] with their values.
#pragma once

#include <vector>

#include "polhode/registry/registry.hpp"

namespace polhode {

std::vector<Entry> preset_entries();

}  // namespace polhode
