// What is left of a planet's attraction on a body in orbit, about its centre of mass: the near side is pulled more
// than the far side. With g the unit vector towards the planet in body axes and n the orbit rate of a circular orbit
//
//     torque = 3 n^2 g x I g        potential = (3/2) n^2 g . I g        (Hughes, Spacecraft Attitude Dynamics, 8.1)
//
// The potential is lowest when the axis of the smallest moment points to the planet, which is the stable attitude. The
// part that does not depend on the attitude, -(n^2/2) tr I, is left out.
//
// The direction to the planet stands still in the world, or turns about `normal` at the orbit rate (the body goes round
// the planet). A turning direction does work on the body: then there is no potential, and it is given as 0.
#pragma once

#include "../arithmetic/elementary.hpp"
#include "frame.hpp"

namespace polhode::torque {

template <class T>
struct GravityGradient {
    Mat3<T> inertia{};                   // kg m^2, about the centre of mass, in body axes
    T orbit_rate{0};                     // n, rad/s
    Vec3<T> towards{T(0), T(0), T(-1)};  // unit vector to the planet at t = 0, world axes
    bool turning = false;                // does the direction go round?
    Vec3<T> normal{T(0), T(0), T(0)};    // unit normal of the orbit, world axes, at a right angle to `towards`

    template <class Attitude>
    POLHODE_INLINE Vec3<T> operator()(T t, const Attitude& attitude, const Vec3<T>&) const {
        const Vec3<T> g_B = to_body(attitude, direction(t));
        return (T(3) * orbit_rate * orbit_rate) * cross(g_B, inertia * g_B);
    }

    template <class Attitude>
    POLHODE_INLINE T potential(const Attitude& attitude) const {
        if (turning) return T(0);
        const Vec3<T> g_B = to_body(attitude, towards);
        return (T(1.5) * orbit_rate * orbit_rate) * dot(g_B, inertia * g_B);
    }

    // Unit vector from the body to the planet at time t, world axes.
    POLHODE_INLINE Vec3<T> direction(T t) const {
        if (!turning) return towards;
        T s, c;
        sincos(orbit_rate * t, s, c);
        return madd(c, towards, s * cross(normal, towards));
    }

    template <class To>
    POLHODE_HD GravityGradient<To> as() const {
        return {cast<To>(inertia), static_cast<To>(orbit_rate), cast<To>(towards), turning, cast<To>(normal)};
    }
};

}  // namespace polhode::torque
