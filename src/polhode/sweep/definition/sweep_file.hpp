// The file of a sweep, read and checked.
#pragma once

#include <string>
#include <vector>

#include "polhode/sweep/definition/sweep.hpp"

namespace polhode {

// Throws InputError. `settings` reach the scenario and the tables of the sweep ("sweep.runs=100").
Sweep read_sweep_file(const std::string& path, const std::vector<std::string>& settings = {});
Sweep read_sweep(const std::string& text, const std::string& name, const std::vector<std::string>& settings = {},
                 const std::string& directory = "");

// Whether the text is a sweep and no plain scenario: it has [sweep] or [[vary]]. Throws InputError where it is no
// TOML.
bool is_sweep_text(const std::string& text, const std::string& name);

}  // namespace polhode
