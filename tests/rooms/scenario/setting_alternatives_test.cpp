#include "polhode/scenario/setting_alternatives.hpp"

#include <gtest/gtest.h>

#include "polhode/problem/attitudes/attitude_kind.hpp"
#include "polhode/scenario/scenario.hpp"
#include "polhode/scenario/toml_setting.hpp"

namespace polhode {
namespace setting_alternatives_test {

const std::string free_body = R"([body]
inertia = [1.0, 2.0, 2.5]
[start]
attitude = { rotation_vector = [0.1, 0.0, 0.0] }
rate = [0.1, 1.0, 0.2]
[method]
integrator = "rk4"
step = 0.01
[run]
duration = 1.0
)";

const std::string top = R"([body]
parts = [{ shape = "disk", mass = 0.3, radius = 0.025, at = [0, 0, 0.01] }]
about = "pivot"
[start]
motion = "cusp"
tilt_deg = 60
spin_hz = 20
[[torque]]
kind = "gravity"
mass = 0.3
at = [0, 0, 0.01]
[run]
duration = 1.0
)";

std::string complaint(const std::string& text, const std::vector<std::string>& settings) {
    try {
        read_scenario(text, "s.toml", settings);
    } catch (const InputError& e) {
        return e.what();
    }
    return "";
}

TEST(SettingAlternatives, AnAttitudeInOtherWordsTakesThePlaceOfTheFiles) {
    const Scenario s = read_scenario(free_body, "s.toml", {"start.attitude.quaternion=[1,0,0,0]"});
    EXPECT_EQ(s.problem.start.attitude.representation, "quaternion");
    const Scenario whole = read_scenario(free_body, "s.toml", {"start.attitude={quaternion=[1,0,0,0]}"});
    EXPECT_EQ(whole.problem.start.attitude.representation, "quaternion");
    const Scenario axis =
        read_scenario(free_body, "s.toml", {"start.attitude.axis=[0,0,1]", "start.attitude.angle_deg=90"});
    EXPECT_EQ(axis.problem.start.attitude.representation, "axis-angle");
    const Scenario degrees = read_scenario(free_body, "s.toml", {"start.rate_deg=[180,0,0]"});
    EXPECT_NEAR(degrees.problem.start.rate[0], 3.14159265, 1e-8);
}

// Whatever forms there are, by the list that the reader has.
TEST(SettingAlternatives, EveryFormOfAnAttitudeTakesThePlaceOfAnother) {
    ASSERT_GE(start_forms().size(), 9u);
    for (const StartForm& form : start_forms()) {
        const std::string& key = form.parameters.front().name;
        TomlNode root = parse_toml(free_body, "s.toml");
        apply_setting(root, "start.attitude." + key + "=1");
        const TomlNode& attitude = *root.find("start")->find("attitude");
        EXPECT_NE(attitude.find(key), nullptr) << key;
        EXPECT_EQ(attitude.find("rotation_vector") != nullptr, key == "rotation_vector") << key;
    }
}

TEST(SettingAlternatives, TwoSettingsThatContradictEachOtherAreRefused) {
    EXPECT_NE(complaint(free_body, {"start.attitude.quaternion=[1,0,0,0]", "start.attitude.mrp=[0,0,0]"}).find("twice"),
              std::string::npos);
    EXPECT_NE(complaint(free_body, {"start.rate=[1,0,0]", "start.rate_deg=[1,0,0]"}).find("twice"), std::string::npos);
}

TEST(SettingAlternatives, MomentsTakeThePlaceOfParts) {
    const Scenario s = read_scenario(top, "s.toml", {"body.inertia=[0.001,0.001,0.0005]"});
    EXPECT_DOUBLE_EQ(s.problem.body->inertia(0, 0), 0.001);
    // and what is no other word for them does not
    EXPECT_NE(complaint(top, {"body.mass=2"}).find("follows from the 'parts'"), std::string::npos);
}

TEST(SettingAlternatives, UnitsAreOtherWords) {
    const Scenario a = read_scenario(top, "s.toml", {"start.spin=125.66370614359172", "start.tilt=1.0471975511965976"}),
                   b = read_scenario(top, "s.toml");
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(a.problem.start.rate[i], b.problem.start.rate[i], 1e-9);
}

TEST(SettingAlternatives, AttitudeAndRateTakeThePlaceOfAMotionTogether) {
    const Scenario s = read_scenario(top, "s.toml", {"start.attitude={quaternion=[1,0,0,0]}", "start.rate=[0,0,100]"});
    EXPECT_EQ(s.problem.start.rate[2], 100);
    EXPECT_NE(complaint(top, {"start.rate=[0,0,100]"}).find("set start.attitude as well"), std::string::npos);
    EXPECT_NE(complaint(top, {"start.attitude={quaternion=[1,0,0,0]}"}).find("set start.rate as well"),
              std::string::npos);
    // and the other way round
    const Scenario t = read_scenario(top, "s.toml", {"start.motion=sleeping", "start.tilt=0"});
    EXPECT_NEAR(t.problem.start.rate[2], 125.66370614, 1e-6);
}

TEST(SettingAlternatives, AStepThatWouldBePassedOverIsRefused) {
    std::string text = free_body;
    text.replace(text.find("\"rk4\""), 5, "\"default\"");
    EXPECT_NE(complaint(text, {}).find("s.toml:8: method.step: 'default' chooses its steps by itself"),
              std::string::npos)
        << complaint(text, {});
    text.replace(text.find("integrator = \"default\"\n"), 23, "");
    EXPECT_NE(complaint(text, {}).find("'default' chooses its steps by itself"), std::string::npos);
    std::string plain = free_body;
    plain.replace(plain.find("integrator = \"rk4\"\nstep = 0.01\n"), 31, "");
    EXPECT_EQ(complaint(plain, {}), "");
    EXPECT_NE(complaint(plain, {"method.step=1e-3"}).find("--set method.step=1e-3: method.step: 'default'"),
              std::string::npos)
        << complaint(plain, {"method.step=1e-3"});
    // an integrator that is set knows nothing of the step of another
    EXPECT_EQ(complaint(free_body, {"method.integrator=default"}), "");
    EXPECT_EQ(complaint(free_body, {"method.integrator=exact"}), "");
    EXPECT_EQ(complaint(plain, {"method.integrator=rk4", "method.step=1e-2"}), "");
    EXPECT_NE(complaint(free_body, {"method.integrator=default", "method.step=1e-3"}).find("by itself"),
              std::string::npos);
}

}  // namespace setting_alternatives_test
}  // namespace polhode
