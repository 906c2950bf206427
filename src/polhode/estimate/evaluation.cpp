#include "polhode/estimate/evaluation.hpp"

#include <cmath>
#include <numbers>

namespace polhode::estimate {

// total = 2 acos |w|, heading = 2 atan |z/w|, inclination = 2 acos sqrt(w^2 + z^2), by arc tangents, which lose no
// digits where errors are small (BROAD paper, section 4.1)
AttitudeError attitude_error(const Quaternion<double>& q, const Quaternion<double>& o) {
    const Quaternion<double> e = q * conjugate(o);
    const double across = std::hypot(e.x, e.y);
    return {2 * std::atan2(std::hypot(across, e.z), std::fabs(e.w)), 2 * std::atan2(std::fabs(e.z), std::fabs(e.w)),
            2 * std::atan2(across, std::hypot(e.w, e.z))};
}

namespace {

// Sums of squares and counts, until mean_of() makes an evaluation of them.
void add_error(Evaluation& r, double t, const EstimateRow& row, const Quaternion<double>& truth) {
    if (r.rows == 0) r.begin = t;
    r.end = t;
    ++r.rows;
    const AttitudeError e = attitude_error(row.attitude, truth);
    r.total += e.total * e.total;
    r.heading += e.heading * e.heading;
    r.inclination += e.inclination * e.inclination;
    const Vec3<double> v = log_rotation(row.attitude * conjugate(truth));
    r.heading_within_1 += std::fabs(v[2]) < row.heading_deviation;
    r.heading_within_2 += std::fabs(v[2]) < 1.96 * row.heading_deviation;
    for (int i = 0; i < 2; ++i) {
        r.tilt_within_1 += 0.5 * (std::fabs(v[i]) < row.tilt_deviation);
        r.tilt_within_2 += 0.5 * (std::fabs(v[i]) < 1.96 * row.tilt_deviation);
    }
}

Evaluation mean_of(Evaluation r) {
    const double n = static_cast<double>(r.rows), to_degrees = 180 / std::numbers::pi;
    for (double* x : {&r.total, &r.heading, &r.inclination}) *x = to_degrees * std::sqrt(*x / n);
    for (double* x : {&r.heading_within_1, &r.heading_within_2, &r.tilt_within_1, &r.tilt_within_2}) *x /= n;
    return r;
}

}  // namespace

void Evaluator::add(const LogRow& row, const EstimateRow& estimate) {
    if (!row.moving && phase_.rows > 0) {
        phases_.push_back(mean_of(phase_));
        phase_ = Evaluation{};
    }
    if (!row.moving || !row.has_truth) return;
    add_error(all_, row.t, estimate, row.truth);
    add_error(phase_, row.t, estimate, row.truth);
}

std::vector<Evaluation> Evaluator::done() {
    if (all_.rows == 0) return {};
    std::vector<Evaluation> result{mean_of(all_)};
    result.insert(result.end(), phases_.begin(), phases_.end());
    if (phase_.rows > 0) result.push_back(mean_of(phase_));
    return result;
}

std::vector<Evaluation> evaluate(const SensorLog& log, const LogSamples& samples,
                                 const std::vector<EstimateRow>& rows) {
    Evaluator evaluator;
    for (size_t i = 0; i < rows.size(); ++i) evaluator.add(log.rows[samples.row[i]], rows[i]);
    return evaluator.done();
}

}  // namespace polhode::estimate
