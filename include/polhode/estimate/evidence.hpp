// What a block says beside the gyro: the hand does not fly away, a body at rest shows its gyro bias, and the field.
#pragma once

#include "covariance.hpp"

namespace polhode::estimate {

// Process noise of a block (diagonal).
template <class T>
POLHODE_HD inline Error<T> block_noise(const Block<T>& b, const Tuning<T>& t, T kept) {
    Error<T> q;
    const auto put = [&q](int from, T variance) {
        for (int i = from; i < from + 3; ++i) q[i] = variance;
    };
    const T many = T(b.samples > 0 ? b.samples : 1), dt = b.length / many;
    const T rate_square = b.rate_squares / many;
    const T clipped = t.clipped_rate * dt * T(b.clipped);
    put(at::attitude, b.length * fma(square(t.rate_noise_relative), rate_square, square(t.rate_noise)) +
                          clipped * clipped + b.gap_squares);
    put(at::bias, b.length * square(t.bias_walk));
    put(at::velocity,
        b.length * fma(square(t.acceleration_noise_relative), b.motion_square(), square(t.acceleration_noise)));
    put(at::position, T(1e-10));
    put(at::force_bias, b.length * square(t.acceleration_bias_walk));
    put(at::disturbance, square(t.disturbance) * (T(1) - kept * kept));
    return q;
}

// The field of a block as seen from the world.
template <class T>
struct FieldSeen {
    Vec3<T> y, by_delay;
    Mat3<T> rotation;
    // Seen in the middle of the block: half of what an error of the gyro's constants does until its end has not
    // happened there. Worth a tenth of the error of scale and misalignment to who has the whole log.
    bool in_the_middle = false;

    POLHODE_HD static FieldSeen of(const Block<T>& b) {
        const T over = T(1) / T(b.fields);
        return {over * b.field_sum, over * b.field_by_delay, over * b.field_rotation};
    }
    POLHODE_HD FieldSeen turned(const Quaternion<T>& by) const {
        return {to_world(by, y), to_world(by, by_delay), matrix_of(by) * rotation, in_the_middle};
    }
};

// How far strength and vertical part are from what is expected, in units of the gate: neither depends on the heading,
// so that a wrong heading cannot defend itself.
template <class T>
POLHODE_HD inline T gate_square(const Vec3<T>& y, const Navigation<T>& x, T gate) {
    const Vec3<T> expected = x.field() + x.disturbance;
    const T strength = norm(y) - norm(expected), up = y[2] - expected[2];
    return fma(strength, strength, up * up) / (gate * gate);
}
// The whole vector, for who has seen the whole log and knows the heading.
template <class T>
POLHODE_HD inline T vector_gate_square(const Vec3<T>& y, const Navigation<T>& x, T gate) {
    const Vec3<T> off = y - x.field() - x.disturbance;
    return dot(off, off) / (gate * gate);
}

// (1 + u^2)^-2, the weight of a heavy-tailed error (Geman and McClure 1985)
template <class T>
POLHODE_HD inline T gate_weight(T u_square) {
    const T w = T(1) / (T(1) + u_square);
    return max(T(1e-4), w * w);
}

template <class T>
struct Evidence {
    T motion_square{0};  // of the acceleration around the block, (m/s^2)^2
    T weight{1};         // of the magnetometer
    bool rest = false;
};

// Each reading of the block, in order, to `take`. x: the state at the end of the block.
template <class T, class Take>
POLHODE_HD inline void for_each_reading(const Block<T>& b, const Navigation<T>& x, const FieldSeen<T>& seen,
                                        const Evidence<T>& evidence, const Tuning<T>& t, Take&& take) {
    // a prior that is the same for a correlation time counts once in it: factor 2 time/length
    const T spread = fma(square(t.velocity_per_acceleration), evidence.motion_square, square(t.velocity_prior));
    const T velocity = evidence.rest ? square(t.rest_velocity) : spread * twice(t.velocity_time) / b.length;
    const T position = square(t.position_prior) * twice(t.position_time) / b.length;
    const Vec3<T> mean_gyro = (T(1) / T(b.samples)) * b.gyro_sum, still = x.rate(mean_gyro);
    const auto one = [&take](int i, T value, T variance) {
        Reading<T> r;
        r.add(i, T(1));
        r.value = value;
        r.variance = variance;
        take(r);
    };
    // "near zero" is said in axes that turn with the heading: otherwise a wrong heading, which moves the velocity with
    // it, would seem to be seen here, and the filter would grow sure of what nothing tells
    const auto near_zero = [&take](int from, const Vec3<T>& v, T variance) {
        for (int i = 0; i < 3; ++i) {
            Reading<T> r;
            r.add(from + i, T(1));
            if (i < 2) r.add(at::attitude + 2, i == 0 ? v[1] : -v[0]);
            r.value = -v[i];
            r.variance = variance;
            take(r);
        }
    };
    near_zero(at::velocity, x.velocity, velocity);
    near_zero(at::position, x.position, position);
    if (evidence.rest)
        for (int i = 0; i < 3; ++i) one(at::bias + i, still[i], square(t.rest_bias));
    if (b.fields == 0) return;
    const Vec3<T> residual = x.field() + x.disturbance - seen.y;
    const Mat3<T> by_attitude = Transition<T>::cross_matrix(seen.y);
    for (int i = 0; i < 3; ++i) {
        Reading<T> r;
        for (int j = 0; j < 3; ++j)
            if (j != i) r.add(at::attitude + j, -by_attitude(i, j));
        for (int j = 0; j < 3; ++j) r.add(at::hard_iron + j, -seen.rotation(i, j));
        r.add(at::disturbance + i, T(-1));
        if (i > 0) r.add(i == 1 ? at::field_north : at::field_up, T(-1));
        r.add(at::delay, -seen.by_delay[i]);
        if (seen.in_the_middle) {
            const auto half_turn = [&](T a0, T a1, T a2) {
                return half(fma(by_attitude(i, 0), a0, fma(by_attitude(i, 1), a1, by_attitude(i, 2) * a2)));
            };
            const Mat3<T>& bias = b.attitude_by_bias;
            const auto& matrix = b.attitude_by_matrix;
            for (int j = 0; j < 3; ++j) r.add(at::bias + j, half_turn(bias(0, j), bias(1, j), bias(2, j)));
            for (int c = 0; c < 9; ++c) r.add(at::matrix + c, half_turn(matrix[0][c], matrix[1][c], matrix[2][c]));
        }
        r.value = residual[i];
        r.variance = square(t.field_noise) / evidence.weight;
        take(r);
    }
}

// The attitude of a body at rest from what it feels: rows East, North, Up from up = a/|a|, east = m x up (Black's
// two-vector attitude, 1964). False where a and m do not make a plane.
template <class T>
POLHODE_HD inline bool align(const Vec3<T>& a, const Vec3<T>& m, Quaternion<T>& attitude) {
    const T up_length = norm(a);
    if (!(up_length > T(0))) return false;
    const Vec3<T> up = a / up_length, across = cross(m, up);
    const T length = norm(across);
    if (!(length > T(0.1) * norm(m))) return false;
    const Vec3<T> east = across / length, north = cross(up, east);
    attitude = normalise(to_quaternion(TwoVector<T>{east, north}));
    return true;
}

// Heading unknown: the shortest turn that puts the felt direction upright.
template <class T>
POLHODE_HD inline bool align_upright(const Vec3<T>& a, Quaternion<T>& attitude) {
    const T length = norm(a);
    if (!(length > T(0))) return false;
    const Vec3<T> up = a / length;
    if (up[2] < T(-0.999999)) {
        attitude = {T(0), T(1), T(0), T(0)};
        return true;
    }
    attitude = normalise(Quaternion<T>{T(1) + up[2], up[1], -up[0], T(0)});
    return true;
}

}  // namespace polhode::estimate
