// A file of cases: kind = "file" of a [[vary]] table.
#pragma once

#include <string>
#include <vector>

#include "polhode/registry/table_reader.hpp"
#include "polhode/sweep/variation/sweep_variation.hpp"

namespace polhode {

// Reads the file at `path`; its numbers, case by case, are added to `numbers`. Throws InputError.
void read_sweep_cases(const TomlNode& table, const Values& values, const std::string& path, SweepVariation& variation,
                      std::vector<double>& numbers);

// Whether the title of a column of cases is meant as a key of the scenario, and not only as a name: "start.rate[0]",
// "torque[1]".
bool title_is_key(const std::string& title);

}  // namespace polhode
