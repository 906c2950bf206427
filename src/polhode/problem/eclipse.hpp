// When a body on an ellipse goes into the shadow of its planet and comes out of it.
#pragma once

#include <functional>
#include <vector>

#include "polhode/orbit/kepler.hpp"

namespace polhode {

// The shadow is a cylinder: dark where r.s < 0 and |r - (r.s) s| < R (Wertz 1978, section 3.5).
struct PlanetShadow {
    orbit::Kepler<double> path;
    std::function<Vec3<double>(double t)> sun;  // unit vector to it, world axes
    double radius = 0;                          // m, of the planet

    // How deep the body is in the shadow, m; negative outside.
    double depth(double t) const;
    bool dark(double t) const { return depth(t) > 0; }
    // Adds the times in (0, end) at which it goes in or comes out, to the last digits. A passage that only touches the
    // shadow, shorter than some 1e-9 of a round, may be missed.
    void crossings(double end, std::vector<double>& times) const;
};

}  // namespace polhode
