// Euler's equations: how the rate of a rigid body with one fixed point (or about its centre of mass) changes,
//
//     I w' = (I w) x w + torque          Ganapathi 2005 eq. 5, 6 and section 7; GyroSoft 2015 eq. 17, 18
//
// with everything in body axes: w_B is the rate of the body in the world, torque_B the torque about the fixed point at
// that instant. GyroSoft's third line has a wrong sign (its erratum 1); it reads Gz = Iz wz' + (Iy - Ix) wx wy.
// `Inertia` is PrincipalInertia or TensorInertia, or any type with their members.
#pragma once

#include "../body/inertia.hpp"
#include "../rotation/quaternion.hpp"

namespace polhode {

// w' of the free body, rad/s^2
template <class Inertia, class T>
POLHODE_INLINE Vec3<T> angular_acceleration(const Inertia& inertia, const Vec3<T>& w_B) {
    return inertia.acceleration(w_B);
}
// w' under a torque
template <class Inertia, class T>
POLHODE_INLINE Vec3<T> angular_acceleration(const Inertia& inertia, const Vec3<T>& w_B, const Vec3<T>& torque_B) {
    return inertia.acceleration(w_B, torque_B);
}

// Ganapathi 2005 eq. 3: l = I w, here in world axes, where the torque law dl/dt = torque holds (eq. 4).
template <class Inertia, class Attitude, class T>
POLHODE_INLINE Vec3<T> angular_momentum_in_world(const Inertia& inertia, const Attitude& attitude_NB,
                                                 const Vec3<T>& w_B) {
    return to_world(attitude_NB, inertia.times(w_B));
}

// w.Iw/2, J
template <class Inertia, class T>
POLHODE_INLINE T kinetic_energy(const Inertia& inertia, const Vec3<T>& w_B) {
    return inertia.energy(w_B);
}

}  // namespace polhode
