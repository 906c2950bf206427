// The Earth's shadow along an orbit.
#include "polhode/problem/eclipse.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace polhode {
namespace eclipse_test {

PlanetShadow shadow_of(double a_km, double e, double beta_deg) {
    orbit::Kepler<double>::Elements of;
    of.semi_major_axis = a_km * 1e3;
    of.eccentricity = e;
    of.mean_motion = 1e-3;
    of.mean_anomaly = 0.3;
    const double beta = beta_deg * 0.017453292519943295;
    const Vec3<double> sun{std::cos(beta), 0, std::sin(beta)};
    return {orbit::Kepler<double>(of), [sun](double) { return sun; }, 6378e3};
}

double dark_part(const PlanetShadow& shadow, double rounds) {
    const double end = rounds * 2e3 * 3.14159265358979324;
    std::vector<double> times;
    shadow.crossings(end, times);
    double dark = 0, before = 0;
    for (const double t : times) {
        if (shadow.dark(0.5 * (before + t))) dark += t - before;
        before = t;
    }
    if (shadow.dark(0.5 * (before + end))) dark += end - before;
    return dark / end;
}

// acos(sqrt(a^2 - R^2)/(a cos beta))/pi, by another program
TEST(Eclipse, DarkPartOfACircularOrbit) {
    const PlanetShadow shadow = shadow_of(6878, 0, 30);
    EXPECT_NEAR(dark_part(shadow, 1), 0.357732643534569, 1e-14);
    EXPECT_NEAR(dark_part(shadow, 7), 0.357732643534569, 1e-14);
    const double beta = 0.5;
    const PlanetShadow other = shadow_of(7500, 0, beta / 0.017453292519943295);
    const double expected =
        std::acos(std::sqrt(7500.0 * 7500 - 6378.0 * 6378) / (7500 * std::cos(beta))) / 3.14159265358979324;
    EXPECT_NEAR(dark_part(other, 3), expected, 1e-13);
}

TEST(Eclipse, CrossingsAreRootsAndPassagesShorterThanAPlaceAreSeen) {
    const PlanetShadow shadow = shadow_of(9000, 0.2, 10);
    std::vector<double> times;
    shadow.crossings(20e3, times);
    EXPECT_EQ(times.size() % 2, 0u);
    EXPECT_GE(times.size(), 6u);
    for (const double t : times) {
        EXPECT_NEAR(shadow.depth(t), 0, 1e-7);  // m; the clock has 4e-12 s, the body goes 7 km/s
        EXPECT_NE(shadow.dark(t - 1e-6), shadow.dark(t + 1e-6));
    }
    // sin(beta) a = R (1 - 1e-6): 0.2 % of a round, where places are 1 % apart
    const double grazing = std::asin(6378.0 / 6878 * (1 - 1e-6)) / 0.017453292519943295;
    std::vector<double> short_ones;
    shadow_of(6878, 0, grazing).crossings(2e3 * 3.14159265358979324, short_ones);
    EXPECT_EQ(short_ones.size(), 2u);
    std::vector<double> none;
    shadow_of(6878, 0, 75).crossings(1e5, none);
    EXPECT_TRUE(none.empty());
}

}  // namespace eclipse_test
}  // namespace polhode
