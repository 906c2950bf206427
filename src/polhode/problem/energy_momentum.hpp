// Energy and angular momentum of a body from its attitude and rate.
#pragma once

#include "polhode/rotation/rotation.hpp"

namespace polhode {

struct EnergyMomentum {
    double energy;     // J
    Vec3<double> L_N;  // kg m^2/s, world axes
};

// E = w.Iw/2 + V, L_N = R_NB I w (Goldstein, Classical Mechanics, sections 5.1 and 5.3). R_NB is that of `attitude` as
// it stands, unit or not.
template <class Attitude>
EnergyMomentum energy_momentum(const Mat3<double>& inertia, const Attitude& attitude, const Vec3<double>& w_NB_B,
                               double potential) {
    const Vec3<double> momentum = inertia * w_NB_B;
    return {0.5 * dot(w_NB_B, momentum) + potential, to_world(attitude, momentum)};
}

}  // namespace polhode
