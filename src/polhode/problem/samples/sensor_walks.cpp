#include "polhode/problem/samples/sensor_walks.hpp"

#include <cmath>
#include <utility>

#include "polhode/arithmetic/elementary.hpp"
#include "polhode/arithmetic/philox.hpp"

namespace polhode {

namespace {

// What is drawn for what: independent streams of one seed.
enum WalkStream : unsigned long long {
    white_stream = 0,
    instability_stream = 1,
    walk_stream = 2,
    sensor_noise = 16,
    sensor_walk = 17,
    field_wander = 18
};

Vec3<double> normals(const RandomStream& stream, std::size_t sample) {
    const auto n = 3 * static_cast<unsigned long long>(sample);
    return {stream.normal(n), stream.normal(n + 1), stream.normal(n + 2)};
}
Vec3<double> uniforms(const RandomStream& stream, std::size_t sample) {
    const auto n = 3 * static_cast<unsigned long long>(sample);
    return {2 * stream.uniform(n) - 1, 2 * stream.uniform(n + 1) - 1, 2 * stream.uniform(n + 2) - 1};
}

// First-order Gauss-Markov, exact for any interval; it begins in its steady state (Gelb, Applied Optimal
// Estimation, 2.4)
Vec3<double> wandered(const Vec3<double>& before, double deviation, double keep, const Vec3<double>& drawn) {
    return madd(deviation * std::sqrt(1 - keep * keep), drawn, keep * before);
}

}  // namespace

NoiseWalk::NoiseWalk(const Noise& noise, double rate)
    : noise_(noise), deviation_(noise.random_walk * std::sqrt(rate)) {}

Vec3<double> NoiseWalk::next(std::size_t sample, double since) {
    const bool first = !std::exchange(begun_, true);
    if (first) since = 0;
    Vec3<double> error = noise_.bias;
    if (noise_.kind == Noise::Kind::uniform)
        error = madd(noise_.amplitude, uniforms({noise_.seed, white_stream}, sample), error);
    else if (deviation_ > 0)
        error = madd(deviation_, normals({noise_.seed, white_stream}, sample), error);
    if (noise_.instability > 0) {
        const double keep = first ? 0 : polhode::exp(-since / noise_.correlation_time);
        wandering_ = wandered(wandering_, noise_.instability, keep, normals({noise_.seed, instability_stream}, sample));
        error = error + wandering_;
    }
    if (noise_.bias_walk > 0) {
        walked_ = madd(noise_.bias_walk * std::sqrt(since), normals({noise_.seed, walk_stream}, sample), walked_);
        error = error + walked_;
    }
    return error;
}

Vec3<double> SensorWalk::reading(const Vec3<double>& felt, std::size_t sample, double since) {
    const bool first = !std::exchange(begun_, true);
    if (errors_.bias_walk > 0 && !first)
        bias_ = madd(errors_.bias_walk * std::sqrt(since), normals({errors_.seed, sensor_walk}, sample), bias_);
    Vec3<double> x = errors_.matrix * felt + bias_;
    if (errors_.deviation > 0) x = madd(errors_.deviation, normals({errors_.seed, sensor_noise}, sample), x);
    return as_converted(x, errors_.range, errors_.resolution);
}

Vec3<double> FieldWalk::next(double t, std::size_t sample, double since) {
    const bool first = !std::exchange(begun_, true);
    Vec3<double> field = sensor_.field;
    if (sensor_.wander > 0) {
        const double keep = first ? 0 : std::exp(-since / sensor_.wander_time);
        wandering_ = wandered(wandering_, sensor_.wander, keep, normals({sensor_.errors.seed, field_wander}, sample));
        field = field + wandering_;
    }
    if (t >= sensor_.from && t < sensor_.until) field = field + sensor_.disturbance;
    return field;
}

Vec3<double> specific_force(const Accelerometer& sensor, const Quaternion<double>& q_NB, const Vec3<double>& w_NB_B,
                            const Vec3<double>& turning_up) {
    const Vec3<double> turning = cross(turning_up, sensor.at) + cross(w_NB_B, cross(w_NB_B, sensor.at));
    return turning + to_body(q_NB, Vec3<double>{0, 0, sensor.gravity});
}

}  // namespace polhode
