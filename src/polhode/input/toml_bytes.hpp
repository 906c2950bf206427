// The bytes of a TOML text, checked before the parser may see them.
#pragma once

#include <cstdint>
#include <string>

namespace polhode {

inline constexpr int deepest_brackets = 32;    // a scenario needs 3
inline constexpr int longest_dotted_key = 16;  // parts; a scenario needs 4

// Size, UTF-8, no control characters, non-ASCII characters in strings and comments only, limited nesting (tables are
// destroyed recursively). Throws InputError.
void check_toml_bytes(const std::string& text, const std::string& file);

// "2F", with zeros in front up to `digits`.
std::string hexadecimal(std::uint32_t value, int digits);
// Whether a key may have it without quotation marks.
bool is_bare_key_character(char c);

}  // namespace polhode
