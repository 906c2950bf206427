// SENSORS.toml: what is known about the sensors of a log. Written by `polhode calibrate`, read by `polhode estimate`.
//
//     [log]
//     gyro_unit = "deg/s"
//     columns = "gyr_x=wx,gyr_y=wy,gyr_z=wz"
//     [gyro]
//     offset = [0.1, -0.2, 0.0]     # in the log's unit, taken off first
//     matrix = [[1, 0, 0], ...]     # then multiplied from the left; to SI where the log holds counts
//     range = 34.9                  # rad/s
#pragma once

#include <optional>
#include <string>

#include "polhode/estimate/sensor_log.hpp"
#include "polhode/registry/registry.hpp"

namespace polhode::estimate {

struct SensorCorrection {
    Vec3<double> offset;
    std::optional<Mat3<double>> matrix;
};

struct Sensors {
    LogSettings log;
    SensorCorrection gyro, accelerometer, magnetometer;
    double gyro_range = 0;               // rad/s; 0: not said
    std::optional<double> gyro_delay{};  // s the gyro is late, where that is known; attitudes are turned forward by it
    std::string world = "ENU", axes = "FLU";
};

// The tables and keys, for the reader and for `polhode list sensors`.
std::vector<Entry> sensors_entries();

Sensors parse_sensors(const std::string& text, const std::string& name);
Sensors read_sensors_file(const std::string& path);

// Offsets and matrices put into one row.
class ReadingsCorrection {
 public:
    ReadingsCorrection(const SensorLog& facts, const Sensors& sensors);
    void operator()(LogRow& row) const;

 private:
    SensorCorrection sensor_[3];  // gyro, accelerometer, magnetometer; offsets in SI units
};

// Offsets and matrices put into the rows.
void correct_readings(SensorLog& log, const Sensors& sensors);

}  // namespace polhode::estimate
