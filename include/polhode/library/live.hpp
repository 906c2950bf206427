// A body that runs beside a clock, or in somebody else's loop, and is pushed from outside. Steps are those of a run:
// what was flown can be recorded as a scenario, and run() on it gives the same rows, bit for bit.
//
//     polhode::LiveLoop loop(polhode::ScenarioFile::read("gyroscope.toml"));
//     loop.on_stimulus([&](std::uint64_t step, double t) { return polhode::LiveStimulus{.torque_B = hand(t)}; });
//     while (others_go_on()) {
//         loop.step(10);                                       // as many as the other loop wants
//         show(loop.state().q_NB);
//     }
//
// One object belongs to one thread. Nothing is allocated while it steps.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "polhode/arithmetic/vec.hpp"
#include "polhode/library/scenario.hpp"
#include "polhode/rotation/quaternion.hpp"

namespace polhode {

// What pushes the body over one step. A body takes torques, one with given rates takes the rate.
struct LiveStimulus {
    Vec3<double> torque_B{};  // N m, body axes
    Vec3<double> torque_N{};  // N m, world axes
    Vec3<double> rate_B{};    // rad/s, body axes

    friend bool operator==(const LiveStimulus&, const LiveStimulus&) = default;
};

// The body after so many steps, by its first method; not numbers where the problem has none (energy of given rates).
struct LiveState {
    std::uint64_t step = 0;
    double t = 0;             // s, step times the length of a step
    Quaternion<double> q_NB;  // attitude, body to world
    Vec3<double> w_NB_B{};    // rate, rad/s
    double energy = 0;        // J
    Vec3<double> L_N{};       // angular momentum, N m s
    // The other methods of the scenario, on the same stimuli.
    struct Beside {
        Quaternion<double> q_NB;
        Vec3<double> w_NB_B{};
        double angle = 0;     // rad, from the first method's attitude
        bool failed = false;  // it has broken down and stands where it was
    };
    std::vector<Beside> beside{};
};

// What became of running beside a clock.
struct LivePunctuality {
    std::uint64_t steps = 0, overruns = 0, slips = 0;
    double seconds_lost = 0;                                       // by slips
    double late_p50_us = 0, late_p99_us = 0, late_largest_us = 0;  // lateness of steps
};

class LiveLoop {
 public:
    // Every method of the scenario needs a fixed step. `duration`: s; 0: as long as one likes. Throws InputError.
    explicit LiveLoop(const ScenarioFile& scenario, double duration = 0);
    ~LiveLoop();
    LiveLoop(LiveLoop&&) noexcept;
    LiveLoop& operator=(LiveLoop&&) noexcept;

    double step_length() const;  // s
    std::vector<std::string> methods() const;

    // Asked before every step; without one the scenario's inputs from files act, and nothing else. Step 0 begins at t =
    // 0.
    void on_stimulus(std::function<LiveStimulus(std::uint64_t step, double t)> stimulus);
    // Told of the state while run() goes on, so many times a second.
    void on_state(std::function<void(const LiveState&)> state, double times_a_second = 60);
    // Writes what is flown as FILE.toml with FILE.csv. Before the first step. Throws OutputError, and InputError where
    // the flight could not be repeated: nothing can push the body, or a torque is a function of the caller's.
    void record(const std::string& file);

    // Lockstep: so many steps now. False: fewer were made, because the duration is over or the first method has failed.
    bool step(std::uint64_t count = 1);
    LiveState state() const;
    std::string failure() const;  // of the first method; "": none
    void reset();                 // from the start again

    // For run(): steps shorter than this time of the wall, in s, are made in groups that last so long at most, with one
    // wake-up for each, when their last step is due; a loop at 1 kHz takes half of the processor's time with 0.002.
    // Without it every step has a wake-up of its own.
    void wake_every(double seconds);
    // Real time, times `speed`, until the end of the duration or `stop`.
    LivePunctuality run(double speed = 1, const std::function<bool()>& stop = {});
    // Ends the flight; its record is complete. Also done by the destructor, but there nobody hears of a full disk.
    void finish();

    // For the library itself.
    struct Impl;

 private:
    std::unique_ptr<Impl> impl_;
};

}  // namespace polhode
