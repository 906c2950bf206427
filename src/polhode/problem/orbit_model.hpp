// [orbit]: the ellipse that a satellite's centre of mass goes round, as far as its turning needs it. World axes are
// inertial, with the planet's north along z.
#pragma once

#include <optional>
#include <vector>

#include "polhode/orbit/kepler.hpp"
#include "polhode/registry/registry.hpp"
#include "polhode/rotation/quaternion.hpp"

namespace polhode {

struct OrbitModel {
    orbit::Kepler<double> path;
    double gm = 0;                  // of the planet, m^3/s^2
    std::optional<double> epoch{};  // of t = 0, in days from 2000 January 1, 12h

    // The orbit frame at t: q_NL, and its rate in the world in its own axes.
    Quaternion<double> frame(double t) const;
    Vec3<double> frame_rate(double t) const;
};

std::vector<Parameter> orbit_parameters();
OrbitModel build_orbit(const Values& values);

}  // namespace polhode
