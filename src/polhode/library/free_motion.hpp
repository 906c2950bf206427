// The motion of a free rigid body known from its start: which principal axis its rate circles, in what time, and the
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
    int axis = -1;                        // of the given moments: the one circled (steady: turned about); -1: none
    bool about_largest = false;           // axis has the largest moment (else the smallest; steady: see `stable`)
    bool stable = true;                   // false for a steady turn about the middle axis and for the separatrix
    double polhode_period = 0;            // s, of the rate in body axes; infinity on the separatrix; 0: none
    Vec3<double> rate_min{}, rate_max{};  // rad/s, range of each component of the rate in body axes
    double energy = 0, momentum = 0;      // J; kg m^2/s, |L|
    // symmetric only (Ganapathi 2005 eq. 10, 11 and section 4; spin with its erratum 6)
    double precession = 0;                          // rad/s, |L|/I1: the symmetry axis about the angular momentum
    double spin = 0;                                // rad/s, of the body about its axis relative to that plane
    double axis_to_momentum = 0;                    // rad
    double rate_to_momentum = 0, rate_to_axis = 0;  // rad
};

// Principal moments (any order, positive) and rate in those axes at one instant.
FreeMotion free_motion(const Vec3<double>& moments, const Vec3<double>& w_NB_B);

}  // namespace polhode
