// The [readings] of a scenario as a log that `polhode estimate` reads, with the true attitude beside them.
#pragma once

#include <string>

#include "polhode/problem/gyro_readings.hpp"

namespace polhode {

// "-" is standard output. Columns t, gyr_x .., acc_x .., mag_x .. as far as there are sensors, qw .. of the truth.
void write_readings_log(const std::string& path, const GyroReadings& readings);

}  // namespace polhode
