#include "polhode/library/free_motion.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numbers>

namespace polhode {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double degree = pi / 180;

// Ganapathi 2005, experiments 3 to 5: ten printed digits
TEST(FreeMotion, PolhodePeriodsOfTheSeed) {
    const FreeMotion stable = free_motion({2, 8, 4}, {0, 1, 0.1});
    EXPECT_NEAR(stable.polhode_period, 3.626088644, 5e-10);
    EXPECT_EQ(stable.axis, 1);
    EXPECT_TRUE(stable.about_largest);
    EXPECT_NEAR(stable.rate_max[0], 0.1155, 5e-5);
    EXPECT_NEAR(stable.rate_min[1], 1.0, 1e-15);
    EXPECT_NEAR(stable.rate_max[1], 1.0008, 5e-5);
    EXPECT_NEAR(stable.rate_max[2], 0.1, 1e-15);

    const FreeMotion tumbles = free_motion({2, 8, 4}, {0, 0.1, 1});
    EXPECT_NEAR(tumbles.polhode_period, 15.65193059, 5e-9);
    EXPECT_NEAR(tumbles.rate_max[0], 1.1547, 5e-5);
    EXPECT_NEAR(tumbles.rate_min[1], 0.1, 1e-15);
    EXPECT_NEAR(tumbles.rate_max[1], 0.4203, 5e-5);

    const FreeMotion middle = free_motion({2, 4, 5}, {0, 1, 0.1});
    EXPECT_NEAR(middle.polhode_period, 30.08452457, 5e-9);
    EXPECT_EQ(middle.axis, 2);
    const FreeMotion smallest = free_motion({2, 4, 5}, {1, 0.1, 0.1});
    EXPECT_NEAR(smallest.polhode_period, 11.48843933, 5e-9);
    EXPECT_EQ(smallest.axis, 0);
    EXPECT_FALSE(smallest.about_largest);
}

// Ganapathi 2005, experiment 2 and erratum 6
TEST(FreeMotion, ConesOfTheSymmetricBody) {
    const FreeMotion m = free_motion({2, 2, 8}, {1, 0, 1});
    EXPECT_EQ(m.kind, FreeKind::symmetric);
    EXPECT_EQ(m.axis, 2);
    EXPECT_NEAR(m.momentum, 8.246211, 5e-7);
    EXPECT_NEAR(m.axis_to_momentum / degree, 14.0362, 5e-5);
    EXPECT_NEAR(m.precession, 4.123106, 5e-7);
    EXPECT_NEAR(m.rate_to_momentum / degree, 30.9638, 5e-5);
    EXPECT_NEAR(m.rate_to_axis / degree, 45, 1e-13);
    EXPECT_NEAR(m.polhode_period, 2 * pi / 3, 1e-15);
    EXPECT_EQ(m.spin, -3.0);
    EXPECT_EQ(m.rate_max[0], 1.0);
    EXPECT_EQ(m.rate_min[1], -1.0);
}

TEST(FreeMotion, SpecialBodiesAndStarts) {
    EXPECT_EQ(free_motion({3, 3, 3}, {1, 2, 3}).kind, FreeKind::sphere);
    EXPECT_EQ(free_motion({2, 4, 5}, {0, 0, 0}).kind, FreeKind::at_rest);
    const FreeMotion about_middle = free_motion({2, 4, 5}, {0, 3, 0});
    EXPECT_EQ(about_middle.kind, FreeKind::steady);
    EXPECT_EQ(about_middle.axis, 1);
    EXPECT_FALSE(about_middle.stable);
    EXPECT_TRUE(free_motion({2, 4, 5}, {0, 0, 3}).stable);
}

TEST(FreeMotion, SeparatrixHasNoPeriod) {
    // c (c-b) wc^2 = a (b-a) wa^2 in exact numbers: 2.25 * 0.25 = 0.75^2
    const FreeMotion m = free_motion({1, 2, 2.25}, {0.75, 0.3, -1});
    EXPECT_EQ(m.kind, FreeKind::separatrix);
    EXPECT_EQ(m.axis, 1);
    EXPECT_FALSE(m.stable);
    EXPECT_TRUE(std::isinf(m.polhode_period));
    EXPECT_EQ(m.rate_min[0], 0.0);
    EXPECT_EQ(m.rate_max[2], 0.0);
    EXPECT_EQ(free_motion({1, 2, 2.25}, {0.75, 0.3, 1.0001}).axis, 2);
    EXPECT_EQ(free_motion({1, 2, 2.25}, {0.75, 0.3, 0.9999}).axis, 0);
}

// The period does not depend on the instant: move along the exact motion by many tiny RK4 steps and ask again.
RC_GTEST_PROP(FreeMotion, PeriodIsTheSameLater, ()) {
    const auto unit = [] { return (*rc::gen::inRange(-100000, 100000)) / 1e5; };
    const Vec3<double> I{2 + unit(), 2 + unit(), 2 + unit()};
    Vec3<double> w{unit(), unit(), unit()};
    const FreeMotion before = free_motion(I, w);
    if (before.kind != FreeKind::polhode || before.polhode_period > 100) RC_DISCARD("not an ordinary polhode");
    const auto f = [&](const Vec3<double>& x) {
        return Vec3<double>{(I[1] - I[2]) / I[0] * x[1] * x[2], (I[2] - I[0]) / I[1] * x[2] * x[0],
                            (I[0] - I[1]) / I[2] * x[0] * x[1]};
    };
    const double h = 1e-3;
    for (int i = 0; i < 1500; ++i) {
        const Vec3<double> a = f(w), b = f(w + (h / 2) * a), c = f(w + (h / 2) * b), d = f(w + h * c);
        w = w + (h / 6) * (a + 2.0 * b + 2.0 * c + d);
    }
    const FreeMotion after = free_motion(I, w);
    RC_ASSERT(after.axis == before.axis);
    // RK4 leaves about 1e-13; a period of up to 100 s near the separatrix multiplies it by up to 1e4
    RC_ASSERT(std::abs(after.polhode_period / before.polhode_period - 1) < 1e-8);
    for (int i = 0; i < 3; ++i) {
        RC_ASSERT(w[i] <= before.rate_max[i] + 1e-9);
        RC_ASSERT(w[i] >= before.rate_min[i] - 1e-9);
    }
}

}  // namespace
}  // namespace polhode
