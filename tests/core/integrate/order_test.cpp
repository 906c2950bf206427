// Measured order of convergence of every stepper, on a heavy asymmetric body: the claimed order is the slope of
// log(error) against log(step), between two steps where the error is far above rounding and far below one.
#include <gtest/gtest.h>

#include <cmath>

#include "polhode/dynamics/rigid_body.hpp"
#include "polhode/integrate/adams_bashforth.hpp"
#include "polhode/integrate/continuous.hpp"
#include "polhode/integrate/rotation_vector_step.hpp"
#include "polhode/integrate/runge_kutta.hpp"
#include "polhode/torque/gravity.hpp"

namespace polhode {
namespace order_test {

using integrate::RateChoice;
using Body = RigidBody<PrincipalInertia<double>, torque::Gravity<double>>;

const Body body{PrincipalInertia<double>(Vec3<double>{1.0, 1.4, 2.1}),
                torque::Gravity<double>{1.0, {0.2, 0.1, 0.6}, 1.0}};
const Body::State start = body.state({0.5, 0.5, -0.5, 0.5}, {0.6, 0.3, -0.9});
constexpr double duration = 4.0;

double attitude_error(const Body::State& a, const Body::State& b) {
    return angle_between(normalise(body.attitude(a)), normalise(body.attitude(b)));
}

template <class Tableau>
Body::State run(int steps) {
    Body::State y = start;
    const double h = duration / steps;
    for (int i = 0; i < steps; ++i) y = integrate::runge_kutta_step<Tableau>(body, i * h, y, h);
    return y;
}

// DOP853 at a step where its error is rounding
const Body::State& truth() {
    static const Body::State y = run<integrate::DormandPrince853>(400);
    return y;
}

double slope(double coarse_error, double fine_error) { return std::log2(coarse_error / fine_error); }

template <class Tableau>
double measured_order(int steps) {
    return slope(attitude_error(run<Tableau>(steps), truth()), attitude_error(run<Tableau>(2 * steps), truth()));
}

// A slope of finite steps differs from the order by a term of the first neglected power: 0.15 leaves room for it at the
// steps chosen and is far from the next whole number.
TEST(Order, RungeKutta) {
    EXPECT_NEAR(measured_order<integrate::Euler>(8000), 1, 0.15);
    EXPECT_NEAR(measured_order<integrate::Midpoint>(800), 2, 0.15);
    EXPECT_NEAR(measured_order<integrate::Heun>(800), 2, 0.15);
    EXPECT_NEAR(measured_order<integrate::Rk4>(200), 4, 0.15);
    EXPECT_NEAR(measured_order<integrate::Merson>(200), 4, 0.15);
    EXPECT_NEAR(measured_order<integrate::DormandPrince5>(100), 5, 0.3);
    EXPECT_NEAR(measured_order<integrate::DormandPrince853>(16), 8, 0.5);
}

// Merson's estimate is of the order of h^5 for linear equations and h^4 otherwise; TN D-5302's own figure is 4 per step
// (erratum E9).
TEST(Order, MersonEstimateShrinksWithTheFourthPowerOrBetter) {
    const auto estimate = [](double h) {
        Body::State k[5];
        (void)integrate::runge_kutta_step<integrate::Merson>(body, 0.0, start, h, k);
        const auto e = integrate::error_estimate<integrate::Merson>(h, k);
        return norm(e);
    };
    EXPECT_GT(slope(estimate(0.02), estimate(0.01)), 3.8);
}

template <class Tableau>
double dense_error(double h) {
    // one step, the worst of ten places inside against the same method with ten small steps
    integrate::AdaptivePair<Tableau, double, 7> pair;
    const auto size = [](const auto& e, const auto&, const auto&) { return norm(e); };
    pair.k[0] = body(0.0, start);
    pair.trial(body, 0.0, start, h, size);
    pair.prepare(body);
    double worst = 0;
    Body::State y = start;
    for (int i = 1; i <= 10; ++i) {
        y = integrate::runge_kutta_step<integrate::DormandPrince853>(body, 0.0, y, h / 10);
        worst = std::max(worst, norm(pair.at(i / 10.0) - y));
    }
    return worst;
}

TEST(Order, DenseOutput) {
    // continuous extensions of order 4 and 7: local error h^5 and h^8
    EXPECT_NEAR(slope(dense_error<integrate::DormandPrince5>(0.2), dense_error<integrate::DormandPrince5>(0.1)), 5,
                0.5);
    EXPECT_NEAR(slope(dense_error<integrate::DormandPrince853>(0.4), dense_error<integrate::DormandPrince853>(0.2)), 8,
                0.7);
}

TEST(DenseOutput, MeetsBothEndsOfTheStep) {
    integrate::AdaptivePair<integrate::DormandPrince853, double, 7> pair;
    pair.k[0] = body(0.0, start);
    pair.trial(body, 0.0, start, 0.3, [](const auto& e, const auto&, const auto&) { return norm(e); });
    pair.prepare(body);
    EXPECT_EQ(pair.at(0.0), start);
    EXPECT_LT(norm(pair.at(1.0) - pair.y1), 4e-16);  // one addition rounds
}

Body::State adams(int order, int steps) {
    integrate::AdamsBashforth<double, 7> memory(order);
    const double h = duration / steps;
    Body::State y = start;
    for (int i = 0; i < steps; ++i) {
        const Body::State slope_here = body(i * h, y);
        if (memory.ready()) {
            y = memory.advance(y, slope_here, h);
        } else {
            memory.keep(slope_here);
            y = integrate::runge_kutta_step<integrate::Rk4>(body, i * h, y, h);
        }
    }
    return y;
}

TEST(Order, AdamsBashforth) {
    for (int order = 2; order <= 4; ++order)
        EXPECT_NEAR(slope(attitude_error(adams(order, 1000), truth()), attitude_error(adams(order, 2000), truth())),
                    order, 0.15)
            << "order " << order;
}

// ---- one exponential a step ----

struct Wrapped {
    Vec3<double> torque(double t, const Quaternion<double>& q, const Vec3<double>& w) { return body.torque(t, q, w); }
    Vec3<double> acceleration(const Vec3<double>& w, const Vec3<double>& m) { return body.inertia.acceleration(w, m); }
};

Body::State frozen_torque(RateChoice choice, int steps) {
    Wrapped wrapped;
    Quaternion<double> q = body.attitude(start);
    Vec3<double> w = body.rate(start);
    const double h = duration / steps;
    for (int i = 0; i < steps; ++i) integrate::rotation_vector_step(wrapped, i * h, q, w, h, choice);
    return body.state(q, w);
}

// Orders as the GyroSoft page finds them: a frozen torque leaves order 1 whatever is done with the rate; the torque at
// the middle gives 2.
TEST(Order, RotationVectorUnderTorque) {
    const std::pair<RateChoice, double> claims[] = {{RateChoice::start, 1},    {RateChoice::end, 1},
                                                    {RateChoice::average, 1},  {RateChoice::j_cycle, 1},
                                                    {RateChoice::midpoint, 2}, {RateChoice::two_sample, 1}};
    for (const auto& [choice, order] : claims) {
        const int steps = order == 1 ? 16000 : 1000;
        EXPECT_NEAR(slope(attitude_error(frozen_torque(choice, steps), truth()),
                          attitude_error(frozen_torque(choice, 2 * steps), truth())),
                    order, 0.15)
            << "choice " << static_cast<int>(choice);
    }
}

Vec3<double> tumbling(double t) { return {std::sin(1.3 * t) + 0.4, std::cos(2.1 * t), 0.7 + 0.5 * std::sin(0.9 * t)}; }

Quaternion<double> from_rates(RateChoice choice, int steps) {
    Quaternion<double> q;
    const double h = duration / steps;
    for (int i = 0; i < steps; ++i) q = integrate::turned(q, integrate::rotation_of_step(tumbling, i * h, h, choice));
    return q;
}

TEST(Order, RotationVectorFromGivenRates) {
    Vec<double, 4> exact{{1, 0, 0, 0}};
    const auto kinematics = [](double t, const Vec<double, 4>& y) {
        return derivative(Quaternion<double>{}.with(y), tumbling(t));
    };
    for (int i = 0; i < 800; ++i)
        exact = integrate::runge_kutta_step<integrate::DormandPrince853>(kinematics, i * duration / 800, exact,
                                                                         duration / 800);
    const Quaternion<double> q = normalise(Quaternion<double>{}.with(exact));
    const std::pair<RateChoice, double> claims[] = {{RateChoice::start, 1},      {RateChoice::end, 1},
                                                    {RateChoice::average, 2},    {RateChoice::midpoint, 2},
                                                    {RateChoice::j_cycle, 1},    {RateChoice::increment, 2},
                                                    {RateChoice::two_sample, 4}, {RateChoice::increment_previous, 3}};
    for (const auto& [choice, order] : claims) {
        const int steps = order == 1 ? 8000 : order == 2 ? 500 : 100;
        EXPECT_NEAR(slope(angle_between(from_rates(choice, steps), q), angle_between(from_rates(choice, 2 * steps), q)),
                    order, 0.15)
            << "choice " << static_cast<int>(choice);
    }
}

// The stepper knows nothing of double: the same code in float lands within float's rounding of the double result.
TEST(RungeKutta, RunsInSinglePrecision) {
    using BodyF = RigidBody<PrincipalInertia<float>, torque::Gravity<float>>;
    const BodyF single{PrincipalInertia<float>(Vec3<float>{1.0f, 1.4f, 2.1f}),
                       torque::Gravity<float>{1.0f, {0.2f, 0.1f, 0.6f}, 1.0f}};
    BodyF::State y = single.state({0.5f, 0.5f, -0.5f, 0.5f}, {0.6f, 0.3f, -0.9f});
    for (int i = 0; i < 400; ++i) y = integrate::runge_kutta_step<integrate::Rk4>(single, 0.0f, y, 0.01f);
    const Body::State exact = run<integrate::Rk4>(400);
    // 400 steps, each rounding seven numbers near 1 to 6e-8, amplified by the motion over 4 s
    EXPECT_LT(norm(cast<double>(y) - exact), 400 * 6e-8);
    EXPECT_GT(norm(cast<double>(y) - exact), 1e-9);  // and it is single precision
}

}  // namespace order_test
}  // namespace polhode
