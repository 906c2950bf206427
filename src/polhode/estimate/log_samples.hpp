// From the rows of a log to samples that the estimators take: bad time stamps left out, holes bridged or owned up to,
// and refusals of what cannot be right.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "polhode/estimate/block.hpp"
#include "polhode/estimate/gyro_only.hpp"
#include "polhode/estimate/log_time.hpp"
#include "polhode/estimate/sensor_log.hpp"

namespace polhode::estimate {

// The longest hole over which the rate is interpolated, s; over longer ones the attitude is kept, and less sure.
inline constexpr double longest_bridge = 0.1;

struct LogSamples {
    std::vector<Sample<double>> samples;
    std::vector<std::size_t> row;  // of the log, for each sample
    TimeReport time;
    double rate_rms = 0;      // rad/s, of what the gyro column holds
    double clipped_at = 0;    // rad/s, where the gyro seems to clip; 0: nowhere
    std::size_t clipped = 0;  // samples that lie there
    bool held_magnetometer = false;
    std::vector<std::string> notes;
};

struct SampleSettings {
    bool six_axis = false;   // leave the magnetometer out
    bool gyro_only = false;  // nothing is asked of the accelerometer
    GyroHolds holds = GyroHolds::mean;
};

TimeReport judged_times_of(const std::vector<LogRow>& rows);
// What is strange about them. `line`: of a row as the report numbers it.
void write_time_notes(const std::string& name, const TimeReport& time,
                      const std::function<std::size_t(std::size_t)>& line, std::vector<std::string>& notes);

// Throws InputError where a reading, put right, is beyond what can be estimated with: a hundred thousand turns a
// second, a million g.
void refuse_absurd(const SensorLog& facts, const LogRow& row);

// Throws InputError with the reason where the log cannot be what it says.
LogSamples samples_of(const SensorLog& log, const SampleSettings& settings);

// What the first moments of a log show of it, for those who take its rows as they come.
struct FirstMoments {
    double interval = 0;  // s, between rows
};
// Throws InputError where they cannot be what they say.
FirstMoments judge_first_moments(const SensorLog& first);

// Where a gyro clips, judged from its readings as they come. Ten or more lie within 0.05 % of the largest, three or
// more in a row, and the one before or after them is 1 % lower: no smooth peak is that flat between such steep sides (a
// sine sampled so coarsely has one reading in the band), and a steady rate has no sides.
class ClippingWatch {
 public:
    void add(const Vec3<double>& gyro);
    double clips_at() const { return counted_ >= 10 && largest_ >= 1 ? largest_ : 0; }  // rad/s; 0: nowhere
    std::size_t samples() const { return counted_; }                                    // that lie there

 private:
    double largest_ = 0, before_ = 0;
    std::size_t run_ = 0, counted_ = 0;
    bool steep_ = false;
};
// Of a whole log; 0: it does not clip.
double found_clipping(const SensorLog& log, std::size_t& samples);

}  // namespace polhode::estimate
