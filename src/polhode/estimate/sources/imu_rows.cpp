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
    const bool without_log_time = log_time > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (without_log_time && reading.stamp_ns == 0)
        throw InputError({file_, 0, ""},
                         fmt::format("message {} was logged at {} ns: it is damaged", messages_, log_time));
    const Timed timed{reading, without_log_time ? 0 : static_cast<std::int64_t>(log_time)};
    if (!first_) first_ = timed;
    if (kind == ImuMessage::imu) return imu(timed);
    field_ = timed;
}

void ImuRows::imu(const Timed& message) {
    const bool stamped = message.reading.stamp_ns != 0;
    if (!clock_is_known_ && !stamped && !first_imu_held_) {
        first_imu_held_.emplace(message, std::exchange(field_, {}));
        return;
    }
    if (!std::exchange(clock_is_known_, true)) {
        by_log_time_ = !stamped;
        if (by_log_time_)
            notes_.push_back(file_ + ": messages have no stamps; the times at which they were logged are used");
        if (first_imu_held_) row(first_imu_held_->first, first_imu_held_->second);
    }
    row(message, std::exchange(field_, {}));
}

void ImuRows::row(const Timed& imu, const std::optional<Timed>& field) {
    const std::int64_t time = time_of(imu);
    // of a field without a stamp nobody knows when it was
    if (!first_time_) first_time_ = by_log_time_ || first_->reading.stamp_ns != 0 ? time_of(*first_) : time;
    // seconds are counted from the first message: of those since 1970 a double has no fine ones
    cells_.assign(1, static_cast<double>(time - *first_time_) / 1e9);
    cells_.insert(cells_.end(), imu.reading.first.begin(), imu.reading.first.end());
    cells_.insert(cells_.end(), imu.reading.second.begin(), imu.reading.second.end());
    const bool fresh = field && time_of(*field) <= time;
    for (std::size_t k = 0; k < 3; ++k) cells_.push_back(fresh ? microtesla * field->reading.first[k] : not_there);
    // a field of later waits for its row
    if (field && !fresh && !field_) field_ = field;
    use_(cells_);
}

void ImuRows::finish() {
    if (!clock_is_known_ && first_imu_held_) {
        by_log_time_ = clock_is_known_ = true;
        row(first_imu_held_->first, first_imu_held_->second);
    }
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
