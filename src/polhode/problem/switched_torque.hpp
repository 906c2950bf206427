// A torque that is another one from some times on, as [[change]] of a scenario says, or whoever flies it.
#pragma once

#include <memory>
#include <vector>

#include "polhode/problem/torque_model.hpp"

namespace polhode {

struct TorqueChanges {
    struct From {
        double t;  // s
        AnyTorque<double> torque;
    };
    std::vector<From> all;  // in the order of time, never empty: the first acts from the start
    // Whoever flies the body may put others in their place before a step, count here, and let the step grid enter a
    // segment (StepGate::Answer::stimulus): there every copy takes them.
    unsigned version = 0;
};

ExternalTorque<double> switched_torque(std::shared_ptr<const TorqueChanges> changes);
bool is_switched(const TorqueModel& model);

}  // namespace polhode
