// A torque that does not change, in body axes or in world axes.
#pragma once

#include "frame.hpp"

namespace polhode::torque {

template <class T>
struct Constant {
    Vec3<T> value{};  // N m
    Frame frame = Frame::body;

    template <class Attitude>
    POLHODE_INLINE Vec3<T> operator()(T, const Attitude& attitude, const Vec3<T>&) const {
        return in_body_axes(frame, attitude, value);
    }

    template <class To>
    POLHODE_HD Constant<To> as() const {
        return {cast<To>(value), frame};
    }
};

}  // namespace polhode::torque
