// Exponents against those of another program (RK4 with steps of 0.01 on variational equations written by hand): chaotic
// ones within both intervals, and 0 where there is no chaos.
#include "polhode/analysis/lyapunov.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "polhode/scenario/scenario.hpp"

namespace lyapunov_test {

using namespace polhode;

LyapunovExponent exponent_of(const std::string& text, double duration, const LyapunovSettings& settings = {}) {
    return lyapunov_exponent(read_scenario(text + "[run]\nduration = 1.0\n", "s").problem, duration, settings);
}

// Hyperion in the plane, n = 1: e = 0.1, 3(B-A)/C = 0.7921, from the perigee; `angle` from the outward vertical to the
// axis of the smallest moment.
std::string hyperion(double angle, double rate) {
    return "[body]\ninertia = [1.0, 1.3591125, 1.36]\n[start]\nattitude = { axis = [0.0, 0.0, 1.0], angle = " +
           std::to_string(angle) + " }\nrate = [0.0, 0.0, " + std::to_string(rate) +
           "]\n[orbit]\nrate = 1.0\neccentricity = 0.1\n[[torque]]\nkind = \"gravity-gradient\"\n";
}
// A neighbour in the plane stays there.
const LyapunovSettings in_plane{1e-9, {0, 0, 1}, {0, 0, 0.5}};

TEST(Lyapunov, PlanarHyperionIsChaotic_Long) {
    const LyapunovExponent x = exponent_of(hyperion(1.570796326794897, 1), 2500, in_plane);
    // expected 0.124 +- 0.002; its own interval is wider for the shorter time
    EXPECT_NEAR(x.exponent, 0.124, 0.002 + x.error);
    EXPECT_LT(x.error, 0.02);
    EXPECT_EQ(x.parts.size(), 20u);
}

TEST(Lyapunov, AnIslandOfHyperionIsNot_Long) {
    const LyapunovExponent x = exponent_of(hyperion(0, 0.5), 2000, in_plane);
    EXPECT_LT(std::fabs(x.exponent), 0.004);  // log(2000)/2000 = 0.0038
    EXPECT_LT(std::fabs(x.exponent), x.error);
}

TEST(Lyapunov, AHeavyBodyIsChaotic_Long) {
    // weight vector (1, 0.5, 0.75) N m
    const LyapunovExponent x = exponent_of(
        "[body]\ninertia = [1.0, 2.0, 2.5]\n[start]\nrate = [0.5, -0.25, 1.0]\n"
        "[[torque]]\nkind = \"gravity\"\nmass = 1.0\nat = [1.0, 0.5, 0.75]\ng = 1.0\n",
        2500);
    // RK4 by hand over four times 2e6 s: 0.0930 +- 0.0007 (docs/inside.md, how chaotic)
    EXPECT_NEAR(x.exponent, 0.0930, 0.0007 + x.error);
    EXPECT_LT(x.error, 0.02);
}

TEST(Lyapunov, ATopIsNot) {
    const std::string top =
        "[body]\ninertia = [1.0, 1.0, 0.5]\n[start]\nattitude = { axis = [1.0, 0.0, 0.0], angle = 0.5 }\n"
        "rate = [0.1, 0.2, 4.0]\n[[torque]]\nkind = \"gravity\"\nmass = 1.0\nat = [0.0, 0.0, 0.5]\ng = 1.0\n";
    const double early = exponent_of(top, 250).exponent, late = exponent_of(top, 1000).exponent;
    EXPECT_GT(early, 0);
    // it falls as log(t)/t: to 0.31 of itself, seen 0.32
    EXPECT_NEAR(late / early, std::log(1000.0) / 1000 / (std::log(250.0) / 250), 0.06);
}

// A steady turn about the middle axis: the growth is known, sqrt((b-a)(c-b)/(a c)) w.
TEST(Lyapunov, AnUnstableTurnGrowsAtItsRate) {
    const LyapunovExponent x = exponent_of("[body]\ninertia = [2.0, 4.0, 5.0]\n[start]\nrate = [0.0, 3.0, 0.0]\n", 400);
    EXPECT_NEAR(x.exponent, 3 * std::sqrt(2.0 * 1 / (2 * 5)), 0.004);
    // rotors, states and formulas are differentiated too: y' = 0.3 y
    const LyapunovExponent own = exponent_of(
        "[body]\ninertia = [2.0, 4.0, 5.0]\n[start]\nrate = [0.0, 0.0, 1.0]\n[[state]]\nname = \"y\"\nstart = 1e-9\n"
        "derivative = \"0.3*y + 1e-9*sin(qx)\"\n",
        100);
    EXPECT_NEAR(own.exponent, 0.3, 0.03);
}

TEST(Lyapunov, WhatHasNone) {
    const std::string body = "[body]\ninertia = [2.0, 4.0, 5.0]\n[start]\nrate = [0.0, 0.0, 1.0]\n";
    const auto why = [&](const std::string& text) {
        return no_lyapunov_exponent(read_scenario(text + "[run]\nduration = 1.0\n", "s").problem);
    };
    EXPECT_EQ(why(body), "");
    EXPECT_NE(why("[rates]\nkind = \"constant\"\nvalue = [0.0, 0.0, 1.0]\n").find("rate is given"), std::string::npos);
    EXPECT_NE(why(body + "[[event]]\nwhen = \"wx - 1\"\ndo = \"mark\"\n").find("event"), std::string::npos);
    EXPECT_NE(why(body + "[[torque]]\nkind = \"formula\"\nvalue = [\"-sign(wx)\", \"0\", \"0\"]\n").find("jump"),
              std::string::npos);
    EXPECT_NE(
        why("[body]\ninertia = [1.0, 1.0, 1.0]\nmass = 1.0\n[start]\nrate = [0.0, 0.0, 1.0]\n[contact]\nsurface = "
            "\"sphere\"\nradius = 1.0\n")
            .find("on a table"),
        std::string::npos);
}

}  // namespace lyapunov_test
