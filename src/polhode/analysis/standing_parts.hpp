// The same motion with less inside: what a steady motion of it can be looked for in.
#pragma once

#include "polhode/problem/problem.hpp"

namespace polhode {

// A gyro whose gimbal stands (its rate is given as 0) becomes a rotor along its wheel, and states and controllers that
// nothing is moved by and events that only look are left out. A problem with an inside.
Problem with_standing_parts(Problem problem);
// The same for any problem; a body that has nothing else inside is one without.
Problem without_idle_parts(Problem problem);

}  // namespace polhode
