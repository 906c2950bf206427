#include "engine_counting.hpp"

#include "engine_instances.hpp"
#include "polhode/arithmetic/counting.hpp"

namespace polhode::engine {

void run_counting(const Job& job) { run_from(job, Quaternion<Counting<double>>{}); }

}  // namespace polhode::engine
