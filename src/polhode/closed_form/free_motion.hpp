// The motion of a free rigid body known from its start: which principal axis its rate circles, in what time, how far it
// wobbles, how fast its axis goes round the momentum, when it turns over, how far it is from the separatrix, and the
// cones of a symmetric one. Closed forms, in principal axes.
#pragma once

#include "polhode/arithmetic/vec.hpp"

namespace polhode {

enum class FreeKind {
    sphere,      // three equal moments: the rate never changes
    steady,      // turns about a principal axis: the rate never changes
    symmetric,   // two equal moments: the rate circles the symmetry axis on a cone
    polhode,     // three moments: the rate circles the axis of the largest or smallest moment
    separatrix,  // exactly between the two: approaches the middle axis and never comes back
    at_rest
};
const char* name_of(FreeKind kind);

struct FreeMotion {
    FreeKind kind = FreeKind::at_rest;
    int axis = -1;               // of the given moments: the one circled (steady: turned about); -1: none
    bool about_largest = false;  // axis has the largest moment (else the smallest, or the middle: not `stable`)
    bool stable = true;          // false for a steady turn about the middle axis and for the separatrix
    double polhode_period = 0;   // s, of the rate in body axes; infinity on the separatrix; 0: none
    Vec3<double> rate_min{}, rate_max{};  // rad/s, range of each component of the rate in body axes
    double energy = 0, momentum = 0;      // J; kg m^2/s, |L|
    // symmetric and polhode: the axis circled, that end of it which is nearer to the momentum
    double wobble_min = 0, wobble_max = 0;                      // rad, between axis and momentum
    double rate_to_momentum_min = 0, rate_to_momentum_max = 0;  // rad
    double precession = 0, precession_min = 0,
           precession_max = 0;  // rad/s, of the axis about the momentum; mean, range
    // polhode: what the body is turned about the momentum when the rate is what it was, rad. The axis has then gone one
    // round more about it, or one less (Montgomery 1991).
    double rotation_per_period = 0;
    // polhode and separatrix
    double complementary_parameter = 1;  // k'^2 of the elliptic functions: 1 beside a stable axis, 0 on the separatrix
    double separatrix_distance = 0;      // 2 T I_middle/|L|^2 - 1: < 0 about the largest moment, > 0 about the smallest
    double pure_spin_distance = 0;       // the same for a steady turn about the axis circled
    double middle_to_momentum_min = 0;   // rad, how near the momentum comes to the middle axis (either end)
    double first_sign_change = 0;        // s, until the middle component of the rate changes its sign; then every half
                                         // polhode period; infinity: never
    double growth_rate = 0;              // 1/s, of a small disturbance; only where a steady turn is unstable
    // symmetric only (Ganapathi 2005 eq. 10, 11 and section 4; spin with its erratum 6)
    double spin = 0;                                // rad/s, of the body about its axis relative to that plane
    double axis_to_momentum = 0;                    // rad
    double rate_to_momentum = 0, rate_to_axis = 0;  // rad

    // The momentum comes within 30 degrees of the middle axis and dwells there (k'^2 < 1/2): the body turns over, as a
    // wing nut does.
    bool flips() const;
    // How often the middle component of the rate changes its sign in (0, duration].
    double sign_changes_within(double duration) const;
    // The time of the one with this number, from 0.
    double sign_change(double number) const { return first_sign_change + number * (polhode_period / 2); }
};

// "largest", "smallest" or "middle": the moment about `axis` among the three; "" where there is no axis.
const char* axis_moment_name(const FreeMotion& motion);

// Principal moments (any order, positive) and rate in those axes at one instant.
FreeMotion free_motion(const Vec3<double>& moments, const Vec3<double>& w_NB_B);

}  // namespace polhode
