// An online estimator over rows of a log as they come: a row out for each row in, in bounded memory.
#pragma once

#include <functional>
#include <memory>

#include "polhode/estimate/estimation.hpp"

namespace polhode::estimate {

class OnlineEstimation {
 public:
    using Use = std::function<void(const LogRow&, const EstimateRow&)>;

    // `facts`: what the header says; must outlive this. Rows come in as they were read: sensors and reference are put
    // right here.
    OnlineEstimation(const SensorLog& facts, const Sensors& sensors, const EstimationSettings& settings, Use use);
    ~OnlineEstimation();
    OnlineEstimation(const OnlineEstimation&) = delete;
    OnlineEstimation& operator=(const OnlineEstimation&) = delete;

    void push(const LogRow& row);
    // What came of it; without rows. Throws InputError where the log was of no use.
    Estimation finish();

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// Whether the estimator of this name takes rows as they come.
bool is_online(const std::string& estimator);

}  // namespace polhode::estimate
