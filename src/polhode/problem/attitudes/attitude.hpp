// Attitude representations by name: what the scenario reader, the engine and `polhode convert` call "quaternion",
// "dcm", "euler-zyx" ... Every attitude is body to world; the order of the numbers is that of parameter_names().
#pragma once

#include <string>
#include <vector>

#include "polhode/registry/registry.hpp"
#include "polhode/rotation/rotation.hpp"

namespace polhode {

// Kind "attitude": the representations a method can integrate.
std::vector<Entry> attitude_entries();

// Names that `convert` takes besides: other people's conventions ("robinson", "quaternion-xyzw", ...).
std::vector<Entry> border_entries();

// attitude_entries() and border_entries() by name, in the order in which they should be shown
std::vector<std::string> convertible_names();

// The twelve Euler sequences as textbooks list them: three different axes, then the first axis repeated.
const std::vector<std::string>& euler_sequences();

// "zyx" of "euler-zyx"; false for any other name
bool euler_sequence_of(const std::string& representation, EulerSequence& sequence);

// Names of the numbers: a11 .. a33, A B C, ... These functions throw an
// InputError for a name they do not know, for the wrong count of numbers, and for numbers that are no attitude at all
// (length zero, a reflection). None of them normalises.
std::vector<std::string> parameter_names(const std::string& representation);
// Names of the columns of a trajectory: those of the numbers, and with `dcm-two-vector` of the third row too.
std::vector<std::string> column_names(const std::string& representation);
Quaternion<double> attitude_to_quaternion(const std::string& representation, const std::vector<double>& params);
std::vector<double> quaternion_to_attitude(const std::string& representation, const Quaternion<double>& q_NB);
// The same name gives the same numbers back.
std::vector<double> convert_attitude(const std::string& from, const std::vector<double>& params, const std::string& to);

}  // namespace polhode
