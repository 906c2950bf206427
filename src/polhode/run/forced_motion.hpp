// What moves the body of a problem, in numbers of T: its torques or its given rates, between the times at which
// something switches, and the maker of its rows. The base of motions on the fixed grid that remember nothing of earlier
// steps.
#pragma once

#include <optional>

#include "polhode/problem/problem.hpp"
#include "polhode/run/row_maker.hpp"

namespace polhode {

template <class T>
class ForcedMotion {
 public:
    explicit ForcedMotion(const Problem& problem) : torques_(problem.torques), maker_(problem) {
        if (!problem.dynamics()) rates_.emplace(*problem.rates);
    }

    // ---- what the fixed grid asks of a motion ----
    void segment(double begin, double end) {
        torques_.segment(begin, end);
        maker_.segment(begin, end);
        if (rates_) rates_->segment(begin, end);
    }
    void restart() {}

 protected:
    TorqueSum<T> torques_;
    RowMaker maker_;
    std::optional<RatesFunction<T>> rates_;  // where they are given
};

}  // namespace polhode
