// Rows of a log out of the messages of an MCAP file: one for each Imu message, with the field that has come since the
// one before.
#pragma once

#include <functional>
#include <optional>
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
    void row(std::int64_t time, const ImuReading& imu);

    std::string file_;
    std::vector<std::string> topics_;
    Use use_;
    McapStream stream_;
    std::optional<std::uint16_t> chosen_[2];  // the channels of Imu and of MagneticField
    std::optional<std::int64_t> first_time_;
    bool by_log_time_ = false;  // nobody fills in the stamps
    std::optional<ImuReading> field_;
    std::int64_t field_time_ = 0;
    std::uint64_t messages_ = 0;
    std::vector<std::string> passed_over_, notes_;
    std::vector<double> cells_;
};

}  // namespace polhode::estimate
