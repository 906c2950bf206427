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

// One axis under a sampled controller: between samples the numbers go over by a matrix (inside.md, section 4, sampled
// PD with hold), whose largest eigenvalue says how neighbours part or come together.
TEST(Lyapunov, ControllersAreSampledAlongTheTangentToo) {
    const auto axis = [](double kp, double kd, int delay) {
        return "[body]\ninertia = [2.0, 2.0, 2.0]\n[[controller]]\nperiod = 0.25\noutput = { u = \"-" +
               std::to_string(kp) + "*th - " + std::to_string(kd) + "*om\" }\ndelay = " + std::to_string(delay) +
               "\n[[state]]\nname = \"th\"\nstart = 1.0\nderivative = \"om\"\n[[state]]\nname = \"om\"\n"
               "derivative = \"u/2\"\n";
    };
    // of two states; neighbours of the body, which stands still, neither part nor come together, those of the states do
    const double h = 0.25, I = 2;
    for (const double kp : {-1.5, -0.4}) {
        const double kd = 0.2, a = 1 - kp * h * h / (2 * I), b = h - kd * h * h / (2 * I), c = -kp * h / I,
                     d = 1 - kd * h / I;
        const double largest = (a + d) / 2 + std::sqrt((a - d) * (a - d) / 4 + b * c);
        const LyapunovExponent x = exponent_of(axis(kp, kd, 0), 200);
        EXPECT_NEAR(x.parts.back(), std::log(largest) / h, 1e-6) << kp;
        // a sample late: (th, om, u before)
        const LyapunovExponent late = exponent_of(axis(kp, kd, 1), 200);
        // th+ = th + h om + h^2 u/2I, om+ = om + h u/I, u+ = -kp th - kd om: its largest root by iteration
        double th = 1, om = 0, u = 0, grown = 1;
        for (int i = 0; i < 400; ++i) {
            const double next = -kp * th - kd * om, now = u;
            th += h * om + h * h * now / (2 * I), om += h * now / I, u = next;
            grown = std::hypot(th, om, u);
            th /= grown, om /= grown, u /= grown;
        }
        EXPECT_NEAR(late.parts.back(), std::log(grown) / h, 1e-6) << kp;
        EXPECT_LT(late.parts.back(), x.parts.back());
    }
}

// A ball with its centre of mass below the middle rolls back and forth; turned over it stands on top of a hill:
// neighbours part at the rate of an inverted pendulum, s^2 = m g e/(I + m (R + e)^2) with the centre of mass at the
// height R + e.
TEST(Lyapunov, ABallOnItsHead) {
    const std::string ball =
        "[body]\ninertia = [0.5, 0.5, 0.5]\nmass = 2.0\n[contact]\nsurface = \"sphere\"\nradius = 0.5\n"
        "g = 10.0\ncentre_of_mass = [0.0, 0.0, 0.1]\n";
    const LyapunovExponent x = exponent_of(ball, 100);
    EXPECT_NEAR(x.parts.back(), std::sqrt(2 * 10 * 0.1 / (0.5 + 2 * 0.6 * 0.6)), 1e-6);
}

TEST(Lyapunov, WhatHasNone) {
    const std::string body = "[body]\ninertia = [2.0, 4.0, 5.0]\n[start]\nrate = [0.0, 0.0, 1.0]\n";
    const auto why = [&](const std::string& text) {
        return no_lyapunov_exponent(read_scenario(text + "[run]\nduration = 1.0\n", "s").problem);
    };
    EXPECT_EQ(why(body), "");
    EXPECT_NE(why("[rates]\nkind = \"constant\"\nvalue = [0.0, 0.0, 1.0]\n").find("rate is given"), std::string::npos);
    // who only looks moves nothing
    EXPECT_EQ(why(body + "[[event]]\nwhen = \"wx - 1\"\ndo = \"mark\"\n"), "");
    const std::string hit = "[[event]]\nwhen = \"wx - 1\"\ndo = \"impulse\"\nimpulse = [\"1\", \"0\", \"0\"]\n";
    EXPECT_NE(why(body + hit).find("event"), std::string::npos);
    const std::string dry = "[[torque]]\nkind = \"coulomb\"\naxis = [0.0, 0.0, 1.0]\nkinetic = 0.1\n";
    EXPECT_NE(why(body + dry).find("dry friction"), std::string::npos);
    const std::string held = "[[controller]]\nrate_hz = 1.0\noutput = { u = \"-wx\" }\n";
    EXPECT_EQ(why(body + held), "");
    EXPECT_NE(why(body + held + "quantum = 0.1\n").find("may jump"), std::string::npos);
    EXPECT_NE(why(body + "[[torque]]\nkind = \"formula\"\nvalue = [\"-sign(wx)\", \"0\", \"0\"]\n").find("jump"),
              std::string::npos);
    const std::string ball =
        "[body]\ninertia = [1.0, 1.0, 1.0]\nmass = 1.0\n[start]\nrate = [0.0, 0.0, 1.0]\n[contact]\nsurface = "
        "\"sphere\"\nradius = 1.0\n";
    EXPECT_EQ(why(ball), "");
    EXPECT_NE(why(ball + "law = \"coulomb\"\nfriction = 0.1\n").find("dry sliding"), std::string::npos);
}

}  // namespace lyapunov_test
