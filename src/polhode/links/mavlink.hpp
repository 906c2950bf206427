// MAVLink 2: what a ground station or an autopilot's log shows of a turning body, and the sticks that come back.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "polhode/links/aircraft_axes.hpp"
#include "polhode/links/live_command.hpp"
#include "polhode/links/own_json.hpp"

namespace polhode {

// Whoever sends: a system, one of its components, and the number of the next message.
struct MavlinkSender {
    std::uint8_t system = 1, component = 1, sequence = 0;
};

struct MavlinkPlace {
    double latitude = 0, longitude = 0;  // deg
    double altitude = 0;                 // m
};

struct MavlinkSensor {
    std::array<double, 3> acceleration{}, gyro{}, magnetic_field{};  // m/s^2, rad/s, gauss; forward, right, down
    double pressure = 0, pressure_difference = 0, pressure_altitude = 0, temperature = 0;  // hPa, hPa, m, deg C
    std::uint32_t updated = 0;  // bit i: value i of these thirteen is new; 0x38: the gyro alone
};

// Each appends one packet. Times are simulation time, s.
void write_mavlink_heartbeat(std::string& bytes, MavlinkSender& sender);
void write_mavlink_system_time(std::string& bytes, MavlinkSender& sender, std::uint64_t unix_us, double t);
void write_mavlink_attitude(std::string& bytes, MavlinkSender& sender, double t, const AircraftAttitude& attitude);
void write_mavlink_quaternion(std::string& bytes, MavlinkSender& sender, double t, const AircraftAttitude& attitude);
void write_mavlink_hil_state(std::string& bytes, MavlinkSender& sender, double t, const AircraftAttitude& attitude,
                             const MavlinkPlace& place);
void write_mavlink_hil_sensor(std::string& bytes, MavlinkSender& sender, double t, const MavlinkSensor& sensor);
// The same sensors as an autopilot reports them: HIGHRES_IMU, and RAW_IMU in whole thousandths of g, rad/s and gauss.
void write_mavlink_highres_imu(std::string& bytes, MavlinkSender& sender, double t, const MavlinkSensor& sensor);
void write_mavlink_raw_imu(std::string& bytes, MavlinkSender& sender, double t, const MavlinkSensor& sensor);
// What comes in, for those who want to send it: axes x, y, z, r from -1 to 1; sixteen controls from -1 to 1.
void write_mavlink_manual_control(std::string& bytes, MavlinkSender& sender, const LiveCommand& stick,
                                  std::uint8_t target);
void write_mavlink_actuators(std::string& bytes, MavlinkSender& sender, double t,
                             const std::array<double, 16>& controls);

namespace mavlink {
struct Message;
}

// Finds the packets of known messages in a stream of bytes, of MAVLink 2 and of MAVLink 1, whatever stands between
// them.
class MavlinkPackets {
 public:
    struct Packet {
        const mavlink::Message& message;
        std::string_view payload;  // 256 bytes: zeros that were not sent are put back
        std::uint8_t system, component;
    };
    using Use = std::function<void(const Packet&)>;
    void take(std::string_view bytes, const Use& use);
    // A packet does not go over the end of a datagram, nor of all bytes: what said that it was longer than they are was
    // no packet, and may hide some.
    void finish(const Use& use);
    std::uint64_t damaged() const { return damaged_; }  // their checksum does not fit
    std::uint64_t unknown() const { return unknown_; }  // messages that are not in the list

 private:
    struct Head;
    std::size_t packet(std::string_view bytes, const Use& use, bool ended);
    void look(const Use& use, bool ended);

    bool in_step_ = true;  // what comes next stands right behind a packet, or at the beginning
    std::string held_;     // begins with a packet that is not complete
    std::uint64_t damaged_ = 0, unknown_ = 0;
};

// Finds MANUAL_CONTROL and HIL_ACTUATOR_CONTROLS in a stream of bytes, whatever stands between them, and makes `stick`
// commands of them: x, y, z, r as axes 0 to 3; controls 0 to 7 as axes 0 to 7.
class MavlinkReader {
 public:
    struct Counts {
        std::uint64_t commands = 0;  // taken
        std::uint64_t damaged = 0;   // their checksum does not fit
        std::uint64_t refused = 0;   // for another system, or with values that are not allowed
        std::uint64_t others = 0;    // messages of other kinds
    };
    // `system`: whose sticks are taken; those for system 0 are for everybody.
    explicit MavlinkReader(std::uint8_t system) : system_(system) {}

    using Use = std::function<void(const LiveCommand&)>;
    void take(std::string_view bytes, const Use& use) { take(bytes, use, false); }
    // A packet does not go over the end of a datagram.
    void end_of_datagram(const Use& use) { take("", use, true); }
    const Counts& counts() const { return counts_; }

 private:
    void take(std::string_view bytes, const Use& use, bool ended);
    bool read(std::uint32_t id, std::string_view payload, LiveCommand& command) const;

    std::uint8_t system_;
    MavlinkPackets packets_;
    Counts counts_;
};

}  // namespace polhode
