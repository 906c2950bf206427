// What the torques on flat plates have in common (torque/plate.hpp).
#pragma once

#include "polhode/problem/torque_kind.hpp"
#include "polhode/torque/plate.hpp"

namespace polhode {

// WGS 84, equator (NIMA TR8350.2, table 3.1)
inline constexpr double earth_radius = 6378137.0;

// area, normal, centre, both_sides
std::vector<Parameter> plate_parameters();
torque::Plate<double> read_plate(const Values& values);
// The orbit that the torque `what` needs, or an InputError that says so.
const OrbitModel& orbit_of_plate(const TorqueTable& table, const std::string& what);
// Plates know when they are edge-on by the state alone.
TorqueFacts plate_facts();

}  // namespace polhode
