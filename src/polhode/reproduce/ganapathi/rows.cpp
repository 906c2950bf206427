// Ganapathi 2005: what several parts of the page take off the rows.
#include "polhode/reproduce/ganapathi/ganapathi.hpp"

namespace polhode::ganapathi {

OfRow rate_component(int i) {
    return [i](const KeptRow& row) { return row.w_NB_B[i]; };
}

FreeMotion motion_of(const RunResult& run) {
    return free_motion(run.scenario->problem.body->principal_moments, run.scenario->problem.start.rate);
}

}  // namespace polhode::ganapathi
