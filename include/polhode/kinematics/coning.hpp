// Coning: the body's x axis goes round a cone of half angle a, W rad/s, while the body does not turn about that axis
// on the whole. The hardest classical input for a strapdown algorithm, because the mean of the rate's oscillating part
// is zero and the attitude still depends on it.
#pragma once

#include "../arithmetic/elementary.hpp"
#include "../rotation/quaternion.hpp"

namespace polhode::kinematics {

template <class T>
class Coning {
 public:
    Coning() = default;
    // angle a in rad, rate W in rad/s
    POLHODE_HD Coning(T angle, T rate)
        : angle_(angle), rate_(rate), axial_(T(-2) * rate * square(sin(half(angle)))), transverse_(rate * sin(angle)) {}

    POLHODE_INLINE T angle() const { return angle_; }
    POLHODE_INLINE T rate() const { return rate_; }

    // (-2 W sin^2(a/2), -W sin a sin Wt, W sin a cos Wt): the rate of attitude() below by w = 2 q* q'
    // (TN D-5302 eq. 15 with the signs of its erratum E2)
    POLHODE_INLINE Vec3<T> operator()(T t) const {
        T s, c;
        sincos(rate_ * t, s, c);
        return {axial_, -(transverse_ * s), transverse_ * c};
    }

    // q_NB of the exact motion: the rotation vector has length a and turns in the y-z plane
    POLHODE_HD Quaternion<T> attitude(T t) const {
        T s, c;
        sincos(rate_ * t, s, c);
        const T size = sin(half(angle_));
        return {cos(half(angle_)), T(0), size * c, size * s};
    }

    template <class To>
    POLHODE_HD Coning<To> as() const {
        Coning<To> r;
        r.angle_ = static_cast<To>(angle_);
        r.rate_ = static_cast<To>(rate_);
        r.axial_ = static_cast<To>(axial_);
        r.transverse_ = static_cast<To>(transverse_);
        return r;
    }

 private:
    template <class>
    friend class Coning;
    T angle_{0}, rate_{0}, axial_{0}, transverse_{0};
};

}  // namespace polhode::kinematics
