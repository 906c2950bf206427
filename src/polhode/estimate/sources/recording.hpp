// A whole log from a file, whatever it holds: a table, JSON objects, MAVLink packets or MCAP.
#pragma once

#include <string>

#include "polhode/estimate/sensor_log.hpp"

namespace polhode::estimate {

// "-" is standard input. Throws InputError. The rows are those that come from the same bytes as a stream.
SensorLog read_recording(const std::string& path, const LogSettings& settings);

}  // namespace polhode::estimate
