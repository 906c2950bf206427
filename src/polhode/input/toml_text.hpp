// TOML text as a plain tree in which every value remembers where it was written. The parser behind it (toml++) trusts
// its input more than a program may trust a file, so the bytes are checked first; nothing else in Polhode includes it.
#pragma once

#include <string>
#include <vector>

#include "polhode/base/diagnostic.hpp"
#include "polhode/input/toml_node.hpp"

namespace polhode {

// The root table of `text`. Throws InputError, with `file` and line, for anything that is not TOML.
TomlNode parse_toml(const std::string& text, const std::string& file);

// One value as it could stand after "--set key=": used for the defaults in the registry as well.
TomlNode parse_toml_value(const std::string& text, const Place& place);

// Text fit for a message: one line, control characters escaped, cut after `longest` bytes.
std::string escaped_for_message(const std::string& text, std::size_t longest = 60);

}  // namespace polhode
