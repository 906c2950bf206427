// Options that say how a log of readings is to be read, the same for every command that reads one.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "polhode/estimate/sensors_file.hpp"

namespace polhode::app {

struct SensorOptions {
    std::string file, columns, gyro_unit, accelerometer_unit, magnetometer_unit;

    void add_to(CLI::App& command);
    // The sensors file, and what the command line says in its place.
    estimate::Sensors sensors() const;
};

}  // namespace polhode::app
