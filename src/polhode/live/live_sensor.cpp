#include "polhode/live/live_sensor.hpp"

#include <cmath>

namespace polhode {

namespace {

// Bits of HIL_SENSOR.fields_updated (MAVLink, HIL_SENSOR_UPDATED_FLAGS): three of each sensor.
constexpr std::uint32_t acceleration_new = 0x7, gyro_new = 0x38, field_new = 0x1C0;
constexpr double microteslas_in_gauss = 100;

// To body axes forward, right, down, as attitude and rates go (aircraft_axes.hpp).
std::array<double, 3> in_axes(const Vec3<double>& v, LinkAxes axes) {
    if (axes == LinkAxes::as_is) return {v[0], v[1], v[2]};
    return {v[0], -v[1], -v[2]};
}

}  // namespace

LiveSensor::Walks::Walks(const StrappedSensors& s) {
    if (s.gyro.noise) gyro.emplace(*s.gyro.noise, s.hertz);
    if (s.accelerometer) accelerometer.emplace(s.accelerometer->errors);
    if (!s.magnetometer) return;
    magnetometer.emplace(s.magnetometer->errors);
    field.emplace(*s.magnetometer);
}

LiveSensor::LiveSensor(const StrappedSensors& sensors) : sensors_(sensors), walks_(sensors) {}

std::string LiveSensor::left_out() const {
    if (!sensors_.gyro.average) return "";
    return "HIL_SENSOR has single readings: `average` of [readings] takes its samples from a whole run and is left out";
}

Quaternion<double> LiveSensor::attitude_ago(const Quaternion<double>& q, const Vec3<double>& w, const Vec3<double>& a,
                                            double ago) {
    return ago == 0 ? q : normalise(q * exp_rotation(madd(0.5 * ago * ago, a, -ago * w)));
}

std::optional<MavlinkSensor> LiveSensor::read(const LiveFrame& frame, LinkAxes axes) {
    const auto reading = static_cast<long>(std::floor(frame.t * sensors_.hertz + 1e-6));
    if (last_ && frame.t < last_->t) {  // from the start again
        walks_ = Walks(sensors_);
        last_.reset();
    }
    if (last_ && reading == last_->reading) return std::nullopt;
    const Quaternion<double> q{frame.q_NB[0], frame.q_NB[1], frame.q_NB[2], frame.q_NB[3]};
    const Vec3<double> w{frame.w_NB_B[0], frame.w_NB_B[1], frame.w_NB_B[2]};
    const Vec3<double> a = last_ ? (w - last_->rate) / (frame.t - last_->t) : Vec3<double>{};
    const double since = last_ ? static_cast<double>(reading - last_->reading) / sensors_.hertz : 0;
    const auto sample = static_cast<std::size_t>(reading);
    last_ = Seen{frame.t, reading, w};

    MavlinkSensor out;
    // the mean since the reading before is the rate in the middle between both
    const double ago = sensors_.gyro_errors.delay + (sensors_.mean_rates ? 0.5 / sensors_.hertz : 0);
    Vec3<double> gyro = sensors_.gyro_errors.matrix * (w - ago * a);
    if (walks_.gyro) gyro = gyro + walks_.gyro->next(sample, since);
    out.gyro = in_axes(as_converted(gyro, sensors_.gyro_errors.range, sensors_.gyro_errors.resolution), axes);
    out.updated = gyro_new;
    if (sensors_.accelerometer) {
        const double late = sensors_.accelerometer->errors.delay;
        const Vec3<double> felt = specific_force(*sensors_.accelerometer, attitude_ago(q, w, a, late), w - late * a, a);
        out.acceleration = in_axes(walks_.accelerometer->reading(felt, sample, since), axes);
        out.updated |= acceleration_new;
    }
    if (sensors_.magnetometer) {
        const Quaternion<double> then = attitude_ago(q, w, a, sensors_.magnetometer->errors.delay);
        const Vec3<double> felt = to_body(then, walks_.field->next(frame.t, sample, since));
        const Vec3<double> said = walks_.magnetometer->reading(felt, sample, since) / microteslas_in_gauss;
        out.magnetic_field = in_axes(said, axes);
        out.updated |= field_new;
    }
    return out;
}

}  // namespace polhode
