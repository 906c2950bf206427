// The field of a [[torque]] of kind "magnetic", for those that need to know it besides the torque itself.
#pragma once

#include "polhode/orbit/dipole_field.hpp"
#include "polhode/registry/registry.hpp"

namespace polhode {

// From the keys dipole and earth_angle.
orbit::DipoleField<double> read_dipole(const Values& values);

}  // namespace polhode
