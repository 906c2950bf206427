#include "polhode/base/cpu_clock.hpp"

#include "polhode/system/clock.hpp"

namespace polhode {

double thread_cpu_seconds() { return system::thread_seconds(); }

}  // namespace polhode
