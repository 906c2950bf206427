#include "polhode/estimate/estimation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "polhode/base/diagnostic.hpp"
#include "polhode/base/stop_question.hpp"
#include "polhode/estimate/online_estimation.hpp"
#include "polhode/estimate/world_axes.hpp"
#include "polhode/estimators/smoother.hpp"

namespace polhode::estimate {

namespace {

// The attitude a gyro alone begins with: that of the reference, or what is felt, or none in particular.
Quaternion<double> first_attitude(const SensorLog& log, const LogSamples& samples, bool six_axis,
                                  std::vector<std::string>& notes) {
    for (const size_t row : samples.row) {
        if (row > samples.row.front() || !log.rows[row].has_truth) break;
        notes.push_back("it begins at the reference of the first row");
        return log.rows[row].truth;
    }
    const LogRow& first = log.rows[samples.row.front()];
    Navigation<double> x;
    double scale = 1;
    if (first.has_accelerometer &&
        begin_at(first.accelerometer, first.has_magnetometer && !six_axis, first.magnetometer, x, scale)) {
        notes.push_back("it begins at the attitude of the first row");
        return x.attitude;
    }
    notes.push_back("it begins at the identity: the first row has neither reference nor accelerometer");
    return {};
}

void run_gyro_only(const SensorLog& log, const EstimationSettings& settings, Estimation& out) {
    const std::vector<Sample<double>>& s = out.samples.samples;
    std::vector<Vec3<double>> increments, rates;
    std::vector<double> dt;
    for (size_t i = 0; i < s.size(); ++i) {
        rates.push_back(s[i].gyro);
        if (i > 0) dt.push_back(s[i].dt);
    }
    if (settings.holds == GyroHolds::sampled) {
        increments = increments_of_rates(rates, dt);
    } else {
        for (size_t i = 1; i < s.size(); ++i)
            increments.push_back(settings.holds == GyroHolds::increments ? s[i].gyro : s[i].dt * s[i].gyro);
    }
    const Quaternion<double> start = first_attitude(log, out.samples, settings.six_axis, out.notes);
    const std::vector<Quaternion<double>> q = integrate_increments(increments, start, settings.form);
    for (size_t i = 0; i < s.size(); ++i) {
        EstimateRow row;
        row.attitude = i == 0 ? start : q[i - 1];
        row.rate = settings.holds == GyroHolds::increments && s[i].dt > 0 ? s[i].gyro / s[i].dt : s[i].gyro;
        out.rows.push_back(row);
    }
}

// The smoother takes the mean rate of the time that ends at a row.
void make_mean_rates(GyroHolds holds, std::vector<Sample<double>>& samples) {
    if (holds == GyroHolds::mean) return;
    Vec3<double> before = samples.empty() ? Vec3<double>{} : samples.front().gyro;
    for (Sample<double>& s : samples) {
        const Vec3<double> now = s.gyro;
        if (holds == GyroHolds::increments)
            s.gyro = s.dt > 0 ? now / s.dt : Vec3<double>{};
        else
            s.gyro = 0.5 * (before + now);
        before = now;
    }
}

constexpr std::size_t rows_between_questions = 1024;

// The rows of a whole log go through the same door as those that come one by one, and give the same bits.
void run_online(const SensorLog& log, const Sensors& sensors, const EstimationSettings& settings, Estimation& out,
                std::exception_ptr* failure) {
    Sensors already_right;  // readings and reference are
    already_right.gyro_range = sensors.gyro_range;
    OnlineEstimation online(log, already_right, settings, [&](const LogRow& row, const EstimateRow& estimate) {
        out.samples.row.push_back(static_cast<std::size_t>(row.line));
        out.rows.push_back(estimate);
    });
    out.samples.row.clear();
    LogRow numbered;
    try {
        for (std::size_t i = 0; i < log.rows.size(); ++i) {
            numbered = log.rows[i];
            numbered.line = static_cast<int>(i);  // the number of the row, to find it again
            online.push(numbered);
            if (settings.stop && i % rows_between_questions == 0 && settings.stop()) throw Interrupted();
        }
        Estimation seen = online.finish();
        out.constants = seen.constants;
        out.gyro_range = seen.gyro_range;
        out.with_deviations = seen.with_deviations;
    } catch (const ComputationFailed&) {
        if (!failure) throw;
        *failure = std::current_exception();
    }
}

}  // namespace

void refuse_start(const SensorLog& log, const LogSamples& samples) {
    const TimeReport& t = samples.time;
    const double seconds = t.end - t.begin, needed = online_tuning<double>().start_time,
                 without_gaps = t.median * static_cast<double>(t.good);
    if (std::min(seconds, without_gaps) < needed)
        throw InputError(
            {log.name, 0, "t"},
            fmt::format("the log lasts {:.3g} s{}; the first {:g} s are needed to find up and north",
                        std::min(seconds, without_gaps), seconds < needed ? "" : " without its gaps", needed));
    throw InputError(
        {log.name, 0, "acc_x"},
        "no direction is felt in the first moments: the accelerometer says nothing there, or nothing but 0");
}

void turn_reference(SensorLog& log, const Sensors& sensors) {
    const Quaternion<double> turn = conjugate(world_from_enu(sensors.world));
    for (LogRow& r : log.rows)
        if (r.has_truth) r.truth = turn * r.truth;
}

Estimation estimate_log(const SensorLog& log, const Sensors& sensors, const EstimationSettings& settings,
                        std::exception_ptr* failure) {
    Estimation out;
    for (const LogRow& row : log.rows) refuse_absurd(log, row);
    const bool gyro_only = settings.estimator == "gyro";
    out.samples = samples_of(log, {settings.six_axis, gyro_only, settings.holds});
    out.gyro_range = sensors.gyro_range > 0 ? sensors.gyro_range : settings.find_clipping ? out.samples.clipped_at : 0;
    if (settings.estimator == "smoother") make_mean_rates(settings.holds, out.samples.samples);
    if (gyro_only) {
        run_gyro_only(log, settings, out);
    } else if (settings.estimator == "smoother") {
        SmootherSettings s;
        s.iterations = settings.iterations;
        s.tuning.gyro_range = out.gyro_range;
        if (sensors.gyro_delay) s.tuning.lateness = 0;
        Smoothed smoothed = smooth(out.samples.samples, s);
        if (!smoothed.constants.started) refuse_start(log, out.samples);
        out.rows = std::move(smoothed.rows);
        out.constants = smoothed.constants;
        out.last_change = smoothed.last_change;
        out.with_deviations = true;
    } else {
        run_online(log, sensors, settings, out, failure);
    }
    if (sensors.gyro_delay)
        for (EstimateRow& row : out.rows)
            row.attitude = normalise(row.attitude * exp_rotation(*sensors.gyro_delay * row.rate));
    const auto broken =
        std::find_if_not(out.rows.begin(), out.rows.end(), [](const EstimateRow& r) { return r.is_number(); });
    if (broken != out.rows.end()) {
        const ComputationFailed why(log.rows[out.samples.row[static_cast<size_t>(broken - out.rows.begin())]].t,
                                    "the estimate is no longer a number");
        if (!failure) throw why;
        *failure = std::make_exception_ptr(why);
        out.rows.erase(broken, out.rows.end());
        out.samples.row.resize(out.rows.size());
        out.samples.samples.resize(out.rows.size());
    }
    out.evaluations = evaluate(log, out.samples, out.rows);
    out.log_rows = log.rows.size();
    out.estimated_rows = out.rows.size();
    if (!out.rows.empty()) out.last = out.rows.back();
    for (const Sample<double>& s : out.samples.samples) out.has_field = out.has_field || s.has_magnetometer;
    return out;
}

bool gives_deviations(const std::string& estimator) { return estimator == "filter" || estimator == "smoother"; }

std::vector<Entry> estimator_entries() {
    const std::string page = "J. Sola, arXiv 1711.02508; M. Kok, J. Hol, T. Schon 2017";
    return {{"estimator",
             "filter",
             "online: error-state Kalman filter of 33 states with delay, scale, misalignment, hard iron, disturbance",
             {},
             "",
             page},
            {"estimator",
             "smoother",
             "offline: the whole log at once by Gauss-Newton over the same states",
             {},
             "",
             "B. Bell, SIAM J. Optim. 4 (1994) 626"},
            {"estimator",
             "small",
             "online, under 2 kB of state: integrated gyro, felt vertical and heading low-passed",
             {},
             "",
             "D. Laidig, T. Seel, Information Fusion 91 (2023) 187"},
            {"estimator",
             "gyro",
             "the gyro alone, integrated with coning terms",
             {},
             "",
             "R. Miller 1983; M. Ignagni 1990"}};
}

}  // namespace polhode::estimate
