// Where a log is at rest, seen afterwards: a centred window of half a second.
#pragma once

#include <vector>

#include "polhode/estimate/log_samples.hpp"

namespace polhode::estimate {

struct RestPhase {
    double begin, end;        // s
    std::size_t first, last;  // samples, last included
};

struct RestSettings {
    double window = 0.5, least = 1;  // s
    double rate_spread = 1 * degree, force_spread = 0.2, rate = 2 * degree;
};

// Spread: the root of the three variances added. A slow even turn looks like rest, hence the limit on the mean rate.
std::vector<RestPhase> rest_phases(const SensorLog& log, const LogSamples& samples, const RestSettings& settings = {});

// The mean reading of the gyro over all of them, rad/s.
Vec3<double> rest_bias(const LogSamples& samples, const std::vector<RestPhase>& phases);

}  // namespace polhode::estimate
