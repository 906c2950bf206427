// One block of samples: the state carried through it, and the sums that say how an error at its start shows at its end.
#pragma once

#include "navigation.hpp"
#include "tuning.hpp"

namespace polhode::estimate {

// One row of a log, SI units; a sensor that says nothing new in it is not there.
template <class T>
struct Sample {
    T dt{0};  // since the row before
    Vec3<T> gyro, accelerometer, magnetometer;
    bool has_accelerometer = true, has_magnetometer = true;
    T gap_noise{0};  // rad, extra attitude noise of a hole in the log before this row
};

template <class T>
POLHODE_INLINE Mat3<T> matrix_of(const Quaternion<T>& q) {
    const T xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    Mat3<T> r;
    r.m[0][0] = T(1) - twice(yy + zz);
    r.m[1][1] = T(1) - twice(xx + zz);
    r.m[2][2] = T(1) - twice(xx + yy);
    r.m[0][1] = twice(difference_of_products(q.x, q.y, q.w, q.z));
    r.m[1][0] = twice(sum_of_products(q.x, q.y, q.w, q.z));
    r.m[0][2] = twice(sum_of_products(q.x, q.z, q.w, q.y));
    r.m[2][0] = twice(difference_of_products(q.x, q.z, q.w, q.y));
    r.m[1][2] = twice(difference_of_products(q.y, q.z, q.w, q.x));
    r.m[2][1] = twice(sum_of_products(q.y, q.z, q.w, q.x));
    return r;
}

// exp of a small turn by four terms of its series: below 1e-13 for 0.1 rad; longer turns go the exact way.
template <class T>
POLHODE_INLINE Quaternion<T> exp_of_sample(const Vec3<T>& v) {
    const T n = T(0.25) * dot(v, v);
    if (!(n < T(0.0025))) return exp_rotation(v);
    const T s = half(fma(n, fma(n, fma(n, T(-1. / 5040), T(1. / 120)), T(-1. / 6)), T(1)));
    const T c = fma(n, fma(n, fma(n, fma(n, T(1. / 40320), T(-1. / 720)), T(1. / 24)), T(-0.5)), T(1));
    return {c, s * v[0], s * v[1], s * v[2]};
}

// The last turns of the body, for a magnetometer that is late.
template <class T, int Kept = 64>
class RecentTurns {
 public:
    POLHODE_INLINE void add(const Vec3<T>& turn, T dt) {
        newest_ = (newest_ + 1) % Kept;
        turn_[newest_] = turn;
        dt_[newest_] = dt;
        if (held_ < Kept) ++held_;
    }
    // The rotation vector of the last `span` seconds.
    POLHODE_HD Vec3<T> over(T span) const {
        Vec3<T> sum;
        for (int k = 0, i = newest_, newer = newest_; k < held_; ++k) {
            const T dt = dt_[i];
            if (!(dt > T(0))) break;
            const int older = (i + Kept - 1) % Kept;
            if (span <= dt || k == held_ - 1) {
                // a part p of the sample, its later end: p D + p (1 - p)/2 dD/dx with a rate that changes evenly
                const T p = span / dt;
                Vec3<T> change;
                if (k < held_ - 1) change = turn_[newer] - turn_[older];
                if (k > 0) change = T(0.5) * change;
                return joined(madd(half(p * (T(1) - p)), change, p * turn_[i]), sum);
            }
            sum = joined(turn_[i], sum);
            span = span - dt;
            newer = i;
            i = older;
        }
        return sum;
    }

 private:
    // One short turn and then another, to the second order: a + b + a x b/2 (Bortz 1971)
    POLHODE_INLINE static Vec3<T> joined(const Vec3<T>& first, const Vec3<T>& then) {
        return madd(T(0.5), cross(first, then), first + then);
    }
    Vec3<T> turn_[Kept];
    T dt_[Kept]{};
    int newest_ = 0, held_ = 0;
};

template <class T>
struct Block {
    int samples = 0, forces = 0, fields = 0, clipped = 0;
    T length{0};
    // derivatives of the end by the start: attitude by bias and by the matrix, velocity and position by the others
    Mat3<T> attitude_by_bias;
    T attitude_by_matrix[3][9]{};
    Vec3<T> force_sum, force_moment;        // sum f dt, sum f s dt; s: time from the sample to the end of the block
    Mat3<T> rotation_sum, rotation_moment;  // the same of R
    Vec3<T> gyro_sum;                       // of the readings
    T rate_squares{0}, motion_squares{0};   // of w, of f - g
    T gap_squares{0};
    Vec3<T> field_sum, field_by_delay;  // sum R(t - delay)(m - h); sum w_N x y
    Mat3<T> field_rotation;             // sum R(t - delay)

    POLHODE_INLINE Vec3<T> field() const { return (T(1) / T(fields)) * field_sum; }
    POLHODE_INLINE T motion_square() const { return forces > 0 ? motion_squares / T(forces) : T(0); }
};

// Carries a state through samples and keeps the sums of the block since the last clear().
template <class T>
class BlockCarrier {
 public:
    Navigation<T> state;
    Block<T> block;

    POLHODE_INLINE void clear() { block = Block<T>{}; }
    POLHODE_INLINE const Vec3<T>& rate() const { return rate_; }

    // The attitude alone, turned by one sample; `next`: the reading after this one, where it is known already.
    POLHODE_HD void turn(const Sample<T>& s, const Vec3<T>* next = nullptr) {
        const T dt = s.dt;
        const Vec3<T> w = state.rate(s.gyro), before_w = has_rate_ ? rate_ : w;
        // coning: D + D[-1] x D/12, or with the next reading D + D x (D[+1] - D[-1])/24 (Miller 1983)
        const Vec3<T> coning = next ? T(0.5) * cross(w, state.rate(*next) - before_w) : cross(before_w, w);
        const Vec3<T> by = madd(dt * dt * T(1. / 12), coning, dt * w);
        state.attitude = normalise_binomial(state.attitude * exp_of_sample(by));
        turns_.add(by, dt);
        rate_ = w;
        has_rate_ = true;
    }

    POLHODE_HD void add(const Sample<T>& s, T gyro_range, const Vec3<T>* next = nullptr) {
        const T dt = s.dt;
        const Quaternion<T> before = state.attitude;
        turn(s, next);
        const Vec3<T>& w = rate_;
        // half way, of length 1 - turn^2/32: the binomial is enough for a derivative
        const Quaternion<T> mean{half(before.w + state.attitude.w), half(before.x + state.attitude.x),
                                 half(before.y + state.attitude.y), half(before.z + state.attitude.z)};
        const Mat3<T> middle = dt * matrix_of(normalise_binomial(mean));
        for (int i = 0; i < 3; ++i)
            for (int r = 0; r < 3; ++r) {
                block.attitude_by_bias(i, r) = block.attitude_by_bias(i, r) - middle(i, r);
                for (int c = 0; c < 3; ++c)
                    block.attitude_by_matrix[i][3 * r + c] =
                        fma(middle(i, r), s.gyro[c], block.attitude_by_matrix[i][3 * r + c]);
            }
        ++block.samples;
        block.length = block.length + dt;
        block.gyro_sum = block.gyro_sum + s.gyro;
        block.rate_squares = block.rate_squares + dot(w, w);
        block.gap_squares = fma(s.gap_noise, s.gap_noise, block.gap_squares);
        if (gyro_range > T(0)) {
            const T largest = max(abs(s.gyro[0]), max(abs(s.gyro[1]), abs(s.gyro[2])));
            if (largest > T(0.985) * gyro_range) ++block.clipped;
        }
        const Mat3<T> end = matrix_of(state.attitude);
        add_force(s, end, dt);
        if (s.has_magnetometer) add_field(s.magnetometer, next);
    }

 private:
    POLHODE_INLINE void add_force(const Sample<T>& s, const Mat3<T>& rotation, T dt) {
        block.force_moment = madd(dt, block.force_sum, block.force_moment);
        block.rotation_moment = block.rotation_moment + dt * block.rotation_sum;
        const Vec3<T> up{T(0), T(0), T(gravity)};
        // a missing reading is taken as no acceleration: the prior on the velocity says the same
        const Vec3<T> f = s.has_accelerometer ? rotation * (s.accelerometer - state.force_bias) : up, u = f - up;
        state.position = madd(dt, state.velocity, madd(half(dt * dt), u, state.position));
        state.velocity = madd(dt, u, state.velocity);
        if (!s.has_accelerometer) return;
        block.force_sum = madd(dt, f, block.force_sum);
        block.rotation_sum = block.rotation_sum + dt * rotation;
        block.motion_squares = block.motion_squares + dot(u, u);
        ++block.forces;
    }

    // `next`: the reading of the next moment, for a magnetometer that is early
    POLHODE_INLINE void add_field(const Vec3<T>& m, const Vec3<T>* next) {
        const Vec3<T> since =
            state.delay < T(0) ? state.delay * (next ? state.rate(*next) : rate_) : turns_.over(state.delay);
        const Quaternion<T> then = state.attitude * exp_of_sample(-since);
        const Mat3<T> rotation = matrix_of(then);
        const Vec3<T> y = rotation * (m - state.hard_iron);
        block.field_sum = block.field_sum + y;
        block.field_rotation = block.field_rotation + rotation;
        block.field_by_delay = block.field_by_delay + cross(rotation * rate_, y);
        ++block.fields;
    }

    RecentTurns<T> turns_;
    Vec3<T> rate_;
    bool has_rate_ = false;
};

}  // namespace polhode::estimate
