#include "polhode/links/mavlink.hpp"

#include <bit>
#include <cmath>

#include "polhode/links/mavlink_messages.hpp"
#include "polhode/links/wire_bytes.hpp"

namespace polhode {

namespace {

constexpr std::uint8_t packet_mark = 0xFD, mavlink_1_mark = 0xFE;
constexpr std::size_t head_bytes = 10, head_bytes_1 = 6, crc_bytes = 2, signature_bytes = 13;
constexpr std::int16_t axis_absent = 32767;
constexpr double full_axis = 1000;

using Little = WireWriter<End::little>;

std::uint32_t milliseconds(double t) { return nearest_integer<std::uint32_t>(1e3 * t); }
std::uint64_t microseconds(double t) { return t > 0 ? static_cast<std::uint64_t>(std::llround(1e6 * t)) : 0; }

// Head, payload, checksum; mavlink.io, Packet Serialization: MAVLink 2 packet format
template <class Fill>
void write_packet(std::string& bytes, MavlinkSender& sender, const mavlink::Message& message, Fill fill) {
    const std::size_t begin = bytes.size();
    Little w(bytes);
    w.u8(packet_mark);
    w.zeros(3);  // length, later; no flags
    w.u8(sender.sequence++);
    w.u8(sender.system);
    w.u8(sender.component);
    for (int k = 0; k < 3; ++k) w.u8(static_cast<std::uint8_t>(message.id >> 8 * k));
    fill(w);
    // Zeros at the end are not sent, but one byte always is.
    while (bytes.size() > begin + head_bytes + 1 && bytes.back() == '\0') bytes.pop_back();
    bytes[begin + 1] = static_cast<char>(bytes.size() - begin - head_bytes);
    const std::uint16_t crc = mavlink::crc_with(mavlink::crc_start, std::string_view(bytes).substr(begin + 1));
    w.u16(mavlink::crc_with(crc, message.crc_extra()));
}

void three(Little& w, const std::array<double, 3>& x) {
    for (const double value : x) w.f32(value);
}

}  // namespace

void write_mavlink_heartbeat(std::string& bytes, MavlinkSender& sender) {
    constexpr std::uint8_t active = 4, version = 3;
    write_packet(bytes, sender, mavlink::heartbeat, [](Little& w) {
        w.zeros(4 + 3);  // mode; a generic vehicle with a generic autopilot: a ground station would not be shown
        w.u8(active);
        w.u8(version);
    });
}

void write_mavlink_system_time(std::string& bytes, MavlinkSender& sender, std::uint64_t unix_us, double t) {
    write_packet(bytes, sender, mavlink::system_time, [&](Little& w) {
        w.u64(unix_us);
        w.u32(milliseconds(t));
    });
}

void write_mavlink_attitude(std::string& bytes, MavlinkSender& sender, double t, const AircraftAttitude& attitude) {
    write_packet(bytes, sender, mavlink::attitude, [&](Little& w) {
        w.u32(milliseconds(t));
        three(w, {attitude.roll, attitude.pitch, attitude.heading});
        three(w, attitude.rate);  // body rates, by practice
    });
}

void write_mavlink_quaternion(std::string& bytes, MavlinkSender& sender, double t, const AircraftAttitude& attitude) {
    write_packet(bytes, sender, mavlink::attitude_quaternion, [&](Little& w) {
        w.u32(milliseconds(t));
        for (const double x : attitude.q) w.f32(x);
        three(w, attitude.rate);
    });
}

void write_mavlink_hil_state(std::string& bytes, MavlinkSender& sender, double t, const AircraftAttitude& attitude,
                             const MavlinkPlace& place) {
    write_packet(bytes, sender, mavlink::hil_state_quaternion, [&](Little& w) {
        w.u64(microseconds(t));
        for (const double x : attitude.q) w.f32(x);
        three(w, attitude.rate);
        w.i32(nearest_integer<std::int32_t>(1e7 * place.latitude));
        w.i32(nearest_integer<std::int32_t>(1e7 * place.longitude));
        w.i32(nearest_integer<std::int32_t>(1e3 * place.altitude));
        w.zeros(3 * 2 + 2 * 2 + 3 * 2);  // it stands in still air
    });
}

// What both messages of sensors begin with (their tables: mavlink_messages.hpp).
static void write_sensor(Little& w, double t, const MavlinkSensor& sensor) {
    w.u64(microseconds(t));
    three(w, sensor.acceleration);
    three(w, sensor.gyro);
    three(w, sensor.magnetic_field);
    for (const double x : {sensor.pressure, sensor.pressure_difference, sensor.pressure_altitude, sensor.temperature})
        w.f32(x);
}

void write_mavlink_hil_sensor(std::string& bytes, MavlinkSender& sender, double t, const MavlinkSensor& sensor) {
    write_packet(bytes, sender, mavlink::hil_sensor, [&](Little& w) {
        write_sensor(w, t, sensor);
        w.u32(sensor.updated);
    });
}

void write_mavlink_highres_imu(std::string& bytes, MavlinkSender& sender, double t, const MavlinkSensor& sensor) {
    write_packet(bytes, sender, mavlink::highres_imu, [&](Little& w) {
        write_sensor(w, t, sensor);
        w.u16(static_cast<std::uint16_t>(sensor.updated));
    });
}

void write_mavlink_raw_imu(std::string& bytes, MavlinkSender& sender, double t, const MavlinkSensor& sensor) {
    constexpr double g = 9.80665;
    write_packet(bytes, sender, mavlink::raw_imu, [&](Little& w) {
        w.u64(microseconds(t));
        for (const double x : sensor.acceleration) w.i16(nearest_integer<std::int16_t>(1e3 / g * x));
        for (const double x : sensor.gyro) w.i16(nearest_integer<std::int16_t>(1e3 * x));
        for (const double x : sensor.magnetic_field) w.i16(nearest_integer<std::int16_t>(1e3 * x));
    });
}

void write_mavlink_manual_control(std::string& bytes, MavlinkSender& sender, const LiveCommand& stick,
                                  std::uint8_t target) {
    write_packet(bytes, sender, mavlink::manual_control, [&](Little& w) {
        for (std::size_t i = 0; i < 4; ++i)
            w.i16(i < stick.axis_count ? nearest_integer<std::int16_t>(full_axis * stick.axes[i]) : axis_absent);
        w.u16(static_cast<std::uint16_t>(stick.buttons));
        w.u8(target);
    });
}

void write_mavlink_actuators(std::string& bytes, MavlinkSender& sender, double t,
                             const std::array<double, 16>& controls) {
    write_packet(bytes, sender, mavlink::hil_actuator_controls, [&](Little& w) {
        w.u64(microseconds(t));
        w.u64(0);
        for (const double x : controls) w.f32(x);
        w.u8(0);
    });
}

// Where the parts of a packet are; mavlink.io, Packet Serialization: MAVLink 2 and MAVLink 1 packet format
struct MavlinkPackets::Head {
    explicit Head(std::string_view bytes)
        : version_1(static_cast<std::uint8_t>(bytes[0]) == mavlink_1_mark),
          size(version_1 ? head_bytes_1 : head_bytes),
          whole(bytes.size() >= size) {
        if (!whole) return;
        const std::size_t from = version_1 ? 3 : 5;
        length = static_cast<std::uint8_t>(bytes[1]);
        flags = version_1 ? std::uint8_t{0} : static_cast<std::uint8_t>(bytes[2]);
        system = static_cast<std::uint8_t>(bytes[from]);
        component = static_cast<std::uint8_t>(bytes[from + 1]);
        id = static_cast<std::uint32_t>(little_end(bytes, from + 2, version_1 ? 1 : 3));
    }
    static bool begins(char c) {
        return static_cast<std::uint8_t>(c) == packet_mark || static_cast<std::uint8_t>(c) == mavlink_1_mark;
    }
    std::size_t packet_size() const { return size + length + crc_bytes + (flags & 1 ? signature_bytes : 0); }

    bool version_1;
    std::size_t size;
    bool whole;
    std::uint8_t length = 0, flags = 0, system = 0, component = 0;
    std::uint32_t id = 0;
};

void MavlinkPackets::take(std::string_view bytes, const Use& use) {
    held_.append(bytes);
    look(use, false);
}

void MavlinkPackets::look(const Use& use, bool ended) {
    const std::string_view all = held_;
    std::size_t at = 0;
    while (at < all.size()) {
        std::size_t taken = 1;
        if (Head::begins(all[at])) taken = packet(all.substr(at), use, ended);
        if (taken == 0) break;  // more must come
        in_step_ = taken > 1;
        at += taken;
    }
    held_.erase(0, at);
}

void MavlinkPackets::finish(const Use& use) {
    look(use, true);
    in_step_ = true;
}

// How many bytes the packet at the beginning takes; 0 where it is not complete; 1 where there is none after all.
std::size_t MavlinkPackets::packet(std::string_view bytes, const Use& use, bool ended) {
    const Head head(bytes);
    const std::size_t not_whole = ended ? 1 : 0;
    if (!head.whole) return not_whole;
    if ((head.flags & ~1u) != 0) return 1;  // a packet that must not be understood without knowing this flag, or none
    const std::size_t size = head.packet_size();
    if (bytes.size() < size) return not_whole;
    const mavlink::Message* message = nullptr;
    for (const auto* known : mavlink::all_messages)
        if (known->id == head.id) message = known;
    if (message == nullptr) {
        // Without its CRC_EXTRA nobody knows whether it is one. It is, as far as it stands behind a packet and another
        // follows or nothing does: in the middle of a damaged one are bytes that look like heads of long packets.
        if (!in_step_) return 1;
        if (bytes.size() == size && !ended) return 0;
        if (bytes.size() > size && !Head::begins(bytes[size])) return 1;
        ++unknown_;
        return size;
    }
    std::uint16_t crc = mavlink::crc_with(mavlink::crc_start, bytes.substr(1, head.size - 1 + head.length));
    crc = mavlink::crc_with(crc, message->crc_extra());
    if (crc != little_end(bytes, head.size + head.length, crc_bytes)) {
        ++damaged_;
        return 1;
    }
    std::array<char, 256> payload{};
    bytes.copy(payload.data(), head.length, head.size);
    use({*message, {payload.data(), payload.size()}, head.system, head.component});
    return size;
}

void MavlinkReader::take(std::string_view bytes, const Use& use, bool ended) {
    const std::uint64_t damaged = packets_.damaged(), unknown = packets_.unknown();
    const auto hear = [&](const MavlinkPackets::Packet& packet) {
        const mavlink::Message& message = packet.message;
        if (&message != &mavlink::manual_control && &message != &mavlink::hil_actuator_controls) {
            ++counts_.others;
            return;
        }
        LiveCommand command;
        if (read(message.id, packet.payload, command)) {
            ++counts_.commands;
            use(command);
        } else {
            ++counts_.refused;
        }
    };
    if (ended)
        packets_.finish(hear);
    else
        packets_.take(bytes, hear);
    counts_.damaged += packets_.damaged() - damaged;
    counts_.others += packets_.unknown() - unknown;
}

bool MavlinkReader::read(std::uint32_t id, std::string_view payload, LiveCommand& command) const {
    command.kind = LiveCommand::Kind::stick;
    if (id == mavlink::manual_control.id) {
        const auto target = static_cast<std::uint8_t>(payload[10]);
        if (target != 0 && target != system_) return false;
        command.axis_count = 4;
        for (std::size_t i = 0; i < 4; ++i) {
            const auto value = static_cast<std::int16_t>(little_end(payload, 2 * i, 2));
            if (value == axis_absent) continue;
            command.axes[i] = value / full_axis;
            if (std::abs(command.axes[i]) > 1) return false;
        }
        command.buttons = static_cast<std::uint16_t>(little_end(payload, 8, 2));
        return true;
    }
    command.axis_count = LiveCommand::most_axes;
    for (std::size_t i = 0; i < command.axis_count; ++i) {
        const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(little_end(payload, 16 + 4 * i, 4)));
        if (value != value) continue;  // a control that is not used
        if (std::abs(value) > 1) return false;
        command.axes[i] = static_cast<double>(value);
    }
    return true;
}

}  // namespace polhode
