// A method with input = "readings" on a body: it is given the start attitude and what the gyroscope reads, nothing
// else. It runs as a problem of given rates; energy and momentum of its rows are those that its attitude and the
// readings say, so that they can be held against those of methods that know the body.
#pragma once

#include <optional>

#include "polhode/method/method.hpp"
#include "polhode/problem/problem.hpp"
#include "polhode/run/simulate.hpp"

namespace polhode {

// Nothing for a method that takes the problem as it is. Throws InputError where there are no readings.
std::optional<Problem> problem_as_read(const Problem& problem, const Method& method);
// The same with readings that are not taken yet, to check a method by.
std::optional<Problem> outline_as_read(const Problem& problem, const Method& method);

// Puts itself between a run and its sink.
class BodyOfReadings {
 public:
    BodyOfReadings(const Problem& problem, const RunObserver& observer, Statistics& statistics);
    ~BodyOfReadings();  // also after a run that failed: the statistics are those of the rows handed on
    BodyOfReadings(const BodyOfReadings&) = delete;
    BodyOfReadings& operator=(const BodyOfReadings&) = delete;
    const RunObserver& observer() const { return own_; }

 private:
    void row(Row r);

    Mat3<double> inertia_;
    TorqueSum<double> torques_;
    const RunObserver& sink_;
    Statistics& statistics_;
    RunObserver own_;
    bool any_ = false;
    double energy_start_ = 0, energy_drift_ = 0, momentum_drift_ = 0;
    Vec3<double> momentum_start_{};
};

}  // namespace polhode
