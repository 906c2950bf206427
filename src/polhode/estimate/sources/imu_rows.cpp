#include "polhode/estimate/sources/imu_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "polhode/base/contains.hpp"
#include "polhode/base/diagnostic.hpp"
#include "polhode/input/toml_text.hpp"

namespace polhode::estimate {

namespace {

constexpr double not_there = std::numeric_limits<double>::quiet_NaN();
constexpr double microtesla = 1e6;  // in one tesla

}  // namespace

ImuRows::ImuRows(std::string file, std::vector<std::string> topics, Use use)
    : file_(file), topics_(std::move(topics)), use_(std::move(use)), stream_(std::move(file)) {}

void ImuRows::take(std::string_view bytes) {
    stream_.take(bytes, [this](std::uint16_t channel, std::uint64_t time, std::string_view data) {
        message(channel, time, data);
    });
}

bool ImuRows::listens_to(std::uint16_t channel, const McapChannel& about, ImuMessage kind) {
    auto& chosen = chosen_[kind == ImuMessage::imu ? 0 : 1];
    if (chosen) {
        const bool another = *chosen != channel && !contains(passed_over_, about.topic) &&
                             (topics_.empty() || contains(topics_, about.topic));
        if (another) passed_over_.push_back(about.topic);
        return *chosen == channel;
    }
    if (!topics_.empty() && !contains(topics_, about.topic)) return false;
    chosen = channel;
    return true;
}

void ImuRows::message(std::uint16_t channel, std::uint64_t log_time, std::string_view data) {
    const McapChannel& about = stream_.channels().at(channel);
    const ImuMessage kind = imu_message_of(about.schema_name);
    if (kind == ImuMessage::none || !listens_to(channel, about, kind)) return;
    ++messages_;
    ImuReading reading;
    if (const std::string why = read_imu_message(kind, about.encoding, data, reading); !why.empty())
        throw InputError({file_, 0, ""},
                         fmt::format("message {} of '{}': {}", messages_, escaped_for_message(about.topic), why));
    if (!first_time_) {
        by_log_time_ = reading.stamp_ns == 0;
        if (by_log_time_)
            notes_.push_back(file_ + ": messages have no stamps; the times at which they were logged are used");
    }
    if (by_log_time_ && log_time > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        throw InputError({file_, 0, ""},
                         fmt::format("message {} was logged at {} ns: it is damaged", messages_, log_time));
    const std::int64_t time = by_log_time_ ? static_cast<std::int64_t>(log_time) : reading.stamp_ns;
    if (!first_time_) first_time_ = time;
    if (kind == ImuMessage::imu) return row(time, reading);
    field_ = reading;
    field_time_ = time;
}

void ImuRows::row(std::int64_t time, const ImuReading& imu) {
    // seconds are counted from the first message: of those since 1970 a double has no fine ones
    cells_.assign(1, static_cast<double>(time - *first_time_) / 1e9);
    cells_.insert(cells_.end(), imu.first.begin(), imu.first.end());
    cells_.insert(cells_.end(), imu.second.begin(), imu.second.end());
    const bool fresh = field_ && field_time_ <= time;
    for (std::size_t k = 0; k < 3; ++k) cells_.push_back(fresh ? microtesla * field_->first[k] : not_there);
    if (fresh) field_.reset();
    use_(cells_);
}

void ImuRows::finish() {
    if (!passed_over_.empty())
        notes_.push_back(
            fmt::format("{}: other channels of readings are passed over ({}); --topic says which are meant", file_,
                        escaped_for_message(fmt::format("{}", fmt::join(passed_over_, ", ")), 200)));
    if (!stream_.ended()) notes_.push_back(file_ + ": the file has no end: it was cut short, and is read up to there");
    if (chosen_[0]) return;
    std::vector<std::string> there;
    for (const auto& [id, channel] : stream_.channels())
        there.push_back(fmt::format("{} ({} as {})", escaped_for_message(channel.topic),
                                    escaped_for_message(channel.schema_name), escaped_for_message(channel.encoding)));
    throw InputError({file_, 0, ""}, fmt::format("no message of sensor_msgs/msg/Imu came{}{}",
                                                 topics_.empty() ? "" : " on the topics named",
                                                 there.empty() ? "" : "; its channels: " + listed(there)));
}

}  // namespace polhode::estimate
