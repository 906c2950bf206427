// What ends the run of a body on a table, and the forces there, from a state and its rate of change.
#pragma once

#include <string>
#include <vector>

#include "polhode/inside/inside_numbers.hpp"

namespace polhode {

// Force of the table on the body, N: along z, and the length of its part along the table.
struct ContactForces {
    double normal, friction;
};
ContactForces contact_forces(const InsideNumbers<double>& numbers, const StateVector<double>& y,
                             const StateVector<double>& slope);

// Numbers that are above 0 as long as the motion goes on, in the order of contact_endings.
void contact_guards(const InsideNumbers<double>& numbers, const StateVector<double>& y,
                    const StateVector<double>& slope, std::vector<double>& guards);
// And what it means where each of them reaches 0: "the body lifts off".
std::vector<std::string> contact_endings(const Contact& contact);

}  // namespace polhode
