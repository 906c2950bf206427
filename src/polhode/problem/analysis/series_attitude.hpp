// Attitude for torques over power series: the world axes seen in the body do the turning.
#pragma once

#include "polhode/arithmetic/series.hpp"
#include "polhode/rotation/quaternion.hpp"

namespace polhode {

template <class T>
struct SeriesAttitude {
    using scalar = Series<T>;
    Vec3<Series<T>> axis[3];
    Quaternion<Series<T>> q;
    friend Vec3<Series<T>> to_body(const SeriesAttitude& a, const Vec3<Series<T>>& v_N) {
        return v_N[0] * a.axis[0] + v_N[1] * a.axis[1] + v_N[2] * a.axis[2];
    }
    friend Vec3<Series<T>> to_world(const SeriesAttitude& a, const Vec3<Series<T>>& v_B) {
        return {dot(a.axis[0], v_B), dot(a.axis[1], v_B), dot(a.axis[2], v_B)};
    }
    friend Quaternion<Series<T>> to_quaternion(const SeriesAttitude& a) { return a.q; }
};

}  // namespace polhode
