// Decimal text to double, correctly rounded, with a point whatever the locale says.
#pragma once

#include <optional>
#include <string_view>

namespace polhode {

// The whole text must be one number: optional sign, digits with an optional point, optional exponent. "inf" and "nan"
// are not numbers here. What is too large gives infinity and what is too small zero, as in C.
std::optional<double> parse_number(std::string_view text);

}  // namespace polhode
