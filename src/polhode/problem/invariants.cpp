#include "polhode/problem/invariants.hpp"

namespace polhode {

Invariants invariants_of(const Problem& problem) {
    if (!problem.dynamics()) return {};
    Invariants kept{true, true, true};
    for (const TorqueModel& model : problem.torques) {
        if (model.kind == "gravity" || model.kind == "rockets") {
            kept.momentum = false;  // both torques are horizontal, so that Lz stays
        } else if (const auto* gradient = std::get_if<torque::GravityGradient<double>>(&model.torque)) {
            kept.momentum = false;
            if (gradient->turning) kept.energy = false;
            const bool vertical = gradient->towards[0] == 0 && gradient->towards[1] == 0;
            if (gradient->turning || !vertical) kept.momentum_about_z = false;
        } else {
            return {};
        }
    }
    return kept;
}

bool is_pivoted(const Problem& problem) {
    for (const TorqueModel& model : problem.torques)
        if (model.kind == "gravity" || model.kind == "rockets") return true;
    return false;
}

}  // namespace polhode
