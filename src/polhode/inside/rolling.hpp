// Rolling without slipping on a horizontal table: v_com = r x w, and with the couple K = (I w) x w + N of what else
// acts
//
//     [I + m (r^2 - r r^T)] w' = K + m r x (r' x w + w x (r x w)) + m g r x ga
//     F = m [r' x w + r x w' + w x (r x w)] + m g ga     force of the table on the body
//
// (Newton and Euler about the centre of mass, F taken out; Kane, Levinson 1982; Garcia, Hubbard 1988)
#pragma once

#include "polhode/inside/contact.hpp"

namespace polhode {

// x of A x = b by the adjugate, over numbers and over series alike.
template <class T>
Vec3<T> solve_by_adjugate(const Mat3<T>& A, const Vec3<T>& b) {
    const Vec3<T> c0 = cross(A.row(1), A.row(2)), c1 = cross(A.row(2), A.row(0)), c2 = cross(A.row(0), A.row(1));
    const T over = T(1) / dot(A.row(0), c0);
    Vec3<T> x;
    for (int i = 0; i < 3; ++i) x[i] = (c0[i] * b[0] + c1[i] * b[1] + c2[i] * b[2]) * over;
    return x;
}

// w' of a body that rolls.
template <class T>
Vec3<T> rolling_acceleration(const Mat3<T>& inertia, const ContactNumbers<T>& c, const Touch<T>& at, const Vec3<T>& w,
                             const Vec3<T>& couple) {
    const Vec3<T> turned = cross(at.arm_rate, w) + cross(w, cross(at.arm, w));
    const Vec3<T> right = couple + c.mass() * cross(at.arm, turned + c.g() * at.up);
    const T square = dot(at.arm, at.arm);
    Mat3<T> A = inertia;
    for (int i = 0; i < 3; ++i) {
        A(i, i) = A(i, i) + c.mass() * square;
        for (int j = 0; j < 3; ++j) A(i, j) = A(i, j) - c.mass() * (at.arm[i] * at.arm[j]);
    }
    return solve_by_adjugate(A, right);
}

// The table's force on it, body axes.
template <class T>
Vec3<T> rolling_force(const ContactNumbers<T>& c, const Touch<T>& at, const Vec3<T>& w, const Vec3<T>& dw) {
    const Vec3<T> a = cross(at.arm_rate, w) + cross(at.arm, dw) + cross(w, cross(at.arm, w));
    return c.mass() * (a + c.g() * at.up);
}

}  // namespace polhode
