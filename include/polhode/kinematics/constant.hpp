// A body rate that does not change.
#pragma once

#include "../arithmetic/vec.hpp"

namespace polhode::kinematics {

template <class T>
struct Constant {
    Vec3<T> value{};  // w_NB_B, rad/s

    POLHODE_INLINE Vec3<T> operator()(T) const { return value; }

    template <class To>
    POLHODE_HD Constant<To> as() const {
        return {cast<To>(value)};
    }
};

}  // namespace polhode::kinematics
