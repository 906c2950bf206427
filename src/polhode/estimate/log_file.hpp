// A log from its text.
#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "polhode/estimate/sensor_log.hpp"

namespace polhode::estimate {

// Throws InputError with file, line, column and what was read. A last row that was cut off while it was written is left
// out with a note; empty fields, "nan" and "null" are readings that are not there. With `fault`, what is wrong with a
// row goes there, and the log has the rows before it.
SensorLog parse_log(std::string_view text, const std::string& name, const LogSettings& settings,
                    std::exception_ptr* fault = nullptr);
SensorLog read_log(const std::string& path, const LogSettings& settings);

}  // namespace polhode::estimate
