#include "polhode/estimate/tools/two_recordings.hpp"

#include <algorithm>
#include <cmath>

namespace polhode::estimate {

namespace {

constexpr double a_gap = 1.5;              // steps
constexpr std::size_t longest_hole = 100;  // rows put into a gap: more than any window is wide

const LogRow& row_of(const SensorLog& log, const LogSamples& samples, std::size_t i) {
    return log.rows[samples.row[i]];
}
void put_row(const LogRow& r, TwoRecordings& both) {
    both.gyro.push_back(r.gyro);
    both.has_gyro.push_back(r.has_gyro);
    both.attitudes.push_back(r.truth);
    both.has_attitude.push_back(r.has_truth);
}
void put_hole(std::size_t rows, TwoRecordings& both) {
    for (; rows > 0; --rows) put_row(LogRow{}, both);
}

}  // namespace

bool has_uneven_steps(const LogSamples& samples) { return samples.time.jitter > 0.01; }

TwoRecordings recordings_by_row(const SensorLog& log, const LogSamples& samples) {
    TwoRecordings both;
    both.dt = samples.time.median;
    both.begin = samples.time.begin;
    for (std::size_t i = 0; i < samples.row.size(); ++i) {
        const LogRow& r = row_of(log, samples, i);
        if (i > 0) {
            const double steps = (r.t - row_of(log, samples, i - 1).t) / both.dt;
            if (steps > a_gap) {
                const double missed = std::max(1.0, std::round(steps) - 1);
                put_hole(static_cast<std::size_t>(std::min(missed, static_cast<double>(longest_hole))), both);
            }
        }
        put_row(r, both);
    }
    return both;
}

TwoRecordings recordings_by_time(const SensorLog& log, const LogSamples& samples) {
    TwoRecordings both;
    both.dt = samples.time.median;
    both.begin = samples.time.begin;
    double next = both.begin;  // time of the row that comes
    for (std::size_t i = 0; i + 1 < samples.row.size(); ++i) {
        const LogRow &low = row_of(log, samples, i), &high = row_of(log, samples, i + 1);
        if (high.t - low.t > a_gap * both.dt) {
            // rows go on at the far side of the gap
            put_hole(longest_hole, both);
            next = high.t;
            continue;
        }
        for (; next <= high.t; next += both.dt) {
            const double share = (next - low.t) / (high.t - low.t);
            LogRow r;
            r.has_gyro = low.has_gyro && high.has_gyro;
            r.has_truth = low.has_truth && high.has_truth;
            r.gyro = (1 - share) * low.gyro + share * high.gyro;
            r.truth = low.truth;
            if (r.has_truth)
                r.truth = low.truth * exp_rotation(share * log_rotation(conjugate(low.truth) * high.truth));
            put_row(r, both);
        }
    }
    return both;
}

}  // namespace polhode::estimate
