// Ganapathi's pair of rockets: at the top and the bottom of a body, equal and opposite, with a force proportional to
// the sine of the tilt. No net force, and the torque k z x x3 (z: of the world, x3: of the body), the same law as
// weight on a top with m g l = k. It is horizontal, so that the vertical momentum stays (Ganapathi 2005, erratum 8).
#pragma once

#include "frame.hpp"

namespace polhode::torque {

template <class T>
struct Rockets {
    T k{0};  // N m

    // k z x x3 in body axes (Ganapathi 2005, section 7, "rocket" example)
    template <class Attitude>
    POLHODE_INLINE Vec3<T> operator()(T, const Attitude& attitude, const Vec3<T>&) const {
        const Vec3<T> z_B = vertical_in_body(attitude);
        return {k * z_B[1], -(k * z_B[0]), T(0)};
    }

    // k cos(tilt), J
    template <class Attitude>
    POLHODE_INLINE T potential(const Attitude& attitude) const {
        return k * vertical_in_body(attitude)[2];
    }

    template <class To>
    POLHODE_HD Rockets<To> as() const {
        return {static_cast<To>(k)};
    }
};

}  // namespace polhode::torque
