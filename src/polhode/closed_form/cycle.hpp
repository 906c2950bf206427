// How long one cycle of a motion takes, for errors per cycle.
#pragma once

#include <optional>
#include <string>

#include "polhode/problem/problem.hpp"

namespace polhode {

struct Cycle {
    double seconds = 0;
    std::string what;  // "nutation", "turn", ...
};

// A nutation of a heavy top, the polhode of a free body, a turn of the benchmark or of a steady rate, a cone; otherwise
// the time of one turn at the starting rate. Nothing where the body starts at rest and nothing else is known.
std::optional<Cycle> cycle_of(const Problem& problem);

}  // namespace polhode
