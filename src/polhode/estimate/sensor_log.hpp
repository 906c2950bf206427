// A log of readings as the estimators take it: SI units, one world, what was understood, and what was strange.
#pragma once

#include <string>
#include <vector>

#include "polhode/rotation/rotation.hpp"

namespace polhode::estimate {

struct LogRow {
    double t = 0;
    int line = 0;  // of the file
    Vec3<double> gyro, accelerometer, magnetometer;
    bool has_gyro = false, has_accelerometer = false, has_magnetometer = false;
    Quaternion<double> truth;
    bool has_truth = false, moving = false;
};

struct SensorLog {
    std::string name;
    std::vector<LogRow> rows;
    bool has_accelerometer = false, has_magnetometer = false, has_truth = false, has_moving = false;
    std::string gyro_unit, accelerometer_unit, magnetometer_unit;  // as they were read
    bool gyro_unit_named = false, accelerometer_unit_named = false;
    std::vector<std::string> notes;  // whole sentences: what was dropped, and why
};

// What the user says about a log, beside the log.
struct LogSettings {
    std::string gyro_unit, accelerometer_unit, magnetometer_unit;       // "": what the header says, or SI
    std::vector<std::pair<std::string, std::string>> columns;           // quantity, name in the file
    std::vector<std::string> topics;                                    // of an MCAP file; none: the first of each kind
    std::string columns_place = "--columns", topics_place = "--topic";  // who named them, for messages
};

}  // namespace polhode::estimate
