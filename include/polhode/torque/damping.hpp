// Linear damping: a torque against the rate, axis by axis. Air at low speed, a magnetic brake, a viscous bearing.
#pragma once

#include "../arithmetic/vec.hpp"

namespace polhode::torque {

template <class T>
struct Damping {
    Vec3<T> coefficients{};  // N m s/rad, for each body axis

    // -c w, the definition of linear damping
    template <class Attitude>
    POLHODE_INLINE Vec3<T> operator()(T, const Attitude&, const Vec3<T>& w_B) const {
        return {-(coefficients[0] * w_B[0]), -(coefficients[1] * w_B[1]), -(coefficients[2] * w_B[2])};
    }

    template <class To>
    POLHODE_HD Damping<To> as() const {
        return {cast<To>(coefficients)};
    }
};

}  // namespace polhode::torque
