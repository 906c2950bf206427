// The online estimators over the samples of a log, row by row as they would come.
#pragma once

#include <functional>
#include <vector>

#include "polhode/estimate/filter.hpp"
#include "polhode/estimators/estimate_row.hpp"
#include "polhode/estimators/estimated_constants.hpp"

namespace polhode::estimate {

// What the filter says after a sample, and what it has learnt.
EstimateRow row_of(const Filter<double>& filter, const Sample<double>& sample);
EstimatedConstants constants_of(const Filter<double>& filter);

// Each row to `take`, in order.
EstimatedConstants run_filter(const std::vector<Sample<double>>& samples, const Tuning<double>& tuning,
                              const std::function<void(const EstimateRow&)>& take);

}  // namespace polhode::estimate
