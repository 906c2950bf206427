#include "polhode/integrate/taylor_psi.hpp"

#include "body_runs.hpp"

namespace polhode {
namespace taylor_psi_test {

using namespace body_runs;
using integrate::FreeBodyProjection;
using integrate::TaylorPsi;

TEST(TaylorPsi, Orders) {
    // The axis of the steps, and with it the error constant, changes along the way at places that depend on the step,
    // so that the slope scatters more than that of other methods.
    for (const int order : {4, 6, 8, 10}) {
        const int steps = order <= 4 ? 80 : order <= 8 ? 24 : 12;
        const TaylorPsi<double> method(free_moments, order);
        const double coarse = error(run(method, free_start, duration, steps, NoTorque{}), free_truth());
        const double fine = error(run(method, free_start, duration, 2 * steps, NoTorque{}), free_truth());
        EXPECT_NEAR(slope(coarse, fine), order, 0.6) << "order " << order;
    }
    // one step, one axis: the local error is of the next order; the steps lie between rounding and the radius of
    // convergence
    for (const int order : {4, 5, 8, 9, 12, 16}) {
        const auto local = [order](double h) {
            return error(TaylorPsi<double>(free_moments, order).step(free_start, 0, h),
                         truth(free_moments, free_start, h, NoTorque{}, 50));
        };
        const double h = order <= 5 ? 0.1 : order <= 9 ? 0.3 : 0.7;
        EXPECT_NEAR(std::log(local(h) / local(0.75 * h)) / std::log(1 / 0.75), order + 1, 0.5) << "order " << order;
    }
}

TEST(TaylorPsi, HighOrdersReachRounding) {
    for (const int order : {16, 20, 24, 30})
        EXPECT_LT(
            error(run(TaylorPsi<double>(free_moments, order), free_start, duration, 16, NoTorque{}), free_truth()),
            2e-14)  // 16 steps and the rounding of the truth
            << "order " << order;
}

// All octants of the momentum, all orders of the moments, rotation about single axes, equal moments.
TEST(TaylorPsi, EveryOctantAndOrderOfMoments) {
    const V orders[] = {{{1, 2, 3}}, {{2, 3, 1}}, {{3, 1, 2}}, {{3, 2, 1}}, {{2, 1, 3}},
                        {{1, 3, 2}}, {{2, 2, 3}}, {{3, 2, 2}}, {{2, 2, 2}}};
    const V rates[] = {{{0.3, 0.5, 0.9}}, {{0.9, 0.3, 0.5}}, {{0.5, 0.9, 0.3}}, {{0, 0, 0.9}}, {{0, 0.9, 0}}};
    for (const V& moments : orders)
        for (const V& rate : rates)
            for (int octant = 0; octant < 8; ++octant) {
                const V w{{octant & 1 ? -rate[0] : rate[0], octant & 2 ? -rate[1] : rate[1],
                           octant & 4 ? -rate[2] : rate[2]}};
                const State start = body_state<double>({0.1, 0.7, -0.1, 0.7}, w, moments);
                EXPECT_LT(error(run(TaylorPsi<double>(moments, 20), start, duration, 16, NoTorque{}),
                                truth(moments, start, duration, NoTorque{}, 100)),
                          3e-14)
                    << moments[0] << moments[1] << moments[2] << " octant " << octant << " w0 " << rate[0];
            }
    const State rest{{0.6, 0, 0.8, 0}, {}};
    EXPECT_EQ(TaylorPsi<double>(free_moments, 8).step(rest, 0, 1).q, rest.q);
}

// A slender body: G/I of the thin axis is large, and axis 3 must not be that one.
TEST(TaylorPsi, SlenderBody) {
    const V moments{{1, 1.0005, 0.001}};
    const State start = body_state<double>({1, 0, 0, 0}, {{0.8, 0.5, 0.9}}, moments);
    EXPECT_LT(error(run(TaylorPsi<double>(moments, 20), start, duration, 16, NoTorque{}),
                    truth(moments, start, duration, NoTorque{}, 400)),
              2e-14);
}

TEST(TaylorPsi, KeepsTheDirectionOfMomentumAtAnyStep) {
    // order 4 and a coarse step: the length of m is wrong in the fourth digit, the direction of L is not
    const State end = run(TaylorPsi<double>(free_moments, 4), free_start, 30.0, 100, NoTorque{});
    const V a = world_momentum(end), b = world_momentum(free_start);
    EXPECT_GT(std::abs(norm(a) / norm(b) - 1), 1e-5);
    EXPECT_LT(norm(cross(a, b)) / (norm(a) * norm(b)), 1e-14);  // 100 steps of rounding
}

TEST(TaylorPsi, WithProjectionKeepsEverything) {
    const FreeBodyProjection<double> projection(free_moments, free_start.m);
    const Kept k = kept(TaylorPsi<double>(free_moments, 16, projection), 0.3, 10000);
    EXPECT_LT(k.energy, 2e-15);  // put back in every step: only the last one rounds
    EXPECT_LT(k.momentum, 2e-15);
    EXPECT_LT(k.world_momentum, rounding_of_a_long_run);
}

}  // namespace taylor_psi_test
}  // namespace polhode
