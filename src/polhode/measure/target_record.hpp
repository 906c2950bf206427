// How a run comes to its [target]: when it stays there, and how far it goes beyond. The error of the attitude is the
// rotation vector that is left, of the rate the difference; what is left of the way is the length of it against that at
// the start, and beyond is what goes against the direction that it had then.
#pragma once

#include <optional>

#include "polhode/measure/settling.hpp"
#include "polhode/run/simulate.hpp"
#include "polhode/scenario/target_table.hpp"

namespace polhode {

class TargetRecord {
 public:
    TargetRecord(const Target& target, const Problem& problem);
    void row(const Row& row);

    struct Way {
        double first = 0, last = 0;  // rad or rad/s: what was left at the start, and at the end
        double settled = 0;          // s, from when on it stays within the band; not a number: not by the end
        double overshoot = 0;        // part of the way; not a number where there was none
    };
    std::optional<Way> attitude() const { return way_of(attitude_); }
    std::optional<Way> rate() const { return way_of(rate_); }
    double band() const { return target_.band; }

 private:
    struct Track {
        SettlingTime settling;
        Vec3<double> direction{};               // of the error at the start
        double first = 0, last = 0, least = 0;  // the last: along that direction
        bool any = false;
    };
    void add(std::optional<Track>& track, double t, const Vec3<double>& error) const;
    static std::optional<Way> way_of(const std::optional<Track>& track);

    Target target_;
    std::optional<OrbitModel> orbit_;  // whose frame is meant
    std::optional<Track> attitude_{}, rate_{};
};

}  // namespace polhode
