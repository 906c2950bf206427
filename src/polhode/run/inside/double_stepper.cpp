#include <cmath>

#include "polhode/rotation/rotation.hpp"
#include "polhode/run/inside/inside_steppers.hpp"

namespace polhode {

DoubleStepper::GridStep DoubleStepper::grid_step(double t, double limit) const {
    const double h = m_.step, n = std::floor(t / h * (1 + 1e-14) + 1e-9);
    const double end = limit - (n + 1) * h < 1e-9 * h ? limit : (n + 1) * h;
    const bool whole = t == n * h && std::fabs(end - (n + 1) * h) <= 1e-9 * h;
    return {end, whole ? h : end - t};
}

void DoubleStepper::hold_constraint(State& y) const {
    if (m_.constraint == ResolvedMethod::Constraint::none) return;
    const Quaternion<double> q{y[0], y[1], y[2], y[3]};
    const auto held =
        (m_.constraint == ResolvedMethod::Constraint::normalise ? normalise(q) : normalise_binomial(q)).params();
    for (int i = 0; i < 4; ++i) y[i] = held[i];
}

}  // namespace polhode
