// What an estimator has learnt about the sensors by the end of a log.
#pragma once

#include "polhode/estimate/navigation.hpp"

namespace polhode::estimate {

struct EstimatedConstants {
    Navigation<double> state;  // at the end; field and hard iron in the log's own unit
    Vec3<double> bias_deviation, force_bias_deviation, hard_iron_deviation;
    double delay_deviation = 0, matrix_deviation = 0;
    bool started = false;  // false: no direction was felt, and nothing was estimated
};

// variances: of the 33 errors. scale: what readings of the field were multiplied by inside.
EstimatedConstants estimated_constants(const Navigation<double>& state, const Error<double>& variances, double scale);

}  // namespace polhode::estimate
