// Lord Kelvin's slug: a sphere in a viscous fluid inside the body. What it and the body take from each other is in
// proportion to how fast they turn against each other, so that it stands for fuel that sloshes, heat pipes, dampers.
// The moments of [body] are those WITHOUT the slug.
#pragma once

#include <string>
#include <vector>

#include "polhode/arithmetic/vec.hpp"

namespace polhode {

struct KelvinSlug {
    std::string name;       // its rate is NAMEx NAMEy NAMEz, in formulas and columns
    double moment = 0;      // kg m^2, about any axis
    double viscosity = 0;   // N m s: the fluid gives so much torque for each rad/s between the two
    Vec3<double> rate{};    // rad/s, in the world, in body axes, at the start;
    bool with_body = true;  // or it turns with the body then

    std::vector<std::string> names() const { return {name + "x", name + "y", name + "z"}; }
};

}  // namespace polhode
