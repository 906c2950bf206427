// How far a computation is, on the error stream. On a terminal a bar with the time left, from the first second on. In a
// log a line now and then, so that who looks into it sees that the program lives: after 10 s, and then each time as
// late again, at most ten minutes later. A thread of its own does it, however long nothing is heard from the
// computation.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace polhode::app {

class ProgressBar {
 public:
    ProgressBar(std::string label, double end, bool wanted);
    ~ProgressBar();  // clears the line
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    // `note` stands behind the percentage: "312000 runs/s".
    void at(double t, const std::string& note = "");
    // What was done before: it counts for the bar and not for the speed.
    void begin_at(double t);
    // Another part of the same work, from 0 to `end`: in a log the time goes on.
    void go_on_with(const std::string& label, double end);

    // "rk4  [########------------]  40 %   12 s left"; `before`: the part that was there at the beginning;
    // in no more columns than `width`
    static std::string line(const std::string& label, double fraction, double seconds_so_far, double before = 0,
                            const std::string& note = "", int width = 110);
    // "polhode: rk4: 40 % after 80 s, 12 s left"; `seconds`: since the beginning of all, `seconds_so_far`: of this part
    static std::string log_line(const std::string& label, double fraction, double seconds, double seconds_so_far,
                                double before = 0, const std::string& note = "");
    // When, in s since the beginning, the line after one at `seconds` is written; the first one for 0.
    static double next_log_line(double seconds);

 private:
    using Clock = std::chrono::steady_clock;
    void watch();
    void show(Clock::time_point now);  // if it is time
    void draw(double seconds_so_far);

    std::mutex mutex_;
    std::string label_, note_;
    double end_, begin_ = 0, t_ = 0;
    const bool wanted_, terminal_;
    bool drawn_ = false, over_ = false;
    const Clock::time_point start_ = Clock::now();
    // of this part; and when its state was told for the last time, by which its speed is judged
    Clock::time_point part_start_ = start_, told_ = start_, next_;
    std::condition_variable for_watch_;
    std::thread watch_;
};

}  // namespace polhode::app
