// Controllers of an ensemble: what they hold from sample to sample as operations, and the steps that all bodies take,
// which end at samples as those of the ordinary run do (inside/sample_clock.hpp).
#pragma once

#include <string>
#include <vector>

#include "polhode/problem/inside/inside.hpp"
#include "polhode/run/simulate.hpp"
#include "polhode/sweep/compute/operation_list.hpp"

namespace polhode {

// "" or why they do not fit into an ensemble.
std::string controllers_fit(const Inside& inside);
// Their literals, behind those of all other formulas.
void count_controllers(const Inside& inside, OperationList& list);
// Their operations, in parts of their own; what is counted by operations once the list is finished.
void add_controllers(const Inside& inside, ensemble::InsideShape& shape, OperationList& list);
void place_controllers(ensemble::InsideShape& shape, const OperationList& list);

struct ControlSchedule {
    std::vector<ensemble::InsideStep> steps;
    unsigned first_samples = 0;
};
// "" or why there is none.
std::string control_schedule(const ensemble::InsideShape& shape, double step, double duration, ControlSchedule& to);
// The times of rows, with the one at the start, and the steps before each; "" or why an ensemble cannot give them.
std::string scheduled_rows(const ControlSchedule& schedule, const RunSpan& span, std::vector<double>& times,
                           std::vector<long long>& steps);

}  // namespace polhode
