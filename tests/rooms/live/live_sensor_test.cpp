// The sensors of a body that is flown say what they say in a run: the same errors for the same readings.
#include "polhode/live/live_sensor.hpp"

#include <gtest/gtest.h>

#include "polhode/live/live_runner.hpp"

namespace live_sensor_test {

using namespace polhode;

namespace {

const std::string strapped = R"(
[body]
inertia = [1.0, 1.3, 0.7]
[start]
attitude = { quaternion = [0.9, 0.1, 0.3, 0.2], normalise = true }
rate = [0.3, -0.2, 1.0]
[readings]
of = "rk4"
sample_hz = 100.0
noise = { kind = "white", density = 0.01, bias = [0.1, 0.2, 0.3], instability = 0.02, bias_walk = 0.03, seed = 7 }
matrix = [[1.01, 0.002, 0.0], [0.0, 0.99, 0.001], [0.0, 0.0, 1.02]]
range = 2.0
resolution = 0.001
accelerometer = { deviation = 0.1, bias_walk = 0.01, seed = 3 }
magnetometer = { field = [16.0, 0.0, -42.0], deviation = 0.2, wander = 1.0, seed = 4 }
[method]
name = "rk4"
integrator = "rk4"
step = 0.01
[run]
duration = 2.0
sample = 0.01
)";

Vec3<double> body_axes(const std::array<double, 3>& frd) { return {frd[0], -frd[1], -frd[2]}; }

}  // namespace

TEST(LiveSensor, EveryReadingIsThatOfARun) {
    const Scenario scenario = read_scenario(strapped, "strapped.toml");
    const SensorSamples& run = scenario.problem.readings->sensors();
    const auto sensors = strapped_sensors(scenario);
    ASSERT_TRUE(sensors);
    LiveSensor sensor(*sensors);
    EXPECT_EQ(sensor.left_out(), "");
    LiveRunner runner(scenario, {});
    LiveFrame frame;
    for (std::size_t i = 0; i <= 150; ++i) {
        if (i > 0) {
            ASSERT_TRUE(runner.step_once(true));
        }
        runner.fill(frame);
        const auto read = sensor.read(frame, LinkAxes::ned_frd);
        ASSERT_TRUE(read) << i;
        EXPECT_EQ(read->updated, 0x1FFu);
        EXPECT_FALSE(sensor.read(frame, LinkAxes::ned_frd)) << "no reading since";
        EXPECT_LT(norm(body_axes(read->gyro) - run.gyro[i]), 1e-12) << i;
        EXPECT_LT(norm(body_axes(read->acceleration) - run.accelerometer[i]), 1e-9) << i;
        EXPECT_LT(norm(100 * body_axes(read->magnetic_field) - run.magnetometer[i]), 1e-9) << i;
    }
    // from the start again: the same instrument again
    runner.reset();
    runner.fill(frame);
    const auto again = sensor.read(frame, LinkAxes::as_is);
    ASSERT_TRUE(again);
    for (int k = 0; k < 3; ++k) EXPECT_EQ(again->gyro[static_cast<std::size_t>(k)], run.gyro[0][k]);
}

TEST(LiveSensor, BetweenTwoReadingsThereIsNothingNew) {
    const Scenario scenario = read_scenario(strapped, "strapped.toml", {"readings.sample_hz=25.0"});
    LiveSensor sensor(*strapped_sensors(scenario));
    LiveRunner runner(scenario, {});
    LiveFrame frame;
    int readings = 0;
    for (int i = 0; i < 100; ++i) {
        ASSERT_TRUE(runner.step_once(true));
        runner.fill(frame);
        readings += sensor.read(frame, LinkAxes::ned_frd).has_value();
    }
    EXPECT_EQ(readings, 26);
}

TEST(LiveSensor, NoReadingsNoSensor) {
    EXPECT_FALSE(
        strapped_sensors(read_scenario("[body]\ninertia = [1.0, 2.0, 3.0]\n[start]\nrate = [0.0, 0.0, 1.0]\n[run]\n"
                                       "duration = 1.0\n",
                                       "free.toml")));
}

}  // namespace live_sensor_test
