// How far an estimate is from a reference, as the BROAD paper counts (Laidig, Caruso, Cereatti, Seel, Data 6(7):72,
// 2021): rows in motion that have a reference, nothing aligned, nothing dropped.
#pragma once

#include <vector>

#include "polhode/estimate/log_samples.hpp"
#include "polhode/estimators/estimate_row.hpp"

namespace polhode::estimate {

struct AttitudeError {
    double total, heading, inclination;  // rad, >= 0
};
// Of the estimate q against the truth o: the error stands in the world, e = q o*.
AttitudeError attitude_error(const Quaternion<double>& q, const Quaternion<double>& o);

struct Evaluation {
    double begin = 0, end = 0;  // s
    std::size_t rows = 0;
    double total = 0, heading = 0, inclination = 0;  // root mean squares, deg
    // share of rows whose error is below 1 and 1.96 predicted standard deviations
    double heading_within_1 = 0, heading_within_2 = 0, tilt_within_1 = 0, tilt_within_2 = 0;
};

// Row by row, in the order of time.
class Evaluator {
 public:
    void add(const LogRow& row, const EstimateRow& estimate);
    // All of it first, then each phase of motion on its own. Empty where nothing can be compared.
    std::vector<Evaluation> done();

 private:
    Evaluation all_, phase_;
    std::vector<Evaluation> phases_;
};

// All of it first, then each phase of motion on its own. Empty where nothing can be compared. truth: of each row.
std::vector<Evaluation> evaluate(const SensorLog& log, const LogSamples& samples, const std::vector<EstimateRow>& rows);

}  // namespace polhode::estimate
