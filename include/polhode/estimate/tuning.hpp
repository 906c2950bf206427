// What the estimators believe about sensors and motion: one set for the filter, one for the smoother, the same for
// every device. Found by coordinate search on 19 BROAD trials and 15 trials of another device together, but for two
// that were set on made logs (bench/estimate_accuracy.cpp): the disturbance, and the scale of all inertial noise of the
// filter, half of what the search found. The scale hardly moves the gains; with it the stated deviation of the tilt is
// what the tilt is off by. Magnetic numbers are for a field of 45 (any log is scaled to that, so that units do not
// matter).
#pragma once

#include "../arithmetic/scalar.hpp"

namespace polhode::estimate {

inline constexpr double degree = 0.017453292519943295;
inline constexpr double gravity = 9.81;           // m/s^2, what the specific force is compared with
inline constexpr double reference_strength = 45;  // the unit in which all magnetic numbers below are given

template <class T>
struct Tuning {
    // one block: the samples between two corrections, s
    T block = T(0.056);
    // gyro: white noise rad/s/sqrt(Hz), noise that grows with the rate sqrt(s), walk of the bias rad/s/sqrt(s)
    T rate_noise = T(0.01 * degree), rate_noise_relative = T(0.0012), bias_walk = T(0.004 * degree);
    T bias_prior = T(0.5 * degree), matrix_prior = T(0.003);
    T clipped_rate = T(12);  // rad/s, how wrong a clipped reading may be
    T gyro_range = T(0);     // rad/s, 0: unknown, nothing clips
    // how late gyro and accelerometer are against the clock, s: what their own filters take. No reading shows it, so it
    // stands in the deviations alone. At the usual settings it is 3 to 6 ms (group delays in the datasheets of such
    // sensors: MPU-9250 at 184, 92 and 41 Hz 2.9, 3.9 and 5.9 ms); evenly between the two its rms is 4.6 ms.
    T lateness = T(0.0046);
    // accelerometer
    T acceleration_noise = T(0.0075), acceleration_noise_relative = T(0.000375);
    T acceleration_bias_prior = T(0.025), acceleration_bias_walk = T(5e-4);
    // a hand or a vehicle does not fly away: mean velocity and position are near zero
    T velocity_prior = T(0.065), velocity_per_acceleration = T(0.075), velocity_time = T(0.5);
    T position_prior = T(2), position_time = T(1);
    // magnetometer
    T field_noise = T(1.32);
    // north is where the needle points when a log begins: there and while the body rests the field is that of the
    // place, and in motion it wanders away from it
    T disturbance = T(1.5), disturbance_time = T(30), disturbance_at_start = T(0.1);
    T hard_iron_prior = T(1), field_prior = T(5), delay_prior = T(0.010);
    T gate = T(0.78), gate_hold = T(4.5);  // gate 0: none
    // a magnet on the body (iron_watch.hpp): off by so much at least (0: not looked for), over about so many seconds;
    // and whether one may be put on midway
    T iron_least = T(2.5), iron_window = T(4);
    bool iron_jumps = true;
    // start and rest
    T start_time = T(0.3), tilt_prior = T(10 * degree), heading_prior = T(30 * degree);
    T rest_window = T(0.5), rest_hold = T(1), rest_rate_spread = T(1 * degree), rest_force_spread = T(0.2),
      rest_rate = T(2 * degree);
    T rest_velocity = T(0.01), rest_bias = T(0.03 * degree);
};

template <class T>
constexpr Tuning<T> online_tuning() {
    return {};
}

template <class T>
constexpr Tuning<T> offline_tuning() {
    Tuning<T> s;
    s.block = T(0.084);
    s.rate_noise = T(0.01 * degree);
    s.rate_noise_relative = T(0.0025);
    s.bias_walk = T(0.002 * degree);
    s.clipped_rate = T(6);
    s.acceleration_noise = T(0.01);
    s.acceleration_noise_relative = T(0.008);
    s.acceleration_bias_prior = T(0.05);
    s.velocity_prior = T(0.10);
    s.velocity_per_acceleration = T(0.15);
    s.position_prior = T(4);
    s.field_noise = T(2);
    s.disturbance_time = T(100);
    s.hard_iron_prior = T(0.7);
    s.field_prior = T(4);
    s.gate = T(0.5);
    s.gate_hold = T(0);
    s.iron_jumps = false;  // weights leave such a stretch out, and that is better than a second iron to be found
    return s;
}

}  // namespace polhode::estimate
