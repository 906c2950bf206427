#include "polhode/estimators/estimated_constants.hpp"

#include <algorithm>
#include <cmath>

namespace polhode::estimate {

EstimatedConstants estimated_constants(const Navigation<double>& state, const Error<double>& variances, double scale) {
    EstimatedConstants c;
    c.started = true;
    c.state = state;
    const auto deviation = [&variances](int i) { return std::sqrt(std::max(variances[i], 0.0)); };
    for (int i = 0; i < 3; ++i) {
        c.bias_deviation[i] = deviation(at::bias + i);
        c.force_bias_deviation[i] = deviation(at::force_bias + i);
        c.hard_iron_deviation[i] = deviation(at::hard_iron + i) / scale;
    }
    for (int i = 0; i < 9; ++i) c.matrix_deviation = std::max(c.matrix_deviation, deviation(at::matrix + i));
    c.delay_deviation = deviation(at::delay);
    c.state.hard_iron = (1 / scale) * state.hard_iron;
    c.state.disturbance = (1 / scale) * state.disturbance;
    c.state.field_north = state.field_north / scale;
    c.state.field_up = state.field_up / scale;
    return c;
}

}  // namespace polhode::estimate
