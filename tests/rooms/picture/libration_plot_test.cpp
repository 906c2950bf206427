#include "polhode/picture/libration_plot.hpp"

#include <gtest/gtest.h>

#include "support/plot_support.hpp"

namespace polhode::overview {
namespace libration_plot_test {

constexpr double n = 1e-3;  // rad/s, of the orbit

Quaternion<double> turn(const Vec3<double>& v) {
    const double angle = norm(v);
    if (angle == 0) return {1, 0, 0, 0};
    const Vec3<double> s = (std::sin(angle / 2) / angle) * v;
    return {std::cos(angle / 2), s[0], s[1], s[2]};
}

PlotData data_of(const std::vector<TorqueModel>& torques, const std::function<Quaternion<double>(double)>& attitude,
                 double step, int count) {
    Scenario scenario = test::free_scenario({90, 100, 40}, {0, 0, 0});
    scenario.problem.torques = torques;
    PlotData data(scenario);
    data.begin("a", "b");
    for (int i = 0; i <= count; ++i) {
        Row row = test::turning(step * i);
        row.q_NB = attitude(step * i);
        data.row(row);
    }
    return data;
}

// A body that follows the local vertical round the orbit and swings by 0.1 rad in pitch, 0.05 rad in roll.
TEST(LibrationPlot, AnglesAgainstTheLocalVertical) {
    torque::GravityGradient<double> gradient;
    gradient.inertia = Mat3<double>::diagonal({90, 100, 40});
    gradient.orbit_rate = n;
    gradient.towards = {0, 0, 1};
    gradient.turning = true;
    gradient.normal = {0, -1, 0};
    const auto attitude = [](double t) {
        // orbit axes x, y = -normal, z = nadir lie along the world's at t = 0 and turn about the normal
        const Quaternion<double> orbit = turn({0, -n * t, 0});
        return compose(orbit, turn({0.05 * std::sin(2 * n * t), 0.1 * std::cos(1.7 * n * t), 0}));
    };
    const PlotData data = data_of({{"gravity-gradient", gradient}}, attitude, 50, 400);
    const auto libration = libration_of(data, data.curves[0].rows.items());
    ASSERT_TRUE(libration);
    EXPECT_TRUE(libration->in_orbit);
    ASSERT_EQ(libration->panel.curves.size(), 3u);
    EXPECT_EQ(libration->panel.curves[1].title, "pitch");
    for (const Point& p : libration->panel.curves[0].line)
        EXPECT_NEAR(p.y / to_degrees, 0.05 * std::sin(2 * n * p.x), 1e-12);
    for (const Point& p : libration->panel.curves[1].line)
        EXPECT_NEAR(p.y / to_degrees, 0.1 * std::cos(1.7 * n * p.x), 1e-12);
    for (const Point& p : libration->panel.curves[2].line) EXPECT_NEAR(p.y, 0, 1e-12);

    // the same body with another face to the planet, where it is as much in equilibrium
    const auto upside_down = [&](double t) { return compose(attitude(t), Quaternion<double>{0, 1, 0, 0}); };
    const PlotData other = data_of({{"gravity-gradient", gradient}}, upside_down, 50, 400);
    const auto again = libration_of(other, other.curves[0].rows.items());
    ASSERT_TRUE(again);
    EXPECT_NEAR(again->panel.curves[1].line.front().y / to_degrees, 0.1, 1e-12);

    // one that stands still in the world turns against the vertical
    const PlotData still = data_of(
        {{"gravity-gradient", gradient}},
        [](double) {
            return turn({0, 0, 0});
        },
        50, 400);
    EXPECT_FALSE(libration_of(still, still.curves[0].rows.items()));
}

TEST(LibrationPlot, SwingsAboutTheMeanAttitude) {
    const Quaternion<double> mean = turn({1, 0.5, -0.3});
    const auto swinging = [&](double t) { return compose(mean, turn({0.1 * std::sin(t), 0, 0.02 * std::cos(t)})); };
    const PlotData data = data_of({}, swinging, 0.01 * 3.14159265358979, 1000);
    const auto libration = libration_of(data, data.curves[0].rows.items());
    ASSERT_TRUE(libration);
    EXPECT_FALSE(libration->in_orbit);
    Range about_x;
    about_x.take(libration->panel.curves[0].line);
    EXPECT_NEAR(about_x.high / to_degrees, 0.1, 1e-4);
    EXPECT_NEAR(about_x.low / to_degrees, -0.1, 1e-4);
}

TEST(LibrationPlot, NotForWhatTurnsOrDrifts) {
    const auto found = [&](const std::function<Quaternion<double>(double)>& attitude) {
        const PlotData data = data_of({}, attitude, 0.1, 200);
        return libration_of(data, data.curves[0].rows.items()).has_value();
    };
    EXPECT_FALSE(found([](double) { return turn({0.3, 0, 0}); })) << "at rest";
    EXPECT_FALSE(found([](double t) { return turn({0.01 * t, 0, 0}); })) << "a slow drift";
    EXPECT_FALSE(found([](double t) { return turn({t, 0, 0}); })) << "a turn";
    EXPECT_FALSE(found([](double t) { return turn({0.6 * std::sin(t), 0, 0}); })) << "wide swings";
    EXPECT_FALSE(found([](double t) { return turn({1e-12 * std::sin(t), 0, 0}); })) << "rounding errors";
    EXPECT_FALSE(found([](double t) {
        return t > 10 ? Quaternion<double>{NAN, 0, 0, 0} : turn({0.1 * std::sin(t), 0, 0});
    })) << "broken down";
    EXPECT_TRUE(found([](double t) { return turn({0.1 * std::sin(t), 0, 0}); }));
}

// A spinning body whose axis goes round a cone of 0.1 rad.
TEST(LibrationPlot, TheWobbleOfAnAxis) {
    const auto coning = [](double t) {
        return compose(compose(turn({0, 0, t}), turn({0.1, 0, 0})), turn({0, 0, 7 * t}));
    };
    const PlotData data = data_of({}, coning, 6.283185307179586 / 100, 300);
    EXPECT_FALSE(libration_of(data, data.curves[0].rows.items()));
    const auto panel = axis_wobble_panel(data, data.curves[0].rows.items());
    ASSERT_TRUE(panel);
    for (std::size_t i = 0; i < panel->curves[0].line.size(); ++i)
        EXPECT_NEAR(std::hypot(panel->curves[0].line[i].y, panel->curves[1].line[i].y) / to_degrees, 0.1, 2e-3)
            << "but for the row that is there twice";
    const PlotData tumbling = data_of(
        {},
        [](double t) {
            return turn({t, 0, 0});
        },
        0.1, 100);
    EXPECT_FALSE(axis_wobble_panel(tumbling, tumbling.curves[0].rows.items()));
}

}  // namespace libration_plot_test
}  // namespace polhode::overview
