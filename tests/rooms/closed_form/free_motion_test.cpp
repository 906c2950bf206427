#include "polhode/closed_form/free_motion.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "polhode/exact/free_body.hpp"
#include "support/reference_support.hpp"

namespace polhode {
namespace free_motion_test {

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

double number(const nlohmann::json& j) { return std::stod(j.get<std::string>()); }
Vec3<double> vector(const nlohmann::json& j) {
    return {j.at(0).get<double>(), j.at(1).get<double>(), j.at(2).get<double>()};
}

// Everything that is said about six free bodies, from a computation with 30 digits.
TEST(FreeMotion, WhatIsSaidOfAFreeBody) {
    const nlohmann::json data = nlohmann::json::parse(reference::text_of("free-analysis.json"));
    ASSERT_EQ(data["cases"].size(), 6u);
    for (const nlohmann::json& c : data["cases"]) {
        SCOPED_TRACE(c["name"].get<std::string>());
        const FreeMotion m = free_motion(vector(c["inertia"]), vector(c["omega0"]));
        EXPECT_EQ(m.kind, FreeKind::polhode);
        EXPECT_EQ(m.axis + 1, c["circulation_axis"].get<int>());
        EXPECT_EQ(axis_moment_name(m), c["mode"].get<std::string>());
        // a dozen roundings; differences of moments that are close (earth-like: 3e-5 of them) lose five digits more
        const double tolerance = c["name"] == "earth-like" ? 2e-11 : 1e-14;
        const auto near = [&](double value, const char* key, double unit = 1) {
            const double expected = number(c[key]) * unit;
            EXPECT_NEAR(value, expected, tolerance * std::abs(expected)) << key;
        };
        near(m.polhode_period, "polhode_period");
        near(m.complementary_parameter, "k1_squared");
        near(m.wobble_min, "axis_to_L_min_deg", degree);
        near(m.wobble_max, "axis_to_L_max_deg", degree);
        near(m.rate_to_momentum_min, "omega_to_L_min_deg", degree);
        near(m.rate_to_momentum_max, "omega_to_L_max_deg", degree);
        near(2 * pi / m.precession, "mean_precession_period");
        near(m.precession * m.polhode_period, "precession_of_axis_per_period");
        near(m.rotation_per_period, "rotation_about_L_per_period");
        near(m.middle_to_momentum_min, "closest_to_middle_axis_deg", degree);
        const nlohmann::json& changes = c["middle_axis_sign_changes"];
        for (int i = 0; i < 3; ++i) {
            const double t = m.sign_change(i);
            EXPECT_NEAR(t, number(changes[static_cast<std::size_t>(i)]), tolerance * t);
            EXPECT_EQ(m.sign_changes_within(t * 1.001), i + 1);
            EXPECT_EQ(m.sign_changes_within(t * 0.999), i);
        }
    }
}

// Which of them turn over as a wing nut does.
TEST(FreeMotion, OnlyBodiesNearTheMiddleAxisFlip) {
    const nlohmann::json data = nlohmann::json::parse(reference::text_of("free-analysis.json"));
    for (const nlohmann::json& c : data["cases"]) {
        const std::string name = c["name"];
        EXPECT_EQ(free_motion(vector(c["inertia"]), vector(c["omega0"])).flips(),
                  name == "tennis-racket" || name == "book" || name == "lam-asteroid")
            << name;
    }
}

// The true motion, from a Taylor series of 55 digits, stays within what is promised and turns over when it should.
TEST(FreeMotion, TheTrueMotionKeepsToIt) {
    const nlohmann::json data = nlohmann::json::parse(reference::text_of("exact-free-body.json"));
    for (const nlohmann::json& c : data["cases"]) {
        SCOPED_TRACE(c["name"].get<std::string>());
        const Vec3<double> I = vector(c["inertia"]), w0 = vector(c["omega0"]);
        const FreeMotion m = free_motion(I, w0);
        if (c.contains("one_minus_modulus_squared")) {
            // the table gives six digits of it
            EXPECT_NEAR(m.complementary_parameter, number(c["one_minus_modulus_squared"]),
                        2e-6 * m.complementary_parameter);
        }
        int middle = 0;
        for (int i = 0; i < 3; ++i)
            if (I[i] != std::max({I[0], I[1], I[2]}) && I[i] != std::min({I[0], I[1], I[2]})) middle = i;
        for (const nlohmann::json& sample : c["samples"]) {
            const double t = sample["t"];
            Vec3<double> w{};
            for (int i = 0; i < 3; ++i) {
                w[i] = number(sample["omega"][static_cast<std::size_t>(i)]);
                EXPECT_LE(w[i], m.rate_max[i] + 1e-14) << i;
                EXPECT_GE(w[i], m.rate_min[i] - 1e-14) << i;
            }
            const Vec3<double> L{I[0] * w[0], I[1] * w[1], I[2] * w[2]};
            const double wobble = std::acos(std::abs(L[m.axis]) / norm(L));
            EXPECT_LE(wobble, m.wobble_max + 1e-13);  // acos near 1 doubles the rounding
            EXPECT_GE(wobble, m.wobble_min - 1e-13);
            if (m.kind != FreeKind::polhode) continue;
            const bool turned = (w[middle] < 0) != (w0[middle] < 0);
            EXPECT_EQ(static_cast<long>(m.sign_changes_within(t)) % 2 == 1, turned) << t;
        }
    }
}

// 2 T I2/L^2 - 1 and what it is for a steady turn; far and near, on both sides.
TEST(FreeMotion, DistanceFromTheSeparatrix) {
    const Vec3<double> I{1, 2, 2.25};
    for (const double wz : {3.0, 1.01, 1 + 1e-12, 1 - 1e-12, 0.99, 0.1}) {
        const FreeMotion m = free_motion(I, {0.75, 0.3, wz});
        // in exact numbers 2 T I2 - L^2 = I1 (I2 - I1) w1^2 - I3 (I3 - I2) w3^2 = 0.5625 (1 - w3) (1 + w3)
        const double expected = 0.5625 * (1 - wz) * (1 + wz) / (m.momentum * m.momentum);
        EXPECT_NEAR(m.separatrix_distance, expected, 4e-15 * std::abs(expected)) << wz;
        EXPECT_EQ(m.about_largest, wz > 1) << wz;
        EXPECT_NEAR(m.pure_spin_distance, wz > 1 ? 2 / 2.25 - 1 : 1.0, 1e-15);
        EXPECT_LT(std::abs(m.separatrix_distance), std::abs(m.pure_spin_distance));
    }
    EXPECT_EQ(free_motion(I, {0.75, 0.3, -1}).separatrix_distance, 0.0);
}

// On the separatrix the body turns over once, or not at all, depending on which way it is going.
TEST(FreeMotion, TheSeparatrixTurnsOverAtMostOnce) {
    const FreeMotion away = free_motion({1, 2, 2.25}, {0.75, 0.3, 1}),
                     back = free_motion({1, 2, 2.25}, {0.75, -0.3, 1});
    // w2' = (I3 - I1)/I2 w1 w3 > 0
    EXPECT_TRUE(std::isinf(away.first_sign_change));
    EXPECT_EQ(away.sign_changes_within(1e9), 0);
    EXPECT_TRUE(std::isfinite(back.first_sign_change));
    EXPECT_EQ(back.sign_changes_within(1e9), 1);
    // w2 = A tanh(lam t) with A = |L|/I2 and lam = A sqrt((I2-I1)(I3-I2)/(I1 I3)) (Whittaker, section 69)
    const double A = back.momentum / 2, lam = A * std::sqrt(1 * 0.25 / 2.25);
    EXPECT_NEAR(back.first_sign_change, std::atanh(0.3 / A) / lam, 1e-14);
}

TEST(FreeMotion, ADisturbedTurnAboutTheMiddleAxisGrows) {
    const FreeMotion m = free_motion({2, 4, 5}, {0, 3, 0});
    EXPECT_NEAR(m.growth_rate, 3 * std::sqrt(2.0 * 1.0 / (2 * 5)), 1e-15);
    EXPECT_EQ(axis_moment_name(m), std::string("middle"));
    EXPECT_EQ(axis_moment_name(free_motion({2, 2, 1}, {3, 0, 0})), std::string("largest"));
    EXPECT_EQ(axis_moment_name(free_motion({3, 3, 3}, {3, 0, 0})), std::string(""));
    // its e-folding time, seen in the exact motion beside it
    const exact::FreeBody<double> beside({2, 4, 5}, {}, {0, 3, 1e-9});
    const double t = 6 / m.growth_rate, later = 8 / m.growth_rate;
    EXPECT_NEAR(beside.state_at(later).w_NB_B[2] / beside.state_at(t).w_NB_B[2], std::exp(2.0), 1e-3);
}

// Sizes far apart: no overflow, nothing vanishes, and the sums still hold.
TEST(FreeMotion, AnySize) {
    for (const double size : {1e-100, 1.0, 1e100})
        for (const double rate : {1e-120, 1.0, 1e120}) {
            const FreeMotion m = free_motion({1 * size, 2 * size, 2.5 * size}, {0.125 * rate, 1.5 * rate, 0.5 * rate});
            EXPECT_NEAR(m.polhode_period * rate, 12.7393878467225683, 1e-13) << size << " " << rate;
            EXPECT_NEAR(m.wobble_max / degree, 68.0004236857094057, 1e-12);
            EXPECT_NEAR(2 * pi / m.precession * rate, 3.19054798560001723, 1e-13);
            EXPECT_NEAR(m.first_sign_change * rate, 3.52273472224142688, 1e-13);
        }
    const FreeMotion tiny = free_motion({1, 2, 3}, {1e-200, 0, 1});
    EXPECT_NEAR(tiny.wobble_max / tiny.wobble_min, std::sqrt(2.0 * 2 / 1), 1e-14);  // A2/A1
    EXPECT_NEAR(tiny.wobble_min, 1e-200 / 3, 1e-214);
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

}  // namespace free_motion_test
}  // namespace polhode
