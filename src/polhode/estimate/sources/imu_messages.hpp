// Readings of an MCAP file: sensor_msgs/Imu and sensor_msgs/MagneticField of ROS 2, as CDR (OMG DDSI-RTPS 2.3, 10) or
// as JSON with the same names. Axes of the body are forward, left, up (REP 103); rad/s, m/s^2 and tesla.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace polhode::estimate {

enum class ImuMessage { none, imu, magnetic_field };
// By the name of the schema, "sensor_msgs/msg/Imu" or "sensor_msgs/Imu".
ImuMessage imu_message_of(std::string_view schema_name);

struct ImuReading {
    std::int64_t stamp_ns = 0;  // of the header; 0 where nobody filled it in
    // Of an Imu: gyro, accelerometer; of a MagneticField: the field, T, as the first. Not numbers where the message
    // says that it does not know (a covariance of -1, or values that are none).
    std::array<double, 3> first{}, second{};
};

// "": it was read; otherwise why it was not. `encoding`: of the channel, cdr or json.
std::string read_imu_message(ImuMessage kind, std::string_view encoding, std::string_view data, ImuReading& reading);

}  // namespace polhode::estimate
