#include "polhode/integrate/flight.hpp"

#include "body_runs.hpp"

namespace polhode {
namespace {

using namespace body_runs;
using integrate::FlightAttitude;
using integrate::FlightRate;
using integrate::FlightStep;

TEST(Flight, Orders) {
    for (const FlightAttitude attitude :
         {FlightAttitude::buss1, FlightAttitude::buss2, FlightAttitude::local_linear})
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

// w(t) = a + b t, for which the exact attitude follows from a fine run: one step of each formula from the same start.
double one_step(FlightAttitude attitude, double h) {
    // a body with very unequal moments under a constant torque does nearly this; here only q is looked at
    const V moments{{1, 1, 1}}, a{{0.6, -0.4, 0.9}}, b{{0.5, 0.8, -0.3}};
    const auto constant = [&](double, const Quaternion<double>&, const V&) { return b; };  // sphere: w' = b
    const State start = body_state<double>({1, 0, 0, 0}, a, moments);
    FlightStep<double> method(moments, attitude, FlightRate::euler);
    return angle_between(normalise(method.step(start, 0, h, constant).q), truth(moments, start, h, constant).q);
}
TEST(Flight, LocalErrorForALinearRate) {
    // w'' = 0 in body axes, so local linearisation, the second-order part of the Peano-Baker series, leaves h^3 as well
    EXPECT_NEAR(slope(one_step(FlightAttitude::buss1, 0.1), one_step(FlightAttitude::buss1, 0.05)), 2, 0.1);
    EXPECT_NEAR(slope(one_step(FlightAttitude::buss2, 0.1), one_step(FlightAttitude::buss2, 0.05)), 3, 0.1);
    EXPECT_GT(slope(one_step(FlightAttitude::local_linear, 0.1), one_step(FlightAttitude::local_linear, 0.05)), 2.9);
}

TEST(Flight, ConstantRateIsExact) {
    const V sphere{{1, 1, 1}};
    const State start = body_state<double>({0.8, 0, 0.6, 0}, {{0.9, -0.7, 1.1}}, sphere);
    for (const FlightAttitude attitude :
         {FlightAttitude::buss1, FlightAttitude::buss2, FlightAttitude::local_linear}) {
        const State end =
            run(FlightStep<double>(sphere, attitude, FlightRate::euler), start, 10.0, 10, NoTorque{});
        EXPECT_LT(angle_between(normalise(end.q), normalise(start.q * exp_rotation(10.0 * start.m))), 2e-14);
        const State rest = FlightStep<double>(sphere, attitude, FlightRate::euler).step({}, 0, 1, NoTorque{});
        EXPECT_EQ(rest.q, Quaternion<double>{});
    }
}

TEST(Flight, KeepsWhatItSays) {
    EXPECT_LT(kept(FlightStep<double>(free_moments, FlightAttitude::buss2, FlightRate::world_momentum), 0.01).world_momentum,
              rounding_of_a_long_run);
    EXPECT_LT(
        kept(FlightStep<double>(free_moments, FlightAttitude::local_linear, FlightRate::world_momentum), 0.01).world_momentum,
        rounding_of_a_long_run);
    EXPECT_LT(kept(FlightStep<double>(free_moments, FlightAttitude::local_linear, FlightRate::adams_bashforth2), 0.01).norm,
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

}  // namespace
}  // namespace polhode
