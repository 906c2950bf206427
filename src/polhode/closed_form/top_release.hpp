// How to start a heavy symmetric top so that a named motion results (GyroSoft 2015, cases 1 to 4, eq. 22).
#pragma once

#include <string>
#include <vector>

#include "polhode/closed_form/top_motion.hpp"

namespace polhode {

struct TopRelease {
    // Attitude: turned by -tilt about the world's x, so that the symmetry axis starts at (0, sin tilt, cos tilt).
    Vec3<double> rotation_vector{};
    Vec3<double> w_NB_B{};  // rad/s
    TopMotion motion{};     // what will come of it
    std::vector<std::string> warnings{};
};

// `motion`: "cusp" (released at rest but for the spin), "loop" (pushed along the tilt), "wave" (pushed along its
// precession, not too hard), "circle-slow", "circle-fast" (the two steady precessions), "sleeping".
// `spin` is the body-z rate w3 in rad/s, of either sign; `tilt` in rad, 0 to pi; `transverse` the size of the push in
// rad/s (loop and wave only).
// Throws std::domain_error with a sentence that says why there is no such motion and what would do.
TopRelease top_release(const std::string& motion, const Top& top, double spin, double tilt, double transverse);

}  // namespace polhode
