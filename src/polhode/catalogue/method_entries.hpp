// Registry entries of what a method is made of: integrators, constraints, arithmetics.
#pragma once

#include <vector>

#include "polhode/registry/registry.hpp"

namespace polhode {

std::vector<Entry> integrator_entries();
std::vector<Entry> constraint_entries();
std::vector<Entry> arithmetic_entries();

}  // namespace polhode
