// When steps are due, and when to wake up for them. Deadlines are computed from the start and the count of steps each
// time, never added up; who falls behind catches up, and who falls far behind moves the start: the motion is the same,
// only its date changes.
//
// Waking up costs more than a step of a rigid body, so short steps are made in groups: one wake-up, when the last step
// of a group is due. Groups lie on a fixed grid, at multiples of their size from the start on.
#pragma once

#include <cstdint>

namespace polhode {

class Pace {
 public:
    struct Due {
        std::uint64_t steps = 0;  // to be made now
        bool slipped = false;     // the start was moved
    };
    struct Settings {
        double step = 0;         // s of the motion
        double speed = 1;        // times real time, > 0
        double patience = 0.25;  // s behind at which the start is moved
        double wake = 0;         // s of the wall that a group lasts at most; 0: every step has its own wake-up
    };
    // A speed that nobody can keep makes no groups or catching up without end.
    static constexpr std::uint64_t most_at_once = 1U << 20;

    explicit Pace(const Settings& settings) : settings_(settings) { make_groups(); }

    // Times are ns of one clock. `made` steps have been made now.
    void start(std::int64_t now, std::uint64_t made) { start_ = now, first_ = made; }
    // Another speed from now on: moves the start, not the motion.
    void set_speed(double speed, std::int64_t now, std::uint64_t made);
    void set_wake(double seconds);  // before start()

    // The deadline of the step that makes it n steps in all.
    std::int64_t deadline(std::uint64_t n) const;
    // How many steps there are in all at the end of the group that comes after `made`.
    std::uint64_t group_end(std::uint64_t made) const { return made - (made - first_) % group_ + group_; }
    // What is due now, after `made` steps, where one was to be woken for the step that makes it `end` in all. More is
    // an overrun; more than the patience behind that deadline is a slip.
    Due due(std::int64_t now, std::uint64_t made, std::uint64_t end);

    double speed() const { return settings_.speed; }
    std::uint64_t group() const { return group_; }  // steps
    double group_seconds() const;
    std::uint64_t overruns() const { return overruns_; }
    std::uint64_t slips() const { return slips_; }
    double seconds_lost() const { return lost_; }

 private:
    void make_groups();

    Settings settings_;
    std::uint64_t group_ = 1;
    std::int64_t start_ = 0;
    std::uint64_t first_ = 0, overruns_ = 0, slips_ = 0;
    double lost_ = 0;
};

}  // namespace polhode
