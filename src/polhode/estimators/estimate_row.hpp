// One row of an estimate: what every estimator says.
#pragma once

#include <cmath>

#include "polhode/rotation/rotation.hpp"

namespace polhode::estimate {

struct EstimateRow {
    Quaternion<double> attitude;                       // q_NB, East, North, Up
    Vec3<double> rate, bias;                           // rad/s
    double heading_deviation = 0, tilt_deviation = 0;  // rad, one standard deviation
    double field_weight = 0;                           // of the magnetometer, 0 to 1
    bool rest = false;

    bool is_number() const {
        return is_finite(attitude.params()) && is_finite(rate) && is_finite(bias) && std::isfinite(heading_deviation) &&
               std::isfinite(tilt_deviation) && std::isfinite(field_weight);
    }
};

}  // namespace polhode::estimate
