// Adams steps from place to place without what a run carries: for "default", which makes two and hands out one. A body
// under its weight may be damped and in a gravity gradient too, which stands still or turns.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "polhode/integrate/spin_free.hpp"
#include "polhode/method/resolved_method.hpp"
#include "polhode/run/families/adams_torque.hpp"
#include "polhode/run/row_maker.hpp"
#include "polhode/run/simulate.hpp"
#include "polhode/truth/taylor_path.hpp"

namespace polhode {

class AdamsTrace {
 public:
    AdamsTrace(const Problem& problem, double duration);

    // Whether nothing else acts, and nothing switches on the way.
    bool fits() const { return fits_; }
    bool damped() const { return torque_.damped; }
    bool gradient() const { return turning_ || torque_.gradient != 0; }
    // Whether the motion dies down on the way: steps of one length are then short at the end without need.
    bool fades() const;
    // Radians a second that the motion has or may come to: what a step is measured by.
    double quickness() const { return quickness_; }

    // A row is quaternion and rate in the axes that the steps are made in; `complete` makes it what is handed out.
    struct Seen {
        std::vector<Row> rows;
        Statistics statistics;
        // how far a step ended from where it was predicted to, as a difference of quaternions, or of rates measured
        // by the quickness: of those that were looked at now and then, added up
        double missed = 0;
        long looks = 0;
        double mean_missed() const { return missed / static_cast<double>(std::max(1L, looks)); }
    };
    // Steps, and how many of them for a row, are those of `m`. Throws ComputationFailed.
    void go(const ResolvedMethod& m, double duration, const RunObserver& observer, Seen& seen);
    void complete(Row& row, const RowMaker& maker) const;

 private:
    template <class Steps>
    void with_series(Steps& steps, const ResolvedMethod& m, double duration, const RunObserver& observer, Seen& seen);
    void set_order(int order);

    const Problem& problem_;
    PrincipalFrame<double> frame_;
    integrate::PolynomialTorque<double> torque_;
    Vec3<double> weight_{};
    AdamsTorque<double> extra_;
    integrate::SpinFree<double> spin_;
    bool fits_ = false, turning_ = false;
    double duration_, quickness_ = 0;
    Quaternion<double> q_;
    Vec3<double> w_;
    // for the first steps, and for one of another length at the end
    std::optional<integrate::TaylorBody<double, PathAlone>> series_;
    std::optional<integrate::TaylorBody<double, TurningGradient<double>>> turning_series_;
};

}  // namespace polhode
