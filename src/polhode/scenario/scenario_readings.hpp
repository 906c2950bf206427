// [readings] of a scenario: a gyroscope strapped to its [body].
#pragma once

#include <optional>
#include <vector>

#include "polhode/input/toml_text.hpp"
#include "polhode/problem/samples/readings.hpp"
#include "polhode/problem/samples/sensor_samples.hpp"
#include "polhode/registry/registry.hpp"
#include "polhode/scenario/scenario.hpp"

namespace polhode {

std::vector<Parameter> readings_parameters();

// What the gyroscope will read in the motion that `of` names: the exact one, or that of a method of the scenario. Needs
// the problem, the methods with their names and the run. Throws InputError; nothing is run yet.
std::shared_ptr<const GyroReadings> build_readings(const TomlNode& table, const Scenario& scenario);

// Everything that [readings] straps to the body.
struct StrappedSensors {
    double hertz = 0;
    Instrument gyro;
    SensorErrors gyro_errors;  // all but noise and bias
    bool mean_rates = false;
    std::optional<Accelerometer> accelerometer;
    std::optional<Magnetometer> magnetometer;
};
// Nothing where the scenario has no [readings].
std::optional<StrappedSensors> strapped_sensors(const Scenario& scenario);

}  // namespace polhode
