// Integrators "filter", "smoother" and "small": the estimators of `polhode estimate` as methods of a scenario, on
// readings whose truth is known. They are given [readings] and nothing else, not even the start attitude.
#include <cmath>

#include "polhode/estimate/small.hpp"
#include "polhode/estimators/online.hpp"
#include "polhode/estimators/smoother.hpp"
#include "polhode/problem/samples/sensor_samples.hpp"
#include "polhode/run/integrator_family.hpp"
#include "polhode/run/row_emitter.hpp"
#include "polhode/run/row_maker.hpp"

namespace polhode {

namespace {

IntegratorTraits estimators_traits(const std::string&) {
    IntegratorTraits t;
    t.steps = IntegratorTraits::Steps::own;
    t.double_alone = true;
    t.on_grid = false;
    t.not_compensated = "is an estimator; leave it out";
    return t;
}

void resolve_estimator(const Problem& problem, const Method& method, const RunSpan&, ResolvedMethod& m) {
    if (problem.dynamics() || !problem.readings)
        throw InputError(method.at("input"), "'" + m.integrator +
                                                 "' is an estimator and is given readings: say input = \"readings\", "
                                                 "and strap sensors to the [body] with [readings]");
    if (!problem.readings->has_accelerometer())
        throw InputError(method.at("integrator"), "'" + m.integrator +
                                                      "' needs an accelerometer to tell up from down: add a table "
                                                      "[readings.accelerometer]");
    if (method.step || method.tolerance)
        throw InputError(method.at(method.step ? "step" : "tolerance"),
                         "an estimator goes from reading to reading; leave it out");
    m.step = 1 / problem.readings->hertz();  // rows stand at readings
}

std::vector<estimate::Sample<double>> samples_of_readings(const SensorSamples& read) {
    std::vector<estimate::Sample<double>> all(read.t.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        estimate::Sample<double>& s = all[i];
        s.dt = i > 0 ? read.t[i] - read.t[i - 1] : 0;
        // estimators take the mean rate of the time that ends now
        s.gyro = read.mean_rates || i == 0 ? read.gyro[i] : 0.5 * (read.gyro[i - 1] + read.gyro[i]);
        s.accelerometer = read.accelerometer[i];
        s.has_magnetometer = !read.magnetometer.empty();
        if (s.has_magnetometer) s.magnetometer = read.magnetometer[i];
    }
    return all;
}

// Rows of the run out of those of an estimator, which stand at the readings.
class EstimatedRows {
 public:
    EstimatedRows(const RunJob& job, const SensorSamples& read, RowEmitter& rows)
        : read_(read), rows_(rows), maker_(job.problem), duration_(job.span.duration) {}

    // The next reading's; true: no more are wanted.
    bool take(const Quaternion<double>& attitude, const Vec3<double>& rate) {
        const double t = read_.t[at_], until = at_ + 1 < read_.t.size() ? read_.t[at_ + 1] : HUGE_VAL;
        if (at_++ > 0) rows_.count_step(read_.t[1] - read_.t[0]);
        // a run that ends between two readings ends there
        for (double due = rows_.row_time(next_); !done_ && due < until - 1e-9 * (1 + due);
             due = rows_.row_time(++next_)) {
            Row row;
            row.t = due;
            row.q_NB = due <= t ? attitude : normalise(attitude * exp_rotation((due - t) * rate));
            row.w_NB_B = rate;
            if (!is_finite(row.q_NB.params()) || !is_finite(row.w_NB_B))
                throw ComputationFailed(due, "the estimate is no longer a number");
            maker_.fill(row);
            rows_.emit(row);
            done_ = due >= duration_;
        }
        return done_ || rows_.asked_to_stop(t);
    }

 private:
    const SensorSamples& read_;
    RowEmitter& rows_;
    RowMaker maker_;
    double duration_;
    std::size_t at_ = 0;
    long next_ = 0;
    bool done_ = false;
};

void run_estimator(const RunJob& job) {
    const SensorSamples& read = job.problem.readings->sensors();
    const std::vector<estimate::Sample<double>> samples = samples_of_readings(read);
    RowEmitter rows(job.span, job.observer, job.statistics);
    EstimatedRows out(job, read, rows);
    const auto no_start = [] {
        throw ComputationFailed(0,
                                "no direction is felt in the first moments: the accelerometer says nothing but 0, "
                                "or the run is shorter than the 0.3 s that are needed to find up and north");
    };
    timed(rows, [&] {
        if (job.resolved.integrator == "small") {
            estimate::SmallFilter<double> filter(job.resolved.step);
            for (const estimate::Sample<double>& s : samples) {
                filter.predict(s.gyro);
                filter.accelerometer(s.accelerometer);
                if (s.has_magnetometer) filter.magnetometer(s.magnetometer);
                if (out.take(filter.attitude(), filter.rate())) return;
            }
        } else if (job.resolved.integrator == "smoother") {
            estimate::SmootherSettings settings;
            settings.tuning.gyro_range = read.gyro_range;
            const estimate::Smoothed smoothed = estimate::smooth(samples, settings);
            if (!smoothed.constants.started) no_start();
            for (const estimate::EstimateRow& row : smoothed.rows)
                if (out.take(row.attitude, row.rate)) return;
        } else {
            estimate::Tuning<double> tuning = estimate::online_tuning<double>();
            tuning.gyro_range = read.gyro_range;
            bool enough = false;
            const auto take = [&](const estimate::EstimateRow& row) {
                enough = enough || out.take(row.attitude, row.rate);
            };
            if (!estimate::run_filter(samples, tuning, take).started) no_start();
        }
    });
}

}  // namespace

IntegratorFamily estimators_family() {
    const auto entry = [](const char* name, const char* summary, const char* source) {
        return Entry{"integrator", name, summary, {}, "", source};
    };
    return {{entry("filter", "estimator, online: Kalman filter of 33 states on gyro, accelerometer and magnetometer",
                   "J. Sola, arXiv 1711.02508; M. Kok, J. Hol, T. Schon 2017"),
             entry("smoother", "estimator, offline: all readings at once by Gauss-Newton over the states of `filter`",
                   "B. Bell, SIAM J. Optim. 4 (1994) 626"),
             entry("small", "estimator, online, for small processors: vertical and heading low-passed",
                   "D. Laidig, T. Seel, Information Fusion 91 (2023) 187")},
            estimators_traits,
            resolve_estimator,
            run_estimator};
}

}  // namespace polhode
