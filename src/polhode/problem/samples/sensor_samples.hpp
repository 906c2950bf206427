// What gyroscope, accelerometer and magnetometer strapped to a body say, sample after sample, beside the motion they
// were in. The order is that of the instrument: what is felt is late, is scaled and mixed by a matrix, gets bias and
// noise, is clipped, and is rounded to a step of the converter.
#pragma once

#include <vector>

#include "polhode/registry/registry.hpp"
#include "polhode/rotation/rotation.hpp"

namespace polhode {

// reading = round(clip(matrix x felt(t - delay) + bias + noise))
struct SensorErrors {
    Mat3<double> matrix = Mat3<double>::identity();
    Vec3<double> bias{};
    double bias_walk = 0;   // of the bias, unit/sqrt(s)
    double deviation = 0;   // of the noise of one sample
    double delay = 0;       // s
    double range = 0;       // 0: it never clips
    double resolution = 0;  // 0: every number can be said
    unsigned long long seed = 1;
};

struct Accelerometer {
    SensorErrors errors;
    Vec3<double> at{};      // m, from the fixed point, body axes
    double gravity = 9.81;  // m/s^2, along -z of the world
};

struct Magnetometer {
    SensorErrors errors;         // its bias is the hard iron
    Vec3<double> field{};        // East, North, Up
    Vec3<double> disturbance{};  // added to the field, world axes ..
    double from = 0, until = 0;  // s, .. between these times
    double wander = 0;           // standard deviation of a field that wanders ..
    double wander_time = 0;      // s, .. and forgets itself in this time
};

// Attitude and rate at equal times, the first at 0.
struct MotionTable {
    double spacing = 0;  // s
    int per_sample = 1;  // rows of it for one reading
    std::vector<Quaternion<double>> attitude;
    std::vector<Vec3<double>> rate;

    struct State {
        Quaternion<double> q_NB;
        Vec3<double> w_NB_B, acceleration;  // rad/s, rad/s^2
    };
    // Between the rows by the nearest of them: third order in the spacing. Before the first the body stands there.
    State at(double t) const;
    // Mean rate of the sample that ends at row i, from cubics through the rates.
    Vec3<double> mean_rate(std::size_t i) const;

 private:
    Vec3<double> acceleration(std::size_t i) const;
    Vec3<double> increment(std::size_t i) const;  // of the rate, from row i to the next
};

struct SensorSamples {
    std::vector<double> t;
    std::vector<Vec3<double>> gyro, accelerometer, magnetometer;  // the latter two are empty where there is none
    std::vector<Quaternion<double>> attitude;                     // the truth
    bool mean_rates = false;  // the gyro says the mean rate since the sample before, or the rate of the moment
    double gyro_range = 0;    // rad/s, 0: it never clips
};

// Each at the times of `samples`, which are rows of the motion.
void read_accelerometer(const Accelerometer& sensor, const MotionTable& motion, SensorSamples& samples);
void read_magnetometer(const Magnetometer& sensor, const MotionTable& motion, SensorSamples& samples);
// What a reading becomes after bias and noise: clipped and rounded.
Vec3<double> as_converted(Vec3<double> reading, double range, double resolution);

// Tables `accelerometer` and `magnetometer` of [readings], and the keys that the gyroscope has there beside noise.
std::vector<Parameter> accelerometer_parameters();
std::vector<Parameter> magnetometer_parameters();
std::vector<Parameter> gyro_error_parameters();
Accelerometer accelerometer_of(const Values& values);
Magnetometer magnetometer_of(const Values& values);

}  // namespace polhode
