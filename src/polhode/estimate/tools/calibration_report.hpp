// A recording made to calibrate sensors, and what is said of it: for people, as JSON, as a sensors file and as
// a picture.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "polhode/base/terminal/text_table.hpp"
#include "polhode/estimate/sensor_log.hpp"
#include "polhode/estimate/tools/calibration.hpp"
#include "polhode/estimate/tools/tool_picture.hpp"

namespace polhode::estimate {

struct CalibrationReport {
    TextTable table;
    nlohmann::ordered_json json;
    std::string toml;  // tables of a sensors file
    std::vector<ToolPanel> panels;
};

// Accelerometer and gyro from static positions; a magnetometer from its ellipsoid. An InputError says why there are
// none.
CalibrationReport calibrate_inertial(const SensorLog& log, const CalibrationSettings& settings);
CalibrationReport calibrate_field(const SensorLog& log);

}  // namespace polhode::estimate
