// Controllers of an ensemble: the steps that all bodies take, which end at samples as those of the ordinary run do
// (inside/sample_clock.hpp).
#pragma once

#include <string>
#include <vector>

#include "polhode/ensemble/inside_shape.hpp"
#include "polhode/run/simulate.hpp"

namespace polhode {

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
