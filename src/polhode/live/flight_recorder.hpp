// What was flown, as a scenario that repeats it: NAME.toml, the scenario with the stimuli as tables of held rows, and
// NAME.csv with these rows. Both are good at any moment: rows are appended first, then the duration in the scenario is
// overwritten where it stands. Who kills the program loses what came after the last flush().
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "polhode/live/live_body.hpp"
#include "polhode/live/spsc_queue.hpp"
#include "polhode/scenario/scenario.hpp"

namespace polhode {

class FlightRecorder {
 public:
    // `path`: with or without ".toml". Both files are made now. Throws OutputError, and InputError where the flight
    // could not be repeated.
    FlightRecorder(const Scenario& scenario, const LiveBody& body, const std::string& path);
    ~FlightRecorder();
    FlightRecorder(const FlightRecorder&) = delete;
    FlightRecorder& operator=(const FlightRecorder&) = delete;

    // ---- of the thread that steps ----
    // From step n on. Step 0 must be told, whatever acts in it. False: no room until the next flush().
    bool stimulus(std::uint64_t n, const HeldStimulus& stimulus);
    void made(std::uint64_t steps) { made_.store(flying_ << steps_bits | steps, std::memory_order_release); }
    // A value that was set, from step n on. False: as above.
    bool set(std::uint64_t n, std::shared_ptr<const LiveSet> values);
    // The body begins again: this flight ends, and the next goes to NAME-2, NAME-3, ...; before the first step what was
    // set is undone. False: as above.
    bool begin_again(std::uint64_t steps);

    // ---- of the thread that writes, or of the same one ----
    void flush();  // throws OutputError
    // Nobody writes any more: the thread that steps shall not wait for room.
    void abandon() { abandoned_.store(true, std::memory_order_relaxed); }
    void close();  // the same, and the files are complete; those of a flight without a step are removed

    std::vector<std::string> files() const;  // of all flights so far

 private:
    struct Change {
        std::uint64_t step = 0;
        double time = 0;  // where it begins
        HeldStimulus stimulus;
        bool ends = false;                           // the flight ended after so many steps
        std::shared_ptr<const LiveSet> values = {};  // they were set, and no stimulus changed
    };
    struct Files;
    bool put(const Change& change) { return changes_.put(change) || abandoned_.load(std::memory_order_relaxed); }
    void open_part();
    void write_rows();
    void write_sets();
    void write_duration(double flown, bool last);

    const LiveBody& body_;
    std::string stem_, head_, tables_;  // of the scenario: before and after the names of files
    std::string unread_head_;           // of a flight so short that its sensors are read but once: without them
    double between_readings_ = 0;       // s; 0: nothing is strapped to the body
    bool rates_;
    SpscQueue<Change> changes_{8192};
    // Number of the flight and its steps in one word, so that they belong together.
    static constexpr int steps_bits = 48;
    static constexpr std::uint64_t steps_mask = (std::uint64_t{1} << steps_bits) - 1;
    std::atomic<std::uint64_t> made_{0};
    std::atomic<bool> abandoned_{false};
    std::uint64_t flying_ = 1;  // of the thread that steps
    std::unique_ptr<Files> files_;
    std::vector<std::string> names_;
    std::string text_;        // rows on their way, used again
    std::string sets_;        // tables [[change]] that are not in the scenario yet
    std::uint64_t part_ = 0;  // of the thread that writes
};

}  // namespace polhode
