// What controllers do at a sample to a motion and its tangent: y jumps to S(y), and z to DS(y) z, by the formulas over
// series of one term. As SampleClock does it with the motion alone (inside/sample_clock.hpp).
#pragma once

#include <vector>

#include "polhode/inside/inside_numbers.hpp"

namespace polhode {

class TangentSamples {
 public:
    using S = Series<double>;

    explicit TangentSamples(const Problem& problem);

    // The next time at which some controller looks; infinite without controllers.
    double next() const;
    // All that look at t.
    void act(double t, StateVector<S>& y, InsideNumbers<S>& numbers);
    // The tangent was divided by this: outputs that are still on their way are too.
    void divide(double by);

 private:
    struct Running {
        const Controller* controller;
        double taken = 0;
        std::vector<std::vector<S>>
            line{};  // outputs on their way, in a circle of delay + 1 places, from the oldest on
        std::size_t oldest = 0;
    };
    std::vector<S> computed(const std::vector<Controller::Number>& all, double t, const StateVector<S>& y,
                            InsideNumbers<S>& numbers) const;
    void put(const std::vector<Controller::Number>& all, const std::vector<S>& values, StateVector<S>& y) const;

    InsideLayout layout_;
    std::vector<Running> running_;
};

}  // namespace polhode
