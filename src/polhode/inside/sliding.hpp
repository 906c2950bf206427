// Sliding on a horizontal table: the velocity of the centre of mass is a state of its own along the table, and stays on
// it by the normal force n. With the friction f for n = 1 (horizontal), F = n (ga + f), and with the couple K = (I w) x
// w
// + N of what else acts,
//
//     w' = A + n B,   A = I^-1 K,   B = I^-1 (r x (ga + f))
//     m h'' = n - m g,   h'' = -r'.ga' - r.(ga' x w) - (r x ga).w'
//     n = m (g - r'.ga' - r.(ga' x w) - (r x ga).A)/(1 + m (r x ga).B)       (Cohen 1977; h'' is linear in n)
#pragma once

#include "polhode/inside/contact.hpp"

namespace polhode {

// h'' of the centre of mass as its rate of turning changes by dw.
template <class T>
T height_acceleration(const Touch<T>& at, const Vec3<T>& w, const Vec3<T>& dw) {
    return -dot(at.arm_rate, at.up_rate) - dot(at.arm, cross(at.up_rate, w)) - dot(cross(at.arm, at.up), dw);
}

template <class T>
struct Sliding {
    Vec3<T> dw;
    T normal;
};
template <class T>
Sliding<T> sliding_acceleration(const Mat3<T>& inverse, const ContactNumbers<T>& c, const Touch<T>& at,
                                const Vec3<T>& w, const Vec3<T>& couple, const Vec3<T>& friction) {
    const Vec3<T> A = inverse * couple, B = inverse * cross(at.arm, at.up + friction);
    const T normal =
        c.mass() * (c.g() + height_acceleration(at, w, A)) / (T(1) + c.mass() * dot(cross(at.arm, at.up), B));
    return {A + normal * B, normal};
}

}  // namespace polhode
