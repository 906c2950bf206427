// The whole log at once: Gauss-Newton over the states at block ends (Bell, SIAM J. Optim. 4 (1994) 626). Each iteration
// is one linear Kalman filter on the deviations and one pass back with the adjoint form of the smoother (Bryson and
// Frazier 1963), which inverts no matrix and needs only gains.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "polhode/estimate/filter.hpp"
#include "polhode/estimators/estimate_row.hpp"
#include "polhode/estimators/estimated_constants.hpp"

namespace polhode::estimate {

// Where a filter stood, to go on from there.
struct SmootherStart {
    Navigation<double> state;
    Covariance<double> covariance;
    double field_scale = 1;
    Scatter<double> scatter;
    double hard_iron_prior = 0;  // with which its log began
    bool iron_known = false;
};

struct SmootherSettings {
    Tuning<double> tuning = offline_tuning<double>();
    int iterations = 6;  // at most
    int weighed = 3;     // in so many of them the magnetometer is weighed anew; then weights stay
    // The first gate is so many times as wide, and a quarter of that in each next one, down to the tuning's: what the
    // weights come to does not hang on where the filter stood (graduated non-convexity, Blake and Zisserman 1987)
    double first_gate = 8;
    double settled = 0.01 * degree;     // it ends where another iteration would move no attitude by more
    std::optional<SmootherStart> from;  // left out: what is felt in the first moments
};

struct Smoothed {
    std::vector<EstimateRow> rows;  // one for each sample
    EstimatedConstants constants;
    double last_change = 0;  // rad, the largest change of the attitude in the last iteration
    int iterations = 0;
};

// samples[0].dt is not used: the state begins at the first row.
Smoothed smooth(const std::vector<Sample<double>>& samples, const SmootherSettings& settings);

}  // namespace polhode::estimate
