// Two recordings of one motion in one log, even in time: a gyro, and attitudes of a reference.
#pragma once

#include <vector>

#include "polhode/estimate/log_samples.hpp"

namespace polhode::estimate {

// Rows every dt; where a flag is 0 nothing was recorded.
struct TwoRecordings {
    std::vector<Vec3<double>> gyro;
    std::vector<char> has_gyro;
    std::vector<Quaternion<double>> attitudes;
    std::vector<char> has_attitude;
    double dt = 0, begin = 0;  // s; time of the first row
};

// Whether steps that are no gaps differ by more than a hundredth.
bool has_uneven_steps(const LogSamples& samples);

// Row by row, as if steps were all the same; a gap becomes rows that hold nothing.
TwoRecordings recordings_by_row(const SensorLog& log, const LogSamples& samples);
// At even times between the stamps.
TwoRecordings recordings_by_time(const SensorLog& log, const LogSamples& samples);

}  // namespace polhode::estimate
