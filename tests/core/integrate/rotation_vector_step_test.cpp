#include "polhode/integrate/rotation_vector_step.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "polhode/body/inertia.hpp"

namespace rotation_vector_step_test {

using namespace polhode;
using integrate::RateChoice;
using integrate::RateRule;
using integrate::RateSolver;

namespace {

using V = Vec3<double>;
using Q = Quaternion<double>;

// No torque: the rate alone is at stake.
struct Free {
    PrincipalInertia<double> inertia{V{1, 2, 4}};
    int evaluations = 0;
    V torque(double, const Q&, const V&) const { return {}; }
    V acceleration(const V& w, const V& m) {
        ++evaluations;
        return inertia.acceleration(w, m);
    }
};

V rate_after(RateSolver solver, double h, int steps, int* evaluations = nullptr) {
    Free body;
    Q q;
    V w{3, 0.5, 2};
    for (int i = 0; i < steps; ++i)
        integrate::rotation_vector_step(body, i * h, q, w, h, RateRule{RateChoice::end, solver});
    if (evaluations) *evaluations = body.evaluations;
    return w;
}

}  // namespace

// Each sub-step keeps 1.5e-8 of the rate, 3.6 rad/s; some tens of them make 1 s.
TEST(RotationVectorStep, AdaptiveSolverKeepsItsErrorWhateverTheStep) {
    const V exact = rate_after(RateSolver::rk4, 1e-4, 10000);
    for (const int steps : {1, 3, 10}) {
        EXPECT_LT(norm(rate_after(RateSolver::adaptive, 1.0 / steps, steps) - exact), 2e-6) << steps;
        EXPECT_GT(norm(rate_after(RateSolver::rk4, 1.0 / steps, steps) - exact), 1e-5) << steps;
    }
}

TEST(RotationVectorStep, AdaptiveSolverTakesOneStepWhereOneIsEnough) {
    int evaluations = 0;
    rate_after(RateSolver::adaptive, 1e-3, 5, &evaluations);
    EXPECT_EQ(evaluations, 5 * integrate::DormandPrince5::stages);
}

// A rate that is linear in time: the twelfth of the cross product of successive increments is the whole second-order
// term of the Magnus series, the first step has no correction.
TEST(RotationVectorStep, PreviousIncrementMakesTheConingTerm) {
    const auto w = [](double t) { return V{1, 2 * t, 0}; };
    const double h = 0.1, t = 0.5;
    const V plain = integrate::rotation_of_step(w, t, h, RateChoice::increment);
    const V with = integrate::rotation_of_step(w, t, h, RateChoice::increment_previous);
    // (h^3/12) w x w', w x w' = (0, 0, 2)
    EXPECT_NEAR(with[2] - plain[2], 2 * h * h * h / 12, 1e-15);
    EXPECT_EQ(integrate::rotation_of_step(w, 0.0, h, RateChoice::increment_previous),
              integrate::rotation_of_step(w, 0.0, h, RateChoice::increment));
}

}  // namespace rotation_vector_step_test
