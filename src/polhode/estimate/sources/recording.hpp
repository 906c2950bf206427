// A whole log from a file, whatever it holds: a table, JSON objects, MAVLink packets or MCAP.
#pragma once

#include <exception>
#include <string>

#include "polhode/estimate/sensor_log.hpp"

namespace polhode::estimate {

// "-" is standard input. Throws InputError. The rows are those that come from the same bytes as a stream. With `fault`,
// what is wrong with a row goes there, and the log has the rows before it.
SensorLog read_recording(const std::string& path, const LogSettings& settings, std::exception_ptr* fault = nullptr);

}  // namespace polhode::estimate
