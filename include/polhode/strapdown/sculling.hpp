// From increments of gyro (D) and accelerometer (V) to the change of velocity of a sample, in the attitude at its
// start: V + D x V/2 + D x (D x V)/6 + S, where S is what turning and pushing in step make of each other (sculling;
// Savage 1998). S is of the third order in the step, and so is the term before it: in anything but small angles about
// one axis neither helps without the other.
#pragma once

#include "../arithmetic/vec.hpp"

namespace polhode::strapdown {

// S from the sample before: (D[-1] x V + V[-1] x D)/12
template <class T>
POLHODE_INLINE Vec3<T> causal_sculling(const Vec3<T>& d_before, const Vec3<T>& v_before, const Vec3<T>& d,
                                       const Vec3<T>& v) {
    return T(1. / 12) * (cross(d_before, v) + cross(v_before, d));
}

// S from both neighbours: (D x (V[+1] - V[-1]) - (D[+1] - D[-1]) x V)/24
template <class T>
POLHODE_INLINE Vec3<T> centred_sculling(const Vec3<T>& d_before, const Vec3<T>& v_before, const Vec3<T>& d,
                                        const Vec3<T>& v, const Vec3<T>& d_after, const Vec3<T>& v_after) {
    return T(1. / 24) * (cross(d, v_after - v_before) - cross(d_after - d_before, v));
}

// V + D x V/2 + D x (D x V)/6 + S: wrong by the fourth order in the step
template <class T>
POLHODE_INLINE Vec3<T> velocity_change(const Vec3<T>& d, const Vec3<T>& v, const Vec3<T>& sculling) {
    const Vec3<T> turned = cross(d, v);
    return madd(T(1. / 6), cross(d, turned), madd(T(0.5), turned, v + sculling));
}

}  // namespace polhode::strapdown
