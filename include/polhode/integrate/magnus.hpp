// Magnus steps for a rate given as a function of time: one exponential per step, from the rate at two (order 4) or
// three (order 6) Gauss points. Converges for an angle of less than pi per step (int |w| dt < pi).
//
// Order 4: A. Iserles, S. P. Norsett, Phil. Trans. R. Soc. A 357 (1999) 983. Order 6: S. Blanes, F. Casas, J. Ros, BIT
// 40 (2000) 434. Both are written for Y' = A Y; body rates stand on the right (q' = q w/2), which turns the sign of the
// odd moment: w1 x w2 in place of [A2, A1], and b2 = -(the slope) below.
#pragma once

#include "turn.hpp"

namespace polhode::integrate {

// Rotation vector of the step from t to t + h; rate(t) -> w_B.
template <int order, class Rate, class T>
POLHODE_HD inline Vec3<T> magnus_rotation(const Rate& rate, T t, T h) {
    static_assert(order == 4 || order == 6, "orders 4 and 6");
    const T middle = fma(T(0.5), h, t);
    if constexpr (order == 4) {
        const T offset = T(0.28867513459481288225) * h;  // sqrt(3)/6
        const Vec3<T> a = rate(middle - offset), b = rate(middle + offset);
        // h (a + b)/2 + sqrt(3)/12 h^2 a x b
        return madd(T(0.14433756729740644113) * h * h, cross(a, b), (half(h)) * (a + b));
    } else {
        const T offset = T(0.38729833462074168852) * h;  // sqrt(15)/10
        const Vec3<T> a = rate(middle - offset), b = rate(middle), c = rate(middle + offset);
        const Vec3<T> b1 = h * b;
        const Vec3<T> b2 = (T(-1.2909944487358056284) * h) * (c - a);  // -sqrt(15)/3
        const Vec3<T> b3 = (T(10. / 3) * h) * ((c + a) - T(2) * b);
        const Vec3<T> c1 = cross(b1, b2);
        const Vec3<T> c2 = T(-1. / 60) * cross(b1, madd(T(2), b3, c1));
        return madd(T(1. / 240), cross(madd(T(-20), b1, c1 - b3), b2 + c2), madd(T(1. / 12), b3, b1));
    }
}

template <int order, class Rate, class T>
POLHODE_HD inline Quaternion<T> magnus_step(const Quaternion<T>& q, T t, T h, const Rate& rate) {
    return normalise_binomial(q * turn(magnus_rotation<order>(rate, t, h)));
}

}  // namespace polhode::integrate
