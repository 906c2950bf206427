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
    if (const Inside* inside = problem.inside.get()) {
        // a table turns the body about its centre of mass; energy less what friction takes stays
        if (inside->contact) kept.momentum = kept.momentum_about_z = false;
        // motors and bearings act between parts of the whole: L stays, and energy less their work (Row::work)
        if (inside->is_moved()) kept.energy = false;
        if (inside->acted_on()) kept = {};
    }
    return kept;
}

bool is_pivoted(const Problem& problem) {
    return std::any_of(problem.torques.begin(), problem.torques.end(),
                       [](const TorqueModel& model) { return facts_of(model).weight.has_value(); });
}

}  // namespace polhode
