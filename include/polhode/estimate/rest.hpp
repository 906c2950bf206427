// Is the body at rest? Spread of gyro and accelerometer over the last half second, held for a second. Sums of whole
// blocks are kept, not samples: the memory does not grow with the sampling rate.
#pragma once

#include "block.hpp"

namespace polhode::estimate {

template <class T>
class RestWatch {
 public:
    POLHODE_HD void add(const Sample<T>& s) {
        if (!has_centre_) {
            gyro_centre_ = s.gyro;
            force_centre_ = s.accelerometer;
            has_centre_ = s.has_accelerometer;
        }
        now_.length = now_.length + s.dt;
        now_.gyro.add(s.gyro - gyro_centre_);
        if (s.has_accelerometer) now_.force.add(s.accelerometer - force_centre_);
    }

    // At the end of a block: whether the body has been still long enough.
    POLHODE_HD bool close_block(const Tuning<T>& t) {
        newest_ = (newest_ + 1) % kept;
        part_[newest_] = now_;
        if (held_ < kept) ++held_;
        now_ = Part{};
        Part all;
        for (int k = 0, i = newest_; k < held_ && all.length < T(0.97) * t.rest_window; ++k, i = (i + kept - 1) % kept)
            all.take(part_[i]);
        const bool still = all.length >= T(0.97) * t.rest_window && all.force.count > T(1) && all.gyro.count > T(1) &&
                           all.gyro.spread_square() < square(t.rest_rate_spread) &&
                           all.force.spread_square() < square(t.rest_force_spread) && slow(all.gyro, t.rest_rate);
        still_for_ = still ? still_for_ + part_[newest_].length : T(0);
        return still && still_for_ >= t.rest_hold;
    }

 private:
    struct Sums {
        T count{0};
        Vec3<T> sum, squares;
        POLHODE_INLINE void add(const Vec3<T>& x) {
            count = count + T(1);
            for (int i = 0; i < 3; ++i) {
                sum[i] = sum[i] + x[i];
                squares[i] = fma(x[i], x[i], squares[i]);
            }
        }
        POLHODE_INLINE void take(const Sums& o) {
            count = count + o.count;
            sum = sum + o.sum;
            squares = squares + o.squares;
        }
        // the three variances added
        POLHODE_INLINE T spread_square() const {
            T s{0};
            for (int i = 0; i < 3; ++i) s = s + squares[i] / count - square(sum[i] / count);
            return s;
        }
    };
    struct Part {
        T length{0};
        Sums gyro, force;
        POLHODE_INLINE void take(const Part& o) {
            length = length + o.length;
            gyro.take(o.gyro);
            force.take(o.force);
        }
    };
    POLHODE_INLINE bool slow(const Sums& gyro, T limit) const {
        for (int i = 0; i < 3; ++i)
            if (!(abs(gyro.sum[i] / gyro.count + gyro_centre_[i]) < limit)) return false;
        return true;
    }

    static constexpr int kept = 16;
    Part part_[kept], now_;
    int newest_ = 0, held_ = 0;
    T still_for_{0};
    Vec3<T> gyro_centre_, force_centre_;
    bool has_centre_ = false;
};

}  // namespace polhode::estimate
