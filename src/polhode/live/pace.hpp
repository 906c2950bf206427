// When steps are due. Deadlines are computed from the start and the count of steps each time, never added up; who falls
// behind catches up, and who falls far behind moves the start: the motion is the same, only its date changes.
#pragma once

#include <cstdint>

namespace polhode {

class Pace {
 public:
    struct Due {
        std::uint64_t steps = 0;  // to be made now
        bool slipped = false;     // the start was moved
    };

    // `step`: s of the motion; `speed`: times real time, > 0; `patience`: s behind at which the start is moved.
    Pace(double step, double speed, double patience) : step_(step), speed_(speed), patience_(patience) {}

    // Times are ns of one clock. `made` steps have been made now.
    void start(std::int64_t now, std::uint64_t made) { start_ = now, first_ = made; }
    // Another speed from now on: moves the start, not the motion.
    void set_speed(double speed, std::int64_t now, std::uint64_t made);

    // The deadline of the step that makes it n steps in all.
    std::int64_t deadline(std::uint64_t n) const;
    // What is due now, after `made` steps. More than one is an overrun; more than the patience behind is a slip.
    Due due(std::int64_t now, std::uint64_t made);

    double speed() const { return speed_; }
    std::uint64_t overruns() const { return overruns_; }
    std::uint64_t slips() const { return slips_; }
    double seconds_lost() const { return lost_; }

 private:
    double step_, speed_, patience_;
    std::int64_t start_ = 0;
    std::uint64_t first_ = 0, overruns_ = 0, slips_ = 0;
    double lost_ = 0;
};

}  // namespace polhode
