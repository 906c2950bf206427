#include "polhode/problem/analysis/invariants.hpp"

#include <algorithm>

namespace polhode {

Invariants invariants_of(const Problem& problem) {
    if (!problem.dynamics()) return {};
    Invariants kept{true, true, true};
    for (const TorqueModel& model : problem.torques) {
        const TorqueFacts::Keeps one = facts_of(model).keeps;
        kept.energy = kept.energy && one.energy;
        kept.momentum = kept.momentum && one.momentum;
        kept.momentum_about_z = kept.momentum_about_z && one.momentum_about_z;
    }
    return kept;
}

bool is_pivoted(const Problem& problem) {
    return std::any_of(problem.torques.begin(), problem.torques.end(),
                       [](const TorqueModel& model) { return facts_of(model).weight.has_value(); });
}

}  // namespace polhode
