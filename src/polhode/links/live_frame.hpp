// What a running body tells the world outside at one step: the same numbers for every link. Fixed in size, so that the
// thread that steps can hand it over without allocating.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace polhode {

// Another method that runs beside the first, on the same stimuli.
struct LiveCompanion {
    std::array<double, 4> q_NB{1, 0, 0, 0};
    std::array<double, 3> w_NB_B{};
    double angle = 0;     // rad, between its attitude and that of the first method
    bool failed = false;  // it has broken down and stands where it was (gimbal lock, overflow)
};

struct LiveFrame {
    static constexpr std::size_t most_companions = 7;

    std::uint64_t seq = 0;                   // counts the frames of this loop
    std::uint64_t step = 0;                  // steps made since the start or the last reset
    double t = 0;                            // s, simulation time: step times the length of a step
    std::array<double, 4> q_NB{1, 0, 0, 0};  // scalar first, body to world
    std::array<double, 3> w_NB_B{};          // rad/s, in body axes
    double energy = 0;                       // J; not a number where the problem has none (given rates)
    std::array<double, 3> L_N{};             // angular momentum in world axes; not numbers where there is none
    std::int64_t wall_ns = 0;  // of the step's deadline, since the loop began; simulation time without a clock
    double late_us = 0;        // how late the step was made
    std::uint64_t overruns = 0, slips = 0;  // so far
    double seconds_lost = 0;                // by slips, so far
    std::uint64_t input = 0;                // number of the last stimulus that took effect; 0: none yet
    std::int64_t id = -1;                   // of the request that this answers; -1: none
    std::uint64_t asked_by = 0;             // who wants it (LiveCommand::from); 0: nobody, or it is not known
    std::array<double, 3> torque_B{};       // the stimuli's torque in this step, in body axes
    std::size_t companions = 0;
    std::array<LiveCompanion, most_companions> companion{};
};

}  // namespace polhode
