// A number with its unit, as people write it: "20 rpm", "5.8e3 g cm^2", "-0.5 deg/s".
#pragma once

#include <string>
#include <string_view>

namespace polhode {

struct Quantity {
    bool written = false;   // the text is a number with something behind it, as opposed to any other text
    double number = 0;      // in the unit asked for
    std::string problem{};  // "" where it could be read; else what is wrong and what is allowed
};

// What `text` is in `unit`, a unit of the registry ("rad/s", "deg", "kg m^2"); rounded once.
Quantity read_quantity(std::string_view text, std::string_view unit);

// Whether quantities can be written for a key of this unit: not for counts, percentages and the like.
bool has_quantities(std::string_view unit);

// "\"20 rpm\"": how one would be written for a key of this unit, or "".
std::string quantity_example(std::string_view unit);

}  // namespace polhode
