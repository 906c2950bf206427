// The small online estimator, for processors that cannot carry 33 states: the gyro integrated, the felt direction
// low-passed in the world of the gyro and turned upright, heading corrected by a first-order filter, gyro bias by three
// states, disturbed fields passed over (after Laidig and Seel, VQF, Information Fusion 91 (2023) 187). Fixed memory,
// under 2 kB in double; six or nine axes; the sampling interval is fixed.
#pragma once

#include "block.hpp"
#include "lowpass.hpp"
#include "tuning.hpp"

namespace polhode::estimate {

template <class T>
struct SmallTuning {
    T upright_time = T(3), heading_time = T(9);  // s
    T bias_prior = T(0.5 * degree), bias_forgotten = T(100), bias_limit = T(2 * degree);
    T bias_in_motion = T(0.1 * degree), vertical_share = T(1e-4), bias_at_rest = T(0.03 * degree);
    T rest_time = T(1.5), rest_filter = T(0.5), rest_rate = T(2 * degree), rest_force = T(0.5);
    T field_now = T(0.05), field_reference = T(20), field_strength = T(0.1), field_dip = T(10 * degree);
    T new_field = T(20), first_field = T(5), new_field_rate = T(20 * degree);
    T undisturbed = T(0.5), longest_rejection = T(60), after_rejection = T(2);
    T step = T(0.02);  // s between corrections of tilt and bias, whose evidence is low-passed over seconds anyway
};

// atan2(x, y) and the cosine and sine of an angle, quickly where the angle is small: a needle seldom jumps.
template <class T>
POLHODE_INLINE T small_angle(T x, T y) {
    if (!(abs(x) < T(0.1) * y)) return atan2(x, y);
    // x - x^3/3 + x^5/5 ..: the next term is below 1e-12
    const T r = x / y, n = r * r;
    return r * fma(n, fma(n, fma(n, fma(n, T(1. / 9), T(-1. / 7)), T(1. / 5)), T(-1. / 3)), T(1));
}
template <class T>
POLHODE_INLINE void small_sincos(T x, T& s, T& c) {
    if (!(abs(x) < T(0.1))) return sincos(x, s, c);
    const T n = x * x;
    s = x * fma(n, fma(n, fma(n, T(-1. / 5040), T(1. / 120)), T(-1. / 6)), T(1));
    c = fma(n, fma(n, fma(n, fma(n, T(1. / 40320), T(-1. / 720)), T(1. / 24)), T(-0.5)), T(1));
}

template <class T>
class SmallFilter {
 public:
    POLHODE_HD explicit SmallFilter(T dt, const SmallTuning<T>& tuning = {})
        : s_(tuning),
          dt_(dt),
          every_(tuning.step > dt ? static_cast<int>(tuning.step / dt) : 1),
          per_second_(T(1) / (T(every_) * dt)),
          upright_(tuning.upright_time, dt),
          slow_upright_(tuning.upright_time, T(every_) * dt),
          rest_(tuning.rest_filter, dt),
          field_(tuning.field_now, dt),
          heading_gain_(gain_of(tuning.heading_time, dt)),
          reference_gain_(gain_of(tuning.field_reference, dt)) {
        // a bias of 0.1 deg/s is forgotten in the given time; the noise of a reading that makes the filter settle at
        // the given deviation (VQF paper, eqs. 21 and 24)
        walk_ = square(T(0.1 * degree)) * (T(every_) * dt) / tuning.bias_forgotten;
        const auto settled = [this](T deviation) {
            const T p = square(deviation);
            return p * p / walk_ + p;
        };
        motion_noise_ = settled(tuning.bias_in_motion);
        rest_noise_ = settled(tuning.bias_at_rest);
        vertical_noise_ = motion_noise_ / tuning.vertical_share;
        for (int i = 0; i < 3; ++i) p_(i, i) = square(tuning.bias_prior);
        // no field is known yet: until one is, every field counts half
        rejected_ = tuning.longest_rejection;
    }

    POLHODE_HD void predict(const Vec3<T>& gyro) {
        gyro_slow_ = gyro_lowpass_(gyro, rest_);
        const Vec3<T> off = gyro - gyro_slow_;
        bool fast = dot(off, off) >= square(s_.rest_rate);
        for (int i = 0; i < 3; ++i) fast = fast || abs(gyro_slow_[i]) > s_.bias_limit;
        if (fast) still_ = T(0);
        rate_ = gyro - bias_;
        integrated_ = normalise_binomial(integrated_ * exp_of_sample(dt_ * rate_));
        fresh_ = false;
    }

    POLHODE_HD void accelerometer(const Vec3<T>& force) {
        if (force == Vec3<T>{}) return;
        const Vec3<T> slow = force_lowpass_(force, rest_), off = force - slow;
        still_ = dot(off, off) >= square(s_.rest_force) ? T(0) : still_ + dt_;
        const Vec3<T> felt = felt_lowpass_(to_world(integrated_, force), upright_);
        if (begun_) ++since_;
        if (!begun_ || since_ >= every_) put_upright(to_world(upright_turn_, felt));
        six_axis_ = upright_turn_ * integrated_;
        fresh_ = true;
        if (since_ < every_) return;
        learn_bias();
        since_ = 0;
        corrected_ = {};
    }

    POLHODE_HD void magnetometer(const Vec3<T>& field) {
        const T strength = norm(field);
        if (!(strength > T(0))) return;
        const Vec3<T> seen = to_world(six_axis_attitude(), field);
        const T sine = max(T(-1), min(T(1), -seen[2] / strength));
        judge_field(field_lowpass_(Vec<T, 2>{strength, dip_of(sine)}, field_));
        const T gain = field_gain();
        if (!(gain > T(0))) return;
        // the needle as it stands in the world that the heading makes: it should point north
        const T c = heading_.w * heading_.w - heading_.z * heading_.z, s = twice(heading_.w * heading_.z);
        const T off =
            small_angle(difference_of_products(seen[0], c, seen[1], s), sum_of_products(seen[1], c, seen[0], s));
        T sh, ch;
        small_sincos(half(gain * off), sh, ch);
        const T w = difference_of_products(heading_.w, ch, heading_.z, sh),
                z = sum_of_products(heading_.z, ch, heading_.w, sh), f = half(T(3) - sum_of_products(w, w, z, z));
        heading_ = {f * w, T(0), T(0), f * z};
    }

    POLHODE_INLINE Quaternion<T> six_axis_attitude() const { return fresh_ ? six_axis_ : upright_turn_ * integrated_; }
    POLHODE_HD Quaternion<T> attitude() const {
        const Quaternion<T> q = six_axis_attitude();
        const T w = heading_.w, z = heading_.z;
        return {difference_of_products(w, q.w, z, q.z), difference_of_products(w, q.x, z, q.y),
                sum_of_products(w, q.y, z, q.x), sum_of_products(w, q.z, z, q.w)};
    }
    POLHODE_INLINE const Vec3<T>& bias() const { return bias_; }
    POLHODE_INLINE const Vec3<T>& rate() const { return rate_; }
    POLHODE_INLINE bool at_rest() const { return still_ >= s_.rest_time; }
    POLHODE_INLINE bool disturbed() const { return disturbed_; }

 private:
    // The shortest turn that puts what is felt upright.
    POLHODE_HD void put_upright(const Vec3<T>& felt) {
        const T length = norm(felt);
        if (!(length > T(0))) return;
        const Vec3<T> up = (T(1) / length) * felt;
        const T w = sqrt(max(half(up[2] + T(1)), T(0))), over = T(0.5) / max(w, T(1e-6));
        const Quaternion<T> turn =
            w > T(1e-6) ? Quaternion<T>{w, over * up[1], -over * up[0], T(0)} : Quaternion<T>{T(0), T(1), T(0), T(0)};
        upright_turn_ = normalise_binomial(turn * upright_turn_);
        corrected_[0] = corrected_[0] + up[0];
        corrected_[1] = corrected_[1] + up[1];
        if (!begun_) since_ = 1;
        begun_ = true;
    }

    // Three readings of the bias: at rest the gyro itself; in motion what the upright correction had to undo, and a
    // faint pull to zero about the vertical, which nothing shows.
    POLHODE_HD void learn_bias() {
        const Mat3<T> now = to_matrix(six_axis_);
        Vec<T, 9> nine;
        for (int i = 0; i < 9; ++i) nine[i] = now(i / 3, i % 3);
        const Vec<T, 9> slow = rotation_lowpass_(nine, slow_upright_);
        Mat3<T> r;
        for (int i = 0; i < 9; ++i) r(i / 3, i % 3) = slow[i];
        const Vec3<T> turned = now * bias_;
        const Vec<T, 2> turned_slow = bias_lowpass_(Vec<T, 2>{turned[0], turned[1]}, slow_upright_);
        const Vec3<T> expected = r * bias_;
        Vec3<T> e{turned_slow[0] - corrected_[1] * per_second_ - expected[0],
                  turned_slow[1] + corrected_[0] * per_second_ - expected[1], -expected[2]};
        Vec3<T> noise{motion_noise_, motion_noise_, vertical_noise_};
        if (at_rest()) {
            e = gyro_slow_ - bias_;
            r = Mat3<T>::identity();
            noise = {rest_noise_, rest_noise_, rest_noise_};
        }
        for (int i = 0; i < 3; ++i)
            if (p_(i, i) < square(s_.bias_prior)) p_(i, i) = p_(i, i) + walk_;
        Vec3<T> moved;
        for (int k = 0; k < 3; ++k) {
            const Vec3<T> h = r.row(k), ph = p_ * h;
            const T reading = max(-s_.bias_limit, min(s_.bias_limit, e[k])) - dot(h, moved);
            const T over = T(1) / (dot(h, ph) + noise[k]);
            for (int i = 0; i < 3; ++i) {
                const T gain = ph[i] * over;
                moved[i] = fma(gain, reading, moved[i]);
                for (int j = 0; j < 3; ++j) p_(i, j) = fma(-gain, ph[j], p_(i, j));
            }
        }
        for (int i = 0; i < 3; ++i) bias_[i] = max(-s_.bias_limit, min(s_.bias_limit, bias_[i] + moved[i]));
    }

    // asin, from an angle near by
    POLHODE_HD T dip_of(T sine) {
        const T cosine = sqrt(max(T(0), T(1) - sine * sine));
        const T off = small_angle(difference_of_products(sine, near_cosine_, cosine, near_sine_),
                                  sum_of_products(cosine, near_cosine_, sine, near_sine_));
        const T dip = near_dip_ + off;
        if (!(abs(off) < T(0.08))) {
            near_dip_ = dip;
            near_sine_ = sine;
            near_cosine_ = cosine;
        }
        return dip;
    }

    struct Field {
        T strength{0}, dip{0};
        POLHODE_INLINE bool like(const Vec<T, 2>& o, const SmallTuning<T>& s) const {
            return abs(o[0] - strength) < s.field_strength * strength && abs(o[1] - dip) < s.field_dip;
        }
        POLHODE_INLINE void follow(const Vec<T, 2>& o, T gain) {
            strength = fma(gain, o[0] - strength, strength);
            dip = fma(gain, o[1] - dip, dip);
        }
    };

    // Is this the field we know? A field that stays while the body turns becomes the known one.
    POLHODE_HD void judge_field(const Vec<T, 2>& now) {
        if (known_.like(now, s_)) {
            undisturbed_ = undisturbed_ + dt_;
            if (undisturbed_ >= s_.undisturbed) {
                disturbed_ = false;
                known_.follow(now, reference_gain_);
            }
        } else {
            undisturbed_ = T(0);
            disturbed_ = true;
        }
        if (!candidate_.like(now, s_)) {
            candidate_ = {now[0], now[1]};
            candidate_time_ = T(0);
            return;
        }
        if (norm(gyro_slow_) >= s_.new_field_rate) candidate_time_ = candidate_time_ + dt_;
        candidate_.follow(now, reference_gain_);
        const T needed = known_.strength == T(0) ? s_.first_field : s_.new_field;
        if (disturbed_ && candidate_time_ >= needed) {
            known_ = candidate_;
            disturbed_ = false;
            undisturbed_ = s_.undisturbed;
        }
    }

    POLHODE_HD T field_gain() {
        T k = heading_gain_;
        if (disturbed_ && rejected_ <= s_.longest_rejection) {
            rejected_ = rejected_ + dt_;
            k = T(0);
        } else if (disturbed_) {
            k = k / s_.after_rejection;
        } else {
            rejected_ = max(rejected_ - s_.after_rejection * dt_, T(0));
        }
        if (first_gain_ > T(0)) {
            // 1, 1/2, 1/3 ..: the mean of the first readings
            k = max(k, first_gain_);
            first_gain_ = first_gain_ / (first_gain_ + T(1));
            if (first_gain_ * s_.heading_time < dt_) first_gain_ = T(0);
        }
        return k;
    }

    SmallTuning<T> s_;
    T dt_;
    int every_, since_ = 0;  // samples between corrections
    T per_second_;
    Butterworth<T> upright_, slow_upright_, rest_, field_;
    T heading_gain_, reference_gain_, walk_{0}, motion_noise_{0}, rest_noise_{0}, vertical_noise_{0};
    Quaternion<T> integrated_, upright_turn_, six_axis_, heading_;  // the last turns about the vertical alone
    bool begun_ = false, fresh_ = false;                            // six_axis_ is the product of the two before it
    Vec<T, 2> corrected_;                                           // what was put upright since the last correction
    T still_{0};
    T near_dip_{0}, near_sine_{0}, near_cosine_{1};  // an angle near the dip, with its sine and cosine
    Vec3<T> bias_, rate_, gyro_slow_;
    Mat3<T> p_;
    Lowpass<T, 3> gyro_lowpass_, force_lowpass_, felt_lowpass_;
    Lowpass<T, 9> rotation_lowpass_;
    Lowpass<T, 2> bias_lowpass_, field_lowpass_;
    Field known_, candidate_;
    T candidate_time_{0}, undisturbed_{0}, rejected_{0}, first_gain_{1};
    bool disturbed_ = true;
};

}  // namespace polhode::estimate
