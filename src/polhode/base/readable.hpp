// Numbers, times and counts as people read them, and text that does nothing to a terminal.
#pragma once

#include <string>
#include <string_view>

namespace polhode {

// Control characters (which could move the cursor or colour the terminal) replaced by spaces.
std::string without_control_characters(std::string_view text);

// A number for people: 6 significant digits, no superfluous zeros, exponent only for very large and small numbers.
std::string readable(double x, int digits = 6);
// A time for people: "350 ns", "1.25 ms", "20 s".
std::string readable_seconds(double seconds);
// A count for people: 12345678 -> "12 345 678".
std::string readable_count(long n);

}  // namespace polhode
