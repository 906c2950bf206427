// Exponents against those of another program (RK4 with steps of 0.01 on variational equations written by hand): chaotic
// ones within both intervals, and 0 where there is no chaos.
#include "polhode/analysis/lyapunov.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "polhode/base/diagnostic.hpp"
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
        10000);
    // for thousands of seconds at a time it stays near islands, which the interval of a shorter run does not know of;
    // RK4 by hand over four times 2e6 s: 0.0930 +- 0.0007 (docs/inside.md, how chaotic)
    EXPECT_NEAR(x.exponent, 0.0930, 0.0007 + x.error);
    EXPECT_LT(x.error, 0.02);
}

TEST(Lyapunov, ATopIsNot_Long) {
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

// One axis, I = 1. A neighbour about it stays there; what it is away is |p|/2 and w I/H.
std::string about_z(double angle, double rate, const std::string& torque, const std::string& more) {
    return "[body]\ninertia = [1.0, 1.0, 1.0]\n[start]\nattitude = { axis = [0.0, 0.0, 1.0], angle = " +
           std::to_string(angle) + " }\nrate = [0.0, 0.0, " + std::to_string(rate) + "]\n" + more +
           (torque.empty() ? "" : "[[torque]]\nkind = \"formula\"\nvalue = [\"0\", \"0\", \"" + torque + "\"]\n");
}
double growth(const LyapunovExponent& x) { return x.exponent * x.duration; }

// No torque, two stops that give all of the rate back: the neighbour is p0 + dw t away, as without stops, on one side
// or the other.
TEST(Lyapunov, ElasticStopsTurnTheTangentRound) {
    const double p = 1, dw = 0.5 * 1.5, t = 40;
    // also where the formula jumps there, and what decides the jump is what neighbours come to
    for (const std::string when : {"qz*qz - 0.1", "(qz*qz > 0.1) - 0.5"}) {
        const std::string stops = "[[event]]\nwhen = \"" + when +
                                  "\"\ndirection = \"rising\"\ndo = \"impulse\"\nnormal = [0.0, 0.0, 1.0]\n"
                                  "restitution = 1.0\n";
        const LyapunovExponent x = exponent_of(about_z(0, 1.5, "", stops), t, in_plane);
        EXPECT_NEAR(growth(x), std::log(std::hypot((p + dw * t) / 2, 0.5) / std::hypot(p / 2, 0.5)), 1e-8) << when;
    }
}

// Under the torque -g a body comes back to where it was sent off with the rate u, and is sent off with -1.5 times what
// it has, plus b: u = 1 is -1.5 (-1) + b. Whoever is du faster is 1.5 du faster the next time: log(1.5) in 2 u/g.
TEST(Lyapunov, ReboundsGrowByTheirReturn) {
    const std::string flip =
        "[[event]]\nwhen = \"qz\"\ndirection = \"falling\"\ndo = \"impulse\"\n"
        "impulse = [\"0\", \"0\", \"-2.5*wz - 0.5\"]\n";
    const LyapunovExponent x = exponent_of(about_z(0.375, 0.5, "-1.0", flip), 40, in_plane);
    // what does not grow is left behind, and errors of 1e-9 have grown 3000-fold
    EXPECT_NEAR(x.parts.back(), std::log(1.5) / 2, 1e-4);
}

// Dry friction k alone: it sticks at t = w/k, and from then on the neighbour is p0 + dw w/k away and does not turn.
TEST(Lyapunov, WhatSticksLosesItsRate) {
    const std::string dry = "[[torque]]\nkind = \"coulomb\"\naxis = [0.0, 0.0, 1.0]\nkinetic = 0.5\nstatic = 0.7\n";
    const double away = 1 + 0.5 * 1.5 * (1.5 / 0.5);
    const LyapunovExponent x = exponent_of(about_z(0, 1.5, "", dry), 8, in_plane);
    EXPECT_NEAR(growth(x), std::log(away / 2 / std::hypot(0.5, 0.5)), 1e-9);
    // one that is let go again at a time that is the same for all, and stops again, has still the same neighbours
    const LyapunovExponent again = exponent_of(about_z(0, 1.5, "0.9*max(0, t - 4)*(t < 6)", dry), 12, in_plane);
    EXPECT_NEAR(growth(again), growth(x), 1e-8);
}

// -c sign(angle) from rest at the angle a: period P = 4 sqrt(2 a/c), so that after n of them who began at a + da is
// late by n dP, and has c n dP left of its rate.
TEST(Lyapunov, ARelayShearsByItsPeriod) {
    const double c = 0.5, a = 0.25, P = 4 * std::sqrt(2 * a / c), dP = P / (2 * a), t = 5 * P;
    const LyapunovExponent x =
        exponent_of(about_z(a, 0, "-0.5*sign(qz)", ""), t, LyapunovSettings{1e-11, {0, 0, 1}, {0, 0, 0}});
    // momenta are compared with that of a thousand turns in the run
    EXPECT_NEAR(growth(x), std::log(std::hypot(0.5, c * 5 * dP / (1e3 / t)) / 0.5), 1e-7);
    EXPECT_EQ(x.unseen, "");
}

// A mass that is moved outwards, I = 2 + t: momentum keeps its difference, and the angle gathers dH log(1 + t/2).
TEST(Lyapunov, MassesAreWhereTheyAreForAllNeighbours) {
    const std::string out =
        "[[moving_mass]]\nkind = \"pivoted\"\nmass = 1.0\nposition = [\"sqrt(1 + t)\", \"0\", \"0\"]\n";
    const double w = 1.5, t = 30, H = 2 * w;
    const LyapunovExponent x = exponent_of(about_z(0, w, "", out), t, in_plane);
    EXPECT_NEAR(growth(x), std::log(std::hypot((1 + 0.5 * H * std::log(1 + t / 2)) / 2, 0.5) / std::hypot(0.5, 0.5)),
                1e-8);
}

// A tent of slope 1.9 at every sample: log(1.9) each, and the corner is never a jump.
TEST(Lyapunov, ATentAtSamples) {
    const std::string tent =
        "[body]\ninertia = [2.0, 2.0, 2.0]\n[[controller]]\nperiod = 0.5\nmemory = { x = 0.3 }\n"
        "update = { x = \"min(1.9*x, 1.9 - 1.9*x)\" }\noutput = { u = \"x\" }\n";
    const LyapunovExponent x = exponent_of(tent, 200);
    EXPECT_NEAR(x.parts.back(), std::log(1.9) / 0.5, 1e-9);
    EXPECT_EQ(x.unseen, "");
    // rounded it is the same for all neighbours, and that is said
    const LyapunovExponent coarse = exponent_of(tent + "quantum = 0.1\n", 5);
    EXPECT_NE(coarse.unseen.find("controller1"), std::string::npos);
}

// Where it ends before its time the exponent is that of the time there was.
TEST(Lyapunov, UpToAStop) {
    const LyapunovExponent x = exponent_of(
        "[body]\ninertia = [2.0, 4.0, 5.0]\n[start]\nrate = [0.0, 3.0, 0.0]\n[[event]]\nname = \"late\"\n"
        "when = \"t - 40\"\ndo = \"stop\"\n",
        400);
    EXPECT_NEAR(x.duration, 40, 1e-12);
    EXPECT_NE(x.ending.find("'late'"), std::string::npos);
    EXPECT_NEAR(x.parts.back(), 3 * std::sqrt(2.0 * 1 / (2 * 5)), 1e-3);
}

TEST(Lyapunov, GrazingIsTold) {
    // s comes to 1 at 1e-11 a second, and r sets off then: who comes 1e-3 s later is far behind
    const std::string slow =
        "[body]\ninertia = [2.0, 4.0, 5.0]\n[[state]]\nname = \"s\"\nstart = 0.9999999999\nderivative = \"1e-11\"\n"
        "[[state]]\nname = \"on\"\nderivative = \"0\"\n[[state]]\nname = \"r\"\nderivative = \"on\"\n"
        "[[event]]\nname = \"there\"\nwhen = \"s - 1\"\ndo = \"set\"\nset = { on = 1 }\n";
    try {
        exponent_of(slow, 40);
        FAIL() << "an exponent";
    } catch (const ComputationFailed& e) {
        EXPECT_NE(std::string(e.what()).find("'there' is only grazed"), std::string::npos) << e.what();
        EXPECT_NE(std::string(e.what()).find("t = 10"), std::string::npos) << e.what();
    }
}

// Growth of the difference of two trajectories 2e-6 apart, by another program (RK4, events by bisection).
TEST(Lyapunov, AsTwoNeighboursPart_Long) {
    // a body that is turned back, with friction about an axis
    const std::string turned_back = R"toml(
[body]
inertia = [1.897, 1.517, 1.002]
[start]
attitude = { axis = [0.16, -0.677, -0.145], angle = 1.236 }
rate = [-0.461, 0.969, -0.23]
[[rotor]]
name = "wh0"
axis = [1.0, 0.0, 0.0]
moment = 0.279
speed = 0.587
angle = true
kind = "driven"
torque = "0.656*wh0 + 0.386*wh0"
friction = 0.0
[[torque]]
kind = "formula"
value = ["0.99*sin(2*t) + 0.38*cos(1.7*t + 1)", "1.049*-wx + 0.662*sin(2*t)", "1.007*qx + 1.445*sin(t)*qz"]
frame = "body"
[[torque]]
kind = "coulomb"
axis = [0.642, -0.719, 0.042]
kinetic = 0.481
static = 0.6253
[[event]]
when = "wz*wz - 0.5"
direction = "rising"
do = "set"
set = { wh0 = "0.586*-wx" }
)toml";
    EXPECT_NEAR(growth(exponent_of(turned_back, 3.0)), 5.34654048, 1e-7);
    // events and corners of formulas
    const std::string corners = R"toml(
[body]
inertia = [1.201, 1.64, 2.278]
[start]
attitude = { axis = [-0.388, 0.168, -0.54], angle = 2.012 }
rate = [-0.146, -0.802, 0.506]
[[rotor]]
name = "wh0"
axis = [0.353, -0.4, -0.72]
moment = 0.291
speed = -0.255
angle = true
kind = "driven"
torque = "0.659*min(wy, 0.3) + 0.719*sign(wx + wz)*cos(1.3*t)"
friction = 0.05
[[torque]]
kind = "formula"
value = ["0.408*min(wz, -0.2*wy) + 0.757*cos(1.7*t + 1)", "0.665*sign(wx)*cos(1.3*t) + 0.435*sign(wz)*cos(1.3*t)", "1.217*r31 + -0.425*abs(qx)"]
frame = "body"
[[torque]]
kind = "formula"
value = ["0.72*max(wx, 0.3) + 0.242*max(wx, -0.2*wy)", "0.496*min(wz, 0.3) + 0.294*if(wy - 0.3*cos(2*t) > 0, 0.5, 0.2*wx)", "0.342*qx + 1.006*if(qz > 0, -wz, -0.4*wy)"]
frame = "body"
[[event]]
when = "wh0 - 0.2"
direction = "either"
do = "impulse"
normal = [0.617, -0.686, 0.588]
restitution = 0.44
frame = "world"
)toml";
    EXPECT_NEAR(growth(exponent_of(corners, 6.0)), 4.28088563, 1e-7);
    // one event that sets off another, which had gone the other way before
    const std::string set_off = R"toml(
[body]
inertia = [1.021, 1.595, 2.341]
[start]
attitude = { axis = [0.113, 0.596, 0.78], angle = 1.914 }
rate = [-0.521, -0.872, -0.437]
[[rotor]]
name = "wh0"
axis = [0.158, -0.431, 0.725]
moment = 0.112
speed = -0.475
angle = true
kind = "driven"
torque = "1.454*qy*qw + 0.697*r31"
friction = 0.0
speed_limit = 2.311
[[torque]]
kind = "formula"
value = ["0.744*sin(t)*qz + 0.595*qy*qw", "1.146*-wx + 0.677*wh0", "0.414*cos(1.7*t + 1) + 1.299*-wx"]
frame = "body"
[[torque]]
kind = "formula"
value = ["0.374*qx + 0.994*wh0", "0.54*cos(1.7*t + 1) + 0.657*qy*qw", "0.629*r32 + 0.983*cos(1.7*t + 1)"]
frame = "world"
[[event]]
when = "qx - 0.2"
direction = "either"
do = "impulse"
impulse = ["1.031*qx", "0.881*sin(2*t)", "0.525*qx"]
frame = "body"
[[event]]
when = "wx + wy - 0.1"
direction = "falling"
do = "impulse"
normal = [-0.111, 0.252, -0.409]
restitution = 0.65
frame = "world"
)toml";
    EXPECT_NEAR(growth(exponent_of(set_off, 6.0)), 4.94480449, 1e-6);
    // a controller and corners of formulas
    const std::string sampled = R"toml(
[body]
inertia = [2.492, 2.42, 1.388]
[start]
attitude = { axis = [0.579, 0.655, -0.487], angle = 1.588 }
rate = [0.049, -0.305, -0.271]
[[torque]]
kind = "formula"
value = ["0.349*sign(qx)*cos(1.3*t) + 1.255*qy*qw", "1.143*r31 + 0.599*sin(2*t)", "1.353*r31 + 1.129*qx"]
frame = "world"
[[torque]]
kind = "formula"
value = ["u0", "-0.5*wy", "u1"]
frame = "body"
[[controller]]
period = 0.4
measure = { m0 = "qx + 0.3*wx" }
output = { u0 = "-1.2*m0 - 0.5*mem", u1 = "-2*wz" }
delay = 2
memory = { mem = 0.082 }
update = { mem = "mem + m0*period" }
limit = 0.5
quantum = 0.1
)toml";
    EXPECT_NEAR(growth(exponent_of(sampled, 6.0)), 0.74543079, 1e-7);
    // a ball that slides dry on a table and then sticks
    const std::string ball = R"toml(
[body]
inertia = [0.4, 0.45, 0.5]
mass = 1.0
[start]
attitude = { axis = [0.3, 0.5, 0.3], angle = 0.7 }
rate = [1.0, -2.0, 0.5]
[contact]
surface = "sphere"
radius = 1.0
centre_of_mass = [0.0, 0.1, -0.2]
g = 9.8
law = "coulomb"
friction = 0.2
velocity = [0.7, -0.3]
)toml";
    EXPECT_NEAR(growth(exponent_of(ball, 2.0)), 0.738342, 5e-6);
}

TEST(Lyapunov, WhatHasNone) {
    const std::string body = "[body]\ninertia = [2.0, 4.0, 5.0]\n[start]\nrate = [0.0, 0.0, 1.0]\n";
    const auto why = [&](const std::string& text) {
        return no_lyapunov_exponent(read_scenario(text + "[run]\nduration = 1.0\n", "s").problem);
    };
    EXPECT_EQ(why(body), "");
    EXPECT_NE(why("[rates]\nkind = \"constant\"\nvalue = [0.0, 0.0, 1.0]\n").find("rate is given"), std::string::npos);
    std::string states;
    for (int i = 0; i < 22; ++i) states += "[[state]]\nname = \"y" + std::to_string(i) + "\"\nderivative = \"wx\"\n";
    EXPECT_NE(why(body + states).find("more than 28 numbers"), std::string::npos);
}

}  // namespace lyapunov_test
