// Steps of the classical Runge-Kutta method for bodies with rotors, states and formulas alone, by the flat form of
// their equations (inside/motion_shape.hpp), which lanes and graphics cards follow too: the bits of the general form,
// in less than half its time.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "polhode/ensemble/follow_inside.hpp"
#include "polhode/inside/motion_shape.hpp"
#include "polhode/run/inside/inside_steppers.hpp"

namespace polhode {

class FlatSteps {
 public:
    // Null where the body has more than that.
    static std::unique_ptr<FlatSteps> of(const Problem& problem);
    // From y at t to the state at t + h. False: some number of it is not finite.
    bool step(double t, double h, const StateVector<double>& y, StateVector<double>& to);
    // Steps n, n+1, ... of the grid n h, at most so many, each held to the constraint. Ends before the first that has a
    // number that is not finite.
    Stride stride(double n, long count, double h, ResolvedMethod::Constraint constraint, StateVector<double>& y) {
        return (this->*stride_)(n, count, h, constraint, y);
    }

 private:
    static constexpr int most_known_wheels = 4;
    // By the motion that has so many wheels, or more.
    template <int wheels>
    void choose_stride();
    template <int wheels>
    Stride stride_with_wheels(double n, long count, double h, ResolvedMethod::Constraint constraint,
                              StateVector<double>& y);
    using StrideOf = Stride (FlatSteps::*)(double, long, double, ResolvedMethod::Constraint, StateVector<double>&);
    Stride stride_of_any(double n, long count, double h, ResolvedMethod::Constraint constraint, StateVector<double>& y);

    ensemble::InsideShape inside_;
    ensemble::Shape shape_;
    std::vector<double> columns_, values_;  // values: of formulas, where there are wheels alone
    std::optional<ensemble::InsideBody<double>> body_;
    std::optional<ensemble::InsideSteps<double>> steps_;
    StrideOf stride_ = &FlatSteps::stride_of_any;
};

}  // namespace polhode
