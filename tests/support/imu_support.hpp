// The rows of a log in the other forms in which readings come: JSON objects, MAVLink, and MCAP as ROS 2 records it.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "polhode/estimate/sensor_log.hpp"
#include "polhode/links/crc32.hpp"
#include "polhode/links/mavlink.hpp"
#include "polhode/links/mavlink_messages.hpp"
#include "polhode/links/wire_bytes.hpp"

namespace polhode::test {

inline std::string json_lines(const std::vector<estimate::LogRow>& rows) {
    const auto three = [](bool there, const Vec3<double>& v) {
        return there ? fmt::format("[{},{},{}]", v[0], v[1], v[2]) : std::string("[null,null,null]");
    };
    std::string text;
    for (const estimate::LogRow& r : rows)
        text += fmt::format("{{\"t\":{},\"gyr\":{},\"acc\":{},\"mag\":{}}}\n", r.t, three(r.has_gyro, r.gyro),
                            three(r.has_accelerometer, r.accelerometer), three(r.has_magnetometer, r.magnetometer));
    return text;
}

inline MavlinkSensor mavlink_sensor(const estimate::LogRow& row) {
    MavlinkSensor s;
    for (std::size_t k = 0; k < 3; ++k) {
        s.gyro[k] = row.gyro[static_cast<int>(k)];
        s.acceleration[k] = row.accelerometer[static_cast<int>(k)];
        s.magnetic_field[k] = 0.01 * row.magnetometer[static_cast<int>(k)];  // gauss
    }
    s.updated = row.has_magnetometer ? 0x1FF : 0x3F;
    return s;
}
// The same packet (no flags, no signature) as MAVLink 1 has it: six bytes of head, and zeros at the end are sent.
inline std::string as_mavlink_1(const std::string& packet, const mavlink::Message& message) {
    std::string payload = packet.substr(10, static_cast<unsigned char>(packet[1]));
    payload.resize(message.bytes(false), '\0');
    const std::string head{static_cast<char>(payload.size()), packet[4], packet[5], packet[6], packet[7]};
    const std::uint16_t crc =
        mavlink::crc_with(mavlink::crc_with(mavlink::crc_start, head + payload), message.crc_extra());
    return '\xFE' + head + payload + static_cast<char>(crc & 0xFF) + static_cast<char>(crc >> 8);
}
// One packet a row, in one text each.
inline std::vector<std::string> mavlink_packets(const std::vector<estimate::LogRow>& rows) {
    std::vector<std::string> all;
    MavlinkSender sender;
    for (const estimate::LogRow& row : rows) {
        all.emplace_back();
        write_mavlink_highres_imu(all.back(), sender, row.t, mavlink_sensor(row));
    }
    return all;
}

// A message of ROS 2 as CDR, either end first: a stamp, a frame's name, numbers.
template <End end = End::little>
std::string cdr(double t, const std::string& frame, const std::vector<double>& numbers) {
    std::string body;
    WireWriter<end> to(body);
    const double seconds = std::floor(t);
    to.i32(static_cast<std::int32_t>(seconds));
    to.u32(static_cast<std::uint32_t>(std::lround(1e9 * (t - seconds))));
    to.u32(static_cast<std::uint32_t>(frame.size() + 1));
    body += frame + '\0';
    body.append((8 - body.size() % 8) % 8, '\0');
    for (const double x : numbers) to.f64(x);
    return std::string("\0", 1) + (end == End::little ? '\1' : '\0') + std::string("\0\0", 2) + body;
}
inline std::vector<double> imu_numbers(const estimate::LogRow& row) {
    std::vector<double> x{1, 0, 0, 0};
    x.resize(4 + 9);
    for (int k = 0; k < 3; ++k) x.push_back(row.gyro[k]);
    x.resize(x.size() + 9);
    x[4 + 9 + 3] = row.has_gyro ? 0.01 : -1;
    for (int k = 0; k < 3; ++k) x.push_back(row.accelerometer[k]);
    x.resize(x.size() + 9);
    return x;
}
inline std::vector<double> field_numbers(const estimate::LogRow& row) {
    std::vector<double> x;
    for (int k = 0; k < 3; ++k) x.push_back(1e-6 * row.magnetometer[k]);  // T
    x.resize(3 + 9);
    return x;
}

// An MCAP file record by record, in one chunk or in none, so that a test can break each.
class McapBytes {
 public:
    std::string record(std::uint8_t opcode, const std::string& content) const {
        std::string out;
        WireWriter<End::little> to(out);
        to.u8(opcode);
        to.u64(content.size());
        return out + content;
    }
    void schema(std::uint16_t id, const std::string& name) {
        add(0x03, u16(id) + text(name) + text("ros2msg") + text(""));
    }
    void channel(std::uint16_t id, std::uint16_t schema, const std::string& topic, const std::string& encoding) {
        add(0x04, u16(id) + u16(schema) + text(topic) + text(encoding) + text(""));
    }
    void message(std::uint16_t channel, std::uint64_t time_ns, const std::string& data) {
        std::string content = u16(channel);
        WireWriter<End::little> to(content);
        to.u32(0);
        to.u64(time_ns);
        to.u64(time_ns);
        add(0x05, content + data);
    }
    void add(std::uint8_t opcode, const std::string& content) { records_ += record(opcode, content); }

    std::string file(bool chunked, bool with_end = true) const {
        std::string out("\x89MCAP0\r\n", 8);
        out += record(0x01, text("ros2") + text("a test"));
        if (chunked) {
            std::string chunk;
            WireWriter<End::little> to(chunk);
            to.u64(0);
            to.u64(0);
            to.u64(records_.size());
            Crc32 crc;
            crc.take(records_);
            to.u32(crc.value());
            chunk += text("");
            to.u64(records_.size());
            out += record(0x06, chunk + records_);
        } else {
            out += records_;
        }
        out += record(0x09, std::string(40, 'x'));  // an attachment: nobody looks at it
        if (with_end)
            out += record(0x0F, std::string(4, '\0')) + record(0x02, std::string(20, '\0')) +
                   std::string("\x89MCAP0\r\n", 8);
        return out;
    }
    static std::string u16(std::uint16_t x) {
        std::string out;
        WireWriter<End::little>(out).u16(x);
        return out;
    }
    static std::string text(const std::string& words) {
        std::string out;
        WireWriter<End::little>(out).u32(static_cast<std::uint32_t>(words.size()));
        return out + words;
    }

 private:
    std::string records_;
};

// As a robot records it: the gyro with the accelerometer on one topic, the field on another.
inline McapBytes ros_recording(const std::vector<estimate::LogRow>& rows) {
    McapBytes mcap;
    mcap.schema(1, "sensor_msgs/msg/Imu");
    mcap.schema(2, "sensor_msgs/msg/MagneticField");
    mcap.channel(7, 1, "/imu/data_raw", "cdr");
    mcap.channel(8, 2, "/imu/mag", "cdr");
    for (const estimate::LogRow& row : rows) {
        const auto time = static_cast<std::uint64_t>(std::llround(1e9 * row.t));
        if (row.has_magnetometer) mcap.message(8, time, cdr(row.t, "mag", field_numbers(row)));
        mcap.message(7, time, cdr(row.t, "imu_link", imu_numbers(row)));
    }
    return mcap;
}

}  // namespace polhode::test
