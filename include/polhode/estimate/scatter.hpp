// Is the covariance right for this log? Where it is, the corrections of a state over some seconds add up to a sum of
// variance sum K S K^T, because innovations are white (Mehra, IEEE TAC 15 (1970) 175). What they really add up to tells
// by what factor a variance is to be multiplied; gains and attitudes stay as they are. Errors that last are seen in
// long batches only, and single corrections say next to nothing (batch means; Schmeiser, Operations Research 30 (1982)
// 556).
//
// The belief before a log was seen counts as some numbers seen before, each as large as expected (an inverse gamma
// prior of mean 1), so that a short log stays careful.
#pragma once

#include "covariance.hpp"

namespace polhode::estimate {

template <class T>
class Scatter {
 public:
    // A reading of the block was used: with its gain and the variance of its innovation.
    POLHODE_INLINE void reading(const Error<T>& gain, T variance) {
        for (int i = 0; i < 3; ++i) {
            block_[i] = fma(variance * gain[at::attitude + i], gain[at::attitude + i], block_[i]);
            block_[3 + i] = fma(variance * gain[at::disturbance + i], gain[at::disturbance + i], block_[3 + i]);
        }
    }

    // The block is over; e: all its corrections. A body at rest says nothing of errors in motion, and the heading has
    // nothing to be judged by where no field was read.
    POLHODE_HD void close_block(const Error<T>& e, T length, bool rest, bool field) {
        if (!rest) {
            for (int i = 0; i < 2; ++i) tilt_[i].add(e[at::attitude + i], block_[i]);
            tilt_length_ = tilt_length_ + length;
            if (tilt_length_ >= T(batch)) close_tilt();
        }
        if (!rest && field) {
            Batch& now = batches_[held_];
            now.part[0].add(e[at::attitude + 2], block_[2]);
            for (int i = 0; i < 3; ++i) now.part[1 + i].add(e[at::disturbance + i], block_[3 + i]);
            heading_length_ = heading_length_ + length;
            if (heading_length_ >= batch_length_) close_heading();
        }
        for (T& x : block_) x = T(0);
    }

    // What the variances of tilt and of heading are to be multiplied by.
    POLHODE_INLINE T tilt_factor() const { return tilt_factor_; }
    POLHODE_INLINE T heading_factor() const { return heading_factor_; }

 private:
    static constexpr int batch = 5;        // s; of the heading at first
    static constexpr int most = 8;         // batches of the heading; then two become one of twice the length
    static constexpr int remembered = 48;  // numbers of the tilt: the last two minutes
    // So many numbers the belief is worth: what a place does to the heading differs more than what sensors do to the
    // tilt.
    static constexpr int belief = 2, tilt_belief = 6;

    struct Part {
        T shift{0}, expected{0};
        POLHODE_INLINE void add(T by, T variance) {
            shift = shift + by;
            expected = expected + variance;
        }
    };
    struct Batch {
        Part part[4];  // heading, disturbance
    };
    // Squares over what is expected of them, and how many.
    struct Ratio {
        T sum{0}, count{0};
        POLHODE_INLINE void add(const Part& p) {
            if (!(p.expected > T(1e-20))) return;
            sum = fma(p.shift, p.shift / p.expected, sum);
            count = count + T(1);
        }
        POLHODE_INLINE T factor(int believed) const { return (T(believed) + sum) / (T(believed) + count); }
    };

    POLHODE_HD void close_tilt() {
        for (Part& p : tilt_) {
            all_tilt_.add(p);
            p = Part{};
        }
        if (all_tilt_.count > T(remembered)) {
            all_tilt_.sum = all_tilt_.sum * (T(remembered) / all_tilt_.count);
            all_tilt_.count = T(remembered);
        }
        tilt_factor_ = all_tilt_.factor(tilt_belief);
        tilt_length_ = T(0);
    }

    // The factor is that of the length of batches at which the log looks worst: nobody knows how long an error of the
    // field lasts.
    POLHODE_HD void close_heading() {
        ++held_;
        heading_length_ = T(0);
        heading_factor_ = T(0);
        for (int joined = 1; joined <= held_; joined *= 2) heading_factor_ = max(heading_factor_, factor_of(joined));
        if (held_ == most) {
            for (int k = 0; k < most / 2; ++k) {
                batches_[k] = batches_[2 * k];
                for (int i = 0; i < 4; ++i) {
                    const Part& next = batches_[2 * k + 1].part[i];
                    batches_[k].part[i].add(next.shift, next.expected);
                }
            }
            held_ = most / 2;
            batch_length_ = twice(batch_length_);
        }
        batches_[held_] = Batch{};
    }
    // Of so many neighbours joined to one batch, the newest whole.
    POLHODE_HD T factor_of(int joined) const {
        Ratio all;
        for (int end = held_; end >= joined; end -= joined)
            for (int i = 0; i < 4; ++i) {
                Part p;
                for (int k = end - joined; k < end; ++k) p.add(batches_[k].part[i].shift, batches_[k].part[i].expected);
                all.add(p);
            }
        return all.factor(belief);
    }

    T block_[6]{};  // what is expected of this block: attitude, disturbance
    Part tilt_[2];
    Ratio all_tilt_;
    Batch batches_[most];
    int held_ = 0;
    T tilt_length_{0}, heading_length_{0}, batch_length_{batch};
    T tilt_factor_{1}, heading_factor_{1};
};

// The hard iron of the sensor, as far as it is in the heading: before the body has turned, a compass cannot tell it
// from the field, and its share of the heading's variance is not for the field's scatter to judge. The share is exact,
// with an error of the heading that is a linear in the iron: A = cov(heading, iron)/prior^2, because errors of an
// optimal estimate do not hang on what it says. How large the iron is in fact, the log tells as far as it has found it.
template <class T>
struct IronShare {
    T prior_square{0};
    Vec3<T> iron, variance;  // as estimated

    // total: the variance of the heading; with_iron: its covariance with the hard iron; factor: of the rest.
    POLHODE_HD T stated(T total, const Vec3<T>& with_iron, T factor) const {
        if (!(prior_square > T(0))) return factor * total;
        const T share = min(dot(with_iron, with_iron) / prior_square, total);
        const T found = T(3) - (variance[0] + variance[1] + variance[2]) / prior_square;
        const T own = (T(3) + dot(iron, iron) / prior_square) / (T(3) + max(found, T(0)));
        return fma(own, share, factor * (total - share));
    }
};

// Sensors that are late by an unknown time show an attitude that is past: the body has turned on meanwhile. No reading
// tells it. Variances to be added, rad^2; rate in the world.
template <class T>
struct LateTurn {
    T heading, tilt;
    POLHODE_INLINE LateTurn(const Vec3<T>& rate, T lateness)
        : heading(square(lateness * rate[2])), tilt(half(square(lateness * rate[0]) + square(lateness * rate[1]))) {}
};

}  // namespace polhode::estimate
