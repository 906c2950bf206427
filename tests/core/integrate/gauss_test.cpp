#include "polhode/integrate/gauss.hpp"

#include "body_runs.hpp"

namespace polhode {
namespace gauss_test {

using namespace body_runs;
using integrate::GaussCollocation;
using integrate::Iteration;

TEST(Gauss, Orders) {
    const int steps[] = {200, 40, 16, 10};
    for (int s = 1; s <= 4; ++s) {
        EXPECT_EQ(GaussCollocation<double>(free_moments, s).order(), 2 * s);
        EXPECT_NEAR(free_order(GaussCollocation<double>(free_moments, s), steps[s - 1]), 2 * s, 0.15) << s;
        EXPECT_NEAR(heavy_order(GaussCollocation<double>(heavy_moments, s), steps[s - 1]), 2 * s, 0.15) << s;
    }
    EXPECT_LT(error(run(GaussCollocation<double>(heavy_moments, 4), heavy_start, duration, 60, weight), heavy_truth()),
              1e-13);
}

struct Swinging {
    V operator()(double t, const Quaternion<double>&, const V& w) const {
        return {{std::sin(1.3 * t), 0.5 * std::cos(2.1 * t) - 0.2 * w[1], 0.2 * t}};
    }
};
TEST(Gauss, OrderWithATorqueOfTimeAndRate) {
    const State exact = truth(heavy_moments, heavy_start, duration, Swinging{});
    const auto off = [&](int n) {
        return error(run(GaussCollocation<double>(heavy_moments, 3), heavy_start, duration, n, Swinging{}), exact);
    };
    EXPECT_NEAR(slope(off(16), off(32)), 6, 0.2);
}

// All quadratic invariants at any step; the world momentum is not one of them.
TEST(Gauss, KeepsQuadraticInvariants) {
    for (int s = 1; s <= 4; ++s) {
        const Kept k = kept(GaussCollocation<double>(free_moments, s), 0.3, 3000);
        EXPECT_LT(k.energy, 4e-13);  // 3000 steps, each a few 1.1e-16
        EXPECT_LT(k.momentum, 4e-13);
        EXPECT_LT(k.norm, 4e-13);
        if (s < 3) {
            EXPECT_GT(k.world_momentum, 1e-9);
        }
    }
}

TEST(Gauss, IterationReportsItself) {
    Iteration good, bad;
    GaussCollocation<double>(free_moments, 3).step(free_start, 0, 0.1, NoTorque{}, &good);
    EXPECT_TRUE(good.converged);
    EXPECT_LT(good.count, 25);
    GaussCollocation<double>(free_moments, 3).step(free_start, 0, 20, NoTorque{}, &bad);
    EXPECT_FALSE(bad.converged);
}

TEST(Gauss, EvaluatesOncePerStageAndPassAndOnceToStart) {
    long count = 0;
    Iteration iteration;
    GaussCollocation<double>(heavy_moments, 2).step(heavy_start, 0, 0.1, CountedTorque{&count}, &iteration);
    EXPECT_EQ(count, 1 + 2 * iteration.count);
}

}  // namespace gauss_test
}  // namespace polhode
