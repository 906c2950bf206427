// An estimated attitude shown to others while it is estimated: the links of `polhode live`, and the studio.
#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "live_door.hpp"
#include "polhode/estimate/tools/written_axes.hpp"
#include "polhode/live/link_list.hpp"

namespace polhode::app {

struct LinkOptions {
    std::vector<std::string> to;
    LiveDoorOptions door;
    bool serve = false, studio = false;
    std::optional<double> speed;  // times real time; 0: as the rows come

    void add_to(CLI::App& command);
    bool any() const { return !to.empty() || serve || studio; }
    bool takes_standard_output() const;
};

// Waits until a row of a recording is due.
class RecordingPace {
 public:
    explicit RecordingPace(double speed) : speed_(speed) {}
    void wait_for(double t);

 private:
    using Clock = std::chrono::steady_clock;
    double speed_;
    std::optional<Clock::time_point> begun_;
    double first_ = 0;
};

class EstimateLinks {
 public:
    // Opens everything that is named. Throws InputError.
    EstimateLinks(const LinkOptions& options, const estimate::Sensors& sensors,
                  const estimate::EstimationSettings& settings, bool quiet);

    // `step`: s between rows, about.
    void begin(const estimate::SensorLog& facts, double step);
    void row(const estimate::LogRow& row, const estimate::EstimateRow& estimate);
    void end(const std::string& reason);
    std::string counts() const { return plain_.counts() + aircraft_.counts(); }

 private:
    void answer_whoever_pushes();

    // Aircraft know their own world, whichever was asked for: those who show them get North, West, Up and forward,
    // left, up, which their links turn themselves.
    LinkList plain_, aircraft_;
    estimate::WrittenAxes axes_, aircraft_axes_;
    std::vector<LiveTable> tables_;
    std::vector<std::string> names_;
    std::optional<LiveDoor> door_;
    LinkOptions options_;
    bool with_reference_ = false, told_ = false;
    LiveCompanion reference_;  // the last that was known
    double first_time_ = 0;
    std::uint64_t rows_ = 0;
};

}  // namespace polhode::app
