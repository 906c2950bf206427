// Numbers with 17 significant digits, exactly as printf("%.17g") writes them (so that reading them back gives the same
// bits), several times faster: trajectories are made of them.
#pragma once

#include <string>

namespace polhode {

// Room that always suffices: sign, 17 digits, point, up to four leading zeros, exponent.
inline constexpr int full_precision_room = 32;

// Writes x at `at` (no terminating zero) and returns the place after it.
char* write_full_precision(char* at, double x);

std::string full_precision(double x);

}  // namespace polhode
