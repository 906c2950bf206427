#include "polhode/run/engine/engine_counting.hpp"

#include "polhode/arithmetic/counting.hpp"
#include "polhode/run/engine/engine_instances.hpp"

namespace polhode::engine {

void run_counting(const Job& job) { run_from(job, Quaternion<Counting<double>>{}); }

}  // namespace polhode::engine
