// Steppers for bodies with an inside, in double, by the name of the integrator.
#pragma once

#include <memory>
#include <string>

#include "polhode/inside/inside_stepper.hpp"
#include "polhode/method/resolved_method.hpp"
#include "polhode/rotation/rotation.hpp"

namespace polhode {

// The constraint on the quaternion of a state, after a step.
template <class State>
POLHODE_INLINE void hold_constraint(ResolvedMethod::Constraint constraint, State& y) {
    if (constraint == ResolvedMethod::Constraint::none) return;
    const Quaternion<double> q{y[0], y[1], y[2], y[3]};
    const auto held =
        (constraint == ResolvedMethod::Constraint::normalise ? normalise(q) : normalise_binomial(q)).params();
    for (int i = 0; i < 4; ++i) y[i] = held[i];
}

// What they have in common: the equations, and the constraint after a step.
class DoubleStepper : public InsideStepper<double> {
 public:
    DoubleStepper(const Problem& problem, const ResolvedMethod& m) : system_(problem), m_(m) {}
    void segment(double begin, double end) override { system_.segment(begin, end); }
    void set_modes(const std::vector<MotorMode>& modes) override { system_.set_modes(modes); }
    StateVector<double> slope(double t, const StateVector<double>& y) override { return system_(t, y); }
    long evaluations() const override { return system_.evaluations; }

 protected:
    using State = StateVector<double>;
    // Where the fixed step from `t` ends, and how long it is: on the grid n h, whose whole steps are h to the last bit.
    struct GridStep {
        double end, length;
    };
    GridStep grid_step(double t, double limit) const;
    void hold_constraint(State& y) const { polhode::hold_constraint(m_.constraint, y); }

    InsideSystem<double> system_;
    const ResolvedMethod m_;
};

// Runge-Kutta with fixed steps; dopri5 and dop853 that keep a tolerance, or have rows between their fixed steps; Lie
// group methods on attitude and momentum. Null for any other name.
std::unique_ptr<InsideStepper<double>> fixed_stepper(const Problem& problem, const ResolvedMethod& m);
std::unique_ptr<InsideStepper<double>> pair_stepper(const Problem& problem, const ResolvedMethod& m, double duration);
std::unique_ptr<InsideStepper<double>> lie_stepper(const Problem& problem, const ResolvedMethod& m);
// The closed form of a gyrostat; null where there is none.
std::unique_ptr<InsideStepper<double>> closed_form_stepper(const Problem& problem, const ResolvedMethod& m);
bool is_lie_stepper(const std::string& integrator);

}  // namespace polhode
