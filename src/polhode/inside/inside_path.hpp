// A motion with events as a chain of Taylor polynomials that is asked for its state, best in ascending order: for the
// reference, and for what is compared beside a run.
#pragma once

#include <optional>

#include "polhode/inside/inside_series.hpp"
#include "polhode/inside/inside_walk.hpp"

namespace polhode {

template <class T>
class InsidePath {
 public:
    using State = StateVector<T>;
    InsidePath(const Problem& problem, double end, const typename InsideSeries<T>::Settings& settings)
        : problem_(problem), end_(end), settings_(settings) {
        restart();
    }

    // Where the motion was stopped it stays. `step_taken(t)` is called after each stretch.
    template <class StepTaken>
    State at(double t, const StepTaken& step_taken) {
        if (t < inside::in_double(walk_->from())) restart();
        while (more_ && inside::in_double(walk_->to()) < t) {
            more_ = walk_->next();
            if (more_) step_taken(inside::in_double(walk_->to()));
        }
        if (!more_ || !stepped()) return walk_->state();
        return walk_->at(T(t));
    }
    InsideNumbers<T>& numbers() { return walk_->numbers(); }

 private:
    void restart() {
        walk_.emplace(problem_, end_, std::make_unique<InsideSeries<T>>(problem_, end_, settings_));
        walk_->begin(walk_->start());
        more_ = true;
    }
    bool stepped() const { return walk_->from() < walk_->to(); }

    const Problem& problem_;
    double end_;
    typename InsideSeries<T>::Settings settings_;
    std::optional<InsideWalk<T>> walk_;
    bool more_ = true;
};

// Why a body with an inside has no Taylor series between its events ("" if it has one): a formula that switches too
// often. Corners that the state decides are met as events are.
std::string no_inside_series(const Problem& problem, double end);

// A rigid body whose torques the state gives corners, as plates in light and air have, as one with an inside of which
// it has nothing: its series then end where a plate is edge-on. Nothing for any other problem.
std::optional<Problem> with_empty_inside(const Problem& problem);

}  // namespace polhode
