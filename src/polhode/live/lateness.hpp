// How late steps were: counts by powers of two, and percentiles from counts that are sixteen times as fine. Fixed in
// size.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace polhode {

class Lateness {
 public:
    static constexpr int octaves = 32;  // 1 us to an hour

    void add(double us);
    std::uint64_t count() const { return count_; }
    double largest() const { return largest_; }  // us
    // us, not below the true one and at most a sixteenth above it; `share` 0.5, 0.99, ...
    double percentile(double share) const;
    // Octave 0: below 1 us; octave k: from 2^(k-1) us on, below twice that.
    std::uint64_t in_octave(int octave) const;

 private:
    static constexpr int parts = 16;
    static int place(double us);
    static double upper_end(int place);

    std::array<std::uint64_t, static_cast<std::size_t>(octaves* parts)> counts_{};
    std::uint64_t count_ = 0;
    double largest_ = 0;
};

// What a live run came to.
struct LiveReport {
    std::uint64_t steps = 0;
    double simulated = 0, wall = 0;  // s
    double cpu = 0;                  // s of the processor, all threads of the program together
    Lateness lateness;
    // Steps that one wake-up is for, and how long they last on the wall, at the speed of the end; 0: no such clock.
    std::uint64_t steps_per_wake = 0;
    double seconds_per_wake = 0;
    double longest_step_us = 0;  // of all methods together
    std::uint64_t overruns = 0, slips = 0;
    double seconds_lost = 0;
    std::uint64_t stimuli = 0;  // that took effect
    std::uint64_t dropped = 0;  // commands for which there was no room
    std::uint64_t refused = 0;  // commands that have no meaning here
    std::uint64_t resets = 0;
};

std::string live_report_text(const LiveReport& report);
std::string live_report_json(const LiveReport& report);

}  // namespace polhode
