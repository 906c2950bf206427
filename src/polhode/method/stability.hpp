// Where a constraint held by feedback stops being stable: computed, not found by trial.
//
// A body that turns steadily at w, in steps of h, makes every step the same map: in the complex plane where the plain
// derivative of q is i w/2 q, of the constraint error eps = 1 - |q|^2 and, for the derivative laws, of the complex
// number h D/q (D the derivative carried to the next step, q the state after this one, so that the phase is out). The
// map has a fixed point, the error at which the constraint settles; the method is stable while the map's derivative
// there has eigenvalues inside the unit circle. The step is the very code that runs: its derivatives come from running
// it on dual numbers. (TN D-5302 argues the limits h K = 1 and M (h w)^2 = 8 with eps = 0, eqs. 22-27 and 37-42; at the
// settled error they lie a little higher.)
#pragma once

#include <string>

#include "polhode/constrain/feedback.hpp"

namespace polhode {

struct ConstrainedStep {
    constrain::Law law = constrain::Law::algebraic;
    std::string integrator = "rk4";  // euler, midpoint, heun, rk4, merson, dopri5, dop853
    double steps_per_turn = 20;      // 2 pi/(h w)
};

// The gain without dimension: h K for the algebraic law, M (h w)^2 for the derivative laws.
struct SettledStep {
    double gain = 0;
    double error = 0;            // eps at which it settles
    double spectral_radius = 0;  // of a disturbance from step to step; below 1: it dies out
    double lag = 0;              // rad of attitude a step, positive: late
};

// The settled step at one gain. Throws ComputationFailed where the map has no fixed point near eps = 0.
SettledStep settled_step(const ConstrainedStep& step, double gain);

// The smallest gain at which the spectral radius is 1. Throws ComputationFailed where there is none up to ten times the
// limit of small steps.
double stability_boundary(const ConstrainedStep& step);

// The limit of the boundary as the step becomes small, in the same units, for Runge-Kutta methods of order 2 and more
// (of derivative_stage, which depends on the stages, that of RK4): TN D-5302 eqs. 21 and 36. 0 where there is none.
double small_step_limit(constrain::Law law);

// Whether there is a boundary to be computed: the algebraic law, its error held over the step, and the derivative laws.
bool has_stability_boundary(constrain::Law law);

}  // namespace polhode
