// Forces and torques against what can be worked out by hand.
#include "polhode/analysis/loads.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "polhode/scenario/scenario.hpp"

namespace loads_test {

using namespace polhode;

Problem problem_of(const std::string& text) { return read_scenario(text + "[run]\nduration = 10.0\n", "s").problem; }

// A pendulum let go from the horizontal: at first the pivot carries m g (1 - m l^2/I), and at the bottom m (g + w^2 l).
TEST(Loads, PivotOfAPendulum) {
    const std::string body = "[body]\ninertia = [2.0, 2.0, 0.5]\n[start]\nrate = [0.0, 0.0, 0.0]\n";
    const Problem p = problem_of(body + "[[torque]]\nkind = \"gravity\"\nmass = 3.0\nat = [0.0, 0.0, 0.5]\ng = 10.0\n");
    Loads loads(p, 10);
    ASSERT_EQ(loads.names(), (std::vector<std::string>{"pivot_x", "pivot_y", "pivot_z"}));
    const double half = std::sqrt(0.5);
    // body z along world -y: a quarter turn about x
    const auto level = loads.at(0, {half, half, 0, 0}, {0, 0, 0}, {});
    EXPECT_NEAR(level[0], 0, 1e-14);
    EXPECT_NEAR(level[1], 0, 1e-14);
    EXPECT_NEAR(level[2], 30 * (1 - 3 * 0.25 / 2), 1e-13);
    const auto low = loads.at(1, {0, 1, 0, 0}, {2, 0, 0}, {});
    EXPECT_NEAR(low[2], 3 * (10 + 4 * 0.5), 1e-13);
    // half as long a quaternion is the same attitude
    EXPECT_NEAR(loads.at(1, {0, 0.5, 0, 0}, {2, 0, 0}, {})[2], 36, 1e-13);
}

// A held wheel on x, the body turning about z: the motor gives J w1' with A w1' = (B - C) w2 w3 + ..., the bearing J s
// w3.
TEST(Loads, MotorsAndBearings) {
    const std::string body =
        "[body]\ninertia = [2.0, 3.0, 4.0]\n[start]\nrate = [0.1, 0.2, 0.5]\n[[rotor]]\nname = \"wheel\"\n"
        "axis = [1.0, 0.0, 0.0]\nmoment = 0.25\nspeed = 40.0\n";
    Loads held(problem_of(body + "kind = \"held\"\n"), 10);
    ASSERT_EQ(held.names(), (std::vector<std::string>{"wheel_torque", "wheel_bearing"}));
    const double s[] = {40};
    const Vec3<double> w{0.1, 0.2, 0.5};
    const auto a = held.at(0, {1, 0, 0, 0}, w, s);
    EXPECT_NEAR(a[0], 0.25 * ((3.0 - 4) * 0.2 * 0.5 / 2), 1e-15);
    EXPECT_NEAR(a[1], 0.25 * (40 + 0.1) * std::hypot(0.2, 0.5), 1e-14);
    Loads driven(problem_of(body + "kind = \"driven\"\ntorque = \"0.5 + t\"\nfriction = 0.01\n"), 10);
    // 0.5 + 2 - 0.01 * 30, at a speed that the row says
    const double slower[] = {30};
    EXPECT_NEAR(driven.at(2, {1, 0, 0, 0}, w, slower)[0], 2.2, 1e-14);
    EXPECT_NEAR(driven.at(2, {1, 0, 0, 0}, w, slower)[1], 0.25 * 30.1 * std::hypot(0.2, 0.5), 1e-14);
}

// A motor asked for more than it can gives its limit, with the sign of what it was asked for; friction comes on top.
TEST(Loads, AMotorAtItsLimit) {
    const std::string body =
        "[body]\ninertia = [2.0, 3.0, 4.0]\n[start]\nrate = [0.0, 0.0, 0.0]\n[[rotor]]\nname = \"wheel\"\nkind = "
        "\"driven\"\naxis = [1.0, 0.0, 0.0]\nmoment = 0.25\ntorque = \"t - 2\"\ntorque_limit = 0.5\nfriction = "
        "0.01\n";
    Loads loads(problem_of(body), 10);
    const double s[] = {10};
    EXPECT_NEAR(loads.at(0, {1, 0, 0, 0}, {0, 0, 0}, s)[0], -0.5 - 0.1, 1e-15);
    EXPECT_NEAR(loads.at(2.25, {1, 0, 0, 0}, {0, 0, 0}, s)[0], 0.25 - 0.1, 1e-15);
    EXPECT_NEAR(loads.at(9, {1, 0, 0, 0}, {0, 0, 0}, s)[0], 0.5 - 0.1, 1e-15);
    // dry friction too: what the motor was asked for is not what the rotor gets
    Loads dry(problem_of(body + "coulomb = 0.2\n"), 10);
    const double sliding[] = {10, 1};
    EXPECT_NEAR(dry.at(2.6, {1, 0, 0, 0}, {0, 0, 0}, sliding)[0], 0.5 - 0.1 - 0.2, 1e-15);
    EXPECT_NEAR(dry.at(2.4, {1, 0, 0, 0}, {0, 0, 0}, sliding)[0], 0.4 - 0.1 - 0.2, 1e-15);
}

TEST(Loads, WhatHasNone) {
    EXPECT_NE(Loads::none_for(problem_of("[body]\ninertia = [2.0, 3.0, 4.0]\n[start]\nrate = [0.0, 0.0, 1.0]\n"))
                  .find("neither weight"),
              std::string::npos);
    EXPECT_NE(Loads::none_for(problem_of("[rates]\nkind = \"constant\"\nvalue = [0.0, 0.0, 1.0]\n")).find("given"),
              std::string::npos);
    EXPECT_NE(Loads::none_for(problem_of("[body]\ninertia = [2.0, 3.0, 4.0]\n[start]\nrate = [0.0, 0.0, "
                                         "1.0]\n[[rotor]]\nkind = \"driven\"\naxis = [1.0, "
                                         "0.0, 0.0]\nmoment = 0.5\ntorque = \"1\"\nspeed_limit = 5.0\n"))
                  .find("limit of the speed"),
              std::string::npos);
}

}  // namespace loads_test
