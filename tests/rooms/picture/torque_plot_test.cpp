#include "polhode/picture/torque_plot.hpp"

#include <gtest/gtest.h>

#include "support/plot_support.hpp"

namespace polhode::overview {
namespace torque_plot_test {

TorqueModel thruster(double force, double start, double stop) {
    torque::Thruster<double> t;
    t.force = {0, force, 0};
    t.at = {1, 0, 0};
    t.start = start;
    t.stop = stop;
    return {"thruster", t};
}

std::optional<Panel> panel_of(std::vector<TorqueModel> torques, int rows = 11) {
    PlotData data(test::steady_scenario());
    data.torques = std::move(torques);
    data.begin("a", "b");
    for (int i = 0; i < rows; ++i) data.row(test::turning(i));
    return torque_panel(data, data.curves[0].rows.items());
}

// Rows a second apart, a pulse of 10 ms between two of them.
TEST(TorquePlot, APulseShorterThanASampleIsSeen) {
    const auto panel = panel_of({thruster(2, 4.3, 4.31), thruster(-1, 6, 8)});
    ASSERT_TRUE(panel);
    ASSERT_EQ(panel->shaded.size(), 2u);
    EXPECT_EQ(panel->shaded[0].begin, 4.3);
    EXPECT_EQ(panel->shaded[0].end, 4.31);
    const Line& about_z = panel->curves[2].line;
    const auto at = [&](double t, bool after) {
        double y = not_there;
        for (const Point& p : about_z) {
            if (p.x == t && !after && !std::isnan(y)) break;
            if (p.x == t) y = p.y;
        }
        return y;
    };
    EXPECT_EQ(at(4.3, false), 0);
    EXPECT_EQ(at(4.3, true), 2);
    EXPECT_EQ(at(4.31, false), 2);
    EXPECT_EQ(at(4.31, true), 0);
    EXPECT_EQ(at(7, true), -1);
    EXPECT_EQ(at(8, true), 0);
    EXPECT_EQ(about_z.back().x, 10);
    for (std::size_t i = 1; i < about_z.size(); ++i) EXPECT_GE(about_z[i].x, about_z[i - 1].x);
}

TEST(TorquePlot, OnlyWhereTorquesFollowASchedule) {
    EXPECT_FALSE(panel_of({}));
    EXPECT_FALSE(panel_of({{"constant", torque::Constant<double>{{1, 0, 0}}}}));
    EXPECT_FALSE(panel_of({{"damping", torque::Damping<double>{{1, 1, 1}}}}));
    EXPECT_FALSE(panel_of({thruster(1, 0, INFINITY)})) << "always on";
    EXPECT_TRUE(panel_of({thruster(1, 0, 5)}));
    const CallableTorque<double> any([](double t, const Quaternion<double>&, const Vec3<double>&) {
        return Vec3<double>{t, 0, 0};
    });
    const auto panel = panel_of({{"callable", any}});
    ASSERT_TRUE(panel);
    EXPECT_TRUE(panel->shaded.empty());
    EXPECT_EQ(panel->curves[0].line.back().y, 10);
}

TEST(TorquePlot, IntervalsEndWithTheRun) {
    const std::vector<Interval> on =
        firing_intervals({thruster(1, -5, 3), thruster(1, 8, INFINITY), thruster(1, 20, 30), thruster(1, 5, 5)}, 10);
    ASSERT_EQ(on.size(), 2u);
    EXPECT_EQ(on[0].begin, 0);
    EXPECT_EQ(on[0].end, 3);
    EXPECT_EQ(on[1].begin, 8);
    EXPECT_EQ(on[1].end, 10);
}

TEST(TorquePlot, OneRowIsEnough) { EXPECT_TRUE(panel_of({thruster(1, 1, 2)}, 1)); }

}  // namespace torque_plot_test
}  // namespace polhode::overview
