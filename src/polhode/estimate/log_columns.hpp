// Which column of a log is what: by its name, by what others call it, or as the user says.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "polhode/base/diagnostic.hpp"
#include "polhode/estimate/sensor_log.hpp"

namespace polhode::estimate {

inline constexpr int log_quantities = 15;
// t, gyr_x .. gyr_z, acc_x .., mag_x .., qw .. qz, moving
const std::vector<std::string>& log_quantity_names();

struct LogColumns {
    std::array<int, log_quantities> place;  // in a row, -1: not there
    std::string unit[4];                    // in the header, of time, gyro, accelerometer, magnetometer; "" for none
    bool has(int quantity) const { return place[static_cast<size_t>(quantity)] >= 0; }
};

// Throws InputError at `file`:`line` where a column is missing, stands twice or half.
LogColumns find_log_columns(const std::vector<std::string>& header, const LogSettings& settings,
                            const std::string& file, int line);

// "gyr_x=Gyro X,gyr_y=..." as pairs. Throws InputError at `place`.
std::vector<std::pair<std::string, std::string>> parse_column_names(const std::string& list, const std::string& place);

// Factor to SI of "deg/s", "g", "gauss" ...; sensor 0: time, 1: gyro, 2: accelerometer, 3: magnetometer. Throws
// InputError at `place` for what is none.
double log_unit_factor(int sensor, const std::string& unit, const Place& place);

}  // namespace polhode::estimate
