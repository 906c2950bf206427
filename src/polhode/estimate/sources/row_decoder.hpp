// Rows of a log out of bytes as they come, in whatever pieces: text with columns, one JSON object a line, or MAVLink
// (HIGHRES_IMU, SCALED_IMU, RAW_IMU), or an MCAP file of ROS. Which of them it is, the first byte says. Packets may
// stand behind stamps of eight bytes, as ground stations write them (.tlog): such a file begins with a zero, and no
// text does.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "polhode/estimate/log_rows.hpp"
#include "polhode/estimate/sources/imu_rows.hpp"
#include "polhode/links/mavlink.hpp"

namespace polhode::estimate {

struct DecoderSettings {
    // Nobody knows when a live source began to speak: a table may come without its header (t, gyro, accelerometer,
    // magnetometer then), and what is not understood is counted and left out. A file is refused instead.
    bool live = false;
};

class RowDecoder {
 public:
    using Use = std::function<void(const LogRow&)>;

    RowDecoder(std::string name, LogSettings log, DecoderSettings settings, Use use);

    // Whether a log that begins so is a table.
    static bool holds_table(std::string_view bytes);
    // Throws InputError where topics are named and no MCAP file has them.
    static void refuse_topics(const LogSettings& settings, const std::string& name);
    void take(std::string_view bytes);
    void end_of_datagram();  // neither a line nor a packet goes over it
    void finish();           // no more bytes will come

    // What the header said; without rows. Its address does not change.
    const SensorLog& facts() const { return reader_.facts(); }
    bool has_header() const { return reader_.has_header(); }
    std::uint64_t not_understood() const { return not_understood_; }
    const std::string& first_fault() const { return first_fault_; }
    // Why there is no row.
    std::string nothing_came() const;

 private:
    enum class Kind { unknown, text, json, mavlink, mcap };
    static constexpr std::size_t longest_line = 1 << 16;  // bytes

    static Kind kind_of(char first);
    bool is_inside_a_packet(std::string_view text) const;
    void packets(std::string_view bytes);
    void line(std::string_view text, bool cut);
    bool text_line(std::string_view text, bool cut);  // true: row_ holds a row
    bool json_line(std::string_view text);
    void packet(const MavlinkPackets::Packet& packet);
    void finish_packets();
    void units_in_header();
    void numbers(const std::vector<double>& cells);
    void fault(const std::string& why);
    void fault(const InputError& why);

    std::string name_;
    DecoderSettings settings_;
    Use use_;
    LogSettings log_;
    LogRowReader reader_;
    Kind kind_ = Kind::unknown;
    std::string held_;  // a line that is not complete
    MavlinkPackets packets_;
    std::optional<ImuRows> imu_;
    // Whom the packets that are listened to come from: the first that spoke.
    struct Speaker {
        std::string_view message;
        unsigned system, component, sensor;
        bool operator==(const Speaker&) const = default;
    };
    static std::string words_for(const Speaker& speaker);
    std::optional<Speaker> speaker_;
    std::vector<Speaker> passed_over_;
    std::uint64_t other_packets_ = 0;
    int number_ = 0;
    std::uint64_t not_understood_ = 0;
    std::string first_fault_;
    std::vector<double> cells_;
    LogRow row_;
};

}  // namespace polhode::estimate
