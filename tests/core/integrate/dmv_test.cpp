#include "polhode/integrate/dmv.hpp"

#include "body_runs.hpp"

namespace polhode {
namespace dmv_test {

using namespace body_runs;
using integrate::DiscreteMoserVeselov;
using integrate::Iteration;

TEST(Dmv, OrdersOfTheFreeFlow) {
    const int steps[] = {200, 60, 24, 12, 8};
    for (int order = 2; order <= 10; order += 2) {
        const DiscreteMoserVeselov<double> method(free_moments, order);
        EXPECT_EQ(method.order(), order);
        EXPECT_NEAR(free_order(method, steps[order / 2 - 1]), order, 0.2) << "order " << order;
    }
}

// Any order of the moments, tiny bodies, both sides of the separatrix: the coefficients are those of the body.
TEST(Dmv, OrderTenForOtherBodies) {
    const V bodies[] = {{{3e-5, 1e-5, 2.5e-5}}, {{40, 70, 35}}, {{1, 1.01, 1.9}}};
    const V rates[] = {{{0.9, 0.3, 0.5}}, {{-0.3, 0.2, 1.0}}};
    for (const V& moments : bodies)
        for (const V& w : rates) {
            const State start = body_state<double>({0.5, 0.5, -0.5, 0.5}, w, moments);
            const State exact = truth(moments, start, duration, NoTorque{});
            const DiscreteMoserVeselov<double> method(moments, 10);
            const auto off = [&](int n) {
                return angle_between(normalise(run(method, start, duration, n, NoTorque{}).q), exact.q);
            };
            EXPECT_NEAR(slope(off(6), off(12)), 10, 0.4) << moments[0] << " " << w[0];
            EXPECT_LT(off(60), 2e-14);  // 60 steps of rounding, errors of 1e-16 rad each
        }
}

TEST(Dmv, OrdersWithKicks) {
    EXPECT_NEAR(heavy_order(DiscreteMoserVeselov<double>(heavy_moments, 2), 200), 2, 0.15);
    EXPECT_NEAR(heavy_order(DiscreteMoserVeselov<double>(heavy_moments, 8, 2), 200), 2, 0.15);
    EXPECT_NEAR(heavy_order(DiscreteMoserVeselov<double>(heavy_moments, 4), 40), 4, 0.15);
    EXPECT_NEAR(heavy_order(DiscreteMoserVeselov<double>(heavy_moments, 6), 20), 6, 0.15);
    EXPECT_NEAR(heavy_order(DiscreteMoserVeselov<double>(heavy_moments, 10, 6), 16), 6, 0.2);
    EXPECT_NEAR(heavy_order(DiscreteMoserVeselov<double>(heavy_moments, 8), 10), 8, 0.4);
    // order 8 at 200 steps: 3400 stages of rounding
    EXPECT_LT(
        error(run(DiscreteMoserVeselov<double>(heavy_moments, 8), heavy_start, duration, 200, weight), heavy_truth()),
        2e-13);
}

TEST(Dmv, KeepsEnergyMomentumAndItsDirection) {
    for (int order = 2; order <= 10; order += 4) {
        const Kept k = kept(DiscreteMoserVeselov<double>(free_moments, order));
        EXPECT_LT(k.energy, rounding_of_a_long_run);
        EXPECT_LT(k.momentum, rounding_of_a_long_run);
        EXPECT_LT(k.world_momentum, rounding_of_a_long_run);
        EXPECT_LT(k.norm, 1e-15);
    }
}

TEST(Dmv, MatchedMomentsMakeTheStepExact) {
    const DiscreteMoserVeselov<double> method(free_moments, 10);
    for (const double h : {0.1, 0.4, 0.7}) {
        const auto J = method.matched_moments(free_start.m, h);
        State s = free_start;
        for (int i = 0; i < 20; ++i) s = method.free_step(s, h, J);
        // 20 steps; the moments are good to a few 1e-16, which the angle of 20 h |w| rad multiplies
        EXPECT_LT(error(s, truth(free_moments, free_start, 20 * h, NoTorque{}, 1600)), 3e-14) << h;
    }
    // where the motion gives fewer equations than unknowns
    const V symmetric{{2, 2, 3}}, sphere{{2, 2, 2}};
    for (const V& moments : {symmetric, sphere, free_moments})
        for (const V& w : {V{{0, 0, 1.1}}, V{{0, 0.9, 0}}, V{{0.4, 0.5, 0.6}}}) {
            const State start = body_state<double>({1, 0, 0, 0}, w, moments);
            const DiscreteMoserVeselov<double> other(moments, 4);
            const auto J = other.matched_moments(start.m, 0.5);
            State s = start;
            for (int i = 0; i < 20; ++i) s = other.free_step(s, 0.5, J);
            EXPECT_LT(error(s, truth(moments, start, 10, NoTorque{}, 1600)), 3e-14) << moments[2] << " " << w[0];
        }
}

TEST(Dmv, IterationReportsItself) {
    const DiscreteMoserVeselov<double> method(free_moments, 8);
    Iteration good;
    method.step(free_start, 0, 0.1, NoTorque{}, &good);
    EXPECT_TRUE(good.converged);
    EXPECT_LE(good.count, 8);
    // far beyond the step limit of 0.8/rate the equations have no solution near zero
    Iteration bad;
    method.step(free_start, 0, 8, NoTorque{}, &bad);
    EXPECT_FALSE(bad.converged);
}

TEST(Dmv, EvaluatesTheTorqueOncePerKick) {
    EXPECT_EQ(evaluations(DiscreteMoserVeselov<double>(heavy_moments, 8, 2)), 2);
    EXPECT_EQ(evaluations(DiscreteMoserVeselov<double>(heavy_moments, 8, 4)), 7);
    EXPECT_EQ(evaluations(DiscreteMoserVeselov<double>(heavy_moments, 8, 6)), 11);
    EXPECT_EQ(evaluations(DiscreteMoserVeselov<double>(heavy_moments, 8)), 18);
}

TEST(Dmv, RunsInSinglePrecision) {
    // moments of 1e-5 kg m^2: products of eight of them would vanish in float
    const V moments{{3e-5, 1e-5, 2.5e-5}};
    const State start = body_state<double>({0.5, 0.5, -0.5, 0.5}, {{0.9, 0.3, 0.5}}, moments);
    const DiscreteMoserVeselov<float> method(cast<float>(moments), 10);
    BodyState<float> s = cast<float>(start);
    for (int i = 0; i < 40; ++i) s = method.step(s, 0.0f, 0.1f, NoTorque{});
    EXPECT_LT(angle_between(normalise(cast<double>(s.q)), truth(moments, start, duration, NoTorque{}).q),
              40 * 5 * 6e-8);
}

}  // namespace dmv_test
}  // namespace polhode
