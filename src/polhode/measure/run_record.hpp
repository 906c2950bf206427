// What is remembered of the rows of one method while they stream past: the first, the last, and the largest changes.
#pragma once

#include <string>
#include <vector>

#include "polhode/run/simulate.hpp"

namespace polhode {

class RunRecord {
 public:
    void row(const Row& row);

    long rows = 0;
    Row first, last;  // their `state` is empty; see below
    std::vector<double> first_state, last_state;
    double largest_energy_change = 0;    // J, |E - work - E0|
    double largest_momentum_change = 0;  // kg m^2/s, |L - L0|
    double largest_Lz_change = 0;        // kg m^2/s, |Lz - Lz0|
    double largest_defect = 0;           // of the constraint of the method's own state
    // The scale against which energy drift is relative: the largest |E - E0| alone says nothing where the potential's
    // zero is arbitrary, so it is the largest kinetic energy w.L/2 met.
    double largest_kinetic_energy = 0;  // J
    double largest_work = 0;            // J, of motors and bearings inside
};

}  // namespace polhode
