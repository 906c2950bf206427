// Flat steps of bodies with an inside against the general equations: the same bits, and none where the body has more.
#include "polhode/run/inside/flat_steps.hpp"

#include <gtest/gtest.h>

#include <string>

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
