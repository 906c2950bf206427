// Flat steps of bodies with an inside against the general equations: the same bits, and none where the body has more.
#include "polhode/run/inside/flat_steps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "polhode/inside/inside_system.hpp"
#include "polhode/integrate/tableaus.hpp"
#include "polhode/scenario/scenario.hpp"

namespace flat_steps_test {

using namespace polhode;

const std::string body =
    "[body]\ninertia = [[2.0, 0.1, -0.2], [0.1, 1.5, 0.05], [-0.2, 0.05, 1.2]]\n[start]\nattitude = { axis = [1, 2, "
    "3], angle_deg = 40 }\nrate = [0.3, -0.5, 0.2]\n[method]\nintegrator = \"rk4\"\nstep = 0.01\n[run]\nduration = "
    "1.0\n";
const std::string wheels = R"toml(
[[rotor]]
name = "a"
kind = "driven"
axis = [1.0, 0.2, 0.0]
moment = 0.01
speed = 10.0
angle = true
torque = "0.4*qx + 0.9*wx - 0.01*a"
[[rotor]]
name = "b"
kind = "free"
axis = [0.0, 1.0, -0.3]
moment = 0.02
speed = -5.0
friction = 0.003
[[rotor]]
name = "c"
kind = "held"
axis = [0.1, 0.0, 1.0]
moment = 0.03
speed = 7.0
)toml";
const std::string states = R"toml(
[[state]]
name = "s"
start = 0.3
derivative = "sin(3*t)*r21 - s^2 + exp(-a/20)"
[[torque]]
kind = "formula"
frame = "world"
value = ["0.1*s", "-0.2*r13", "tanh(wz)*0.1"]
[[torque]]
kind = "formula"
value = ["-0.1*wx", "0.05*r12", "0"]
)toml";

TEST(FlatSteps, GiveTheBitsOfTheGeneralEquations) {
    for (const std::string& inside : {wheels, states, wheels + states}) {
        const std::string known = inside == states ? "[constants]\na = 2.0\n" : "";
        const Scenario scenario = read_scenario(body + known + inside, "test.toml");
        const auto flat = FlatSteps::of(scenario.problem);
        ASSERT_TRUE(flat) << inside;
        InsideSystem<double> system(scenario.problem);
        const Problem& p = scenario.problem;
        StateVector<double> y = system.numbers().start(start_quaternion(p), p.start.rate), stepped;
        for (int n = 0; n < 300; ++n) {
            const double t = 0.01 * n, h = n % 7 == 0 ? 0.0137 : 0.01;
            ASSERT_TRUE(flat->step(t, h, y, stepped));
            y = integrate::runge_kutta_step<integrate::Rk4>(system, t, y, h);
            for (int i = 0; i < y.length; ++i)
                ASSERT_EQ(polhode::detail::bits_of(y[i]), polhode::detail::bits_of(stepped[i])) << n << " " << i;
        }
    }
}

// So many wheels and nothing else, each with another law.
std::string only_wheels(int count) {
    const char* law[] = {"kind = \"driven\"\ntorque = \"0.4*qx + 0.9*wx - 0.01*w0\"\n",
                         "kind = \"free\"\nfriction = 0.003\n",
                         "kind = \"driven\"\nfriction = 0.01\ntorque = \"0.1*r23*sin(t) + 0.2*wz\"\n",
                         "kind = \"driven\"\ntorque = \"-0.3*qz\"\n", "kind = \"free\"\n"};
    const char* axis[] = {"[1.0, 0.2, 0.0]", "[0.0, 1.0, -0.3]", "[0.5, 0.5, 1.0]", "[0.0, 0.0, 1.0]",
                          "[1.0, 0.0, 0.0]"};
    std::string all;
    for (int k = 0; k < count; ++k)
        all += "[[rotor]]\nname = \"w" + std::to_string(k) + "\"\naxis = " + axis[k] + "\nmoment = 0.0" +
               std::to_string(k + 1) + "\nspeed = " + std::to_string(7 - 3 * k) + "\n" + law[k];
    return all;
}
const std::string outside =
    "[[torque]]\nkind = \"formula\"\nframe = \"world\"\nvalue = [\"0.1*r11\", \"-0.2*r13\", \"0.1*wz*w0\"]\n";

TEST(FlatSteps, ManyInOneGoAreThoseOneByOne) {
    using Constraint = ResolvedMethod::Constraint;
    std::vector<std::string> insides{wheels, wheels + states};
    for (int count = 1; count <= 5; ++count) {
        insides.push_back(only_wheels(count));
        insides.push_back(only_wheels(count) + outside);
    }
    for (const std::string& inside : insides)
        for (const Constraint constraint : {Constraint::none, Constraint::normalise, Constraint::binomial}) {
            const Scenario scenario = read_scenario(body + inside, "test.toml");
            const auto flat = FlatSteps::of(scenario.problem);
            ASSERT_TRUE(flat) << inside;
            const Problem& p = scenario.problem;
            const InsideNumbers<double> numbers(p);
            StateVector<double> one = numbers.start(start_quaternion(p), p.start.rate), many = one, to;
            const double h = 0.01;
            const int steps = 150;
            double shortest = 1, longest = 0;
            for (int n = 3; n < 3 + steps; ++n) {
                ASSERT_TRUE(flat->step(n * h, h, one, to));
                hold_constraint(constraint, to);
                one = to;
                shortest = std::min(shortest, (n + 1) * h - n * h);
                longest = std::max(longest, (n + 1) * h - n * h);
            }
            const Stride made = flat->stride(3, steps, h, constraint, many);
            EXPECT_EQ(made.made, steps);
            EXPECT_EQ(made.shortest, shortest);
            EXPECT_EQ(made.longest, longest);
            for (int i = 0; i < one.length; ++i)
                ASSERT_EQ(polhode::detail::bits_of(one[i]), polhode::detail::bits_of(many[i])) << i << inside;
        }
}

TEST(FlatSteps, ManyInOneGoEndBeforeTheFirstThatIsNotFinite) {
    const std::string blows =
        "[[rotor]]\nname = \"m\"\nkind = \"driven\"\naxis = [0, 0, 1]\nmoment = 0.1\ntorque = \"log(0.045 - t)\"\n";
    const Scenario scenario = read_scenario(body + blows, "test.toml");
    const auto flat = FlatSteps::of(scenario.problem);
    ASSERT_TRUE(flat);
    const InsideNumbers<double> numbers(scenario.problem);
    StateVector<double> y = numbers.start(start_quaternion(scenario.problem), scenario.problem.start.rate);
    const Stride made = flat->stride(0, 20, 0.01, ResolvedMethod::Constraint::none, y);
    EXPECT_EQ(made.made, 4);  // the fifth looks at t = 0.045 and 0.05
    EXPECT_TRUE(is_finite(y));
}

TEST(FlatSteps, AreNotThereForMore) {
    for (const char* more : {"torque_limit = 0.1\n", "[[slug]]\nmoment = 0.1\nviscosity = 0.1\n",
                             "[[state]]\nname = \"s\"\nderivative = \"abs(wx)\"\n",
                             "[[state]]\nname = \"s\"\nderivative = \"if(t < 1, 1, 0)\"\n",
                             "[[torque]]\nkind = \"damping\"\ncoefficients = [0.1, 0.1, 0.1]\n",
                             "[[torque]]\nkind = \"coulomb\"\naxis = [0, 0, 1]\nkinetic = 0.1\n"}) {
        const std::string one =
            "[[rotor]]\nname = \"m\"\nkind = \"driven\"\naxis = [0, 0, 1]\nmoment = 0.1\ntorque = \"wx\"\n";
        EXPECT_FALSE(FlatSteps::of(read_scenario(body + one + more, "test.toml").problem)) << more;
    }
}

}  // namespace flat_steps_test
