// Random attitudes and the list of representations that the tests of rotation share.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

#include "polhode/rotation/rotation.hpp"

namespace polhode::attitudes {

inline const char* const sequences[] = {"xyz", "xzy", "yxz", "yzx", "zxy", "zyx",
                                        "xyx", "xzx", "yxy", "yzy", "zxz", "zyz"};

// Every representation of type R: one, or the twelve Euler sequences.
template <class R>
std::vector<R> kinds(const R& like) {
    return {like};
}
template <class T>
std::vector<EulerAngles<T>> kinds(const EulerAngles<T>& like) {
    std::vector<EulerAngles<T>> all;
    for (const char* name : sequences) {
        all.push_back(like);
        parse_euler_sequence(name, all.back().sequence);
    }
    return all;
}

// f for an empty value of every representation over T
template <class T, class F>
void for_each_kind(F&& f) {
    f(Quaternion<T>{});
    f(Dcm<T>{});
    f(TwoVector<T>{});
    f(CayleyKlein<T>{});
    f(RotationVector<T>{});
    f(ModifiedRodrigues<T>{});
    f(AxisAngle<T>{});
    for (const auto& e : kinds(EulerAngles<T>{})) f(e);
}

// Rapidcheck starts with small values and lets them grow; here every value is as likely in the first case as in the
// last.
inline int integer(int low, int beyond) { return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(low, beyond)); }
// In [-1, 1], all 53 bits in use.
inline double component() { return integer(-1000000000, 1000000001) * 1e-9 + integer(-1000000, 1000001) * 1e-16; }
inline Vec3<double> vector() { return {component(), component(), component()}; }

// Any attitude, the special ones more often than chance would: next to no rotation, next to half a turn, quarter turns.
inline Quaternion<double> attitude() {
    Quaternion<double> q{component(), component(), component(), component()};
    const double small = pow(10.0, -1.0 * integer(0, 17));
    switch (integer(0, 10)) {
        case 0:
            q = {1, small * q.x, small * q.y, small * q.z};
            break;
        case 1:
            q.w *= small;
            break;
        case 2:
            q = {q.w, 0, 0, q.z};
            break;
        case 3: {
            const int turn = integer(0, 24);
            const double c[] = {0, 1, -1, 0.70710678118654752};
            q = {c[turn % 4], c[(turn / 4) % 4], 0, c[(turn / 2) % 4]};
            break;
        }
        default:
            break;
    }
    return norm(q.params()) > 1e-2 ? normalise(q) : Quaternion<double>{};
}

}  // namespace polhode::attitudes
