#include "polhode/problem/samples/sensor_samples.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sensor_samples_test {

namespace {

using namespace polhode;

// A body that turns about its z axis at the rate a + b t, standing upright.
MotionTable spin_up(double a, double b, double spacing, int per_sample, std::size_t rows) {
    MotionTable m;
    m.spacing = spacing;
    m.per_sample = per_sample;
    for (std::size_t i = 0; i < rows; ++i) {
        const double t = static_cast<double>(i) * spacing, angle = a * t + 0.5 * b * t * t;
        m.attitude.push_back({std::cos(angle / 2), 0, 0, std::sin(angle / 2)});
        m.rate.push_back({0, 0, a + b * t});
    }
    return m;
}

SensorSamples times_of(const MotionTable& m) {
    SensorSamples s;
    for (std::size_t i = 0; i < m.rate.size(); i += static_cast<std::size_t>(m.per_sample))
        s.t.push_back(static_cast<double>(i) * m.spacing);
    return s;
}

TEST(SensorSamples, MeanRateOfAPolynomialIsExact) {
    const MotionTable m = spin_up(2, 3, 0.0025, 4, 41);
    // the mean of 2 + 3 t over (0.05, 0.06) is its value in the middle
    EXPECT_NEAR(m.mean_rate(24)[2], 2 + 3 * 0.055, 1e-14);
    EXPECT_NEAR(m.mean_rate(4)[2], 2 + 3 * 0.005, 1e-14);
    EXPECT_EQ(m.mean_rate(0)[2], 2);
}

TEST(SensorSamples, BetweenRowsTheMotionGoesOn) {
    const MotionTable m = spin_up(2, 3, 0.0025, 4, 41);
    const double t = 0.0337, angle = 2 * t + 1.5 * t * t;
    const MotionTable::State s = m.at(t);
    EXPECT_NEAR(s.w_NB_B[2], 2 + 3 * t, 1e-13);
    EXPECT_NEAR(s.acceleration[2], 3, 1e-11);
    EXPECT_NEAR(2 * std::atan2(s.q_NB.z, s.q_NB.w), angle, 1e-13);
    // before its beginning the body stands where it begins
    EXPECT_EQ(m.at(-0.01).q_NB.w, 1);
}

// Off the axis of a turntable: centripetal w^2 r inwards, tangential w' r, and gravity felt upwards.
TEST(SensorSamples, AccelerometerOnATurntable) {
    const MotionTable m = spin_up(2, 3, 0.0025, 4, 41);
    SensorSamples s = times_of(m);
    Accelerometer a;
    a.at = {0.5, 0, 0.1};
    read_accelerometer(a, m, s);
    ASSERT_EQ(s.accelerometer.size(), 11u);
    const double w = 2 + 3 * 0.05;
    EXPECT_NEAR(s.accelerometer[5][0], -w * w * 0.5, 1e-12);
    EXPECT_NEAR(s.accelerometer[5][1], 3 * 0.5, 1e-11);
    EXPECT_NEAR(s.accelerometer[5][2], 9.81, 1e-12);
}

TEST(SensorSamples, MagnetometerIsLateByItsDelay) {
    const MotionTable m = spin_up(2, 0, 0.0025, 4, 41);
    SensorSamples s = times_of(m);
    Magnetometer sensor;
    sensor.field = {0, 16, -42};
    sensor.errors.delay = 0.013;
    read_magnetometer(sensor, m, s);
    const double angle = 2 * (0.05 - 0.013);
    EXPECT_NEAR(s.magnetometer[5][0], 16 * std::sin(angle), 1e-12);
    EXPECT_NEAR(s.magnetometer[5][1], 16 * std::cos(angle), 1e-12);
    EXPECT_NEAR(s.magnetometer[5][2], -42, 1e-12);
}

TEST(SensorSamples, DisturbanceLastsAsLongAsItIsSaid) {
    const MotionTable m = spin_up(0, 0, 0.01, 1, 11);
    SensorSamples s = times_of(m);
    Magnetometer sensor;
    sensor.field = {0, 16, -42};
    sensor.disturbance = {5, 0, 0};
    sensor.from = 0.03;
    sensor.until = 0.06;
    read_magnetometer(sensor, m, s);
    for (std::size_t i = 0; i < s.t.size(); ++i) EXPECT_EQ(s.magnetometer[i][0], i >= 3 && i < 6 ? 5 : 0) << i;
}

TEST(SensorSamples, ConvertersClipAndRound) {
    const Vec3<double> x = as_converted({3.26, -7, 0.04}, 5, 0.1);
    EXPECT_NEAR(x[0], 3.3, 1e-15);
    EXPECT_EQ(x[1], -5);
    EXPECT_EQ(x[2], 0);
}

// Deviation, mean and walk of what is added, over enough samples to tell: three standard errors are 2 % and 0.002.
TEST(SensorSamples, NoiseIsAsLargeAsItIsSaid) {
    const MotionTable m = spin_up(0, 0, 0.01, 1, 20001);
    SensorSamples s = times_of(m);
    Accelerometer a;
    a.errors.bias = {0.1, 0, 0};
    a.errors.deviation = 0.03;
    read_accelerometer(a, m, s);
    double mean = 0, squares = 0;
    for (const Vec3<double>& x : s.accelerometer) mean += x[0] / static_cast<double>(s.accelerometer.size());
    for (const Vec3<double>& x : s.accelerometer) squares += (x[0] - mean) * (x[0] - mean);
    EXPECT_NEAR(mean, 0.1, 0.002);
    EXPECT_NEAR(std::sqrt(squares / static_cast<double>(s.accelerometer.size())), 0.03, 0.0006);
    SensorSamples again = times_of(m);
    a.errors.seed = 2;
    read_accelerometer(a, m, again);
    EXPECT_NE(again.accelerometer[1][0], s.accelerometer[1][0]);
}

}  // namespace

}  // namespace sensor_samples_test
