// Keys that methods share: those of [method] itself, and those of whole families of integrators.
#pragma once

#include <vector>

#include "polhode/registry/registry.hpp"

namespace polhode {

// Keys of [method] itself: attitude, integrator, constraint, arithmetic, step, tolerance, name.
std::vector<Parameter> method_parameters();
// `rows` of the integrators that may use the rows of a table of rates as readings.
Parameter rows_parameter();
// `largest_step` of every adaptive integrator.
Parameter largest_step_parameter();

}  // namespace polhode
