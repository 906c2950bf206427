// A log and the wish of a user, carried out: one estimator over the samples of the log, and what came of it.
#pragma once

#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "polhode/estimate/evaluation.hpp"
#include "polhode/estimate/gyro_only.hpp"
#include "polhode/estimate/sensors_file.hpp"
#include "polhode/estimators/estimated_constants.hpp"

namespace polhode::estimate {

struct EstimationSettings {
    std::string estimator = "filter";  // one of `polhode list estimator`
    ConingForm form = ConingForm::causal;
    GyroHolds holds = GyroHolds::mean;
    std::string axes;  // FLU or FRD of what is written; "": those of the sensor
    bool six_axis = false;
    bool find_clipping = true;   // where the sensors file does not say the range of the gyro
    int iterations = 6;          // of the smoother, at most
    double lag = 0;              // s, of `filter`: rows are smoothed with what comes so long after them; 0: not at all
    std::function<bool()> stop;  // asked now and then, where it is there; true: `estimate_log` throws Interrupted
};

struct Estimation {
    LogSamples samples;
    std::vector<EstimateRow> rows;  // one for each sample, East, North, Up
    EstimatedConstants constants;   // of `filter` and `smoother`
    std::vector<Evaluation> evaluations;
    std::size_t log_rows = 0, estimated_rows = 0;
    EstimateRow last;        // of the rows
    bool has_field = false;  // the magnetometer was listened to
    double gyro_range = 0;   // rad/s, that was used; 0: none
    double last_change = 0;  // rad, of the smoother's last iteration
    bool with_deviations = false;
    std::vector<std::string> notes;
};

// Attitudes of the log's reference must be in East, North, Up already. Throws InputError where the log is not usable,
// and ComputationFailed where a row is no number; with `failure`, that goes there, and the rows before it stand.
Estimation estimate_log(const SensorLog& log, const Sensors& sensors, const EstimationSettings& settings,
                        std::exception_ptr* failure = nullptr);

// The reference of a log, turned from the world of the sensors file into ours.
void turn_reference(SensorLog& log, const Sensors& sensors);

// Whether the estimator of this name says how sure it is.
bool gives_deviations(const std::string& estimator);

// There is nothing to begin with: why, as an InputError.
[[noreturn]] void refuse_start(const SensorLog& log, const LogSamples& samples);

std::vector<Entry> estimator_entries();

}  // namespace polhode::estimate
