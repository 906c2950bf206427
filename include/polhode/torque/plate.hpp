// A flat plate in light and in thin air (Wertz 1978, sections 17.2.2 and 17.2.3): area S, outward normal n, centre at c
// from the centre of mass. With x = n.s, s the unit vector to the Sun, and pressure p,
//
//     light:  F = -p S x [ (1 - r_s) s + 2 (r_s x + r_d/3) n ]     where x > 0: the part r_s is mirrored, r_d scattered
//     air:    F = -rho C_d S (n.v) v/2                             where n.v > 0, v the velocity relative to the air
//
// The torque is c x F. Plates do not shade each other, and what turning adds to v is left out.
#pragma once

#include "../arithmetic/vec.hpp"

namespace polhode::torque {

template <class T>
struct Plate {
    T area{0};  // m^2
    Vec3<T> normal{};
    Vec3<T> centre{};         // m
    bool both_sides = false;  // the back is as the front

    // The normal of the side that looks towards d, and its part along d; none where x <= 0. `side` 1, -1: who asks
    // knows that it is the front, the back; between the times at which the plate is edge-on the force is then smooth.
    POLHODE_HD bool faces(const Vec3<T>& d, int side, Vec3<T>& n, T& x) const {
        n = normal;
        x = dot(normal, d);
        if (side > 0 || (side == 0 && x > T(0))) return true;
        if (!both_sides || !(side < 0 || x < T(0))) return false;
        n = T(-1) * normal;
        x = -x;
        return true;
    }

    // N, body axes. `mirrored`, `scattered`: r_s, r_d.
    POLHODE_HD Vec3<T> light(const Vec3<T>& sun_B, const T& pressure, const T& mirrored, const T& scattered,
                             int side = 0) const {
        Vec3<T> n;
        T x;
        if (!faces(sun_B, side, n, x)) return {T(0), T(0), T(0)};
        const T push = -(pressure * area * x);
        return push * ((T(1) - mirrored) * sun_B + (T(2) * (mirrored * x + scattered / T(3))) * n);
    }
    POLHODE_HD Vec3<T> drag(const Vec3<T>& v_B, const T& density, const T& coefficient, int side = 0) const {
        Vec3<T> n;
        T x;
        if (!faces(v_B, side, n, x)) return {T(0), T(0), T(0)};
        return (T(-0.5) * density * coefficient * area * x) * v_B;
    }
    POLHODE_HD Vec3<T> torque_of(const Vec3<T>& force) const { return cross(centre, force); }

    template <class To>
    POLHODE_HD Plate<To> as() const {
        return {static_cast<To>(area), cast<To>(normal), cast<To>(centre), both_sides};
    }
};

}  // namespace polhode::torque
