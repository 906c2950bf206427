// The [[vary]] tables of a sweep, read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "polhode/sweep/inputs/sweep_inputs.hpp"

namespace polhode {

// Reads the [[vary]] tables (an array of tables, checked by the caller) and puts what they vary into `tree`, with the
// numbers of run 0, creating what is not there as --set would. `directory` resolves files of cases; `reserved` are
// names that no column may have. `own_noise`: every seed of the scenario that no table varies is drawn for each run, as
// a column behind the others (sweep_noise.hpp). Throws InputError.
SweepInputs read_sweep_inputs(const std::vector<TomlNode>& tables, std::uint64_t seed, const std::string& directory,
                              const std::vector<std::string>& reserved, TomlNode& tree, bool own_noise = false);

}  // namespace polhode
