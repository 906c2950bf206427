#include "polhode/estimate/sample_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "polhode/base/diagnostic.hpp"

namespace polhode::estimate {

namespace {

// What is waited for before the first sample: as long as a filter needs to find up and north.
constexpr double first_moments = 0.3;  // s
constexpr std::size_t fewest_rows = 8, most_rows = 4096;
// More than a whole turn is not missed: the attitude is unknown by then.
constexpr double largest_gap_noise = 3;  // rad

}  // namespace

SampleStream::SampleStream(const SensorLog& facts, const StreamSettings& settings, Use use)
    : facts_(facts), settings_(settings), use_(std::move(use)), range_(settings.gyro_range) {}

void SampleStream::push(const LogRow& row) {
    ++rows_;
    if (begun_) {
        learn(row);
        return judge(row);
    }
    first_.push_back(row);
    if ((row.t - first_.front().t >= first_moments && first_.size() >= fewest_rows) || first_.size() >= most_rows)
        begin();
}

void SampleStream::finish() {
    if (!begun_) begin();
    // a gyro that does not speak again: nothing is bridged
    for (const Waiting& w : silent_) emit(w.row, w.sample);
    silent_.clear();
    // a whole log would not have been begun with
    if (rates_ == 0) throw InputError({facts_.name, 0, "gyr_x"}, "the gyro says nothing in any row");
    write_notes();
}

// The first rows are judged as a log of their own.
void SampleStream::begin() {
    begun_ = true;
    SensorLog log = facts_;
    log.rows = first_;
    time_.median = judge_first_moments(log).interval;
    time_.begin = time_.end = first_.front().t;
    for (const LogRow& row : first_) learn(row);
    for (const LogRow& row : first_) judge(row);
    first_.clear();
    first_.shrink_to_fit();
}

void SampleStream::learn(const LogRow& row) {
    if (row.has_gyro) {
        rate_squares_ += dot(row.gyro, row.gyro);
        ++rates_;
        clipping_.add(row.gyro);
        if (settings_.find_clipping && !(settings_.gyro_range > 0)) range_ = clipping_.clips_at();
    }
    if (row.has_magnetometer) {
        ++fields_;
        if (had_field_ && last_field_ == row.magnetometer) ++repeated_;
        last_field_ = row.magnetometer;
        had_field_ = true;
    }
}

double SampleStream::rate_rms() const {
    return rates_ > 0 ? std::sqrt(rate_squares_ / static_cast<double>(rates_)) : 0;
}

double SampleStream::usual_rate() const { return rate_rms() * rate_of_reading(settings_.holds, time_.median); }

// Time stamps: a row that does not go forward is left out, a step of more than 1.5 medians is a gap.
void SampleStream::judge(const LogRow& row) {
    const double dt = has_last_ ? row.t - last_.t : 0;
    if (has_last_ && !(dt > 0)) {
        const bool twice = dt == 0;
        std::size_t& many = twice ? time_.duplicates : time_.backward;
        if (many++ == 0) (twice ? first_duplicate_line_ : first_backward_line_) = row.line;
        ++left_out_;
        return;
    }
    // a row that was left out before this one took its place in time
    const bool gap = has_last_ && dt > (static_cast<double>(left_out_) + 1.5) * time_.median;
    left_out_ = 0;
    if (gap && time_.gaps++ == 0) first_gap_line_ = row.line;
    if (has_last_) {
        time_.largest = std::max(time_.largest, dt);
        time_.least = time_.good == 1 ? dt : std::min(time_.least, dt);
    }
    ++time_.good;
    time_.end = row.t;
    take(row, gap, dt);
    last_ = row;
    has_last_ = true;
}

void SampleStream::take(const LogRow& row, bool gap, double dt) {
    Sample<double> s;
    s.dt = dt;
    s.gyro = row.gyro;
    s.accelerometer = row.accelerometer;
    s.magnetometer = row.magnetometer;
    s.has_accelerometer = row.has_accelerometer;
    const bool held = 2 * repeated_ > fields_,
               repeats = has_last_ && last_.has_magnetometer && last_.magnetometer == row.magnetometer;
    s.has_magnetometer =
        !settings_.six_axis && row.has_magnetometer && norm(row.magnetometer) > 0 && !(held && repeats);
    if (gap && dt > longest_bridge) {
        s.gap_noise = std::min(usual_rate() * dt, largest_gap_noise);
        s.dt = time_.median;
    } else if (gap && row.has_gyro && has_last_ && last_.has_gyro) {
        s.gyro = reading_after_hole(settings_.holds, last_.gyro, row.gyro, dt, time_.median);
    }
    if (row.has_gyro) {
        release_bridged(s);
        last_gyro_ = row.gyro;
        had_gyro_ = true;
        silence_ = silence_told_ = 0;
        return emit(row, s);
    }
    silence_ += s.dt;
    silent_.push_back({row, s});
    if (had_gyro_ && silence_ + time_.median <= longest_bridge) return;
    // too long to be bridged: the attitude is kept, and less sure by what may have been missed until now
    for (Waiting& w : silent_) {
        const double missed = std::min(usual_rate() * silence_, largest_gap_noise);
        w.sample.gap_noise = std::sqrt(std::max(0.0, missed * missed - silence_told_ * silence_told_));
        silence_told_ = std::max(silence_told_, missed);
        emit(w.row, w.sample);
    }
    silent_.clear();
}

// A line between the rates before and after the silence.
void SampleStream::release_bridged(const Sample<double>& end) {
    const double rows = static_cast<double>(silent_.size());
    for (std::size_t k = 0; k < silent_.size(); ++k) {
        const double share = static_cast<double>(k + 1) / (rows + 1);
        silent_[k].sample.gyro = (1 - share) * last_gyro_ + share * end.gyro;
        emit(silent_[k].row, silent_[k].sample);
    }
    silent_.clear();
}

// Estimators take the mean rate of the time that ends now.
void SampleStream::emit(const LogRow& row, Sample<double> sample) {
    const Vec3<double> now = sample.gyro;
    if (settings_.holds == GyroHolds::increments) sample.gyro = sample.dt > 0 ? now / sample.dt : Vec3<double>{};
    if (settings_.holds == GyroHolds::sampled && has_emitted_) sample.gyro = 0.5 * (last_emitted_ + now);
    last_emitted_ = now;
    has_emitted_ = true;
    use_(row, sample);
}

void SampleStream::write_notes() {
    const std::string& name = facts_.name;
    if (time_.duplicates > 0)
        notes_.push_back(
            fmt::format("{}: {} rows have the time of the row before and are left out, the first in line {}", name,
                        time_.duplicates, first_duplicate_line_));
    if (time_.backward > 0)
        notes_.push_back(fmt::format("{}: {} rows go back in time and are left out, the first in line {}", name,
                                     time_.backward, first_backward_line_));
    if (time_.gaps > 0)
        notes_.push_back(fmt::format("{}: {} gaps, the longest {:.4g} s, the first before line {}", name, time_.gaps,
                                     time_.largest, first_gap_line_));
    if (range_ > 0 && !(settings_.gyro_range > 0))
        notes_.push_back(fmt::format("{}: the gyro seems to clip at {:.4g} rad/s: {} samples lie there", name, range_,
                                     clipping_.samples()));
    if (rate_rms() > 40 && !facts_.gyro_unit_named)
        notes_.push_back(
            fmt::format("{}: the gyro's root mean square is {:.4g} rad/s, which reads like deg/s taken for "
                        "rad/s; say --gyro-unit deg/s",
                        name, rate_rms()));
    if (!settings_.six_axis && fields_ > 0 && 2 * repeated_ > fields_)
        notes_.push_back(
            fmt::format("{}: the magnetometer repeats itself in {} of {} rows: it is slower than the log, "
                        "and only its changes are used",
                        name, repeated_, fields_));
    if (!settings_.six_axis && facts_.has_magnetometer && fields_ == 0)
        notes_.push_back(name + ": the magnetometer says nothing in any row; the heading is relative to the start");
}

}  // namespace polhode::estimate
