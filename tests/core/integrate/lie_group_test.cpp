#include "polhode/integrate/lie_group.hpp"

#include "body_runs.hpp"

namespace polhode {
namespace lie_group_test {

using namespace body_runs;
using namespace integrate;

TEST(LieGroup, Orders) {
    EXPECT_NEAR(free_order(MuntheKaas4<double>(free_moments), 80), 4, 0.15);
    EXPECT_NEAR(heavy_order(MuntheKaas4<double>(heavy_moments), 80), 4, 0.15);
    EXPECT_NEAR(free_order(CommutatorFree4<double>(free_moments), 80), 4, 0.15);
    EXPECT_NEAR(heavy_order(CommutatorFree4<double>(heavy_moments), 80), 4, 0.15);
    EXPECT_NEAR(free_order(CrouchGrossman3<double>(free_moments), 160), 3, 0.15);
    EXPECT_NEAR(heavy_order(CrouchGrossman3<double>(heavy_moments), 160), 3, 0.15);
    EXPECT_NEAR(free_order(CrouchGrossman4<double>(free_moments), 80), 4, 0.15);
    EXPECT_NEAR(heavy_order(CrouchGrossman4<double>(heavy_moments), 80), 4, 0.15);
}

struct Swinging {
    V operator()(double t, const Quaternion<double>& q, const V& w) const {
        return weight(t, q, w) + V{{std::sin(1.3 * t) - 0.2 * w[0], 0.5 * std::cos(2.1 * t), -0.3 * w[2]}};
    }
};
// time and rate in the torque as well: the stages must carry their own time
TEST(LieGroup, OrdersWithATorqueOfEverything) {
    const State exact = truth(heavy_moments, heavy_start, duration, Swinging{});
    const auto order = [&](const auto& method) {
        return slope(error(run(method, heavy_start, duration, 80, Swinging{}), exact),
                     error(run(method, heavy_start, duration, 160, Swinging{}), exact));
    };
    EXPECT_NEAR(order(MuntheKaas4<double>(heavy_moments)), 4, 0.2);
    EXPECT_NEAR(order(CommutatorFree4<double>(heavy_moments)), 4, 0.2);
    EXPECT_NEAR(order(CrouchGrossman3<double>(heavy_moments)), 3, 0.2);
    EXPECT_NEAR(order(CrouchGrossman4<double>(heavy_moments)), 4, 0.2);
}

TEST(LieGroup, AttitudeStaysARotation) {
    EXPECT_LT(kept(MuntheKaas4<double>(free_moments)).norm, 1e-15);
    EXPECT_LT(kept(CommutatorFree4<double>(free_moments)).norm, 1e-15);
    EXPECT_LT(kept(CrouchGrossman3<double>(free_moments)).norm, 1e-15);
    EXPECT_LT(kept(CrouchGrossman4<double>(free_moments)).norm, 1e-15);
}

// A body that turns about a fixed axis at a constant rate is exact at any step: the exponentials do all the work.
TEST(LieGroup, ConstantRateIsExact) {
    const State start = body_state<double>({0.8, 0, 0.6, 0}, {{0, 1.7, 0}}, free_moments);
    const Quaternion<double> exact = start.q * exp_rotation(V{{0, 17.0, 0}});
    const auto off = [&](const auto& method) {
        return angle_between(normalise(run(method, start, 10.0, 5, NoTorque{}).q), normalise(exact));
    };
    // 17 rad, each step rounding its angle
    EXPECT_LT(off(MuntheKaas4<double>(free_moments)), 2e-14);
    EXPECT_LT(off(CommutatorFree4<double>(free_moments)), 2e-14);
    EXPECT_LT(off(CrouchGrossman3<double>(free_moments)), 2e-14);
    EXPECT_LT(off(CrouchGrossman4<double>(free_moments)), 2e-14);
}

TEST(LieGroup, OneEvaluationPerStage) {
    EXPECT_EQ(evaluations(MuntheKaas4<double>(heavy_moments)), 4);
    EXPECT_EQ(evaluations(CommutatorFree4<double>(heavy_moments)), 4);
    EXPECT_EQ(evaluations(CrouchGrossman3<double>(heavy_moments)), 3);
    EXPECT_EQ(evaluations(CrouchGrossman4<double>(heavy_moments)), 5);
}

}  // namespace lie_group_test
}  // namespace polhode
