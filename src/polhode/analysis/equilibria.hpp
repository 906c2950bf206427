// Steady motions and what becomes of a small disturbance: the relative equilibria that a body has, found from what is
// known of it and not by stepping.
//
// - a free body, with rotors (any axes, held or free), slugs, an energy sink: the turns with the momentum of the start
//   that stay as they are (steady_turns.cpp);
// - a satellite under the gravity gradient of a circular orbit: the attitudes at rest in the orbit frame
//   (orbit_rest.cpp);
// - a heavy symmetric top: upright, hanging, and steady precession (steady_tops.cpp); any heavy body: hanging, upright;
// - a disk that rolls on a table: upright, ahead or on the spot, and rolling in circles (steady_rolling.cpp).
//
// Eigenvalues come from the exact linearisation (linearisation.hpp). They can show that a motion is unstable; that one
// is stable is shown by an energy that has its smallest or largest value there (Lagrange, Dirichlet; Arnold 1966).
// Where neither says anything it is undecided.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "polhode/problem/problem.hpp"

namespace polhode {

struct Equilibrium {
    enum class Stability { stable, unstable, undecided };
    std::string name;           // "turn about z", "hanging", ...
    int alike = 1;              // so many that are the same but for signs
    Quaternion<double> q_NB{};  // at t = 0; any, where only the rate matters
    Vec3<double> rate{};        // w_NB_B, rad/s
    Stability stability = Stability::undecided;
    std::string why{};  // in a few words
    // 1/s: of each pair of conjugates one; without zeros that symmetries give.
    std::vector<std::complex<double>> eigenvalues{};

    double growth() const;                    // 1/s, the largest real part; 0: nothing grows
    std::vector<double> frequencies() const;  // rad/s, of what swings
};
const char* name_of(Equilibrium::Stability stability);

struct Equilibria {
    std::string of;      // what they are, in words
    std::string none{};  // why nothing is known, where nothing is
    std::vector<Equilibrium> all{};
    bool attitudes = false;  // the attitude matters, not only the rate

    int number() const;  // with those alike
    int number(Equilibrium::Stability stability) const;
};

Equilibria equilibria_of(const Problem& problem);

}  // namespace polhode
