// Rows a little later, and better for it: each is smoothed with what comes at least `lag` seconds after it. The time is
// cut into stretches of that length; two of them at a time go through the smoother, from where the filter stood at
// their beginning, and the rows of the first are handed out.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "polhode/estimate/sensor_log.hpp"
#include "polhode/estimators/smoother.hpp"

namespace polhode::estimate {

class FixedLag {
 public:
    using Use = std::function<void(const LogRow&, const EstimateRow&)>;

    FixedLag(double lag, Use use) : lag_(lag), use_(std::move(use)) {}

    // `filter` has taken the sample, and `row` is what it says by itself.
    void add(const LogRow& log_row, const Sample<double>& sample, const Filter<double>& filter, const EstimateRow& row);
    // No more will come: the rest, with whatever there is after it.
    void finish();

 private:
    struct Stretch {
        SmootherStart from;
        std::vector<LogRow> log_rows;
        std::vector<Sample<double>> samples;  // the first stands where `from` does
        std::vector<EstimateRow> online;
    };
    void begin_stretch(const LogRow& log_row, const Sample<double>& sample, const Filter<double>& filter);
    void smooth_first();

    double lag_;
    Use use_;
    double gyro_range_ = 0, lateness_ = 0;  // of the filter
    std::vector<Stretch> stretches_;        // two at most
};

}  // namespace polhode::estimate
