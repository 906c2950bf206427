// Rows of a log out of the messages of an MCAP file: one for each Imu message, with the field that has come since the
// one before.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "polhode/estimate/sources/imu_messages.hpp"
#include "polhode/links/mcap_messages.hpp"

namespace polhode::estimate {

class ImuRows {
 public:
    // t, gyro, accelerometer, magnetometer (uT): ten numbers, NaN for what is not there.
    using Use = std::function<void(const std::vector<double>&)>;

    // `topics`: those that are listened to; none: the first Imu and the first MagneticField that speak.
    ImuRows(std::string file, std::vector<std::string> topics, Use use);

    void take(std::string_view bytes);
    // No more bytes will come. Throws InputError where no message was of use.
    void finish();
    // What its reader should know, in whole sentences.
    const std::vector<std::string>& notes() const { return notes_; }

 private:
    void message(std::uint16_t channel, std::uint64_t log_time, std::string_view data);
    bool listens_to(std::uint16_t channel, const McapChannel& about, ImuMessage kind);
    // A message with both of its times, ns: of its header (0 where nobody filled it in) and of the log.
    struct Timed {
        ImuReading reading;
        std::int64_t logged = 0;
    };
    void imu(const Timed& message);
    std::int64_t time_of(const Timed& message) const {
        return by_log_time_ ? message.logged : message.reading.stamp_ns;
    }
    void row(const Timed& imu, const std::optional<Timed>& field);

    std::string file_;
    std::vector<std::string> topics_;
    Use use_;
    McapStream stream_;
    std::optional<std::uint16_t> chosen_[2];  // the channels of Imu and of MagneticField
    // Whether nobody fills in the stamps of Imu messages, two of them tell: a simulation may begin at 0.
    bool clock_is_known_ = false, by_log_time_ = false;
    std::optional<Timed> first_;                                            // message
    std::optional<std::pair<Timed, std::optional<Timed>>> first_imu_held_;  // and the field before it
    std::optional<std::int64_t> first_time_;
    std::optional<Timed> field_;
    std::uint64_t messages_ = 0;
    std::vector<std::string> passed_over_, notes_;
    std::vector<double> cells_;
};

}  // namespace polhode::estimate
