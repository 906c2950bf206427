// What a gyroscope strapped to the body reads in one motion of it. Taken at first use, since a scenario may be read
// without being run, and then kept: all methods of a run are given the same readings.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "polhode/problem/rates_model.hpp"

namespace polhode {

class GyroReadings {
 public:
    GyroReadings(double hertz, RatesModel outline, std::function<RatesModel()> take)
        : hertz_(hertz), outline_(std::move(outline)), take_(std::move(take)) {}

    double hertz() const { return hertz_; }
    // Readings of the same form that say nothing yet, to check a method by.
    const RatesModel& outline() const { return outline_; }
    // May throw what the motion throws that is read.
    const RatesModel& model() const {
        const std::lock_guard<std::mutex> one_at_a_time(taking_);
        if (!taken_) taken_ = take_();
        return *taken_;
    }

 private:
    double hertz_;
    RatesModel outline_;
    std::function<RatesModel()> take_;
    mutable std::mutex taking_;
    mutable std::optional<RatesModel> taken_;
};

}  // namespace polhode
