#include "polhode/measure/target_record.hpp"

#include <cmath>

#include "polhode/rotation/rotation.hpp"

namespace polhode {

TargetRecord::TargetRecord(const Target& target, const Problem& problem) : target_(target), orbit_(problem.orbit) {
    if (target.attitude) attitude_.emplace(Track{SettlingTime(target.band)});
    if (target.rate) rate_.emplace(Track{SettlingTime(target.band)});
}

void TargetRecord::row(const Row& row) {
    Quaternion<double> q = normalise(row.q_NB);
    Vec3<double> w = row.w_NB_B;
    if (target_.in_orbit) {
        q = compose(conjugate(orbit_->frame(row.t)), q);
        w = w - to_body(q, orbit_->frame_rate(row.t));
    }
    if (attitude_) {
        RotationVector<double> left;
        assign_quaternion(left, compose(conjugate(*target_.attitude), q));
        add(attitude_, row.t, {left.x, left.y, left.z});
    }
    if (rate_) add(rate_, row.t, w - *target_.rate);
}

void TargetRecord::add(std::optional<Track>& track, double t, const Vec3<double>& error) const {
    Track& k = *track;
    const double length = norm(error);
    if (!k.any) {
        k.any = true;
        k.first = length;
        if (length > 0) k.direction = error / length;
        k.least = length;
    }
    k.last = length;
    k.least = std::fmin(k.least, dot(error, k.direction));
    k.settling.add(t, share_of_way_left(length, 0, k.first));
}

std::optional<TargetRecord::Way> TargetRecord::way_of(const std::optional<Track>& k) {
    if (!k || !k->any) return {};
    return Way{k->first, k->last, k->settling.time(), overshoot_of(k->first, k->least, k->first, 0)};
}

}  // namespace polhode
