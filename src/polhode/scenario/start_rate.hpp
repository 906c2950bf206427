// The rate at the start of a body that turns by itself, in whichever of its forms [start] gives it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "polhode/input/toml_node.hpp"
#include "polhode/problem/body_model.hpp"
#include "polhode/problem/problem.hpp"
#include "polhode/registry/registry.hpp"

namespace polhode {

// rate, rate_deg, rate_world, euler_rates, momentum, momentum_world
std::vector<Parameter> start_rate_parameters();

// w_NB_B from the one of them that stands in the table; empty where none does. The attitude is that of the same table;
// body and inside of the problem are known.
std::optional<Vec3<double>> read_start_rate(const TomlNode& table, const StartAttitude& attitude,
                                            const Problem& problem);

}  // namespace polhode
