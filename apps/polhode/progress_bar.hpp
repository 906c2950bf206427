// A bar with the time left on the error stream: only on a terminal, and only for runs longer than a second.
#pragma once

#include <chrono>
#include <string>

namespace polhode::app {

class ProgressBar {
 public:
    ProgressBar(std::string label, double end, bool wanted);
    ~ProgressBar();  // clears the line
    // `note` stands behind the percentage: "312000 runs/s".
    void at(double t, const std::string& note = "");
    // What was done before: it counts for the bar and not for the speed.
    void begin_at(double t) { begin_ = t; }

    // "rk4  [########------------]  40 %   12 s left"; `before`: the part that was there at the beginning;
    // in no more columns than `width`
    static std::string line(const std::string& label, double fraction, double seconds_so_far, double before = 0,
                            const std::string& note = "", int width = 110);

 private:
    using Clock = std::chrono::steady_clock;
    std::string label_;
    double end_, begin_ = 0;
    bool wanted_;
    bool drawn_ = false;
    Clock::time_point start_ = Clock::now(), next_ = start_ + std::chrono::seconds(1);
};

}  // namespace polhode::app
