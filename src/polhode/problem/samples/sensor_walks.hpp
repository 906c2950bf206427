// Errors of sensors, sample after sample: what noise, wandering biases and a wandering field come to at sample i, so
// much later than the sample before. A run asks for all samples in order, a body beside a clock for those that it
// shows: white noise belongs to the number of the sample, what wanders goes exactly over any interval.
#pragma once

#include <cstddef>

#include "polhode/problem/samples/readings.hpp"
#include "polhode/problem/samples/sensor_samples.hpp"

namespace polhode {

// Of a gyroscope that is read `rate` times a second.
class NoiseWalk {
 public:
    NoiseWalk(const Noise& noise, double rate);
    Vec3<double> next(std::size_t sample, double since);  // rad/s; `since` of the first one does not matter

 private:
    Noise noise_;
    double deviation_;
    bool begun_ = false;
    Vec3<double> wandering_{}, walked_{};
};

// Of an accelerometer or a magnetometer.
class SensorWalk {
 public:
    explicit SensorWalk(const SensorErrors& errors) : errors_(errors), bias_(errors.bias) {}
    // What it says of what it feels.
    Vec3<double> reading(const Vec3<double>& felt, std::size_t sample, double since);

 private:
    SensorErrors errors_;
    bool begun_ = false;
    Vec3<double> bias_;
};

// The field that a magnetometer is in, world axes.
class FieldWalk {
 public:
    explicit FieldWalk(const Magnetometer& sensor) : sensor_(sensor) {}
    Vec3<double> next(double t, std::size_t sample, double since);

 private:
    Magnetometer sensor_;
    bool begun_ = false;
    Vec3<double> wandering_{};
};

// Specific force at a point of a body that turns about a fixed one: acceleration less gravity. `turning_up`: w',
// rad/s^2.
Vec3<double> specific_force(const Accelerometer& sensor, const Quaternion<double>& q_NB, const Vec3<double>& w_NB_B,
                            const Vec3<double>& turning_up);

}  // namespace polhode
