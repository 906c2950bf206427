#include "polhode/estimators/online.hpp"

namespace polhode::estimate {

EstimateRow row_of(const Filter<double>& filter, const Sample<double>& sample) {
    EstimateRow row;
    row.attitude = filter.attitude();
    row.rate = filter.started() ? filter.rate() : sample.gyro;
    row.bias = filter.state().bias;
    row.heading_deviation = filter.heading_deviation();
    row.tilt_deviation = filter.tilt_deviation();
    row.field_weight = filter.field_weight();
    row.rest = filter.at_rest();
    return row;
}

EstimatedConstants constants_of(const Filter<double>& filter) {
    if (!filter.started()) return {};
    Error<double> variances;
    for (int i = 0; i < at::count; ++i) variances[i] = filter.covariance()(i, i);
    return estimated_constants(filter.state(), variances, filter.field_scale());
}

EstimatedConstants run_filter(const std::vector<Sample<double>>& samples, const Tuning<double>& tuning,
                              const std::function<void(const EstimateRow&)>& take) {
    Filter<double> filter(tuning);
    for (const Sample<double>& s : samples) {
        filter.step(s);
        take(row_of(filter, s));
    }
    return constants_of(filter);
}

}  // namespace polhode::estimate
