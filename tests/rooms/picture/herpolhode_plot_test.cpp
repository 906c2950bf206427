#include "polhode/picture/herpolhode_plot.hpp"

#include <gtest/gtest.h>

#include "support/plot_support.hpp"

namespace polhode::overview {
namespace herpolhode_plot_test {

// Between the two circles that the closed form gives, touching both, and smooth between the samples.
TEST(HerpolhodePlot, StaysBetweenItsCircles) {
    const PlotData data = test::free_data({1, 2, 2.5}, {0.125, 1.5, 0.5}, 0.05, 600);
    ASSERT_TRUE(has_herpolhode(data));
    const FreeMotion& f = *data.free;
    const double along = 2 * f.energy / f.momentum;
    const double inner = along * std::tan(f.rate_to_momentum_min), outer = along * std::tan(f.rate_to_momentum_max);
    const Samples samples = data.curves[0].rows.items();
    Range radius;
    const Line line = herpolhode(data, samples, samples.front().L_N, 1e9);
    for (const Point& p : line) radius.take(std::hypot(p.x, p.y));
    EXPECT_GT(line.size(), samples.size());
    EXPECT_NEAR(radius.low, inner, 1e-3 * outer);
    EXPECT_NEAR(radius.high, outer, 1e-3 * outer);
    EXPECT_GE(radius.low, inner - 1e-5 * outer) << "cubics between samples 0.05 s apart";
    EXPECT_LE(radius.high, outer + 1e-5 * outer);
    // only what was asked for
    EXPECT_EQ(herpolhode(data, samples, samples.front().L_N, 0).size(), 1u);
}

// Of a symmetric body: a circle, run through at the rate of precession in the positive sense about L.
TEST(HerpolhodePlot, OfASymmetricBodyIsACircle) {
    const PlotData data = test::free_data({2, 2, 3}, {0.5, 0, 1}, 0.01, 50);
    ASSERT_TRUE(has_herpolhode(data));
    const Samples samples = data.curves[0].rows.items();
    const Line line = herpolhode(data, samples, samples.front().L_N, 1e9);
    const double radius = 2 * data.free->energy / data.free->momentum * std::tan(data.free->rate_to_momentum);
    for (const Point& p : line) EXPECT_NEAR(std::hypot(p.x, p.y), radius, 1e-9);
    const double turned = std::atan2(line.back().y, line.back().x) - std::atan2(line.front().y, line.front().x);
    EXPECT_NEAR(turned, data.free->precession * 0.5, 1e-12);
}

TEST(HerpolhodePlot, NoneWhereTheRateStandsStill) {
    EXPECT_FALSE(has_herpolhode(test::free_data({1, 2, 3}, {0, 1, 0}, 1, 5)));
    EXPECT_FALSE(has_herpolhode(test::free_data({2, 2, 2}, {1, 1, 0}, 1, 5)));
    EXPECT_FALSE(has_herpolhode(PlotData(test::steady_scenario())));
}

}  // namespace herpolhode_plot_test
}  // namespace polhode::overview
