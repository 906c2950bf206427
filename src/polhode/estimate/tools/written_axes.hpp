// From the axes in which everything is estimated (East, North, Up; those of the sensor) to those that were asked for.
#pragma once

#include "polhode/estimate/estimation.hpp"

namespace polhode::estimate {

class WrittenAxes {
 public:
    WrittenAxes(const Sensors& sensors, const EstimationSettings& settings);
    EstimateRow operator()(const EstimateRow& row) const;
    Quaternion<double> operator()(const Quaternion<double>& attitude) const { return world_ * attitude * body_; }

 private:
    Quaternion<double> world_, body_;
};

}  // namespace polhode::estimate
