// How sure a least-squares fit is whose residuals hang together in time: neighbours share a smoothing window, noise of
// attitudes shows as differences, a bias wanders.
#pragma once

#include <vector>

#include "polhode/estimate/tools/small_linear.hpp"
#include "polhode/rotation/rotation.hpp"

namespace polhode::estimate {

// Rows even in time: the residual of a row and how it falls with each unknown; both 0 where a row does not count.
struct FittedRows {
    std::vector<Vec3<double>> rest;
    std::vector<std::vector<Vec3<double>>> slopes;  // one series for each unknown
    std::vector<char> good;
};

// The covariance of the scores, sum over rows of slope . rest. Between the inverse of the normal matrix it makes the
// covariance of the unknowns (the sandwich estimator: Huber 1967; White, Econometrica 48 (1980) 817).
Matrix covariance_of_scores(const FittedRows& rows);

}  // namespace polhode::estimate
