// One step after the other along a motion, as the walk through time asks for them (inside_walk.hpp). A stepper holds
// the state it has reached; a step that was made can be looked at anywhere inside, and is then taken whole or cut.
#pragma once

#include <cmath>

#include "polhode/inside/inside_system.hpp"

namespace polhode {

// Whole steps that were made in one go: how many, and the least and the largest difference of the times at their ends.
struct Stride {
    long made = 0;
    double shortest = HUGE_VAL, longest = 0;
};

template <class T>
class InsideStepper {
 public:
    using State = StateVector<T>;
    virtual ~InsideStepper() = default;

    // Begins anew at t: nothing of earlier steps is remembered.
    virtual void start(const T& t, const State& y) = 0;
    // Makes a step from where it stands, no further than `limit`; the time it leads to.
    virtual T step(const T& limit) = 0;
    // The state inside the last step: `at` is what the step gives there, `guess` may be anything near it that costs
    // less.
    virtual State at(const T& time) = 0;
    virtual State guess(const T& time) { return at(time); }
    // At how many places inside a step it must be looked at so that a polynomial of its kind hides no crossing.
    virtual int looks() const = 0;
    // Takes the step, or the part of it up to `time`; the state there.
    virtual const State& take() = 0;
    virtual const State& cut(const T& time) = 0;
    // Where nobody looks into them: steps from where it stands that are made and taken in one go, at most so many and
    // the last of them at least one step before `limit`. t and y become where they lead. None, or fewer, where the next
    // one has to be made alone.
    virtual Stride stride(const T& limit, long most, T& t, State& y) {
        (void)limit, (void)most, (void)t, (void)y;
        return {};
    }

    // Nothing that the time alone decides switches inside [begin, end]; what limits make of the motors.
    virtual void segment(double begin, double end) = 0;
    virtual void set_modes(const std::vector<MotorMode>& modes) = 0;
    // y' at a state, for the direction in which it moves.
    virtual StateVector<double> slope(double t, const StateVector<double>& y) = 0;
    virtual long evaluations() const = 0;
    virtual long rejected() const { return 0; }
};

}  // namespace polhode
