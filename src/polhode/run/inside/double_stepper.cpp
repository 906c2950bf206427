#include <cmath>

#include "polhode/run/inside/inside_steppers.hpp"

namespace polhode {

DoubleStepper::GridStep DoubleStepper::grid_step(double t, double limit) const {
    const double h = m_.step, n = std::floor(t / h * (1 + 1e-14) + 1e-9);
    const double end = limit - (n + 1) * h < 1e-9 * h ? limit : (n + 1) * h;
    const bool whole = t == n * h && std::fabs(end - (n + 1) * h) <= 1e-9 * h;
    return {end, whole ? h : end - t};
}

}  // namespace polhode
