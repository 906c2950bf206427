// What the sensors of [readings] say of a body while it is flown: the gyroscope with its noise, and accelerometer and
// magnetometer where there are any. A frame shows the reading whose moment it is; the numbers drawn for reading i are
// those that a run draws for it.
#pragma once

#include <optional>

#include "polhode/links/aircraft_axes.hpp"
#include "polhode/links/live_frame.hpp"
#include "polhode/links/mavlink.hpp"
#include "polhode/problem/samples/sensor_walks.hpp"
#include "polhode/scenario/scenario_readings.hpp"

namespace polhode {

class LiveSensor {
 public:
    explicit LiveSensor(const StrappedSensors& sensors);

    // What is left out of [readings] while a body is flown, in words; "": nothing.
    std::string left_out() const;
    // Nothing where no reading has been taken since the last frame.
    std::optional<MavlinkSensor> read(const LiveFrame& frame, LinkAxes axes);

 private:
    struct Walks {
        explicit Walks(const StrappedSensors& sensors);
        std::optional<NoiseWalk> gyro;
        std::optional<SensorWalk> accelerometer, magnetometer;
        std::optional<FieldWalk> field;
    };
    struct Seen {
        double t = 0;
        long reading = 0;
        Vec3<double> rate{};
    };
    // Attitude and rate of a while ago, from those of now and how the rate has changed since the last frame.
    static Quaternion<double> attitude_ago(const Quaternion<double>& q, const Vec3<double>& w, const Vec3<double>& a,
                                           double ago);

    StrappedSensors sensors_;
    Walks walks_;
    std::optional<Seen> last_;
};

}  // namespace polhode
