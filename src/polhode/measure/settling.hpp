// When a quantity has come to its target and how far it went beyond: the formulas that runs and sweeps share.
#pragma once

#include <limits>

#include "polhode/arithmetic/elementary.hpp"

namespace polhode {

// What is left of the way to the target, as a part of the whole; of no way at all the distance itself.
inline double share_of_way_left(double value, double target, double whole_way) {
    return abs(value - target) / (whole_way > 0 ? whole_way : 1.0);
}

// Where the straight line between two rows meets a level.
inline double level_met_at(double level, double t0, double value0, double t1, double value1) {
    return fma((level - value0) / (value1 - value0), t1 - t0, t0);
}

// How far beyond its target a quantity went, as a part of the way from `first`; not a number where it was there at
// once, or where one of its values was none.
inline double overshoot_of(double first, double smallest, double largest, double target) {
    const double way = target - first, beyond = way < 0 ? target - smallest : largest - target;
    if (way == 0) return std::numeric_limits<double>::quiet_NaN();
    return beyond != beyond ? beyond : max(0.0, beyond / abs(way));
}

// When a share of a way falls below the band for good, row by row.
class SettlingTime {
 public:
    explicit SettlingTime(double band) : band_(band) {}
    void add(double t, double share) {
        const bool in = share < band_;
        if (!any_)
            time_ = in ? t : none;
        else if (in != (last_ < band_))
            time_ = in ? level_met_at(band_, last_time_, last_, t, share) : none;
        any_ = true;
        last_ = share, last_time_ = t;
    }
    double time() const { return time_; }  // s; not a number where it does not

 private:
    static constexpr double none = std::numeric_limits<double>::quiet_NaN();
    double band_, time_ = none, last_ = 0, last_time_ = 0;
    bool any_ = false;
};

}  // namespace polhode
