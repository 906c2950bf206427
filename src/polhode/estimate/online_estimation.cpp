#include "polhode/estimate/online_estimation.hpp"

#include <cmath>
#include <optional>

#include "polhode/base/diagnostic.hpp"
#include "polhode/estimate/fixed_lag.hpp"
#include "polhode/estimate/sample_stream.hpp"
#include "polhode/estimate/small.hpp"
#include "polhode/estimate/world_axes.hpp"
#include "polhode/estimators/online.hpp"

namespace polhode::estimate {

namespace {

StreamSettings stream_settings(const Sensors& sensors, const EstimationSettings& settings) {
    StreamSettings s;
    s.six_axis = settings.six_axis;
    s.holds = settings.holds;
    s.gyro_range = sensors.gyro_range;
    s.find_clipping = settings.find_clipping;
    return s;
}

}  // namespace

bool is_online(const std::string& estimator) { return estimator == "filter" || estimator == "small"; }

struct OnlineEstimation::Impl {
    Impl(const SensorLog& facts_given, const Sensors& sensors_given, const EstimationSettings& settings_given,
         Use given)
        : facts(facts_given),
          sensors(sensors_given),
          settings(settings_given),
          use(std::move(given)),
          stream(facts, stream_settings(sensors, settings),
                 [this](const LogRow& row, const Sample<double>& sample) { take(row, sample); }),
          correct(facts, sensors),
          reference_turn(conjugate(world_from_enu(sensors.world))) {
        if (settings.estimator == "filter") {
            Tuning<double> tuning = online_tuning<double>();
            if (sensors.gyro_delay) tuning.lateness = 0;
            filter.emplace(tuning);
        }
        if (filter && settings.lag > 0)
            lag.emplace(settings.lag, [this](const LogRow& row, const EstimateRow& out) { hand_out(row, out); });
    }

    void take(const LogRow& row, const Sample<double>& s) {
        EstimateRow out;
        if (filter) {
            filter->gyro_range(stream.gyro_range());
            filter->step(s);
            out = row_of(*filter, s);
            if (lag) return lag->add(row, s, *filter, out);
        } else {
            if (!small) small.emplace(stream.interval());
            out = row_of_small(s);
        }
        hand_out(row, out);
    }

    void hand_out(const LogRow& row, EstimateRow out) {
        if (sensors.gyro_delay) out.attitude = normalise(out.attitude * exp_rotation(*sensors.gyro_delay * out.rate));
        if (!out.is_number()) throw ComputationFailed(row.t, "the estimate is no longer a number");
        evaluator.add(row, out);
        last = out;
        ++estimated;
        use(row, out);
    }

    EstimateRow row_of_small(const Sample<double>& s) {
        small->predict(s.gyro);
        if (s.has_accelerometer) small->accelerometer(s.accelerometer);
        if (s.has_magnetometer) small->magnetometer(s.magnetometer);
        EstimateRow row;
        row.attitude = settings.six_axis ? small->six_axis_attitude() : small->attitude();
        row.rate = small->rate();
        row.bias = small->bias();
        row.field_weight = s.has_magnetometer && !small->disturbed() ? 1 : 0;
        row.rest = small->at_rest();
        return row;
    }

    const SensorLog& facts;
    Sensors sensors;
    EstimationSettings settings;
    Use use;
    SampleStream stream;
    ReadingsCorrection correct;
    Quaternion<double> reference_turn;
    std::optional<Filter<double>> filter;
    std::optional<SmallFilter<double>> small;
    std::optional<FixedLag> lag;
    Evaluator evaluator;
    EstimateRow last;
    std::size_t estimated = 0;
};

OnlineEstimation::OnlineEstimation(const SensorLog& facts, const Sensors& sensors, const EstimationSettings& settings,
                                   Use use)
    : impl_(std::make_unique<Impl>(facts, sensors, settings, std::move(use))) {}

OnlineEstimation::~OnlineEstimation() = default;

void OnlineEstimation::push(const LogRow& row) {
    LogRow right = row;
    impl_->correct(right);
    refuse_absurd(impl_->facts, right);
    if (right.has_truth) right.truth = impl_->reference_turn * right.truth;
    impl_->stream.push(right);
}

Estimation OnlineEstimation::finish() {
    Impl& i = *impl_;
    if (i.stream.rows() == 0) throw InputError({i.facts.name, 0, ""}, "the log has a header and no rows below it");
    i.stream.finish();
    if (i.lag) i.lag->finish();
    Estimation out;
    out.samples.time = i.stream.time();
    out.samples.notes = i.stream.notes();
    out.gyro_range = i.stream.gyro_range();
    out.log_rows = i.stream.rows();
    out.estimated_rows = i.estimated;
    out.last = i.last;
    out.has_field = i.stream.has_field() && !i.settings.six_axis;
    if (i.filter) {
        out.constants = constants_of(*i.filter);
        if (!out.constants.started) refuse_start(i.facts, out.samples);
        out.with_deviations = true;
    }
    out.evaluations = i.evaluator.done();
    return out;
}

}  // namespace polhode::estimate
