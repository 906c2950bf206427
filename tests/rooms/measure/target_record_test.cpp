// When a run is at its target and how far it went beyond, for an oscillator that is known: one axis,
// th'' + 2 z w th' + w^2 th = 0.
#include "polhode/measure/target_record.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "polhode/scenario/scenario.hpp"

namespace target_record_test {

using namespace polhode;

constexpr double pi = std::numbers::pi;

Row turned(double t, double angle, double rate) {
    Row row;
    row.t = t;
    row.q_NB = {std::cos(angle / 2), std::sin(angle / 2), 0, 0};
    row.w_NB_B = {rate, 0, 0};
    return row;
}

// From 1 rad at rest: exp(-z w t) (cos wd t + z w/wd sin wd t), beyond by exp(-pi z/sqrt(1 - z^2)) at pi/wd.
TEST(TargetRecord, ADampedOscillator) {
    const double w = 2, z = 0.4, wd = w * std::sqrt(1 - z * z), h = 1e-3;
    Target target;
    target.attitude = Quaternion<double>{1, 0, 0, 0};
    target.rate = Vec3<double>{};
    target.band = 0.02;
    TargetRecord record(target, Problem{});
    const auto angle = [&](double t) {
        return std::exp(-z * w * t) * (std::cos(wd * t) + z * w / wd * std::sin(wd * t));
    };
    const auto rate = [&](double t) { return -w * w / wd * std::exp(-z * w * t) * std::sin(wd * t); };
    double last_outside = 0;
    for (int i = 0; i <= 8000; ++i) {
        record.row(turned(i * h, angle(i * h), rate(i * h)));
        if (std::fabs(angle(i * h)) >= 0.02) last_outside = i * h;
    }
    const auto way = record.attitude();
    ASSERT_TRUE(way);
    EXPECT_NEAR(way->first, 1, 1e-15);
    EXPECT_NEAR(way->overshoot, std::exp(-pi * z / std::sqrt(1 - z * z)), 1e-6);  // rows stand beside the top
    EXPECT_GT(way->settled, last_outside);
    EXPECT_LT(way->settled, last_outside + h);
    EXPECT_NEAR(std::fabs(angle(way->settled)), 0.02, 1e-7);  // a straight line between rows
    EXPECT_NEAR(way->last, std::fabs(angle(8)), 1e-15);
    // it starts at rest, so that the rate has no way to go
    ASSERT_TRUE(record.rate());
    EXPECT_TRUE(std::isnan(record.rate()->overshoot));
}

TEST(TargetRecord, NotThereByTheEnd) {
    Target target;
    target.rate = Vec3<double>{0, 0, 1};
    TargetRecord record(target, Problem{});
    for (int i = 0; i <= 10; ++i) record.row(turned(i, 0, 0));
    EXPECT_FALSE(record.attitude());
    EXPECT_TRUE(std::isnan(record.rate()->settled));
    EXPECT_EQ(record.rate()->overshoot, 0);
    EXPECT_EQ(record.rate()->last, 1);
}

// At rest in the orbit frame is at the target from the start, however far the body turns in the world.
TEST(TargetRecord, InTheFrameOfTheOrbit) {
    const Scenario s = read_scenario(
        "[body]\ninertia = [2.5, 3.0, 1.0]\n[start]\nframe = \"orbit\"\nrate = [0.0, 0.0, 0.0]\n[orbit]\nperiod = "
        "6000.0\ninclination_deg = 30.0\n[[torque]]\nkind = \"gravity-gradient\"\n[target]\nframe = "
        "\"orbit\"\nattitude = "
        "{ axis = [0.0, 1.0, 0.0], angle_deg = 10.0 }\nrate = [0.0, 0.0, 0.0]\nband = 0.5\n[run]\nduration = 100.0\n",
        "s");
    ASSERT_TRUE(s.target);
    EXPECT_EQ(s.target->band, 0.5);
    TargetRecord record(*s.target, s.problem);
    for (const double t : {0.0, 1000.0, 4000.0}) {
        Row row;
        row.t = t;
        row.q_NB = s.problem.orbit->frame(t);
        row.w_NB_B = s.problem.orbit->frame_rate(t);
        record.row(row);
    }
    EXPECT_NEAR(record.attitude()->last, 10 * pi / 180, 1e-14);
    EXPECT_NEAR(record.rate()->last, 0, 1e-18);
}

TEST(SettlingTime, LeavesAndComesBack) {
    SettlingTime s(0.5);
    s.add(0, 0.25);
    EXPECT_EQ(s.time(), 0);
    s.add(1, 0.75);
    EXPECT_TRUE(std::isnan(s.time()));
    s.add(2, 0.25);
    EXPECT_EQ(s.time(), 1.5);
    s.add(3, 0.125);
    EXPECT_EQ(s.time(), 1.5);
}

}  // namespace target_record_test
