// The benchmark motion of TN D-5302: the body is first tilted by B0 about the world's y axis, then turns at a constant
// rate about the world's z axis. In body axes the rate is constant, yet the second angle of Euler's sequence 1-2-3
// swings between +B0 and -B0, so that B0 sets how near the motion comes to that sequence's singular place.
#pragma once

#include "../arithmetic/elementary.hpp"
#include "../rotation/quaternion.hpp"

namespace polhode::kinematics {

template <class T>
class Benchmark {
 public:
    Benchmark() = default;
    // b0 in rad, rate in rad/s (one cycle a second is 2 pi)
    POLHODE_HD Benchmark(T b0, T rate) : b0_(b0), rate_(rate), w_B_{-(rate * sin(b0)), T(0), rate * cos(b0)} {}

    POLHODE_INLINE T b0() const { return b0_; }
    POLHODE_INLINE T rate() const { return rate_; }

    // omega (-sin B0, 0, cos B0): TN D-5302 eq. 1 and 2, carried to body axes
    POLHODE_INLINE Vec3<T> operator()(T) const { return w_B_; }

    // q_NB of the exact motion (TN D-5302 eq. 9 to 11); at t = 0 its eq. 17
    POLHODE_HD Quaternion<T> attitude(T t) const {
        const T ct = cos(half(rate_ * t)), st = sin(half(rate_ * t)), cb = cos(half(b0_)), sb = sin(half(b0_));
        return {ct * cb, -(st * sb), ct * sb, st * cb};
    }

    template <class To>
    POLHODE_HD Benchmark<To> as() const {
        Benchmark<To> r;
        r.b0_ = static_cast<To>(b0_);
        r.rate_ = static_cast<To>(rate_);
        r.w_B_ = cast<To>(w_B_);
        return r;
    }

 private:
    template <class>
    friend class Benchmark;
    T b0_{0}, rate_{0};
    Vec3<T> w_B_{};
};

}  // namespace polhode::kinematics
