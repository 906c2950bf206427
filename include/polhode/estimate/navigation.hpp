// What is estimated: attitude, the constants of the sensors, the field, and enough of the motion to tell acceleration
// from gravity. Errors are 33 numbers; that of the attitude stands in the world, R_true = exp([theta]x) R, so that
// gravity and field directions keep out of the attitude in every derivative (Sola, arXiv 1711.02508, global error).
#pragma once

#include "../rotation/rotation.hpp"

namespace polhode::estimate {

// Where each error stands among the 33.
namespace at {
inline constexpr int attitude = 0, bias = 3, velocity = 6, position = 9, matrix = 12, force_bias = 21, hard_iron = 24,
                     disturbance = 27, field_north = 30, field_up = 31, delay = 32, count = 33;
}

template <class T>
using Error = Vec<T, at::count>;

template <class T>
struct Navigation {
    Quaternion<T> attitude;  // q_NB, world East, North, Up
    Vec3<T> bias;            // of the gyro, rad/s: rate = (I + matrix) reading - bias
    Vec3<T> velocity, position;
    Mat3<T> matrix;       // scale and misalignment of the gyro
    Vec3<T> force_bias;   // of the accelerometer, m/s^2
    Vec3<T> hard_iron;    // of the magnetometer, body axes
    Vec3<T> disturbance;  // of the field, world axes
    T field_north{0}, field_up{0};
    T delay{0};  // s the magnetometer is late

    POLHODE_INLINE Vec3<T> field() const { return {T(0), field_north, field_up}; }
    POLHODE_INLINE Vec3<T> rate(const Vec3<T>& reading) const { return reading + matrix * reading - bias; }
};

template <class T>
POLHODE_INLINE Vec3<T> part(const Error<T>& e, int from) {
    return {e[from], e[from + 1], e[from + 2]};
}

// The state that differs from x by e.
template <class T>
POLHODE_HD inline Navigation<T> moved(const Navigation<T>& x, const Error<T>& e) {
    Navigation<T> y = x;
    y.attitude = normalise(exp_rotation(part(e, at::attitude)) * x.attitude);
    y.bias = x.bias + part(e, at::bias);
    y.velocity = x.velocity + part(e, at::velocity);
    y.position = x.position + part(e, at::position);
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) y.matrix(r, c) = x.matrix(r, c) + e[at::matrix + 3 * r + c];
    y.force_bias = x.force_bias + part(e, at::force_bias);
    y.hard_iron = x.hard_iron + part(e, at::hard_iron);
    y.disturbance = x.disturbance + part(e, at::disturbance);
    y.field_north = x.field_north + e[at::field_north];
    y.field_up = x.field_up + e[at::field_up];
    y.delay = x.delay + e[at::delay];
    return y;
}

// The e with moved(x, e) = y.
template <class T>
POLHODE_HD inline Error<T> difference(const Navigation<T>& y, const Navigation<T>& x) {
    Error<T> e;
    const auto put = [&e](int from, const Vec3<T>& v) {
        for (int i = 0; i < 3; ++i) e[from + i] = v[i];
    };
    put(at::attitude, log_rotation(y.attitude * conjugate(x.attitude)));
    put(at::bias, y.bias - x.bias);
    put(at::velocity, y.velocity - x.velocity);
    put(at::position, y.position - x.position);
    for (int r = 0; r < 3; ++r) put(at::matrix + 3 * r, y.matrix.row(r) - x.matrix.row(r));
    put(at::force_bias, y.force_bias - x.force_bias);
    put(at::hard_iron, y.hard_iron - x.hard_iron);
    put(at::disturbance, y.disturbance - x.disturbance);
    e[at::field_north] = y.field_north - x.field_north;
    e[at::field_up] = y.field_up - x.field_up;
    e[at::delay] = y.delay - x.delay;
    return e;
}

}  // namespace polhode::estimate
