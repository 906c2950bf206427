// One round of the momentum of a free gyrostat in its body, where no closed form is known: rotors along any axes.
//
//     H' = H x w,   w = Ie^-1 (H - l)            (Wittenburg 1977, ch. 4)
//
// |H| and w.Ie w are constant, so that H goes round a closed curve on a sphere. Its Taylor series, step by step, until
// it is back where it began.
#pragma once

#include <vector>

#include "polhode/arithmetic/vec.hpp"

namespace polhode {

class MomentumPath {
 public:
    // Principal axes of Ie; H at t = 0, which is no steady turn.
    MomentumPath(const Vec3<double>& moments, const Vec3<double>& inside, const Vec3<double>& H);

    // s; 0 where it did not come back in so many steps as are worth it, or not to the same place.
    double period() const { return period_; }
    // At any time, by whole periods.
    Vec3<double> rate_at(double t) const;

 private:
    static constexpr int order = 24;
    struct Step {
        double begin;
        Vec3<double> term[order + 1];
        Vec3<double> at(double since) const;
    };
    Vec3<double> rate_of(const Vec3<double>& H) const;
    Step step_from(double t, const Vec3<double>& H) const;
    double length_of(const Step& step) const;
    void follow();

    Vec3<double> moments_, inside_, start_;
    double period_ = 0;
    std::vector<Step> steps_{};
};

}  // namespace polhode
