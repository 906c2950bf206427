// The gravity gradient of gravity_gradient.hpp at the true distance and direction of a body on an ellipse:
//
//     torque = 3 n^2 (a/r)^3 o x I o,   o the unit vector to the planet in body axes
//                                                        (Hughes, Spacecraft Attitude Dynamics, section 8.1)
//
// It changes with time, so that there is no potential.
#pragma once

#include "../orbit/kepler.hpp"
#include "frame.hpp"

namespace polhode::torque {

template <class T>
struct OrbitGradient {
    Mat3<T> inertia{};  // kg m^2, about the centre of mass, in body axes
    orbit::Kepler<T> path{};

    template <class Attitude>
    Vec3<T> operator()(T t, const Attitude& attitude, const Vec3<T>&) const {
        const auto place = path.at(t);
        const Vec3<T> o_B = to_body(attitude, place.outward);
        const T n = path.elements().mean_motion / place.distance;
        return (T(3) * n * n / place.distance) * cross(o_B, inertia * o_B);
    }

    template <class To>
    OrbitGradient<To> as() const {
        return {cast<To>(inertia), path.template as<To>()};
    }
};

}  // namespace polhode::torque
