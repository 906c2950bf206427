// Registry entries of what a method is made of: integrators, constraints, arithmetics.
#pragma once

#include <vector>

#include "registry.hpp"

namespace polhode {

std::vector<Entry> integrator_entries();
std::vector<Entry> constraint_entries();
std::vector<Entry> arithmetic_entries();
// Keys of [method] itself: attitude, integrator, constraint, arithmetic, step, tolerance, name.
std::vector<Parameter> method_parameters();
// `rows` of the integrators that may use the rows of a table of rates as readings.
Parameter rows_parameter();
// `largest_step` of every adaptive integrator.
Parameter largest_step_parameter();

}  // namespace polhode
