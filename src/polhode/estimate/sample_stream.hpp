// Rows of a log as they come, made into samples for an online estimator: what is known about the log is what its rows
// up to now have shown. The first moments are waited for, to learn how fast rows come and whether units can be right;
// a gyro that is silent is waited for as long as its silence may be bridged, and a row behind a gap for those that
// follow.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "polhode/estimate/gyro_only.hpp"
#include "polhode/estimate/log_samples.hpp"

namespace polhode::estimate {

struct StreamSettings {
    bool six_axis = false;
    GyroHolds holds = GyroHolds::mean;
    double gyro_range = 0;  // rad/s; 0: found from the readings
    bool find_clipping = true;
};

class SampleStream {
 public:
    using Use = std::function<void(const LogRow&, const Sample<double>&)>;

    // `facts`: of the header; must outlive this.
    SampleStream(const SensorLog& facts, const StreamSettings& settings, Use use);

    // Throws InputError where the log cannot be what it says.
    void push(const LogRow& row);
    // No more rows will come.
    void finish();

    double interval() const { return time_.median; }  // s, as the first moments show it
    double gyro_range() const { return range_; }      // rad/s, where the gyro clips; 0: not known to
    const TimeReport& time() const { return time_; }  // counts, without verdicts
    std::size_t rows() const { return rows_; }
    bool has_field() const { return had_field_; }
    // Whole sentences, once finished.
    const std::vector<std::string>& notes() const { return notes_; }

 private:
    bool first_moments_are_over() const;
    void begin();
    void judged(TimeVerdict verdict, double dt);
    void learn(const LogRow& row);
    void take(const LogRow& row, bool gap, double dt);
    void release_bridged(const Sample<double>& end);
    void emit(const LogRow& row, Sample<double> sample);
    double rate_rms() const;    // of what the column holds
    double usual_rate() const;  // rad/s
    void write_notes();

    struct Waiting {
        LogRow row;
        Sample<double> sample;
    };
    struct Unjudged {
        LogRow row;
        bool learnt = false;
    };

    const SensorLog& facts_;
    StreamSettings settings_;
    Use use_;
    std::vector<LogRow> first_;  // until it has begun
    bool begun_ = false;
    TimeReport time_;  // its first rows are lines here
    std::optional<TimeOrder> order_;
    std::deque<Unjudged> unjudged_;
    std::size_t rows_ = 0;
    LogRow last_;  // that was not left out
    bool has_last_ = false;
    // the gyro: how fast it turns, where it clips, and rows in which it was silent
    ClippingWatch clipping_;
    double rate_squares_ = 0, range_ = 0;
    std::size_t rates_ = 0;
    Vec3<double> last_gyro_, last_emitted_;
    bool had_gyro_ = false, has_emitted_ = false;
    std::vector<Waiting> silent_;
    double silence_ = 0, silence_told_ = 0;
    // the magnetometer: whether it repeats itself
    Vec3<double> last_field_;
    std::size_t fields_ = 0, repeated_ = 0;
    bool had_field_ = false;
    std::vector<std::string> notes_;
};

}  // namespace polhode::estimate
