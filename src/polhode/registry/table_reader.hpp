// From a table of a scenario to validated Values, by the description of its parameters in the registry.
#pragma once

#include <string>
#include <vector>

#include "polhode/input/toml_text.hpp"
#include "polhode/registry/registry.hpp"

namespace polhode {

// Reads the described parameters and fills in defaults. Keys in `handled` are allowed beside them and left alone. Any
// other key, a missing required one, or a value of the wrong type or range is an InputError.
Values read_values(const TomlNode& table, const std::vector<Parameter>& parameters,
                   const std::vector<std::string>& handled = {});

// One value by its description.
Values::Value read_value(const TomlNode& node, const Parameter& parameter);

// Refuses keys that are not allowed, with the nearest allowed name, or the table where the key belongs.
void check_keys(const TomlNode& table, const std::vector<std::string>& allowed);

// The entry named by a string, or by the `kind` (`key`) of a table; unknown names are refused with the nearest one.
const Entry& named_entry(const TomlNode& node, const std::string& kind);
const Entry& named_entry_in(const TomlNode& table, const std::string& key, const std::string& kind);

// Refuses with what is needed and an example: [[noreturn]].
[[noreturn]] void refuse_missing(const TomlNode& table, const std::string& key, const std::string& why);
void require_table(const TomlNode& node);

std::vector<std::string> names_of(const std::vector<Parameter>& parameters);

}  // namespace polhode
