// A log looked over before anybody believes it: time stamps, clipping, resolution, held values, rest, noise, units.
#pragma once

#include <string>
#include <vector>

#include "polhode/estimate/log_time.hpp"
#include "polhode/estimate/rest_phases.hpp"

namespace polhode::estimate {

struct SensorInspection {
    std::string name, unit, unit_reason;
    std::size_t missing = 0;       // rows without a reading
    std::size_t held = 0;          // rows that repeat the one before
    double true_rate = 0;          // Hz, at which it changes
    double step = 0;               // smallest difference between two values that differ, the resolution
    double largest = 0;            // |component|
    std::size_t near_largest = 0;  // samples within 0.5 % of it
    double noise = 0;              // standard deviation a component at rest, from differences; 0: no rest
    double usual = 0;              // median length
};

struct Inspection {
    TimeReport time;
    std::vector<SensorInspection> sensors;
    std::vector<RestPhase> rest;
    Vec3<double> rest_bias;  // rad/s
    std::vector<std::string> warnings;
};

// Refuses nothing that can be told about: a log with the wrong units is looked at, and the guess is said.
Inspection inspect_log(const SensorLog& log);

std::string inspection_text(const SensorLog& log, const Inspection& i);
std::string inspection_json(const SensorLog& log, const Inspection& i);

}  // namespace polhode::estimate
