// The Sun's direction at instants that every almanac has, and its distance.
#include "polhode/orbit/sun.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "polhode/arithmetic/series.hpp"

namespace polhode {
namespace sun_test {

constexpr double degree = 0.017453292519943295;
// days from 2000 January 1, 12h to 2026 January 1, 0h: 26 years of which 7 leap, less half a day
constexpr double year_2026 = 26 * 365 + 7 - 0.5;

double longitude(double days) {
    const auto s = orbit::Sun<double>::of_epoch(days).direction(0);
    EXPECT_NEAR(norm(s), 1, 1e-15);
    const double eps = (23.439 - 4e-7 * days) * degree;
    // s = (cos lon, cos eps sin lon, sin eps sin lon)
    return std::atan2(std::cos(eps) * s[1] + std::sin(eps) * s[2], s[0]) / degree;
}

// Equinoxes and solstices of 2026 (UTC): March 20 14:46, June 21 08:24, September 23 00:05, December 21 20:50. The
// formulas are right to 0.01 degree, which the Sun takes a quarter of an hour for.
TEST(Sun, EquinoxesAndSolstices) {
    const auto at = [](int day, int hour, int minute) { return year_2026 + day + (hour + minute / 60.0) / 24; };
    EXPECT_NEAR(longitude(at(78, 14, 46)), 0, 0.012);
    EXPECT_NEAR(longitude(at(171, 8, 24)), 90, 0.012);
    EXPECT_NEAR(std::fabs(longitude(at(265, 0, 5))), 180, 0.012);
    EXPECT_NEAR(longitude(at(354, 20, 50)), -90, 0.012);
}

// By hand at the epoch itself: g = 357.528, lon = 280.460 + 1.915 sin g + 0.020 sin 2g, R = 1.00014 - 0.01671 cos g -
// ...
TEST(Sun, AtTheBeginningOf2000) {
    EXPECT_NEAR(longitude(0) + 360, 280.460 + 1.915 * -0.04313090 + 0.020 * -0.08618150, 1e-6);
    EXPECT_NEAR(orbit::Sun<double>::of_epoch(0).distance(0), 1.00014 - 0.01671 * 0.99906943 - 0.00014 * 0.99627946,
                1e-8);
}

// Time since the epoch and a later epoch are the same; a series in time has the slope.
TEST(Sun, MovesWithTime) {
    const orbit::Sun<double> sun = orbit::Sun<double>::of_epoch(9000);
    const auto later = orbit::Sun<double>::of_epoch(9010).direction(0), moved = sun.direction(864000);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(later[i], moved[i], 1e-12);
    Series<double> t(0.0);
    t.grow(1) = 1;
    const auto s = sun.as<Series<double>>().direction(t);
    const auto a = sun.direction(50), b = sun.direction(-50);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(s[i].at(1), (a[i] - b[i]) / 100, 1e-16);
}

}  // namespace sun_test
}  // namespace polhode
