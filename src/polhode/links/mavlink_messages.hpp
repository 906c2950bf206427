// The eleven messages of MAVLink that Polhode speaks, described once in the order in which their fields travel. The
// byte that tells one version of a message from another (CRC_EXTRA) follows from the description.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

namespace polhode::mavlink {

// CRC-16 of X.25: reflected 0x1021, beginning with 0xFFFF (mavlink.io, Packet Serialization: Checksum)
constexpr std::uint16_t crc_start = 0xFFFF;
constexpr std::uint16_t crc_with(std::uint16_t crc, std::uint8_t byte) {
    crc = static_cast<std::uint16_t>(crc ^ byte);
    for (int bit = 0; bit < 8; ++bit) crc = static_cast<std::uint16_t>(crc & 1 ? crc >> 1 ^ 0x8408 : crc >> 1);
    return crc;
}
constexpr std::uint16_t crc_with(std::uint16_t crc, std::string_view bytes) {
    for (const char c : bytes) crc = crc_with(crc, static_cast<std::uint8_t>(c));
    return crc;
}

struct Field {
    std::string_view type, name;
    std::uint8_t count = 0;  // of an array; 0: a single value
    bool extension = false;  // came later: outside CRC_EXTRA and after all others

    constexpr std::size_t bytes() const {
        const std::size_t each = type == "uint64_t"                                           ? 8
                                 : type == "uint32_t" || type == "int32_t" || type == "float" ? 4
                                 : type == "uint16_t" || type == "int16_t"                    ? 2
                                                                                              : 1;
        return each * (count == 0 ? 1 : count);
    }
};

struct Message {
    static constexpr std::size_t most_fields = 17;

    std::uint32_t id;
    std::string_view name;
    std::array<Field, most_fields> fields;

    constexpr std::size_t bytes(bool with_extensions) const {
        std::size_t sum = 0;
        for (const Field& field : fields)
            if (!field.name.empty() && (with_extensions || !field.extension)) sum += field.bytes();
        return sum;
    }
    // mavlink.io, Packet Serialization: CRC_EXTRA calculation
    constexpr std::uint8_t crc_extra() const {
        std::uint16_t crc = crc_with(crc_with(crc_start, name), " ");
        for (const Field& field : fields) {
            if (field.name.empty() || field.extension) continue;
            crc = crc_with(crc_with(crc_with(crc_with(crc, field.type), " "), field.name), " ");
            if (field.count > 0) crc = crc_with(crc, field.count);
        }
        return static_cast<std::uint8_t>((crc & 0xFF) ^ (crc >> 8));
    }
};

inline constexpr Message heartbeat{0,
                                   "HEARTBEAT",
                                   {{{"uint32_t", "custom_mode"},
                                     {"uint8_t", "type"},
                                     {"uint8_t", "autopilot"},
                                     {"uint8_t", "base_mode"},
                                     {"uint8_t", "system_status"},
                                     {"uint8_t", "mavlink_version"}}}};
inline constexpr Message system_time{
    2, "SYSTEM_TIME", {{{"uint64_t", "time_unix_usec"}, {"uint32_t", "time_boot_ms"}}}};
// What sensors say: acceleration, rate and field ..
constexpr std::array<Field, 9> sensed(std::string_view type) {
    return {{{type, "xacc"},
             {type, "yacc"},
             {type, "zacc"},
             {type, "xgyro"},
             {type, "ygyro"},
             {type, "zgyro"},
             {type, "xmag"},
             {type, "ymag"},
             {type, "zmag"}}};
}
// .. and the air around them.
inline constexpr std::array<Field, 4> air{
    {{"float", "abs_pressure"}, {"float", "diff_pressure"}, {"float", "pressure_alt"}, {"float", "temperature"}}};
constexpr std::array<Field, Message::most_fields> joined(std::initializer_list<std::span<const Field>> parts) {
    std::array<Field, Message::most_fields> all{};
    std::size_t at = 0;
    for (const std::span<const Field> part : parts)
        for (const Field& field : part) all[at++] = field;
    return all;
}
template <std::size_t n>
using Fields = std::array<Field, n>;

// In thousandths of g, rad/s and gauss by practice ..
inline constexpr Message scaled_imu{26, "SCALED_IMU",
                                    joined({Fields<1>{{{"uint32_t", "time_boot_ms"}}}, sensed("int16_t"),
                                            Fields<1>{{{"int16_t", "temperature", 0, true}}}})};
inline constexpr Message raw_imu{
    27, "RAW_IMU",
    joined({Fields<1>{{{"uint64_t", "time_usec"}}}, sensed("int16_t"),
            Fields<2>{{{"uint8_t", "id", 0, true}, {"int16_t", "temperature", 0, true}}}})};
// .. and in m/s^2, rad/s and gauss.
inline constexpr Message highres_imu{105, "HIGHRES_IMU",
                                     joined({Fields<1>{{{"uint64_t", "time_usec"}}}, sensed("float"), air,
                                             Fields<2>{{{"uint16_t", "fields_updated"}, {"uint8_t", "id", 0, true}}}})};
inline constexpr Message hil_sensor{107, "HIL_SENSOR",
                                    joined({Fields<1>{{{"uint64_t", "time_usec"}}}, sensed("float"), air,
                                            Fields<2>{{{"uint32_t", "fields_updated"}, {"uint8_t", "id", 0, true}}}})};
inline constexpr Message attitude{30,
                                  "ATTITUDE",
                                  {{{"uint32_t", "time_boot_ms"},
                                    {"float", "roll"},
                                    {"float", "pitch"},
                                    {"float", "yaw"},
                                    {"float", "rollspeed"},
                                    {"float", "pitchspeed"},
                                    {"float", "yawspeed"}}}};
inline constexpr Message attitude_quaternion{31,
                                             "ATTITUDE_QUATERNION",
                                             {{{"uint32_t", "time_boot_ms"},
                                               {"float", "q1"},
                                               {"float", "q2"},
                                               {"float", "q3"},
                                               {"float", "q4"},
                                               {"float", "rollspeed"},
                                               {"float", "pitchspeed"},
                                               {"float", "yawspeed"},
                                               {"float", "repr_offset_q", 4, true}}}};
inline constexpr Message manual_control{69,
                                        "MANUAL_CONTROL",
                                        {{{"int16_t", "x"},
                                          {"int16_t", "y"},
                                          {"int16_t", "z"},
                                          {"int16_t", "r"},
                                          {"uint16_t", "buttons"},
                                          {"uint8_t", "target"},
                                          {"uint16_t", "buttons2", 0, true},
                                          {"uint8_t", "enabled_extensions", 0, true},
                                          {"int16_t", "s", 0, true},
                                          {"int16_t", "t", 0, true},
                                          {"int16_t", "aux1", 0, true},
                                          {"int16_t", "aux2", 0, true},
                                          {"int16_t", "aux3", 0, true},
                                          {"int16_t", "aux4", 0, true},
                                          {"int16_t", "aux5", 0, true},
                                          {"int16_t", "aux6", 0, true}}}};
inline constexpr Message hil_actuator_controls{
    93,
    "HIL_ACTUATOR_CONTROLS",
    {{{"uint64_t", "time_usec"}, {"uint64_t", "flags"}, {"float", "controls", 16}, {"uint8_t", "mode"}}}};
inline constexpr Message hil_state_quaternion{115,
                                              "HIL_STATE_QUATERNION",
                                              {{{"uint64_t", "time_usec"},
                                                {"float", "attitude_quaternion", 4},
                                                {"float", "rollspeed"},
                                                {"float", "pitchspeed"},
                                                {"float", "yawspeed"},
                                                {"int32_t", "lat"},
                                                {"int32_t", "lon"},
                                                {"int32_t", "alt"},
                                                {"int16_t", "vx"},
                                                {"int16_t", "vy"},
                                                {"int16_t", "vz"},
                                                {"uint16_t", "ind_airspeed"},
                                                {"uint16_t", "true_airspeed"},
                                                {"int16_t", "xacc"},
                                                {"int16_t", "yacc"},
                                                {"int16_t", "zacc"}}}};

inline constexpr std::array<const Message*, 11> all_messages{
    &heartbeat,  &system_time,         &scaled_imu,          &raw_imu,
    &attitude,   &attitude_quaternion, &manual_control,      &hil_actuator_controls,
    &hil_sensor, &highres_imu,         &hil_state_quaternion};

}  // namespace polhode::mavlink
