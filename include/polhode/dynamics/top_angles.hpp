// The heavy symmetric top in Euler angles z-x-z: R_NB = Rz(phi) Rx(theta) Rz(psi), symmetry axis and weight on body z.
// GyroSoft 2015 method B (after Hasbun); Goldstein, Classical Mechanics, section 5.7.
//
//     state (phi, phidot, theta, thetadot, psi), the spin w3 = psidot + phidot cos(theta) is a constant of the motion
//
// Singular at theta = 0 and pi, where phi and psi turn about one axis: the equations divide by sin(theta).
#pragma once

#include "../arithmetic/elementary.hpp"
#include "../arithmetic/vec.hpp"

namespace polhode {

template <class T>
struct TopAngles {
    using State = Vec<T, 5>;
    T I1, I3, Mgl;  // kg m^2 across and about the axis; N m
    T spin;         // the constant that stands for w3, rad/s

    POLHODE_HD State operator()(T, const State& y) const {
        const T phidot = y[1], thetadot = y[3];
        T s, c;
        sincos(y[2], s, c);
        const T L3 = I3 * spin;
        const T phidd = fma(T(-2) * I1 * phidot, c, L3) * thetadot / (I1 * s);
        const T thetadd = fma(-L3, phidot, fma(I1 * phidot * phidot, c, Mgl)) * s / I1;
        return {phidot, phidd, thetadot, thetadd, fma(-phidot, c, spin)};
    }

    // GyroSoft eq. 23-25: rates of the angles from body rates, and back (without w_z, which is the constant)
    POLHODE_HD static State state(const Vec3<T>& angles, const Vec3<T>& w_B) {
        T s, c, st, ct;
        sincos(angles[2], s, c);
        sincos(angles[1], st, ct);
        return {angles[0], fma(w_B[0], s, w_B[1] * c) / st, angles[1], fma(w_B[0], c, -(w_B[1] * s)), angles[2]};
    }
    POLHODE_HD static Vec3<T> angles(const State& y) { return {y[0], y[2], y[4]}; }
    POLHODE_HD static Vec3<T> transverse_rate(const State& y) {
        T s, c, st, ct;
        sincos(y[4], s, c);
        sincos(y[2], st, ct);
        const T across = y[1] * st;
        return {fma(across, s, y[3] * c), fma(across, c, -(y[3] * s)), T(0)};
    }
};

}  // namespace polhode
