// How Polhode says that something is wrong: the errors that others see, and what their messages are made with.
#pragma once

#include <string>
#include <vector>

#include "polhode/library/error.hpp"

namespace polhode {

// One that no other number in its place could cure: a key or a name that does not exist, a value of another type,
// something missing. In a sweep it is the fault of the file; any other InputError may be that of one run's numbers.
class FormError : public InputError {
 public:
    using InputError::InputError;
};

// The known name nearest to what was read (edit distance, transpositions counted once), or the one that others call by
// the name that was read ("gaussian", "sigma"); "" if there is none.
std::string nearest_name(const std::string& read, const std::vector<std::string>& known);

// "'a', 'b' or 'c'"
std::string listed(const std::vector<std::string>& names);

}  // namespace polhode
