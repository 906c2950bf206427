// Geometric integrators over numbers that count their operations.
#include "polhode/run/families/geometric_motion.hpp"

namespace polhode::geometric_motion {

template void follow<Counting<double>>(const RunJob& job);

}  // namespace polhode::geometric_motion
