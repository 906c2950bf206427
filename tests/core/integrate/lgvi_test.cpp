#include "polhode/integrate/lgvi.hpp"

#include "body_runs.hpp"

namespace polhode {
namespace lgvi_test {

using namespace body_runs;
using integrate::DiscreteMoserVeselov;
using integrate::Iteration;
using integrate::LieGroupVariational;

TEST(Lgvi, Order) {
    EXPECT_NEAR(free_order(LieGroupVariational<double>(free_moments), 200), 2, 0.1);
    EXPECT_NEAR(heavy_order(LieGroupVariational<double>(heavy_moments), 200), 2, 0.1);
}

// A theorem, and two programs that share nothing but it: Newton on the Cayley vector with rotation of m here, the
// component form there.
TEST(Lgvi, IsDiscreteMoserVeselovWithHalfKicks) {
    const State a = run(LieGroupVariational<double>(heavy_moments), heavy_start, duration, 40, weight);
    const State b = run(DiscreteMoserVeselov<double>(heavy_moments, 2), heavy_start, duration, 40, weight);
    EXPECT_LT(error(a, b), 1e-13);             // 40 steps of rounding
    EXPECT_GT(error(a, heavy_truth()), 1e-3);  // far above it: the truncation agrees, too
}

TEST(Lgvi, KeepsMomentum) {
    const Kept k = kept(LieGroupVariational<double>(free_moments));
    EXPECT_LT(k.world_momentum, rounding_of_a_long_run);
    EXPECT_LT(k.momentum, rounding_of_a_long_run);
    EXPECT_LT(k.energy, rounding_of_a_long_run);
    EXPECT_LT(k.norm, 1e-15);
    // heavy body: the vertical component, to rounding of 1000 steps
    const State end = run(LieGroupVariational<double>(heavy_moments), heavy_start, 100.0, 1000, weight);
    EXPECT_NEAR(world_momentum(end)[2], world_momentum(heavy_start)[2], 1e-12);
}

TEST(Lgvi, CountsAndReports) {
    EXPECT_EQ(evaluations(LieGroupVariational<double>(heavy_moments)), 2);
    Iteration iteration;
    LieGroupVariational<double>(free_moments).step(free_start, 0, 0.1, NoTorque{}, &iteration);
    EXPECT_TRUE(iteration.converged);
    EXPECT_LE(iteration.count, 6);
    Iteration bad;
    LieGroupVariational<double>(free_moments).step(free_start, 0, 8, NoTorque{}, &bad);
    EXPECT_FALSE(bad.converged);
}

}  // namespace lgvi_test
}  // namespace polhode
