#include "polhode/estimate/fixed_lag.hpp"

#include <iterator>

namespace polhode::estimate {

void FixedLag::begin_stretch(const LogRow& log_row, const Sample<double>& sample, const Filter<double>& filter) {
    Stretch s;
    s.from = {filter.state(),
              filter.covariance(),
              filter.field_scale(),
              filter.scatter(),
              filter.tuning().hard_iron_prior,
              filter.iron_known()};
    s.log_rows.push_back(log_row);
    s.samples.push_back(sample);
    s.online.emplace_back();
    stretches_.push_back(std::move(s));
}

void FixedLag::add(const LogRow& log_row, const Sample<double>& sample, const Filter<double>& filter,
                   const EstimateRow& row) {
    gyro_range_ = filter.tuning().gyro_range;
    lateness_ = filter.tuning().lateness;
    if (stretches_.empty()) {
        // until the filter has begun there is nothing to smooth
        use_(log_row, row);
        if (filter.started()) begin_stretch(log_row, sample, filter);
        return;
    }
    Stretch& now = stretches_.back();
    now.log_rows.push_back(log_row);
    now.samples.push_back(sample);
    now.online.push_back(row);
    // a stretch ends where the filter has just corrected itself: its covariance is that of this moment
    if (!filter.corrected() || log_row.t - now.log_rows.front().t < lag_) return;
    if (stretches_.size() == 2) smooth_first();
    begin_stretch(log_row, sample, filter);
}

void FixedLag::smooth_first() {
    Stretch& first = stretches_.front();
    std::vector<Sample<double>> window = first.samples;
    if (stretches_.size() == 2)
        window.insert(window.end(), std::next(stretches_[1].samples.begin()), stretches_[1].samples.end());
    SmootherSettings settings;
    settings.tuning.gyro_range = gyro_range_;
    settings.tuning.lateness = lateness_;
    settings.from = first.from;
    const Smoothed smoothed = smooth(window, settings);
    for (std::size_t i = 1; i < first.log_rows.size(); ++i) {
        EstimateRow row = smoothed.constants.started ? smoothed.rows[i] : first.online[i];
        row.field_weight = first.online[i].field_weight;
        use_(first.log_rows[i], row);
    }
    stretches_.erase(stretches_.begin());
}

void FixedLag::finish() {
    while (!stretches_.empty()) smooth_first();
}

}  // namespace polhode::estimate
