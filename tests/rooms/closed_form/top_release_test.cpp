#include "polhode/closed_form/top_release.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "support/gyroscope_rows.hpp"

namespace polhode {
namespace top_release_test {

using testing_data::CsvRow;
using testing_data::rows_of;
constexpr double pi = std::numbers::pi;
constexpr double degree = pi / 180;

const Top printed{5.76875e-4, 9.375e-5, 0.3 * 9.8 * 0.01};

std::string complaint(const std::string& motion, const Top& top, double spin, double tilt, double transverse = 4) {
    try {
        top_release(motion, top, spin, tilt, transverse);
    } catch (const std::domain_error& error) {
        return error.what();
    }
    return "accepted";
}
bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(TopRelease, StartsOfGyroSoft) {
    for (const CsvRow& row : rows_of("gyrosoft_initial_conditions.csv")) {
        SCOPED_TRACE(row.at("param_set") + " " + row.at("theta0_deg") + " " + row.at("motion"));
        Top top = printed;
        if (row.at("param_set") == "default_exact_I1") top.I1 = 5.775e-4;
        if (row.at("param_set") == "figure8") top = {0.002, 0.0008, 1.0 * 9.8 * 0.04};
        std::string motion = row.at("motion");
        if (motion.find('_') != std::string::npos) motion.replace(motion.find('_'), 1, "-");
        const TopRelease r = top_release(motion, top, 40 * pi, std::stod(row.at("theta0_deg")) * degree, 4);
        const double wy = std::stod(row.at("wy0"));
        EXPECT_EQ(r.w_NB_B[0], std::stod(row.at("wx0")));
        EXPECT_NEAR(r.w_NB_B[1], wy, 1e-11 * std::abs(wy));  // 12 printed digits
        EXPECT_EQ(r.w_NB_B[2], 40 * pi);
        EXPECT_EQ(r.rotation_vector[0], -std::stod(row.at("theta0_deg")) * degree);
        EXPECT_EQ(name_of(r.motion.kind), row.at("classified_as"));
    }
}

// GyroSoft case 3: roots at 55 degrees -2.700350555 and -32.9044142; the wave needs (0, +4).
TEST(TopRelease, NegativeSpin) {
    const double tilt = 55 * degree, s = std::sin(tilt);
    EXPECT_NEAR(top_release("circle-slow", printed, -40 * pi, tilt, 4).w_NB_B[1], 2.700350555 * s, 1e-9);
    EXPECT_NEAR(top_release("circle-fast", printed, -40 * pi, tilt, 4).w_NB_B[1], 32.9044142 * s, 1e-7);
    const TopRelease wave = top_release("wave", printed, -40 * pi, tilt, 4);
    EXPECT_EQ(wave.w_NB_B[1], 4.0);
    EXPECT_EQ(wave.motion.kind, TopKind::wave);
    const TopRelease loop = top_release("loop", printed, -40 * pi, tilt, 4);
    EXPECT_NEAR(loop.motion.tilt_min / degree, 48.1879, 5e-5);
    EXPECT_NEAR(loop.motion.mean_precession, -2.489836, 5e-7);
}

TEST(TopRelease, WeightBelowTheFixedPoint) {
    const Top hanging{printed.I1, printed.I3, -printed.Mgl};
    for (const char* motion : {"cusp", "loop", "wave", "circle-slow", "circle-fast"})
        for (double spin : {40 * pi, -40 * pi})
            EXPECT_EQ(complaint(motion, hanging, spin, 60 * degree), "accepted") << motion << spin;
    EXPECT_LT(top_release("circle-slow", hanging, 40 * pi, 60 * degree, 0).motion.mean_precession, 0);
}

TEST(TopRelease, OneRootAtNinetyDegrees) {
    EXPECT_NEAR(top_release("circle-slow", printed, 40 * pi, pi / 2, 0).w_NB_B[1], -2.495549508, 1e-9);
    EXPECT_TRUE(says(complaint("circle-fast", printed, 40 * pi, pi / 2), "only one steady precession"));
}

TEST(TopRelease, NoRootNamesTheLeastSpin) {
    const std::string text = complaint("circle-slow", printed, 20, 60 * degree);
    // 2 sqrt(I1 Mgl cos)/I3 = 62.12383332 rad/s
    EXPECT_TRUE(says(text, "9.88") && says(text, "Hz") && says(text, "62.123") && says(text, "rad/s")) << text;
    // The spin as printed is enough.
    const std::size_t at = text.rfind('(');
    const double printed_spin = std::stod(text.substr(at + 1));
    EXPECT_EQ(complaint("circle-slow", printed, printed_spin, 60 * degree), "accepted");
    EXPECT_NE(complaint("circle-slow", printed, printed_spin * (1 - 1e-4), 60 * degree), "accepted");
    // Below the horizontal every spin has one.
    EXPECT_EQ(complaint("circle-slow", printed, 1, 100 * degree), "accepted");
}

TEST(TopRelease, Sleeping) {
    EXPECT_TRUE(top_release("sleeping", printed, 40 * pi, 0, 0).warnings.empty());
    const TopRelease slow = top_release("sleeping", printed, 20 * pi, 0, 0);
    ASSERT_EQ(slow.warnings.size(), 1u);
    EXPECT_TRUE(says(slow.warnings[0], "13.98")) << slow.warnings[0];
    EXPECT_TRUE(says(complaint("sleeping", printed, 40 * pi, 0.1), "tilt must be 0"));
}

TEST(TopRelease, RefusesWhatWouldBeAnotherMotion) {
    const std::string text = complaint("wave", printed, 40 * pi, 60 * degree, 4.5);
    EXPECT_TRUE(says(text, "a loop") && says(text, "4.32241")) << text;  // 4.991099 sin 60
    const double circle = -top_release("circle-slow", printed, 40 * pi, 60 * degree, 0).w_NB_B[1];
    EXPECT_TRUE(says(complaint("wave", printed, 40 * pi, 60 * degree, circle), "a circle"));
    EXPECT_TRUE(says(complaint("cusp", printed, 0, 60 * degree), "without spin"));
    EXPECT_TRUE(says(complaint("loop", printed, 0, 60 * degree), "a pendulum"));
    EXPECT_TRUE(says(complaint("cusp", printed, 40 * pi, 0), "vertical"));
    EXPECT_TRUE(says(complaint("cusp", printed, 40 * pi, pi), "vertical"));
    EXPECT_TRUE(says(complaint("cusp", printed, 40 * pi, -0.1), "out of range"));
    EXPECT_TRUE(says(complaint("cusp", {1, 1, 0}, 40 * pi, 1), "no weight"));
    EXPECT_TRUE(says(complaint("spiral", printed, 40 * pi, 1), "'spiral'"));
}

RC_GTEST_PROP(TopRelease, WhatIsAcceptedIsWhatWasAsked, ()) {
    const std::string motion = *rc::gen::element<std::string>("cusp", "loop", "wave", "circle-slow", "circle-fast");
    const auto unit = [] { return (*rc::gen::inRange(1, 100000)) / 1e5; };
    const Top top{0.5 + unit(), 0.1 + unit(), (*rc::gen::element(-1.0, 1.0)) * (0.1 + unit())};
    const double spin = (*rc::gen::element(-1.0, 1.0)) * 30 * unit(), tilt = pi * unit(), push = unit();
    TopRelease r;
    try {
        r = top_release(motion, top, spin, tilt, push);
    } catch (const std::domain_error&) {
        RC_DISCARD("refused");
    }
    const std::string kind = name_of(r.motion.kind);
    RC_ASSERT(motion.substr(0, kind.size()) == kind);
    // Steady precession: Mgl = phidot (I3 w3 - I1 phidot cos), GyroSoft eq. 22
    if (kind == "circle") {
        const double phidot = -r.w_NB_B[1] / std::sin(tilt);
        const double size = std::abs(phidot * top.I3 * spin) + std::abs(top.I1 * phidot * phidot) + std::abs(top.Mgl);
        RC_ASSERT(std::abs(phidot * (top.I3 * spin - top.I1 * phidot * std::cos(tilt)) - top.Mgl) < 1e-13 * size);
    }
}

}  // namespace top_release_test
}  // namespace polhode
