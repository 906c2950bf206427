// What the exact motion of a problem keeps, so that a change in it is an error of the method and not physics.
#pragma once

#include "polhode/problem/problem.hpp"

namespace polhode {

struct Invariants {
    bool energy = false;            // kinetic + potential
    bool momentum = false;          // L in world axes, all three components
    bool momentum_about_z = false;  // its vertical component (Lz)
};

// No torque: energy and L. Gravity only: energy and Lz. Anything that pushes, brakes or changes in time: nothing.
Invariants invariants_of(const Problem& problem);

// The weight turns the body about its fixed point: a top or a pendulum.
bool is_pivoted(const Problem& problem);

}  // namespace polhode
