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
        unjudged_.push_back({row, false});
        return order_->push(row.t);
    }
    first_.push_back(row);
    if (first_moments_are_over()) begin();
}

bool SampleStream::first_moments_are_over() const {
    if (first_.size() >= most_rows) return true;
    const double since = first_.back().t - first_.front().t;
    if (first_.size() < fewest_rows || std::fabs(since) < first_moments) return false;
    if (since > 0) return true;
    // the first row may be the one that is wrong
    const TimeReport time = judged_times_of(first_);
    return time.end - time.begin >= first_moments;
}

void SampleStream::finish() {
    if (!begun_) begin();
    order_->finish();
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
    order_.emplace(time_.median, [this](std::size_t, TimeVerdict verdict, double dt) { judged(verdict, dt); });
    for (const LogRow& row : first_) learn(row);
    for (const LogRow& row : first_) unjudged_.push_back({row, true});
    for (const LogRow& row : first_) order_->push(row.t);
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

// The verdict on the row that waits longest.
void SampleStream::judged(TimeVerdict verdict, double dt) {
    const Unjudged next = std::move(unjudged_.front());
    unjudged_.pop_front();
    if (!next.learnt) learn(next.row);
    time_.count(static_cast<std::size_t>(next.row.line), verdict);
    if (is_left_out(verdict)) return;
    time_.count_good(next.row.t, dt);
    take(next.row, verdict == TimeVerdict::gap, dt);
    last_ = next.row;
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
    write_time_notes(
        name, time_, [](std::size_t line) { return line; }, notes_);
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
