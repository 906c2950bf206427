// A satellite that stands still in the frame of a circular orbit: whether it stays there, and how it swings about it
// under the gravity gradient (Hughes 1986, section 9.2). With moments about the axes x (along the motion: roll), y
// (against the normal: pitch), z (down: yaw) and rates in units of the orbit's,
//
//     pitch:     s^2 = -3 (Ix - Iz)/Iy
//     roll, yaw: s^4 + (1 + 3 kx + kx kz) s^2 + 4 kx kz = 0,   kx = (Iy - Iz)/Ix,  kz = (Iy - Ix)/Iz
//
// Stable: kx > kz, kx kz > 0, 1 + 3 kx + kx kz > 4 sqrt(kx kz), which has two regions: Iy > Ix > Iz (Lagrange), and one
// with kx, kz < 0 that any damping inside the body takes away (DeBra, Delp, J. Astronaut. Sci. 8 (1961) 14).
#pragma once

#include <optional>
#include <vector>

#include "polhode/problem/problem.hpp"

namespace polhode {

struct Libration {
    enum class Region { lagrange, debra_delp, unstable };
    Region region = Region::unstable;
    double orbit_rate = 0;           // rad/s
    std::vector<double> pitch{};     // in units of the orbit rate: of the one swing, none where it falls over
    std::vector<double> roll_yaw{};  // the two swings, lower first; none where they grow
    double growth = 0;               // in units of the orbit rate, of the fastest that grows; 0: none
    double tilt = 0;                 // rad, of the start from the nearest such attitude
    double rate = 0;                 // in units of the orbit rate: of the start in the orbit frame
};
const char* name_of(Libration::Region region);

// Moments about the axes x, y, z of the orbit frame.
Libration libration_of(const Vec3<double>& moments, double orbit_rate);

// Nothing unless the gravity gradient of a circular orbit is all that acts and the start is near: less than 15 degrees
// from one of the 24 attitudes with principal axes along the orbit frame, and turning in it by less than a fifth of
// the orbit rate.
std::optional<Libration> analyse_libration(const Problem& problem);

}  // namespace polhode
