// A controller that looks at the body at certain times only: what it measures, remembers and gives out is held from one
// sample to the next. All its numbers are states whose rate of change is 0, so that every formula can use them.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "polhode/input/expression.hpp"

namespace polhode {

struct Controller {
    struct Number {
        std::size_t state;   // its place among the states
        Expression value{};  // computed at every sample
        double quantum = 0;  // rounded to whole multiples of this; 0: as it is
        double limit = 0;    // no larger than this, either way; 0: none
    };
    std::string name;
    double rate_hz = 0, period = 0;  // samples a second, or seconds between them: whichever was given; the other is 0
    double first = 0;                // time of the first sample, s
    long delay = 0;                  // outputs come so many samples late; until then they are 0
    std::vector<Number> measured{}, memory{}, outputs{};

    // When sample k is taken: one rounding, and no sum that drifts.
    double time_of(double k) const { return rate_hz > 0 ? first + k / rate_hz : std::fma(k, period, first); }
    double seconds_between() const { return rate_hz > 0 ? 1 / rate_hz : period; }
};

}  // namespace polhode
