// What a gyroscope strapped to the body reads in one motion of it, and the other sensors where there are any. Taken at
// first use, since a scenario may be read without being run, and then kept: all methods of a run are given the same
// readings.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "polhode/problem/rates_model.hpp"

namespace polhode {

struct SensorSamples;

class GyroReadings {
 public:
    struct Outline {
        double hertz = 0;
        RatesModel rates;  // of the same form as the readings; they say nothing yet, and are there to check a method by
        bool accelerometer = false, magnetometer = false;
    };
    struct Taken {
        RatesModel rates;
        std::shared_ptr<const SensorSamples> sensors;
    };
    GyroReadings(Outline outline, std::function<Taken()> take) : outline_(std::move(outline)), take_(std::move(take)) {}

    double hertz() const { return outline_.hertz; }
    bool has_accelerometer() const { return outline_.accelerometer; }
    bool has_magnetometer() const { return outline_.magnetometer; }
    const RatesModel& outline() const { return outline_.rates; }
    // Each may throw what the motion throws that is read.
    const RatesModel& model() const { return taken().rates; }
    const SensorSamples& sensors() const { return *taken().sensors; }

 private:
    const Taken& taken() const {
        const std::lock_guard<std::mutex> one_at_a_time(taking_);
        if (!taken_) taken_ = take_();
        return *taken_;
    }

    Outline outline_;
    std::function<Taken()> take_;
    mutable std::mutex taking_;
    mutable std::optional<Taken> taken_;
};

}  // namespace polhode
