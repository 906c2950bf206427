// What the tests of the estimators share: logs of tests/data, recordings that may not be there, and made motion.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "polhode/estimate/log_file.hpp"
#include "polhode/estimate/log_samples.hpp"
#include "polhode/estimators/smoother.hpp"

namespace polhode::test {

inline std::string data_file(const std::string& name) { return std::string(POLHODE_TEST_DATA) + "/" + name; }

inline constexpr const char* why_no_recording =
    "recordings of others are never part of the repository: $POLHODE_DATA or ../shared/data has them";
// A recording that is not handed out with the source: in $POLHODE_DATA, or beside it. "" where it is not there.
inline std::string recording(const std::string& name) {
    std::vector<std::string> folders;
    if (const char* named = std::getenv("POLHODE_DATA")) folders.push_back(named);
    folders.push_back(std::string(POLHODE_SOURCE_DIR) + "/../shared/data");
    for (const std::string& folder : folders)
        if (std::filesystem::exists(folder + "/" + name)) return folder + "/" + name;
    return "";
}

inline const std::vector<std::string>& broad_files() {
    static const std::vector<std::string> names{
        "02_undisturbed_slow_rotation_B",    "05_undisturbed_slow_rotation_with_breaks_B",
        "06_undisturbed_fast_rotation_A",    "09_undisturbed_fast_rotation_with_breaks_B",
        "15_undisturbed_fast_translation_A", "24_disturbed_tapping_A"};
    return names;
}

// The noise that estimation-made-log.csv was made with.
inline estimate::Tuning<double> made_tuning() {
    estimate::Tuning<double> t = estimate::offline_tuning<double>();
    t.rate_noise = 0.006 * estimate::degree;
    t.rate_noise_relative = 1e-4;
    t.bias_walk = 3e-5 * estimate::degree;
    t.matrix_prior = 0.005;
    t.acceleration_bias_prior = 0.05;
    t.acceleration_bias_walk = 1e-5;
    t.acceleration_noise = 0.003;
    t.acceleration_noise_relative = 1e-4;
    t.velocity_prior = 0.3;
    t.velocity_per_acceleration = 0;
    t.position_prior = 0.2;
    t.field_noise = 0.15;
    t.disturbance = 0.01;
    t.disturbance_time = 30;
    t.hard_iron_prior = 2;
    t.field_prior = 5;
    t.delay_prior = 0.02;
    t.gate = 0;
    t.lateness = 0;
    t.block = 0.06;
    return t;
}

}  // namespace polhode::test
