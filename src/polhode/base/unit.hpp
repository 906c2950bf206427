// Units of measurement: what "rpm", "g cm^2" or "lbf in s^2" are made of, and what a number in one unit is in another.
//
// Factors are exact: ratios of whole numbers, powers of ten and of pi. Without pi a quantity is taken at its decimal
// value and rounded once, so that "5.8e3 g cm^2" has the bits of 5.8e-4; with pi the factor is the double nearest to it
// and the product is rounded once. An angle is a dimension of its own, so that a rate is not mistaken for a gain; Hz
// and rpm mean turns.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "polhode/exact/two_words.hpp"

namespace polhode {

// Powers of length, mass, time, angle, current and voltage, in halves: a noise density has the root of a time in it.
using Dimension = std::array<int, 6>;

struct Unit {
    Dimension dimension{};
    exact::TwoWords<double> above{1.0}, below{1.0};  // factor to SI: above/below 10^ten pi^pi
    int ten = 0, pi = 0;
};

// Why a text is no unit: the name that is not known in it ("" where it is not made of names at all).
struct UnknownUnit {
    std::string name;
};

// "kg m^2/s", "deg/s", "N m s/rad", "1/s", "deg/sqrt(h)": names, each with a power or divided by; empty where `text` is
// not one, and `unknown` then says why.
std::optional<Unit> parse_unit(std::string_view text, UnknownUnit* unknown = nullptr);

// All names, in the order in which they should be shown.
const std::vector<std::string>& unit_names();

// "a rate", and units in which one can be said: "rad/s", "deg/s", "rpm", "Hz". "" and none where it has no name.
std::string dimension_name(const Dimension& dimension);
std::vector<std::string> units_of(const Dimension& dimension);

// The decimal number `digits` in `from`, expressed in `to`, whose dimension must be the same.
double converted(std::string_view digits, const Unit& from, const Unit& to);

}  // namespace polhode
