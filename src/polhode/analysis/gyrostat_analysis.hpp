// What is known of a gyrostat from its start, without stepping: which steady turn its momentum goes round in the body,
// in what time, how far it wobbles, how fast it goes round the momentum in the world, how near it comes to a steady
// turn that is not stable. From the closed form, asked at places of one period.
#pragma once

#include <optional>
#include <vector>

#include "polhode/inside/gyrostat_form.hpp"

namespace polhode {

struct GyrostatAnalysis {
    bool closed_form = true;  // else by a series
    exact::GyrostatMotion kind = exact::GyrostatMotion::permanent;
    double period = 0;       // s, of the rate in body axes; 0: constant; infinite on a separatrix
    bool stable = true;      // permanent: a small disturbance stays small
    double growth_rate = 0;  // 1/s, where it does not
    Vec3<double> centre{};   // body axes, unit: where the momentum stands in the steady turn that it goes round
    int axis = -1;           // the principal axis along which that is; -1: none
    double wobble_min = 0, wobble_max = 0;                      // rad, between that direction and the momentum
    double rate_to_momentum_min = 0, rate_to_momentum_max = 0;  // rad
    double rotation_per_period = 0;  // rad about the momentum, after which the rate is what it was (Montgomery 1991)
    double precession = 0;           // rad/s, mean of `centre` about the momentum
    double complementary_parameter = 1;  // k'^2 of the elliptic functions: 0 on a separatrix; without them < 0
    // Distance in energy from the nearest separatrix, as a share of all energies that this momentum can have; 1 where
    // there is none.
    double separatrix_distance = 1;
    double unstable_to_momentum_min = -1;  // rad, to the nearest turn that is not stable; < 0: there is none
    std::vector<double> flips{};           // s, in the first period: the momentum passes to the other side of that turn

    // How many of them there are in (0, duration].
    double flips_within(double duration) const;
};

// Nothing for a body without rotors, for one on which something acts or in which something is lost or driven, and for
// one at rest. Events that only look, and states that nothing is moved by, do not matter.
std::optional<GyrostatAnalysis> analyse_gyrostat(const Problem& problem);

// Of a small disturbance of the steady turn w with momentum H = Ie w + l: the square of its growth, negative where it
// swings. H' = H x w has, linear in d, the matrix M d = d x w + H x Ie^-1 d with eigenvalues 0 and +-sqrt(tr M^2/2).
double growth_squared(const Vec3<double>& moments, const Vec3<double>& H, const Vec3<double>& w);

}  // namespace polhode
