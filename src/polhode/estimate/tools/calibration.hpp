// Accelerometer and gyro from many static positions (after Tedaldi, Pretto, Menegatti, ICRA 2014).
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "polhode/rotation/rotation.hpp"

namespace polhode::estimate {

struct StaticPosition {
    std::size_t first, last;  // samples, last included
    Vec3<double> mean;        // of the raw accelerometer
};

// reading = matrix (raw - offset), in SI; matrix = triangle scale: T K.
struct SensorModel {
    Vec3<double> offset, scale;
    Mat3<double> misalignment;  // T, unit diagonal
    std::vector<double> angles, angle_deviation;
    Vec3<double> scale_deviation;
    double rms = 0;  // accelerometer: |a| - g, m/s^2; gyro: direction, rad
    Mat3<double> matrix() const { return misalignment * Mat3<double>::diagonal(scale); }
    // NaN: nothing was left over to tell them from
    void deviations_unknown(std::size_t many_angles) {
        constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
        angle_deviation.assign(many_angles, unknown);
        scale_deviation = {unknown, unknown, unknown};
    }
};

struct Calibration {
    std::vector<StaticPosition> positions;
    int threshold = 0;  // k: positions are where the variance is below k times that of the start
    SensorModel accelerometer, gyro;
    std::size_t rotations = 0;
    std::string refusal;  // why there is none; "" where there is
};

struct CalibrationSettings {
    double start = 50, window = 2, least = 2;  // s
    double gravity = 9.80665;                  // m/s^2, of the place
};

// Raw readings of any unit, every dt seconds or so (times: of each).
Calibration calibrate(const std::vector<double>& times, const std::vector<Vec3<double>>& gyro,
                      const std::vector<Vec3<double>>& accelerometer, const CalibrationSettings& settings);

// Which of the six directions along an axis no position comes near (within 45 degrees), in words; empty: none is
// missing.
std::vector<std::string> missing_directions(const std::vector<StaticPosition>& positions, const SensorModel* model);

}  // namespace polhode::estimate
