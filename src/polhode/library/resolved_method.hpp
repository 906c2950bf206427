// A method with its names resolved and its defaults filled in: what the engine needs to know.
#pragma once

#include <string>

#include "polhode/integrate/rotation_vector_step.hpp"

namespace polhode {

// What the numbers of a method mean once names are resolved and defaults filled in.
struct ResolvedMethod {
    enum class Stepping { fixed, adaptive, halving };
    std::string integrator;
    Stepping stepping = Stepping::fixed;
    int order = 4;        // of adams-bashforth, taylor, ...
    bool project = true;  // taylor: free bodies are put back on their invariants after each step
    integrate::RateChoice rate = integrate::RateChoice::midpoint;
    bool resolved_kicks = false, five_rotations = false;  // splitting, dmv
    enum class Constraint { none, normalise, binomial } constraint = Constraint::none;
    double step = 0;                                // fixed step or first step (0: to be found)
    double tolerance = 0;                           // relative, per step
    double e_max = 0, e_min = 0, largest_step = 0;  // halving and doubling
    long steps = 0;                                 // whole fixed steps in the run
    long steps_per_sample = 1;                      // fixed steps between rows
    double last_step = 0;                           // a shorter fixed step that completes the duration, or 0
};

}  // namespace polhode
