// Laws every torque of the core keeps, whatever the attitude is held in.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "polhode/rotation/dcm.hpp"
#include "polhode/rotation/euler_angles.hpp"
#include "polhode/rotation/quaternion.hpp"
#include "polhode/torque/torque.hpp"

namespace polhode::laws {

inline double component() { return *rc::gen::inRange(-1000, 1001) / 1000.0; }
inline Vec3<double> vector() { return {component(), component(), component()}; }
inline Quaternion<double> unit_quaternion() {
    const Quaternion<double> q{component(), component(), component(), component()};
    return norm_squared(q) > 1e-3 ? normalise(q) : Quaternion<double>{};
}

template <class R>
R attitude_as(R like, const Quaternion<double>& q) {
    assign_quaternion(like, q);
    return like;
}
// zxz is far from its lock only for B away from 0 and 180 deg, which plays no part here: nothing is differentiated.
inline EulerAngles<double> zxz() { return {0, 0, 0, euler_sequence("zxz")}; }

inline double largest_difference(const Vec3<double>& a, const Vec3<double>& b) {
    return max(max(abs(a[0] - b[0]), abs(a[1] - b[1])), abs(a[2] - b[2]));
}

// The same torque from quaternion, matrix and angles. `size` bounds the torque; 64 roundings of it are allowed: angles
// go through two sines, a matrix product and back.
template <class Torque>
void same_in_all_representations(const Torque& torque, double t, const Quaternion<double>& q, const Vec3<double>& w,
                                 double size) {
    const double tolerance = 64 * 2.2e-16 * size;
    const Vec3<double> expected = torque(t, q, w);
    RC_ASSERT(largest_difference(torque(t, attitude_as(Dcm<double>{}, q), w), expected) <= tolerance);
    RC_ASSERT(largest_difference(torque(t, attitude_as(zxz(), q), w), expected) <= tolerance);
}

// Power: turning about body axis i changes the potential by -torque_i. Central differences with h = 1e-5 leave
// h^2/6 of the third derivative (up to 8 times the size for a potential of second degree) and 2.2e-16/h of rounding.
template <class Torque>
void potential_gives_torque(const Torque& torque, const Quaternion<double>& q, double size) {
    const double h = 1e-5;
    const Vec3<double> expected = torque(0.0, q, Vec3<double>{});
    for (int i = 0; i < 3; ++i) {
        Vec<double, 4> turn{};
        turn[0] = cos(h / 2);
        turn[1 + i] = sin(h / 2);
        const Quaternion<double> p = q.with(turn);
        const double slope = (torque.potential(q * p) - torque.potential(q * conjugate(p))) / (2 * h);
        RC_ASSERT(abs(slope + expected[i]) <= 1e-9 * size);
    }
}

// Cast to float and back the numbers are those of double to float's rounding.
template <class Torque>
void same_in_float(const Torque& torque, double t, const Quaternion<double>& q, const Vec3<double>& w, double size) {
    const auto single = torque.template as<float>();
    const Vec3<float> value = single(static_cast<float>(t), cast<float>(q), cast<float>(w));
    RC_ASSERT(largest_difference(cast<double>(value), torque(t, q, w)) <= 64 * 1.2e-7 * size);
}

}  // namespace polhode::laws
