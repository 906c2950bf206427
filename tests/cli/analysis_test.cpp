// What `polhode run` says of a motion as a whole.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "program.hpp"

namespace analysis_test {

using namespace polhode::test;

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Analysis, AGyrostatIsAnswered) {
    const std::string gyrostat = R"([body]
inertia = [3.0, 1.5, 2.0]
[start]
attitude = { quaternion = [0.75, -0.25, 0.5, 0.375], normalise = true }
rate = [0.125, 0.875, 0.125]
[[rotor]]
kind = "held"
axis = [0.0, 0.0, 1.0]
moment = 0.5
speed = 0.125
[run]
duration = 50.0
)";
    const Outcome table = run({"run", "-"}, gyrostat);
    EXPECT_EQ(table.code, 0) << table.err;
    for (const char* part : {"Gyrostat (exact, from its start)", "period of the rate, s", "21.7497", "rad about L",
                             "from the separatrix", "k'² = 0.1736"})
        EXPECT_TRUE(has(table.out, part)) << part << "\n" << table.out;
    const auto json = nlohmann::json::parse(run({"run", "-", "--json"}, gyrostat).out)["gyrostat"];
    // tests/data/inside-gyrostat.json, gy-held-middle-nested
    EXPECT_NEAR(json["period_s"].get<double>(), 21.7496543644974488, 1e-12);
    EXPECT_NEAR(json["complementary_parameter"].get<double>(), 0.17363440415133670782, 1e-14);
    EXPECT_EQ(json["kind"], "periodic");
}

TEST(Analysis, LyapunovIsAskedFor) {
    const std::string body = "[body]\ninertia = [2.0, 4.0, 5.0]\n[start]\nrate = [0.0, 3.0, 0.0]\n";
    const std::string span = "[run]\nduration = 50.0\n";
    const Outcome table = run({"run", "-", "--lyapunov"}, body + span);
    EXPECT_EQ(table.code, 0) << table.err;
    EXPECT_TRUE(has(table.out, "Lyapunov exponent, 1/s")) << table.out;
    // sqrt(2/(2 * 5)) 3 = 1.342
    const auto json = nlohmann::json::parse(run({"run", "-", "--lyapunov", "--json"}, body + span).out)["lyapunov"];
    EXPECT_NEAR(json["exponent_1_s"].get<double>(), 1.3416, 0.03);
    EXPECT_EQ(json["parts_1_s"].size(), 20u);
    EXPECT_FALSE(has(run({"run", "-", "--json"}, body + span).out, "lyapunov"));
    // up to where the motion is stopped, and that is said
    const std::string stop = "[[event]]\nname = \"here\"\nwhen = \"t - 20\"\ndo = \"stop\"\n";
    const auto stopped =
        nlohmann::json::parse(run({"run", "-", "--lyapunov", "--json"}, body + stop + span).out)["lyapunov"];
    EXPECT_NEAR(stopped["duration_s"].get<double>(), 20, 1e-12);
    EXPECT_EQ(stopped["ending"], "the event 'here' stops it");
    const Outcome refused =
        run({"run", "-", "--lyapunov"}, "[rates]\nkind = \"constant\"\nvalue = [0.0, 0.0, 1.0]\n" + span);
    EXPECT_EQ(refused.code, 2);
    EXPECT_TRUE(has(refused.err, "--lyapunov: this motion has no exponent to compute: the rate is given"))
        << refused.err;
}

// Rotors along any axes, and events that only look: what turns freely is told of all the same.
TEST(Analysis, WhatTurnsFreelyIsToldOfWhateverLooks) {
    const std::string body = "[body]\ninertia = [2.0, 2.5, 3.0]\n[start]\nrate = [0.25, -0.5, 1.0]\n";
    const std::string mark = "[[event]]\ndo = \"mark\"\nwhen = \"wx\"\n[[state]]\nname = \"x\"\nderivative = \"wx\"\n";
    const std::string wheel = "[[rotor]]\nkind = \"held\"\naxis = [1.0, 2.0, 2.0]\nmoment = 0.5\nspeed = 2.0\n";
    const std::string span = "[run]\nduration = 5.0\n";
    EXPECT_TRUE(has(run({"run", "-"}, body + mark + span).out, "Free body (exact, from its start)"));
    const std::string top = "[[torque]]\nkind = \"gravity\"\nmass = 1.0\nat = [0.0, 0.0, 0.1]\n";
    const std::string symmetric = "[body]\ninertia = [2.0, 2.0, 3.0]\n[start]\nrate = [0.25, -0.5, 4.0]\n" + top;
    EXPECT_TRUE(has(run({"run", "-"}, symmetric + mark + span).out, "Heavy top"));
    const Outcome table = run({"run", "-"}, body + wheel + span);
    EXPECT_TRUE(has(table.out, "Gyrostat (from its start)")) << table.out;
    EXPECT_TRUE(has(table.out, "precession in the mean")) << table.out;
    const auto json = nlohmann::json::parse(run({"run", "-", "--json"}, body + wheel + mark + span).out)["gyrostat"];
    EXPECT_EQ(json["kind"], "periodic");
    EXPECT_FALSE(json.contains("complementary_parameter"));
    EXPECT_GT(json["period_s"].get<double>(), 0);
}

TEST(Analysis, SteadyMotionsAreListed) {
    const std::string body =
        "[body]\ninertia = [1.0, 2.0, 2.5]\n[start]\nrate = [0.0, 1.0, 0.0]\n[run]\nduration = 1.0\n";
    const Outcome few = run({"run", "-"}, body);
    EXPECT_TRUE(has(few.out, "Steady turns with this momentum (more with --equilibria)")) << few.out;
    EXPECT_TRUE(has(few.out, "x, -x, z, -z")) << few.out;
    const Outcome all = run({"run", "-", "--equilibria"}, body);
    EXPECT_EQ(all.code, 0) << all.err;
    // sqrt(1 * 0.5/2.5) = 0.447
    EXPECT_TRUE(has(all.out, "turn about -y, 1 rad/s")) << all.out;
    EXPECT_TRUE(has(all.out, "unstable, saddle of the energy; e-fold in 2.23607 s")) << all.out;
    const auto json = nlohmann::json::parse(run({"run", "-", "--json"}, body).out)["equilibria"];
    EXPECT_EQ(json["list"].size(), 6u);
    EXPECT_EQ(json["list"][2]["stability"], "unstable");
    const Outcome refused = run({"run", "-", "--equilibria"},
                                "[rates]\nkind = \"constant\"\nvalue = [0.0, 0.0, 1.0]\n[run]\nduration = 1.0\n");
    EXPECT_EQ(refused.code, 2);
    EXPECT_TRUE(has(refused.err, "--equilibria: no steady motion of this body is known: the rate is given"))
        << refused.err;
}

// I th'' = -k th - c th' about x: beyond by exp(-pi z/sqrt(1 - z^2)), z = c/(2 sqrt(k I)) = 0.5.
TEST(Analysis, SettlingAndOvershootOfATarget) {
    const std::string body =
        "[body]\ninertia = [1.0, 1.0, 1.0]\n[start]\nattitude = { axis = [1.0, 0.0, 0.0], angle_deg = 20.0 }\nrate = "
        "[0.0, 0.0, 0.0]\n[[torque]]\nkind = \"formula\"\nvalue = [\"-2*atan2(qx, qw) - wx\", \"0\", \"0\"]\n";
    const std::string target = "[target]\nattitude = { quaternion = [1.0, 0.0, 0.0, 0.0] }\n",
                      span = "[run]\nduration = 20.0\nsample = 0.01\n";
    const Outcome table = run({"run", "-"}, body + target + span);
    EXPECT_EQ(table.code, 0) << table.err;
    EXPECT_TRUE(has(table.out, "To the target (within 2 % of the way)")) << table.out;
    EXPECT_TRUE(has(table.out, "16.3 of 20 deg")) << table.out;
    const auto json = nlohmann::json::parse(run({"run", "-", "--json"}, body + target + span).out);
    const auto way = json["methods"][0]["target"]["attitude_rad"];
    EXPECT_NEAR(way["overshoot"].get<double>(), 0.163033534821580, 1e-5);  // rows stand beside the top
    const double t = way["settled_s"];
    // |th| is at 2 % for the last time
    const double wd = std::sqrt(0.75);
    EXPECT_NEAR(std::fabs(std::exp(-0.5 * t) * (std::cos(wd * t) + 0.5 / wd * std::sin(wd * t))), 0.02, 1e-5);
    EXPECT_GT(t, 5);
    EXPECT_FALSE(has(run({"run", "-"}, body + span).out, "To the target"));
}

TEST(Analysis, LoadsAsColumns) {
    const std::string top =
        "[body]\ninertia = [2.0, 2.0, 0.5]\n[start]\nrate = [0.0, 0.0, 9.0]\n[[torque]]\nkind = "
        "\"gravity\"\nmass = 3.0\nat = [0.0, 0.0, 0.5]\ng = 10.0\n[run]\nduration = 1.0\n";
    const Outcome all = run({"run", "-", "--csv", "-", "--quiet", "--columns", "loads"}, top);
    EXPECT_EQ(all.code, 0) << all.err;
    EXPECT_EQ(lines_of(all.out).front(), "t,qw,qx,qy,qz,wx,wy,wz,energy,Lx,Ly,Lz,pivot_x,pivot_y,pivot_z");
    const Outcome one = run({"run", "-", "--csv", "-", "--quiet", "--columns", "pivot_z"}, top);
    EXPECT_EQ(lines_of(one.out).front(), "t,qw,qx,qy,qz,wx,wy,wz,energy,Lx,Ly,Lz,pivot_z");
    EXPECT_TRUE(lines_of(one.out)[1].ends_with(",30")) << lines_of(one.out)[1];  // upright: its whole weight
    const Outcome other = run({"run", "-", "--csv", "-", "--quiet", "--columns", "pivot_q"}, top);
    EXPECT_EQ(other.code, 2);
    EXPECT_TRUE(has(other.err, "--columns: there is no column 'pivot_q' to add; known are loads (all), 'pivot_x'"))
        << other.err;
}

TEST(Analysis, ASatelliteAtRestInItsOrbitIsAnswered) {
    const std::string satellite =
        "[body]\ninertia = [2.5, 3.0, 1.0]\n[start]\nframe = \"orbit\"\nattitude = { axis = [0.0, 1.0, 0.0], angle_deg "
        "= 5.0 }\nrate = [0.0, 0.0, 0.0]\n[orbit]\nrate = 0.001\n[[torque]]\nkind = \"gravity-gradient\"\n[run]\n"
        "duration = 10.0\n";
    const Outcome table = run({"run", "-"}, satellite);
    for (const char* part : {"stable, Lagrange region", "1.22474 n", "0.694446 n", "1.82147 n"})
        EXPECT_TRUE(has(table.out, part)) << part << "\n" << table.out;
}

}  // namespace analysis_test
