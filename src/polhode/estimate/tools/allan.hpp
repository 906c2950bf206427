// Allan deviation of a sensor at rest, and the noise it tells of (IEEE Std 952).
#pragma once

#include <vector>

namespace polhode::estimate {

struct AllanPoint {
    double tau, deviation, low, high;  // s; low and high: an interval of 95 %
    double freedom;                    // equivalent degrees of freedom, for white noise
    double model;                      // deviation of the fitted noise
};

// A coefficient with its standard deviation. `limit`: where it cannot be told from nothing, what it is at most (95 %).
struct AllanCoefficient {
    double value = 0, deviation = 0, limit = 0;
    bool told = true;
};

struct AllanFit {
    std::vector<AllanPoint> points;
    AllanCoefficient white, flicker, walk;  // N per sqrt(Hz), B, K per sqrt(s)
};

// Overlapping, of even samples x every dt seconds; nothing is removed from them. At least 16 samples.
AllanFit allan_deviation(const std::vector<double>& x, double dt);

// P(chi-squared with `freedom` degrees < x) = p, solved for x.
double chi_squared_quantile(double freedom, double p);

}  // namespace polhode::estimate
