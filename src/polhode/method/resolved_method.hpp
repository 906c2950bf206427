// A method with its names resolved and its defaults filled in: what the engine needs to know.
#pragma once

#include <string>

#include "polhode/constrain/feedback.hpp"
#include "polhode/integrate/rotation_vector_step.hpp"
#include "polhode/rotation/world_form.hpp"

namespace polhode {

// What the numbers of a method mean once names are resolved and defaults filled in.
struct ResolvedMethod {
    enum class Stepping { fixed, adaptive, halving };
    std::string integrator;
    Stepping stepping = Stepping::fixed;
    int order = 4;        // of adams-bashforth, taylor, ...
    bool project = true;  // taylor: free and heavy bodies are put back on their invariants after each step
    bool project_energy = true, project_vertical = true;  // which of them, of a heavy body
    bool compensated = false;                             // the state keeps its low-order bits
    bool unguarded = false;                               // formulas are not bounded over the whole of a step
    bool dense_rows = false;                              // fixed steps, rows by dense output
    integrate::RateRule rate;                             // rotation-vector, summed-vector
    bool across_rows = false;       // rotation-vector: steps go across the rows of a table of rates
    bool start_in_sum = false;      // summed-vector
    bool spin_from_psidot = false;  // top-angles: GyroSoft's wrong constant
    bool resolved_kicks = false, five_rotations = false;  // splitting, dmv
    enum class Constraint { none, normalise, binomial } constraint = Constraint::none;
    constrain::FeedbackSettings feedback;           // what the constraint adds to the rate equations
    RateForm rate_form = RateForm::body;            // quaternion
    bool torque_from_unit = false;                  // quaternion: torques see the stage quaternion normalised
    double step = 0;                                // fixed step or first step (0: to be found)
    double tolerance = 0;                           // relative, per step
    double e_max = 0, e_min = 0, largest_step = 0;  // halving and doubling
    long steps = 0;                                 // whole fixed steps in the run
    long steps_per_sample = 1;                      // fixed steps between rows
    double last_step = 0;                           // a shorter fixed step that completes the duration, or 0
};

}  // namespace polhode
