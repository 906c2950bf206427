// Where a representation breaks down, in words: used when a run fails there.
#pragma once

#include <string>

#include "polhode/rotation/rotation.hpp"

namespace polhode {

// 0 at the singular place, about the angle to it close by.
template <class T>
T singular_distance(const EulerAngles<T>& a) {
    return abs(a.sequence.repeated() ? sin(a.B) : cos(a.B));
}
template <class T>
std::string singular_place(const EulerAngles<T>& a) {
    return a.sequence.repeated() ? "the second Euler angle is close to 0 or 180 degrees (gimbal lock)"
                                 : "the second Euler angle is close to +-90 degrees (gimbal lock)";
}
template <class T>
T singular_distance(const AxisAngle<T>& a) {
    return abs(sin(half(a.angle)));
}
template <class T>
std::string singular_place(const AxisAngle<T>&) {
    return "the rotation is close to zero or a full turn, where it has no axis";
}

}  // namespace polhode
