// Numbers and texts in a [[vary]] table, with complaints that say what they are.
#pragma once

#include <string>
#include <vector>

#include "polhode/base/diagnostic.hpp"
#include "polhode/input/toml_text.hpp"

namespace polhode {

// A list of finite numbers, at least one; `what` they are, with the article. Throws InputError.
std::vector<double> numbers_in(const TomlNode& list, const std::string& what);
// A list of strings, none of them empty; `what` they are, for complaints. Throws InputError.
std::vector<std::string> texts_in(const TomlNode& node, const std::string& what);
double non_negative(const TomlNode& node);
// The value of a key that must be there; `what` it is, with an example. Throws InputError.
const TomlNode& required(const TomlNode& table, const std::string& key, const std::string& what);

[[noreturn]] void refuse_too_many_columns(const Place& place);

}  // namespace polhode
