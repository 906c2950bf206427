#include "polhode/orbit/kepler.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "polhode/arithmetic/series.hpp"
#include "polhode/arithmetic/two_words_elementary.hpp"
#include "polhode/orbit/dipole_field.hpp"

namespace polhode {
namespace kepler_test {

using exact::Two;
using orbit::eccentric_anomaly;
using orbit::Kepler;

// M, e and E to 30 digits (inside-orbit.json), the latter as the sum of two doubles.
struct Solved {
    double M, e;
    Two E;
};
const Solved solved[] = {
    {0.5, 0.1, {0x1.1adea826ea9cep-1, -0x1.fc4c972158720p-55}},
    {1.0, 0.3, {0x1.49c05a3081ac5p+0, 0x1.b2100beaec089p-57}},
    {2.5, 0.7, {0x1.61552c6740ae1p+1, 0x1.9f3432dadaca7p-53}},
    {0.0078125, 0.99, {0x1.3a332d99380a9p-2, 0x1.b50f4a3d0e346p-57}},
    {3.0, 0.9, {0x1.8894af47d137ep+1, -0x1.ffe52739bd482p-56}},
};

TEST(Kepler, ReferenceNumbers) {
    for (const Solved& s : solved) {
        EXPECT_NEAR(eccentric_anomaly(s.M, s.e), s.E.value(), 5e-16 * (1 + s.M) / (1 - s.e * cos(s.E.value()))) << s.M;
        EXPECT_LE(std::fabs((eccentric_anomaly(Two(s.M), Two(s.e)) - s.E).value()), 2e-29) << s.M;
    }
}

TEST(Kepler, SolvesItsEquation) {
    for (const double e : {0.0, 1e-12, 0.1, 0.5, 0.8, 0.95, 0.999999})
        for (const double M : {0.0, 1e-300, 1e-9, 0.01, 1.0, 3.0, 3.14159265358979, -2.0, 50.0, -1e6}) {
            const double E = eccentric_anomaly(M, e);
            // by two words, whose own residual is looked at
            const Two exact = eccentric_anomaly(Two(M), Two(e));
            const Two residual = exact - Two(e) * sin(exact) - Two(M);
            const double size = 1 + std::fabs(M);
            EXPECT_LE(std::fabs(residual.value()), 1e-30 * size) << "M " << M << ", e " << e;
            EXPECT_LE(std::fabs(E - exact.value()), 4e-16 * size / (1 - e * cos(E))) << "M " << M << ", e " << e;
        }
}

// Each coefficient, and not the value alone.
TEST(Kepler, HasItsPowerSeries) {
    for (const double e : {0.1, 0.9}) {
        Series<Two>::order = 20;
        Series<Two> M(Two(2.5));
        M.grow(1) = Two(0.125);
        const Series<Two> E = eccentric_anomaly(M, Series<Two>(Two(e)));
        const Series<Two> residual = E - Series<Two>(Two(e)) * sin(E) - M;
        for (int k = 0; k <= 20; ++k) EXPECT_LE(std::fabs(residual.at(k).value()), 1e-29) << "coefficient " << k;
        EXPECT_NE(E.at(20).value(), 0);
    }
}

TEST(Kepler, TrueAndMeanAnomaly) {
    for (const double e : {0.0, 0.3, 0.9})
        for (const double f : {-3.0, -1.0, 0.0, 0.5, 3.0}) {
            Kepler<double>::Elements of;
            of.mean_motion = 1;
            of.eccentricity = e;
            of.mean_anomaly = orbit::mean_of_true_anomaly(f, e);
            const auto place = Kepler<double>(of).at(0.0);
            EXPECT_NEAR(place.outward[0], cos(f), 4e-15);
            EXPECT_NEAR(place.outward[1], sin(f), 4e-15);
            // r = a (1 - e^2)/(1 + e cos f)
            EXPECT_NEAR(place.distance, (1 - e * e) / (1 + e * cos(f)), 4e-15);
        }
}

// Its velocity by differences: the forward direction, and equal areas in equal times.
TEST(Kepler, MovesAsItSays) {
    Kepler<double>::Elements of;
    of.mean_motion = 0.25;
    of.eccentricity = 0.4;
    of.mean_anomaly = 1;
    of.inclination = 0.9;
    of.node = -2;
    of.perigee = 0.5;
    const Kepler<double> path(of);
    const double h = 1e-5;
    for (const double t : {0.0, 3.0, 17.0}) {
        const auto now = path.at(t), before = path.at(t - h), after = path.at(t + h);
        const Vec3<double> turning = (0.5 / h) * (after.outward - before.outward);
        for (int i = 0; i < 3; ++i) EXPECT_NEAR(turning[i], now.anomaly_rate * now.forward[i], 1e-9);
        EXPECT_NEAR(now.distance * now.distance * now.anomaly_rate, 0.25 * std::sqrt(1 - 0.16), 1e-15);
        EXPECT_NEAR(dot(now.outward, path.normal()), 0, 1e-15);
    }
    EXPECT_NEAR(path.normal()[2], cos(0.9), 1e-15);
    // the node: where the normal's horizontal part stands at a right angle to it
    EXPECT_NEAR(path.normal()[0] * cos(-2.0) + path.normal()[1] * sin(-2.0), 0, 1e-15);
}

TEST(Kepler, TheOrbitFrame) {
    Kepler<double>::Elements of;
    of.mean_motion = 1e-3;
    of.inclination = 1.2;
    const Kepler<double> path(of);
    const auto place = path.at(700.0);
    const Mat3<double> R_NL = orbit::orbit_frame<double>(place, path.normal());
    for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(R_NL(i, 2), -place.outward[i], 1e-16);
        EXPECT_NEAR(R_NL(i, 1), -path.normal()[i], 1e-16);
        EXPECT_NEAR(R_NL(i, 0), place.forward[i], 1e-15);  // on a circle, along the velocity
    }
    EXPECT_NEAR(determinant(R_NL), 1, 1e-15);
    EXPECT_EQ(orbit::orbit_frame_rate<double>(place)[1], -1e-3);
}

// At the magnetic equator the field is m/r^3 and points north; over the pole it is twice that and points down.
TEST(DipoleField, EquatorAndPole) {
    orbit::DipoleField<double> field;
    field.dipole = {0, 0, -3e-5};
    Kepler<double>::Elements of;
    of.semi_major_axis = orbit::DipoleField<double>::reference_radius * 2;
    Kepler<double>::Place place{1.0, {1, 0, 0}, {0, 1, 0}, 0.0};
    const Kepler<double> path(of);
    EXPECT_NEAR(field(path, place, 0.0)[2], 3e-5 / 8, 1e-20);
    place.outward = {0, 0, 1};
    EXPECT_NEAR(field(path, place, 0.0)[2], -6e-5 / 8, 1e-20);
    // a quarter of a day later a dipole along x lies along y
    field.dipole = {1e-5, 0, 0};
    const double quarter = half_pi<double>() / orbit::DipoleField<double>::earth_rate;
    EXPECT_NEAR(field(path, place, quarter)[1], -1e-5 / 8, 1e-20);
}

}  // namespace kepler_test
}  // namespace polhode
