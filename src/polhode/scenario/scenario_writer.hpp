// Scenarios as text: what a run, a run of a sweep or a budget leaves for `polhode run` to take up again. Reading it
// gives the same problem and methods, to the last bit of every number.
#pragma once

#include <string>
#include <vector>

#include "polhode/input/toml_text.hpp"
#include "polhode/method/method.hpp"
#include "polhode/scenario/scenario.hpp"

namespace polhode {

// A tree as a file: values, then tables, then lists of tables.
std::string scenario_text(const TomlNode& tree);

// The files that the scenario names by where it stands itself are named from the root, so that it can stand anywhere.
void find_files_from_anywhere(TomlNode& tree, const std::string& directory);

// The scenario as it was run, settings and all, wherever it stands. Its own words, with their comments, where they say
// that already.
std::string scenario_as_run(const Scenario& scenario);

// Tables that it names, as a program that runs here would open them.
std::vector<std::string> files_named_in(const Scenario& scenario);

// Throws InputError where a file that is about to be written is the scenario itself or one that it names: what is read
// would be lost. `option`: "--csv".
void keep_what_is_read(const Scenario& scenario, const std::string& path, const std::string& option);

// [method] with what was given, to be pasted into a scenario.
std::string method_table_text(const Method& method);

}  // namespace polhode
