// How Polhode says that something is wrong. Three kinds, which become the exit codes of the program:
// InputError (2): what was given cannot be used; ComputationFailed (3): it could, but the computation broke down at
// a known time; anything else (1): a fault of ours.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace polhode {

// Where a value came from: file and line (0: no line), or "--set ..." in `file`; `key` is dotted ("method.step").
struct Place {
    std::string file;
    int line = 0;
    std::string key;
};

// "scenario.toml:11: run.durration: unknown key; allowed: duration, sample; did you mean 'duration'?"
class InputError : public std::runtime_error {
 public:
    InputError(const Place& place, const std::string& message);
    Place place;
};

// One that no other number in its place could cure: a key or a name that does not exist, a value of another type,
// something missing. In a sweep it is the fault of the file; any other InputError may be that of one run's numbers.
class FormError : public InputError {
 public:
    using InputError::InputError;
};

// "the computation failed at t = 1.25 s: ..."
class ComputationFailed : public std::runtime_error {
 public:
    ComputationFailed(double time, const std::string& cause);
    double time;
    std::string cause;
};

// The known name nearest to what was read (edit distance, transpositions counted once), or the one that others call by
// the name that was read ("gaussian", "sigma"); "" if there is none.
std::string nearest_name(const std::string& read, const std::vector<std::string>& known);

// "'a', 'b' or 'c'"
std::string listed(const std::vector<std::string>& names);

}  // namespace polhode
