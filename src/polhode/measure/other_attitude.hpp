// Somebody else's attitude over time, from wherever it comes, to measure a run against (`polhode run S --against
// FILE`).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "polhode/truth/truth.hpp"

namespace polhode {

struct TimedState {
    double t;
    TrueState state;
};

class OtherAttitude {
 public:
    virtual ~OtherAttitude() = default;
    // Nothing where it is not known.
    virtual std::optional<TrueState> at(double t) = 0;
    virtual std::string description() const = 0;
    virtual std::string caveat() const { return ""; }
    // What is not known of it, a clock's offset or a constant turn of its axes, is found from rows of the run.
    virtual bool wants_fit() const { return false; }
    virtual void fit(const std::vector<TimedState>&) {}
};

}  // namespace polhode
