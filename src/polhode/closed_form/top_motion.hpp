// The motion of a heavy symmetric top (one fixed point, two equal moments, weight on the symmetry axis) known from its
// start, without integrating: kind, tilt range, precession rates, nutation period. Closed forms, in binary64.
//
// Symmetry axis: body z. Tilt: the angle between body z and the world's z (up), 0 to pi.
#pragma once

#include <string>

#include "polhode/arithmetic/vec.hpp"
#include "polhode/rotation/quaternion.hpp"

namespace polhode {

struct Top {
    double I1 = 0;   // kg m^2, moment about the fixed point across the symmetry axis
    double I3 = 0;   // kg m^2, about it
    double Mgl = 0;  // N m, weight times signed distance of the centre of mass along body z
};

// How the axis moves. The names cusp, loop, wave, circle are GyroSoft's (figure 7).
enum class TopKind {
    cusp,                // the precession stops at one end of the nutation
    loop,                // the precession reverses during each nutation
    wave,                // the precession keeps its direction, the tilt varies
    circle,              // steady precession at one tilt
    sleeping,            // upright at rest on its axis, or hanging: only the spin
    pendulum,            // no spin, no vertical momentum: swings or turns over in one plane
    spherical_pendulum,  // no spin about its own axis, but about the vertical
    through_vertical,    // the axis passes exactly through the vertical
    free                 // no weight moment: the axis circles the angular momentum, not the vertical
};
const char* name_of(TopKind kind);  // "spherical pendulum", ...

struct TopMotion {
    TopKind kind = TopKind::wave;
    double tilt_min = 0, tilt_max = 0;                              // rad
    double precession_at_tilt_min = 0, precession_at_tilt_max = 0;  // rad/s, about the world's z
    double precession_min = 0, precession_max = 0;                  // rad/s, over the whole motion
    // Time from one lowest point to the next, s; for circle, sleeping and hanging that of a small disturbance. Infinity
    // when the axis only approaches the vertical; for a sleeping top that would fall and for `free` it is 0: none.
    double nutation_period = 0;
    double mean_precession = 0;  // rad/s over a nutation (a passage exactly through the vertical counts no half turn)
    double energy = 0;           // J, kinetic plus Mgl cos(tilt)
    double L_vertical = 0;       // kg m^2/s, about the world's z
    double L_axis = 0;           // kg m^2/s, about body z
    bool stable = true;          // false for a sleeping top below the limit
};

// The least spin in rad/s at which the upright top sleeps: I3^2 w3^2 = 4 I1 Mgl (GyroSoft erratum 23); 0 for Mgl <= 0.
double sleeping_limit(const Top& top);

// `q_NB` need not be of unit length. For `free` only kind, energy and momenta are filled in.
TopMotion top_motion(const Top& top, const Quaternion<double>& q_NB, const Vec3<double>& w_NB_B);

}  // namespace polhode
