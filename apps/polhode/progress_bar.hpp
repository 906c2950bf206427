// A bar with the time left on the error stream: only on a terminal, and only for runs longer than a second.
#pragma once

#include <chrono>
#include <string>

namespace polhode::app {

class ProgressBar {
 public:
    ProgressBar(std::string label, double end, bool wanted);
    ~ProgressBar();  // clears the line
    void at(double t);

    // "rk4  [########------------]  40 %   12 s left"
    static std::string line(const std::string& label, double fraction, double seconds_so_far);

 private:
    using Clock = std::chrono::steady_clock;
    std::string label_;
    double end_;
    bool wanted_;
    bool drawn_ = false;
    Clock::time_point start_ = Clock::now(), next_ = start_ + std::chrono::seconds(1);
};

}  // namespace polhode::app
