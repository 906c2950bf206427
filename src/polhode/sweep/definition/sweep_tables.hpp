// The keys of the tables of a sweep's file, [sweep], [[outcome]] and [keep], as the registry describes them.
#pragma once

#include <vector>

#include "polhode/registry/registry.hpp"

namespace polhode {

std::vector<Parameter> sweep_parameters();
// What may stand in every [[outcome]]; each `take` has further ones in its entry.
std::vector<Parameter> outcome_parameters();
std::vector<Parameter> keep_parameters();
// Of keep.trajectories.
std::vector<Parameter> trajectory_parameters();

// Registry entries of kind "outcome" (the values of take) and "table" (the tables of a sweep).
std::vector<Entry> sweep_outcome_entries();
std::vector<Entry> sweep_table_entries();

}  // namespace polhode
