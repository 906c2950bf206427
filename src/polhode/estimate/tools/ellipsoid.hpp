// Hard and soft iron of a magnetometer: the ellipsoid through its readings, |W (m - c)| = F with det W = 1.
#pragma once

#include <string>
#include <vector>

#include "polhode/rotation/rotation.hpp"

namespace polhode::estimate {

struct EllipsoidFit {
    Vec3<double> centre;
    Mat3<double> shape;  // W, symmetric: known up to a rotation only
    double field = 0, rms = 0;
    double weakest = 0;      // smallest over largest eigenvalue of the normal matrix: how much is missing
    double noise_share = 0;  // of the weakest direction: what noise alone would leave there
    std::string refusal;     // why there is none; "" where there is
};

EllipsoidFit fit_ellipsoid(const std::vector<Vec3<double>>& readings);

}  // namespace polhode::estimate
