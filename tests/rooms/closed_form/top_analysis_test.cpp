#include "polhode/closed_form/top_analysis.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace polhode {
namespace top_analysis_test {

using V = Vec3<double>;
constexpr double pi = std::numbers::pi;

Problem problem_of(const Values::Value& inertia, const std::vector<TorqueModel>& torques, const V& rate) {
    BodyTable table;
    table.values.set("inertia", inertia, {});
    table.values.set("unphysical", std::string("allow"), {});
    Problem p;
    p.body = build_body(table);
    p.torques = torques;
    p.start.rate = rate;
    return p;
}
std::vector<double> moments(double a, double b, double c) { return {a, b, c}; }
TorqueModel gravity(double mass, const V& at) { return {"gravity", torque::Gravity<double>{mass, at, 9.8}}; }

TEST(TopAnalysis, GyroscopeFromItsStart) {
    Problem p = problem_of(moments(5.76875e-4, 5.76875e-4, 9.375e-5), {gravity(0.3, {0, 0, 0.01})}, {0, 0, 40 * pi});
    p.start.attitude = {"quaternion", {std::cos(pi / 6), -std::sin(pi / 6), 0, 0}};
    const auto m = analyse_top(p);
    ASSERT_TRUE(m);
    EXPECT_EQ(m->kind, TopKind::cusp);
    EXPECT_NEAR(m->nutation_period, 0.336065602682, 1e-12);
    EXPECT_NEAR(m->mean_precession, 2.58593695097, 1e-11);
    EXPECT_FALSE(analyse_free(p));
}

// The weight of several torques adds up; GyroSoft erratum 12: 0.0294 + 0.049 N m
TEST(TopAnalysis, WeightsAddUp) {
    const WeightMoment w = weight_moment(
        {gravity(0.3, {0, 0, 0.01}), gravity(0.05, {0, 0, 0.1}), {"rockets", torque::Rockets<double>{1}}});
    EXPECT_NEAR(w.moment[2], 1.0784, 1e-15);
    EXPECT_TRUE(w.others.empty());
}

// The canonical heavy top of the multibody literature has its axis along y.
TEST(TopAnalysis, AxisAlongY) {
    Problem p = problem_of(moments(15.234375, 0.46875, 15.234375),
                           {{"gravity", torque::Gravity<double>{15, {0, 1, 0}, 9.81}}}, {0, 150, -4.61538});
    p.start.attitude = {"quaternion", {std::sqrt(0.5), 0, 0, std::sqrt(0.5)}};  // y of the body along -x of the world
    const auto m = analyse_top(p);
    ASSERT_TRUE(m);
    // Horizontal axis: steady at phidot = Mgl/(I3 w3) = 147.15/70.3125 = 2.0928; it starts with w_z = -4.61538 up.
    EXPECT_NEAR(m->L_vertical, 15.234375 * -4.61538, 1e-12);
    EXPECT_NEAR(m->L_axis, 0.46875 * 150, 1e-12);
    EXPECT_EQ(m->kind, TopKind::loop);
    EXPECT_NEAR(m->precession_min, -4.61538, 1e-5);
}

TEST(TopAnalysis, NothingWhereThereIsNoTop) {
    EXPECT_FALSE(analyse_top(problem_of(moments(2, 4, 5), {gravity(1, {0, 0, 1})}, {1, 0, 0})));
    EXPECT_FALSE(analyse_top(problem_of(moments(2, 2, 3), {gravity(1, {0.1, 0, 1})}, {1, 0, 0})));
    EXPECT_FALSE(analyse_top(problem_of(moments(2, 2, 3), {}, {1, 0, 0})));
    EXPECT_FALSE(analyse_top(
        problem_of(moments(2, 2, 3), {gravity(1, {0, 0, 1}), {"constant", torque::Constant<double>{}}}, {1, 0, 0})));
    EXPECT_FALSE(analyse_top(Problem{}));
    // A sphere is symmetric about whichever axis its weight lies on.
    EXPECT_TRUE(analyse_top(problem_of(moments(2, 2, 2), {gravity(1, {1, 0, 0})}, {1, 0, 0})));
}

// Ganapathi 2005, experiment 3, given in axes that are not principal: the same period.
TEST(TopAnalysis, FreeBodyInAnyAxes) {
    const double c = std::cos(0.4), s = std::sin(0.4);
    const Mat3<double> R{{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}};
    const Mat3<double> tensor = R * Mat3<double>::diagonal({2, 8, 4}) * R.transposed();
    const auto m = analyse_free(problem_of(tensor, {}, R * V{0, 1, 0.1}));
    ASSERT_TRUE(m);
    EXPECT_NEAR(m->polhode_period, 3.626088644, 5e-10);
    EXPECT_EQ(m->axis, 2);  // principal moments are in ascending order where axes had to be found
    EXPECT_TRUE(m->about_largest);
    EXPECT_FALSE(analyse_free(Problem{}));
}

}  // namespace top_analysis_test
}  // namespace polhode
