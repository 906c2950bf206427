// Steps of the classical Runge-Kutta method for bodies with rotors, states and formulas alone, by the flat form of
// their equations (inside/motion_shape.hpp), which lanes and graphics cards follow too: the bits of the general form,
// in less than half its time.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "polhode/ensemble/follow_inside.hpp"
#include "polhode/inside/motion_shape.hpp"
#include "polhode/inside/state_vector.hpp"

namespace polhode {

class FlatSteps {
 public:
    // Null where the body has more than that.
    static std::unique_ptr<FlatSteps> of(const Problem& problem);
    // From y at t to the state at t + h. False: some number of it is not finite.
    bool step(double t, double h, const StateVector<double>& y, StateVector<double>& to);

 private:
    ensemble::InsideShape inside_;
    ensemble::Shape shape_;
    std::vector<double> columns_;
    std::optional<ensemble::InsideSteps<double>> steps_;
};

}  // namespace polhode
