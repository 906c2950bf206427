#include "polhode/integrate/splitting.hpp"

#include "body_runs.hpp"

namespace polhode {
namespace splitting_test {

using namespace body_runs;
using integrate::Composition;
using integrate::CompositionName;
using integrate::FiveRotationSplitting;
using integrate::Kick;
using integrate::SymmetricTopSplitting;

const CompositionName all[] = {CompositionName::strang,    CompositionName::suzuki4,      CompositionName::blanes_moan4,
                               CompositionName::kahan_li6, CompositionName::blanes_moan6, CompositionName::kahan_li8};

TEST(Composition, IsConsistentAndSymmetric) {
    for (const CompositionName name : all) {
        const Composition<double> c(name);
        double outer = 0, centre = 0, parts = 0;
        for (int k = 0; k < c.stages(); ++k) {
            centre += c.centre(k);
            parts += c.inward(k) + c.outward(k);
            EXPECT_EQ(c.inward(k), c.outward(c.stages() - 1 - k));
            EXPECT_EQ(c.centre(k), c.centre(c.stages() - 1 - k));
        }
        for (int k = 0; k <= c.stages(); ++k) outer += c.outer(k);
        // sums of up to 18 numbers below 1
        EXPECT_NEAR(centre, 1, 18 * 1.2e-16);
        EXPECT_NEAR(outer, 1, 18 * 1.2e-16);
        EXPECT_NEAR(parts, 1, 36 * 1.2e-16);
    }
}

int steps_for(int order) { return order == 2 ? 200 : order == 4 ? 40 : order == 6 ? 16 : 10; }

TEST(Splitting, FiveRotationOrders) {
    for (const CompositionName name : all) {
        const int order = Composition<double>(name).order();
        EXPECT_NEAR(free_order(FiveRotationSplitting<double>(free_moments, name), steps_for(order)), order, 0.15)
            << "composition " << static_cast<int>(name);
        EXPECT_NEAR(heavy_order(FiveRotationSplitting<double>(heavy_moments, name), steps_for(order)), order, 0.15)
            << "composition " << static_cast<int>(name);
    }
}
// The asymmetric heavy body has three flows: a joined kick and remainder would show as order 1 here.
TEST(Splitting, SymmetricTopOrders) {
    for (const CompositionName name : all) {
        const int order = Composition<double>(name).order();
        EXPECT_NEAR(free_order(SymmetricTopSplitting<double>(free_moments, name), steps_for(order)), order, 0.2)
            << "composition " << static_cast<int>(name);
        EXPECT_NEAR(heavy_order(SymmetricTopSplitting<double>(heavy_moments, name), steps_for(order)), order, 0.2)
            << "composition " << static_cast<int>(name);
    }
}
TEST(Splitting, OrderChoosesTheComposition) {
    for (const int order : {2, 4, 6, 8}) {
        EXPECT_EQ(FiveRotationSplitting<double>(free_moments, order).order(), order);
        EXPECT_EQ(SymmetricTopSplitting<double>(free_moments, order).order(), order);
    }
}

TEST(Splitting, AgreesWithAnIndependentRun) {
    // at these steps the truncation of order 8 is below 1e-13; 160 stages round by about 1e-15 each
    EXPECT_LT(
        error(run(FiveRotationSplitting<double>(heavy_moments, 8), heavy_start, duration, 80, weight), heavy_truth()),
        4e-13);
    EXPECT_LT(
        error(run(SymmetricTopSplitting<double>(heavy_moments, 8), heavy_start, duration, 80, weight), heavy_truth()),
        4e-13);
}

TEST(Splitting, KeepsMomentumAndBoundsEnergy) {
    for (const int order : {2, 4, 6, 8}) {
        for (const Kept& k : {kept(FiveRotationSplitting<double>(free_moments, order)),
                              kept(SymmetricTopSplitting<double>(free_moments, order))}) {
            EXPECT_LT(k.world_momentum, rounding_of_a_long_run);
            EXPECT_LT(k.momentum, rounding_of_a_long_run);
            EXPECT_LT(k.norm, 1e-15);
        }
    }
    // Order 2: the energy error oscillates with (h w)^2/24 = 5e-4 as its largest possible size and does not grow: the
    // worst of the second half of the run is the worst of the first half.
    const FiveRotationSplitting<double> method(free_moments, 2);
    const double E = kinetic_energy(free_start, free_moments);
    double worst[2] = {0, 0};
    State s = free_start;
    for (int i = 0; i < 20000; ++i) {
        s = method.step(s, 0.0, 0.1, NoTorque{});
        worst[i / 10000] = std::max(worst[i / 10000], std::abs(kinetic_energy(s, free_moments) / E - 1));
    }
    EXPECT_GT(worst[0], 1e-6);
    EXPECT_NEAR(worst[1] / worst[0], 1, 0.01);
}

TEST(Splitting, FreeSymmetricBodyIsExactAtAnyStep) {
    for (int axis = 0; axis < 3; ++axis) {
        V moments{{2, 2, 2}}, w{{0.3, -0.8, 0.5}};
        moments[axis] = 0.7;
        const SymmetricTopSplitting<double> method(moments, 2);
        EXPECT_EQ(method.symmetry_axis(), axis);
        EXPECT_TRUE(method.symmetric());
        const State start = body_state<double>({0.1, 0.7, -0.1, 0.7}, w, moments);
        // one step of 7 s; q and m each rounded a dozen times, angles of 7 rad
        EXPECT_LT(error(method.step(start, 0, 7, NoTorque{}), truth(moments, start, 7, NoTorque{}, 800)), 3e-14);
    }
    const V sphere{{1.3, 1.3, 1.3}};
    const State start = body_state<double>({0.1, 0.7, -0.1, 0.7}, {{0.3, -0.8, 0.5}}, sphere);
    EXPECT_LT(error(SymmetricTopSplitting<double>(sphere, 4).step(start, 0, 7, NoTorque{}),
                    truth(sphere, start, 7, NoTorque{}, 800)),
              3e-14);
    const State rest{{1, 0, 0, 0}, {}};
    EXPECT_EQ(SymmetricTopSplitting<double>(heavy_moments, 4).step(rest, 0, 1, NoTorque{}).q, rest.q);
}

TEST(Splitting, LagrangeTopKeepsSpinAndVerticalMomentum) {
    const V moments{{2e-3, 2e-3, 1e-3}};
    const torque::Gravity<double> top{0.5, {0, 0, 0.05}};
    const State start =
        body_state<double>({std::cos(0.25), 0, std::sin(0.25), 0}, {{0, 0, 2 * 3.14159265358979 * 20}}, moments);
    const State end = run(SymmetricTopSplitting<double>(moments, 4), start, 10.0, 2560, top);
    const double G = norm(start.m);
    EXPECT_EQ(end.m[2], start.m[2]);  // no operation touches it
    EXPECT_NEAR(world_momentum(end)[2] / G, world_momentum(start)[2] / G, rounding_of_a_long_run);
    EXPECT_GT(norm(world_momentum(end) - world_momentum(start)) / G, 0.1);  // gravity did act
}

// The same body with its axes renamed cyclically gives the same motion; the symmetric pair is found in each naming.
TEST(Splitting, RelabellingChangesNothing) {
    const V moments{{1.0, 1.05, 2.0}};
    const State start = body_state<double>({0.8, 0.36, -0.48, 0}, {{0.4, -0.7, 0.9}}, moments);
    const State end = run(SymmetricTopSplitting<double>(moments, 4), start, duration, 40, weight);
    for (int shift = 1; shift < 3; ++shift) {
        const auto move = [shift](const V& v) {
            return V{{v[(0 + shift) % 3], v[(1 + shift) % 3], v[(2 + shift) % 3]}};
        };
        // body axes renamed: q_NB' = q_NB q_BB', where q_BB' turns by 120 degrees about (1, 1, 1)
        const Quaternion<double> third{0.5, 0.5, 0.5, 0.5}, rename = shift == 1 ? third : third * third;
        const SymmetricTopSplitting<double> method(move(moments), 4);
        EXPECT_EQ(method.symmetry_axis(), (2 + 3 - shift) % 3);
        torque::Gravity<double> moved = weight;
        moved.at = move(weight.at);
        const State other = run(method, {start.q * rename, move(start.m)}, duration, 40, moved);
        EXPECT_LT(angle_between(normalise(end.q * rename), normalise(other.q)), 1e-13);  // 240 stages of rounding
        EXPECT_LT(norm(move(end.m) - other.m), 1e-13);
    }
}

struct WeightAndDamping {
    V operator()(double t, const Quaternion<double>& q, const V& w) const {
        return weight(t, q, w) + V{{-0.3 * w[0], -0.2 * w[1], -0.4 * w[2]}};
    }
};
TEST(Splitting, TorquesOfTheRateNeedResolvedKicks) {
    const WeightAndDamping torque;
    const State exact = truth(heavy_moments, heavy_start, duration, torque);
    const auto order = [&](const auto& method, int steps) {
        return slope(error(run(method, heavy_start, duration, steps, torque), exact),
                     error(run(method, heavy_start, duration, 2 * steps, torque), exact));
    };
    EXPECT_NEAR(order(SymmetricTopSplitting<double>(heavy_moments, 4), 400), 1, 0.15);
    EXPECT_NEAR(order(SymmetricTopSplitting<double>(heavy_moments, 2, Kick::resolved), 100), 2, 0.15);
    EXPECT_NEAR(order(SymmetricTopSplitting<double>(heavy_moments, 4, Kick::resolved), 40), 4, 0.15);
    EXPECT_NEAR(order(FiveRotationSplitting<double>(heavy_moments, 6, Kick::resolved), 20), 6, 0.2);
}

struct Swinging {
    V operator()(double t, const Quaternion<double>&, const V&) const {
        return {{std::sin(1.3 * t), 0.5 * std::cos(2.1 * t), 0.2 * t}};
    }
};
TEST(Splitting, TorquesOfTime) {
    const State exact = truth(heavy_moments, heavy_start, duration, Swinging{});
    const auto order = [&](const auto& method, int steps) {
        return slope(error(run(method, heavy_start, duration, steps, Swinging{}), exact),
                     error(run(method, heavy_start, duration, 2 * steps, Swinging{}), exact));
    };
    EXPECT_NEAR(order(SymmetricTopSplitting<double>(heavy_moments, 4), 40), 4, 0.15);
    EXPECT_NEAR(order(FiveRotationSplitting<double>(heavy_moments, 6), 20), 6, 0.2);
}

TEST(Splitting, EvaluatesTheTorqueOnceMoreThanItHasStages) {
    EXPECT_EQ(evaluations(FiveRotationSplitting<double>(heavy_moments, 2)), 2);
    EXPECT_EQ(evaluations(SymmetricTopSplitting<double>(heavy_moments, 4)), 7);
    EXPECT_EQ(evaluations(SymmetricTopSplitting<double>(heavy_moments, 6)), 11);
    EXPECT_EQ(evaluations(SymmetricTopSplitting<double>(heavy_moments, 8)), 18);
}

TEST(Splitting, RunsInSinglePrecision) {
    const SymmetricTopSplitting<float> method(cast<float>(heavy_moments), 4);
    const torque::Gravity<float> light = weight.as<float>();
    BodyState<float> s = cast<float>(heavy_start);
    for (int i = 0; i < 40; ++i) s = method.step(s, 0.0f, 0.1f, light);
    // 40 steps of seven stages, each rounding to 6e-8
    EXPECT_LT(error(cast<double>(s), heavy_truth()), 280 * 6e-8);
}

}  // namespace splitting_test
}  // namespace polhode
