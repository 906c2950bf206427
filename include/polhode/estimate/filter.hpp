// The online estimator: attitude from gyro, accelerometer and magnetometer as they come, with its covariance. One
// object of fixed size, no heap, no exceptions, float or double.
//
//     estimate::Filter<double> filter;
//     filter.predict(gyro, dt);          // rad/s, s: the mean rate of the time that ends now
//     filter.accelerometer(force);       // m/s^2, where there is a reading
//     filter.magnetometer(field);        // any unit, where there is a reading
//     filter.step();                     // the row is complete
//     filter.attitude();                 // q_NB, East, North, Up
#pragma once

#include "iron_watch.hpp"
#include "rest.hpp"
#include "scatter.hpp"

namespace polhode::estimate {

// Before the filter can begin: the mean of what is felt over the first moments, turned along with the gyro.
template <class T>
class Start {
 public:
    POLHODE_HD void add(const Sample<T>& s) {
        const Quaternion<T> back = conjugate(exp_rotation(s.dt * s.gyro));
        force_ = to_world(back, force_);
        field_ = to_world(back, field_);
        if (s.has_accelerometer) {
            force_ = force_ + s.accelerometer;
            ++forces_;
        }
        if (s.has_magnetometer) {
            field_ = field_ + s.magnetometer;
            ++fields_;
        }
        length_ = length_ + s.dt;
    }
    POLHODE_INLINE T length() const { return length_; }
    POLHODE_INLINE bool has_field() const { return fields_ > 0; }
    POLHODE_INLINE bool has_force() const { return forces_ > 0; }
    POLHODE_INLINE Vec3<T> force() const { return force_ / T(forces_ > 0 ? forces_ : 1); }
    POLHODE_INLINE Vec3<T> field() const { return field_ / T(fields_ > 0 ? fields_ : 1); }

 private:
    Vec3<T> force_, field_;
    int forces_ = 0, fields_ = 0;
    T length_{0};
};

// The state a log begins with, given the mean of what was felt; `scale` is what readings of the field are multiplied
// by. False: nothing was felt that has a direction.
template <class T>
POLHODE_HD inline bool begin_at(const Vec3<T>& force, bool has_field, const Vec3<T>& field, Navigation<T>& x,
                                T& scale) {
    x = Navigation<T>{};
    const T strength = norm(field);
    scale = has_field && strength > T(0) ? T(reference_strength) / strength : T(1);
    if (has_field && align(force, field, x.attitude)) {
        const Vec3<T> seen = to_world(x.attitude, scale * field);
        x.field_north = seen[1];
        x.field_up = seen[2];
        return true;
    }
    // no compass: any heading will do, and the field is what it would be half way to the pole
    x.field_north = T(0.5 * reference_strength);
    x.field_up = T(-0.866 * reference_strength);
    return align_upright(force, x.attitude);
}

template <class T>
class Filter {
 public:
    Filter() = default;
    POLHODE_HD explicit Filter(const Tuning<T>& tuning) : tuning_(tuning) {}

    POLHODE_INLINE void predict(const Vec3<T>& gyro, T dt) {
        row_ = Sample<T>{};
        row_.gyro = gyro;
        row_.dt = dt;
        row_.has_accelerometer = row_.has_magnetometer = false;
    }
    POLHODE_INLINE void accelerometer(const Vec3<T>& force) {
        row_.accelerometer = force;
        row_.has_accelerometer = true;
    }
    POLHODE_INLINE void magnetometer(const Vec3<T>& field) {
        row_.magnetometer = field;
        row_.has_magnetometer = true;
    }
    POLHODE_INLINE void step() { step(row_); }

    POLHODE_HD void step(const Sample<T>& given) {
        if (!started_) return begin(given);
        Sample<T> s = given;
        s.magnetometer = scale_ * s.magnetometer;
        carrier_.add(s, tuning_.gyro_range);
        rest_watch_.add(s);
        corrected_ = carrier_.block.length >= tuning_.block - half(s.dt);
        if (corrected_) correct();
    }

    // Begins at a known state in place of finding one.
    POLHODE_HD void begin(const Navigation<T>& x, T field_scale) {
        carrier_.state = x;
        scale_ = field_scale;
        covariance_.start(tuning_);
        started_ = true;
        state_variances();
    }
    POLHODE_HD void begin(const Navigation<T>& x, T field_scale, const Covariance<T>& covariance, bool iron_known) {
        begin(x, field_scale);
        covariance_ = covariance;
        iron_watch_.known = iron_known;
        state_variances();
    }

    // Where the gyro clips, rad/s, as soon as it is known; 0: nowhere.
    POLHODE_INLINE void gyro_range(T range) { tuning_.gyro_range = range; }

    POLHODE_INLINE bool started() const { return started_; }
    // Whether the last row closed a block, and the state was corrected.
    POLHODE_INLINE bool corrected() const { return corrected_; }
    POLHODE_INLINE const Quaternion<T>& attitude() const { return carrier_.state.attitude; }
    POLHODE_INLINE Vec3<T> rate() const { return carrier_.rate(); }
    POLHODE_INLINE const Navigation<T>& state() const { return carrier_.state; }
    POLHODE_INLINE const Covariance<T>& covariance() const { return covariance_; }
    // As the covariance says, by the factors that the log has shown, and what late sensors may miss (scatter.hpp).
    POLHODE_INLINE T heading_deviation() const { return sqrt(max(heading_variance_, T(0)) + late_turn().heading); }
    POLHODE_INLINE T tilt_deviation() const { return sqrt(max(tilt_variance_, T(0)) + late_turn().tilt); }
    POLHODE_INLINE const Scatter<T>& scatter() const { return scatter_; }
    // By how much the variance of the hard iron was too small when it began, as it turned out.
    POLHODE_INLINE T iron_widened() const { return iron_widened_; }
    // Whether a hard iron that does not fit is one that has changed.
    POLHODE_INLINE bool iron_known() const { return iron_watch_.known; }
    POLHODE_INLINE T field_weight() const { return evidence_.weight; }
    POLHODE_INLINE bool at_rest() const { return evidence_.rest; }
    // What readings of the field are multiplied by inside.
    POLHODE_INLINE T field_scale() const { return scale_; }
    POLHODE_INLINE const Tuning<T>& tuning() const { return tuning_; }

 private:
    POLHODE_HD void begin(const Sample<T>& s) {
        start_.add(s);
        rest_watch_.add(s);
        evidence_.weight = T(0);
        Navigation<T> x;
        if (!begin_at(start_.force(), start_.has_field(), start_.field(), x, scale_)) return;
        carrier_.state = x;
        covariance_.start(tuning_);
        state_variances();
        started_ = start_.length() >= tuning_.start_time - half(s.dt);
    }

    POLHODE_HD void correct() {
        const Block<T>& b = carrier_.block;
        evidence_.rest = rest_watch_.close_block(tuning_);
        const Transition<T> f = Transition<T>::of(b, tuning_, evidence_.rest);
        covariance_.carry(f, block_noise(b, tuning_, f.disturbance_kept));
        carrier_.state.disturbance = f.disturbance_kept * carrier_.state.disturbance;
        // rms of the motion over about a second
        const T share = min(T(1), b.length);
        evidence_.motion_square = fma(share, b.motion_square() - evidence_.motion_square, evidence_.motion_square);
        FieldSeen<T> seen;
        if (b.fields > 0) {
            seen = FieldSeen<T>::of(b);
            if (tuning_.iron_least > T(0)) watch_iron(seen, b.length);
            weigh(seen.y, b.length);
        }
        Error<T> e;
        for_each_reading(b, carrier_.state, seen, evidence_, tuning_, [&](const Reading<T>& r) {
            Error<T> gain;
            const T variance = take(r, e, gain);
            scatter_.reading(gain, variance);
        });
        scatter_.close_block(e, b.length, evidence_.rest, b.fields > 0);
        move(e);
        carrier_.clear();
        state_variances();
    }

    // Another iron than believed: the belief is reopened, back to the beginning where it never was the right one, and
    // told what was found. `seen` is then as seen with it.
    POLHODE_HD void watch_iron(FieldSeen<T>& seen, T length) {
        if (evidence_.rest) return iron_watch_.restart();
        const Vec3<T> before = carrier_.state.hard_iron;
        iron_watch_.add(seen, before, length, tuning_.iron_window);
        if (!iron_watch_.doubts(before, tuning_.iron_least) || (iron_watch_.known && !tuning_.iron_jumps)) return;
        const Vec3<T> off = iron_watch_.off();
        const T more = dot(off, off), prior = square(tuning_.hard_iron_prior);
        if (iron_watch_.known || !(prior > T(0))) {
            for (int i = at::hard_iron; i < at::hard_iron + 3; ++i) covariance_(i, i) = covariance_(i, i) + more;
        } else {
            covariance_.widen_iron(prior, more);
            iron_widened_ = more;
        }
        Error<T> e;
        for (int i = 0; i < 3; ++i) {
            Reading<T> r;
            r.add(at::hard_iron + i, T(1));
            r.value = off[i];
            r.variance = iron_watch_.variance(i, length);
            Error<T> gain;
            take(r, e, gain);
        }
        if (!iron_watch_.known) turn_all_the_way(e);
        move(e);
        seen.y = seen.y - seen.rotation * (carrier_.state.hard_iron - before);
        seen = seen.turned(exp_rotation(part(e, at::attitude)));
        iron_watch_.known = true;
        held_for_ = T(0);
    }

    // North was where the first field pointed, iron and all. The share of the iron in it is a vector, not an angle:
    // what is left of it after a large correction points by the arctangent.
    POLHODE_HD void turn_all_the_way(Error<T>& e) const {
        const T north = carrier_.state.field_north, east = north * e[at::attitude + 2],
                left = north + e[at::field_north];
        e[at::attitude + 2] = atan2(east, left);
        e[at::field_north] = norm(Vec3<T>{east, left, T(0)}) - north;
    }

    // The variance of its innovation.
    POLHODE_HD T take(const Reading<T>& r, Error<T>& e, Error<T>& gain) {
        const T innovation = r.value - r.of(e), variance = covariance_.sharpen(r, gain);
        for (int i = 0; i < at::count; ++i) e[i] = fma(gain[i], innovation, e[i]);
        return variance;
    }
    POLHODE_HD void move(const Error<T>& e) {
        carrier_.state = moved(carrier_.state, e);
        covariance_.follow(part(e, at::velocity), part(e, at::position));
    }

    POLHODE_HD void state_variances() {
        const Covariance<T>& p = covariance_;
        constexpr int heading = at::attitude + 2;
        IronShare<T> share{square(tuning_.hard_iron_prior), carrier_.state.hard_iron, {}};
        Vec3<T> with_iron;
        for (int i = 0; i < 3; ++i) {
            share.variance[i] = p(at::hard_iron + i, at::hard_iron + i);
            with_iron[i] = p(heading, at::hard_iron + i);
        }
        heading_variance_ = share.stated(p(heading, heading), with_iron, scatter_.heading_factor());
        tilt_variance_ = scatter_.tilt_factor() * half(p(0, 0) + p(1, 1));
    }

    POLHODE_INLINE LateTurn<T> late_turn() const { return {to_world(attitude(), rate()), tuning_.lateness}; }

    POLHODE_HD void weigh(const Vec3<T>& y, T length) {
        evidence_.weight = T(1);
        if (!(tuning_.gate > T(0))) return;
        evidence_.weight = gate_weight(gate_square(y, carrier_.state, tuning_.gate));
        if (evidence_.weight < T(0.25)) held_for_ = tuning_.gate_hold;
        if (held_for_ > T(0)) {
            evidence_.weight = min(evidence_.weight, T(0.01));
            held_for_ = held_for_ - length;
        }
    }

    Tuning<T> tuning_;
    BlockCarrier<T> carrier_;
    Covariance<T> covariance_;
    RestWatch<T> rest_watch_;
    Start<T> start_;
    IronWatch<T> iron_watch_;
    Evidence<T> evidence_;
    Scatter<T> scatter_;
    Sample<T> row_;
    T scale_{1}, held_for_{0}, iron_widened_{0}, heading_variance_{0}, tilt_variance_{0};
    bool started_ = false, corrected_ = false;
};

}  // namespace polhode::estimate
