// Small librations of a satellite at rest in a circular orbit: frequencies of the full equations, 18 digits, and the
// borders of the two regions in which it is stable.
#include "polhode/analysis/libration.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "polhode/scenario/scenario.hpp"

namespace libration_test {

using namespace polhode;
using Region = Libration::Region;

TEST(Libration, FrequenciesOfTheFullEquations) {
    const Libration a = libration_of({2.5, 3, 1}, 1);
    EXPECT_EQ(a.region, Region::lagrange);
    ASSERT_EQ(a.pitch.size(), 1u);
    ASSERT_EQ(a.roll_yaw.size(), 2u);
    EXPECT_NEAR(a.pitch[0], 1.22474487139158904910, 5e-16);
    EXPECT_NEAR(a.roll_yaw[0], 0.69444604694980983073, 5e-16);
    EXPECT_NEAR(a.roll_yaw[1], 1.82146772902398205520, 5e-16);
    EXPECT_EQ(a.growth, 0);
    const Libration b = libration_of({1, 1.2, 0.9}, 1);
    // differences of moments typed in decimals lose a digit
    EXPECT_NEAR(b.pitch[0], 0.5, 5e-15);
    EXPECT_NEAR(b.roll_yaw[0], 0.38276274543262495, 5e-15);
    EXPECT_NEAR(b.roll_yaw[1], 1.34913281309719318, 5e-15);
}

TEST(Libration, RegionsByTheirBorders) {
    // kx = -0.25, kz = -0.8: 1 - 0.75 + 0.2 = 0.45 < 4 sqrt(0.2): unstable; kz = -0.02: 0.255 > 0.283 no
    const auto of = [](double kx, double kz) {
        // Iy = 1: Ix = (1 - Iz)/kx and kz Iz = 1 - Ix
        const double Iz = (1 - 1 / kx) / (kz - 1 / kx), Ix = (1 - Iz) / kx;
        return libration_of({Ix, 1, Iz}, 1);
    };
    EXPECT_EQ(of(0.5, 0.25).region, Region::lagrange);
    EXPECT_EQ(of(0.25, 0.5).region, Region::unstable);  // pitch falls over
    EXPECT_TRUE(of(0.25, 0.5).pitch.empty());
    EXPECT_EQ(of(-0.1, -0.5).region, Region::unstable);  // kx > kz, but 0.75 < 4 sqrt(0.05)
    EXPECT_TRUE(of(-0.1, -0.5).roll_yaw.empty());
    EXPECT_GT(of(-0.1, -0.5).growth, 0);
    // 1 + 3 kx + kx kz = 4 sqrt(kx kz) at kx = -0.02: sqrt(kz) solves it near kz = -0.02..; well inside:
    EXPECT_EQ(of(-0.05, -0.6).region, Region::debra_delp);
    EXPECT_EQ(of(0.5, -0.25).region, Region::unstable);  // kx kz < 0
    // the border itself, from both sides: kx = -0.1 needs kz with 0.7 + 0.1 u = 4 sqrt(0.1 u), u = -kz
    const double root = (4 * std::sqrt(0.1) - std::sqrt(1.6 - 0.28)) / 0.2, u = root * root;
    EXPECT_EQ(of(-0.1, -(u - 1e-6)).region, Region::debra_delp);
    EXPECT_EQ(of(-0.1, -(u + 1e-6)).region, Region::unstable);
}

const char* satellite = R"([body]
inertia = [2.5, 3.0, 1.0]
[start]
frame = "orbit"
attitude = { axis = [0.0, 1.0, 0.0], angle_deg = 5.0 }
rate = [0.0, 0.0, 0.0]
[orbit]
rate = 0.001
[[torque]]
kind = "gravity-gradient"
[run]
duration = 10.0
)";

TEST(Libration, OfAScenarioNearRest) {
    const auto near = analyse_libration(read_scenario(satellite, "s").problem);
    ASSERT_TRUE(near);
    EXPECT_EQ(near->region, Region::lagrange);
    EXPECT_NEAR(near->pitch[0], 1.22474487139158904910, 1e-14);
    EXPECT_NEAR(near->tilt, 5 * 3.14159265358979324 / 180, 1e-7);
    EXPECT_NEAR(near->rate, 0, 1e-12);
    // a quarter turn about the vertical: roll and pitch change places, and the body falls over
    const auto turned = analyse_libration(
        read_scenario(satellite, "s", {"start.attitude={ axis = [0.0, 0.0, 1.0], angle_deg = 90.0 }"}).problem);
    ASSERT_TRUE(turned);
    EXPECT_EQ(turned->region, Region::unstable);
    EXPECT_GT(turned->growth, 0);
    for (const char* far : {"start.attitude={ axis = [0.0, 1.0, 0.0], angle_deg = 20.0 }",
                            "start.rate=[0.0, 0.001, 0.0]", "orbit.eccentricity=0.01"})
        EXPECT_FALSE(analyse_libration(read_scenario(satellite, "s", {far}).problem)) << far;
}

}  // namespace libration_test
