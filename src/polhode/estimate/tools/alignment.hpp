// Two recordings of one motion: how their clocks and axes differ. One is a gyro, the other a record of attitudes.
#pragma once

#include <vector>

#include "polhode/estimate/log_samples.hpp"

namespace polhode::estimate {

struct Alignment {
    double offset = 0, offset_deviation = 0;           // s: time of the attitudes minus time of the gyro
    Mat3<double> rotation;                             // attitude axes <- gyro axes
    Vec3<double> rotation_vector, rotation_deviation;  // rad, of it
    double residual = 0;                               // rad/s, rms of the rates that remain
    double rate_ppm = 0, rate_deviation_ppm = 0;  // of the clocks against each other; 0 where the record is too short
    std::size_t used = 0;
};

// Even samples every dt. Rates of the attitudes by central differences, both smoothed alike; where has_attitude is 0
// a window is cut out. `most`: the largest lag looked at, samples.
Alignment align_recordings(const std::vector<Vec3<double>>& gyro, const std::vector<Quaternion<double>>& attitudes,
                           const std::vector<char>& has_attitude, double dt, int most = 20);

// The gyro of a log and the attitudes in it, sample by sample; an InputError where it has none.
struct TwoRecordings {
    std::vector<Vec3<double>> gyro;
    std::vector<Quaternion<double>> attitudes;
    std::vector<char> has_attitude;
    double dt;
};
TwoRecordings recordings_in(const SensorLog& log);

// One against the other; an InputError where there are too few.
Alignment align_log(const SensorLog& log, int most = 20);

}  // namespace polhode::estimate
