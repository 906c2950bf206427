// Dry friction as a scenario says it: [[torque]] of kind "coulomb", and the bearings of rotors.
#pragma once

#include <vector>

#include "polhode/problem/inside/inside.hpp"
#include "polhode/registry/registry.hpp"

namespace polhode {

// Of a [[torque]] with kind = "coulomb".
std::vector<Parameter> friction_parameters();
// What a rotor's bearing may have: coulomb, coulomb_static.
std::vector<Parameter> bearing_parameters();
void read_bearing(const Values& values, Rotor& rotor);

// Adds a friction about an axis of the body, with the state that says which way it slides. Refuses axes that say the
// same as others before.
void add_friction(const Values& values, Inside& inside);
// The same for the bearings of all rotors.
void add_bearings(Inside& inside);

}  // namespace polhode
