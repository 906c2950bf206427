#include "polhode/integrate/flight.hpp"

#include "body_runs.hpp"

namespace polhode {
namespace flight_test {

using namespace body_runs;
using integrate::FlightAttitude;
using integrate::FlightRate;
using integrate::FlightStep;

TEST(Flight, Orders) {
    for (const FlightAttitude attitude : {FlightAttitude::buss1, FlightAttitude::buss2, FlightAttitude::local_linear,
                                          FlightAttitude::local_linear_jsbsim})
        for (const FlightRate rate : {FlightRate::euler, FlightRate::adams_bashforth2, FlightRate::adams_bashforth3,
                                      FlightRate::world_momentum}) {
            const FlightStep<double> free(free_moments, attitude, rate), heavy(heavy_moments, attitude, rate);
            const int order = free.order(), steps = order == 1 ? 3200 : 400;
            EXPECT_EQ(order, attitude == FlightAttitude::buss1 || rate == FlightRate::euler ? 1 : 2);
            EXPECT_NEAR(free_order(free, steps), order, 0.15)
                << static_cast<int>(attitude) << " " << static_cast<int>(rate);
            EXPECT_NEAR(heavy_order(heavy, steps), order, 0.15)
                << static_cast<int>(attitude) << " " << static_cast<int>(rate);
        }
}

// A sphere under a constant body torque: the rate is linear in time.
const V sphere{{1, 1, 1}}, rate_at_start{{0.6, -0.4, 0.9}}, its_slope{{0.5, 0.8, -0.3}};
const State sphere_start = body_state<double>({1, 0, 0, 0}, rate_at_start, sphere);
struct Constant {
    V operator()(double, const Quaternion<double>&, const V&) const { return its_slope; }
};

double one_step(FlightAttitude attitude, double h) {
    FlightStep<double> method(sphere, attitude, FlightRate::euler);
    return angle_between(normalise(method.step(sphere_start, 0, h, Constant{}).q),
                         truth(sphere, sphere_start, h, Constant{}).q);
}
TEST(Flight, LocalErrorForALinearRate) {
    const auto local_order = [](FlightAttitude attitude) {
        return slope(one_step(attitude, 0.1), one_step(attitude, 0.05));
    };
    EXPECT_NEAR(local_order(FlightAttitude::buss1), 2, 0.1);
    EXPECT_NEAR(local_order(FlightAttitude::buss2), 3, 0.1);
    EXPECT_NEAR(local_order(FlightAttitude::local_linear), 3, 0.1);
    EXPECT_NEAR(local_order(FlightAttitude::local_linear_jsbsim), 4, 0.15);
}

// What local linearisation is: the linear equation q' = q W + q(0) V t, solved exactly at any step.
TEST(Flight, LocalLinearisationSolvesTheLinearisedEquation) {
    const auto linear = [](double t, const Vec<double, 4>& y) {
        Vec<double, 4> slope_of_q = derivative(Quaternion<double>{}.with(y), rate_at_start);
        for (int i = 0; i < 3; ++i) slope_of_q[i + 1] += 0.5 * its_slope[i] * t;
        return slope_of_q;
    };
    for (const double h : {0.01, 0.5, 2.0}) {
        Vec<double, 4> y{{1, 0, 0, 0}};
        for (int i = 0; i < 50; ++i)
            y = integrate::runge_kutta_step<integrate::DormandPrince853>(linear, i * h / 50, y, h / 50);
        FlightStep<double> method(sphere, FlightAttitude::local_linear, FlightRate::euler);
        EXPECT_LT(angle_between(normalise(method.step(sphere_start, 0, h, Constant{}).q),
                                normalise(Quaternion<double>{}.with(y))),
                  3e-15)  // 50 steps of rounding
            << h;
    }
}

// Buss's formula as he has it, in world axes: exp(h w + h^2/2 w' + h^3/12 w' x w) on the left.
TEST(Flight, BussInWorldAxes) {
    const State start = body_state<double>({0.1, 0.7, -0.1, 0.7}, {{0.6, -0.4, 0.9}}, free_moments);
    const double h = 0.3;
    const V w = rate_of(start.m, free_moments), dw = PrincipalInertia<double>(free_moments).acceleration(w);
    const V w_N = to_world(start.q, w), dw_N = to_world(start.q, dw);
    const Quaternion<double> expected =
        exp_rotation(h * w_N + (h * h / 2) * dw_N + (h * h * h / 12) * cross(dw_N, w_N)) * start.q;
    FlightStep<double> method(free_moments, FlightAttitude::buss2, FlightRate::euler);
    EXPECT_LT(angle_between(normalise(method.step(start, 0, h, NoTorque{}).q), normalise(expected)), 1e-15);
}

TEST(Flight, ConstantRateIsExact) {
    const State start = body_state<double>({0.8, 0, 0.6, 0}, {{0.9, -0.7, 1.1}}, sphere);
    for (const FlightAttitude attitude : {FlightAttitude::buss1, FlightAttitude::buss2, FlightAttitude::local_linear,
                                          FlightAttitude::local_linear_jsbsim}) {
        const State end = run(FlightStep<double>(sphere, attitude, FlightRate::euler), start, 10.0, 10, NoTorque{});
        EXPECT_LT(angle_between(normalise(end.q), normalise(start.q * exp_rotation(10.0 * start.m))), 2e-14);
        const State rest = FlightStep<double>(sphere, attitude, FlightRate::euler).step({}, 0, 1, NoTorque{});
        EXPECT_EQ(rest.q, Quaternion<double>{});
    }
}

TEST(Flight, KeepsWhatItSays) {
    EXPECT_LT(
        kept(FlightStep<double>(free_moments, FlightAttitude::buss2, FlightRate::world_momentum), 0.01).world_momentum,
        rounding_of_a_long_run);
    EXPECT_LT(kept(FlightStep<double>(free_moments, FlightAttitude::local_linear, FlightRate::world_momentum), 0.01)
                  .world_momentum,
              rounding_of_a_long_run);
    EXPECT_LT(
        kept(FlightStep<double>(free_moments, FlightAttitude::local_linear, FlightRate::adams_bashforth2), 0.01).norm,
        1e-15);
}

TEST(Flight, OneEvaluationPerStep) {
    EXPECT_EQ(evaluations(FlightStep<double>(heavy_moments, FlightAttitude::buss2, FlightRate::adams_bashforth2)), 1);
    EXPECT_EQ(evaluations(FlightStep<double>(heavy_moments, FlightAttitude::local_linear, FlightRate::world_momentum)),
              2);
}

TEST(Flight, RestartForgets) {
    FlightStep<double> used(heavy_moments, FlightAttitude::buss2, FlightRate::adams_bashforth3);
    const FlightStep<double> fresh = used;
    used.step(free_start, 0, 0.1, weight);
    used.restart();
    FlightStep<double> copy = fresh;
    EXPECT_EQ(used.step(heavy_start, 0, 0.1, weight).m, copy.step(heavy_start, 0, 0.1, weight).m);
}

}  // namespace flight_test
}  // namespace polhode
