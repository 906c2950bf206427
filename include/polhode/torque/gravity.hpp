// Weight of a pivoted body. Gravity points along -z of the world; the torque is taken about the fixed point.
#pragma once

#include "frame.hpp"

namespace polhode::torque {

template <class T>
struct Gravity {
    T mass{0};         // kg, of what has weight
    Vec3<T> at{};      // m, from the fixed point to the centre of mass, in body axes
    T g = T(9.80665);  // m/s^2; the default is the standard acceleration (CGPM 1901)

    // at x m g (-z) = m g z x at, in body axes (Goldstein, Classical Mechanics, section 5.7)
    template <class Attitude>
    POLHODE_INLINE Vec3<T> operator()(T, const Attitude& attitude, const Vec3<T>&) const {
        return (mass * g) * cross(vertical_in_body(attitude), at);
    }

    // m g times the height of the centre of mass above the fixed point, J
    template <class Attitude>
    POLHODE_INLINE T potential(const Attitude& attitude) const {
        return (mass * g) * dot(vertical_in_body(attitude), at);
    }

    template <class To>
    POLHODE_HD Gravity<To> as() const {
        return {static_cast<To>(mass), cast<To>(at), static_cast<To>(g)};
    }
};

}  // namespace polhode::torque
