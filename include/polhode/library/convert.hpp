// Attitudes from one representation into another, by name: what `polhode convert` does. Every attitude turns body axes
// into world axes; angles are in rad. Nothing is normalised in secret.
//
//     // yaw, pitch, roll of a quaternion, scalar first
//     const std::vector<double> ypr = polhode::attitude_as("euler-zyx", "quaternion", {0.5, 0.5, 0.5, 0.5});
#pragma once

#include <string>
#include <vector>

#include "polhode/library/error.hpp"

namespace polhode {

// The names that are known: "quaternion", "dcm", "euler-zyx", "mrp", ..., and other people's conventions
// ("quaternion-xyzw", "robinson").
std::vector<std::string> attitude_names();

// What the numbers of a representation are called, in their order: "w", "x", "y", "z". Throws InputError for a name
// that is not known.
std::vector<std::string> attitude_number_names(const std::string& representation);

// The attitude `numbers`, given as `from`, as `to`; the same name gives the same numbers back. Throws InputError for a
// name that is not known, for the wrong count of numbers, and for numbers that are no attitude at all (length zero, a
// reflection).
std::vector<double> attitude_as(const std::string& to, const std::string& from, const std::vector<double>& numbers);

}  // namespace polhode
