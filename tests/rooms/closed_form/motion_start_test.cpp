#include "polhode/closed_form/motion_start.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "polhode/closed_form/top_analysis.hpp"

namespace polhode {
namespace motion_start_test {

using V = Vec3<double>;
constexpr double pi = std::numbers::pi;

BodyModel body_of(const V& moments) {
    BodyTable table;
    table.values.set("inertia", std::vector<double>{moments[0], moments[1], moments[2]}, {"t.toml", 2, "body.inertia"});
    return build_body(table);
}
TorqueModel gravity(const V& at) { return {"gravity", torque::Gravity<double>{0.3, at, 9.8}}; }

Values motion(const std::string& name, const std::vector<std::pair<std::string, double>>& numbers) {
    Values v;
    v.set_table_place({"t.toml", 4, "start"});
    v.set("motion", name, {"t.toml", 5, "start.motion"});
    for (const auto& [key, value] : numbers) v.set(key, value, {"t.toml", 6, "start." + key});
    return v;
}

const V gyroscope{5.76875e-4, 5.76875e-4, 9.375e-5};

std::string complaint(const Values& values, const V& moments, const std::vector<TorqueModel>& torques) {
    std::vector<std::string> warnings;
    try {
        motion_start(values, body_of(moments), torques, warnings);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}
bool says(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

TEST(MotionStart, DefaultGyroscopeInHertzAndDegrees) {
    std::vector<std::string> warnings;
    const Start s = motion_start(motion("circle-slow", {{"spin_hz", 20}, {"tilt_deg", 60}}), body_of(gyroscope),
                                 {gravity({0, 0, 0.01})}, warnings);
    EXPECT_EQ(s.attitude.representation, "rotation-vector");
    EXPECT_EQ(s.attitude.params, (std::vector<double>{-60.0 / 180 * pi, 0, 0}));
    EXPECT_NEAR(s.rate[1], -2.31237625569, 1e-11);  // gyrosoft_initial_conditions.csv
    EXPECT_EQ(s.rate[2], 40 * pi);
    EXPECT_TRUE(warnings.empty());

    const Start radians = motion_start(motion("loop", {{"spin", 40 * pi}, {"tilt", 1}, {"transverse", 3}}),
                                       body_of(gyroscope), {gravity({0, 0, 0.01})}, warnings);
    EXPECT_EQ(radians.rate, (V{3, 0, 40 * pi}));
}

// The same gyroscope with its axis along body x, y or z moves its axis in the same way.
TEST(MotionStart, AnySymmetryAxis) {
    for (int axis = 0; axis < 3; ++axis)
        for (const char* name : {"cusp", "loop", "wave", "circle-slow", "circle-fast"}) {
            SCOPED_TRACE(std::string(name) + " about " + "xyz"[axis]);
            V moments{gyroscope[0], gyroscope[0], gyroscope[0]}, at{};
            moments[axis] = gyroscope[2];
            at[axis] = 0.01;
            std::vector<std::string> warnings;
            const BodyModel body = body_of(moments);
            const Start s = motion_start(motion(name, {{"spin_hz", 20}, {"tilt_deg", 60}, {"transverse", 4}}), body,
                                         {gravity(at)}, warnings);
            EXPECT_EQ(s.rate[axis], 40 * pi);
            Quaternion<double> q_NB{std::cos(pi / 6), -std::sin(pi / 6), 0, 0};
            if (axis != 2) {
                ASSERT_EQ(s.attitude.representation, "quaternion");
                const std::vector<double>& p = s.attitude.params;
                q_NB = {p[0], p[1], p[2], p[3]};
            }
            // The axis starts at (0, sin, cos) of the tilt.
            V e{};
            e[axis] = 1;
            const V axis_N = to_world(q_NB, e);
            EXPECT_NEAR(axis_N[0], 0, 1e-15);
            EXPECT_NEAR(axis_N[1], std::sqrt(0.75), 1e-15);
            EXPECT_NEAR(axis_N[2], 0.5, 1e-15);
            Problem problem;
            problem.body = body;
            problem.torques = {gravity(at)};
            const auto found = analyse_top(problem, q_NB, s.rate);
            ASSERT_TRUE(found);
            EXPECT_EQ(std::string(name).substr(0, std::string(name_of(found->kind)).size()), name_of(found->kind));
            EXPECT_GT(found->mean_precession, 0);
        }
}

TEST(MotionStart, SleepingNeedsNoTilt) {
    std::vector<std::string> warnings;
    const Start s =
        motion_start(motion("sleeping", {{"spin_hz", 10}}), body_of(gyroscope), {gravity({0, 0, 0.01})}, warnings);
    EXPECT_EQ(s.rate, (V{0, 0, 20 * pi}));
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_TRUE(says(warnings[0], "13.98")) << warnings[0];
}

TEST(MotionStart, ComplaintsSayWhatIsMissingAndWhere) {
    const std::vector<TorqueModel> weight{gravity({0, 0, 0.01})};
    EXPECT_TRUE(says(complaint(motion("cusp", {{"tilt_deg", 60}}), gyroscope, weight), "start.spin_hz"));
    EXPECT_TRUE(says(complaint(motion("cusp", {{"spin_hz", 20}}), gyroscope, weight), "start.tilt_deg"));
    EXPECT_TRUE(
        says(complaint(motion("cusp", {{"spin_hz", 20}, {"spin", 1}, {"tilt", 1}}), gyroscope, weight), "given twice"));
    const Values cusp = motion("cusp", {{"spin_hz", 20}, {"tilt_deg", 60}});
    EXPECT_TRUE(says(complaint(cusp, gyroscope, {}), "gravity"));
    EXPECT_TRUE(says(complaint(cusp, {2, 4, 5}, weight), "symmetric"));
    EXPECT_TRUE(says(complaint(cusp, gyroscope, {gravity({0, 0.01, 0.01})}), "on the symmetry axis, here z"));
    const std::string slow = complaint(motion("circle-slow", {{"spin_hz", 5}, {"tilt_deg", 60}}), gyroscope, weight);
    EXPECT_TRUE(says(slow, "t.toml:5") && says(slow, "least spin") && says(slow, "Hz")) << slow;
    EXPECT_EQ(complaint(cusp, gyroscope, weight), "accepted");
}

TEST(MotionStart, WarnsOfOtherTorques) {
    std::vector<std::string> warnings;
    motion_start(motion("cusp", {{"spin_hz", 20}, {"tilt_deg", 60}}), body_of(gyroscope),
                 {gravity({0, 0, 0.01}), {"constant", torque::Constant<double>{}}}, warnings);
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_TRUE(says(warnings[0], "constant"));
}

TEST(MotionStart, EveryMotionIsDescribed) {
    std::vector<std::string> names;
    for (const Entry& e : motion_entries()) {
        EXPECT_EQ(e.kind, "motion");
        EXPECT_FALSE(e.summary.empty());
        EXPECT_FALSE(e.source.empty());
        names.push_back(e.name);
    }
    EXPECT_EQ(names, (std::vector<std::string>{"cusp", "loop", "wave", "circle-slow", "circle-fast", "sleeping"}));
}

}  // namespace motion_start_test
}  // namespace polhode
