// The turning points of the heavy symmetric top (lagrange_top.hpp, whose letters these are) from its start.
#pragma once

#include "cubic_roots.hpp"
#include "state.hpp"

namespace polhode::exact {

// y0 = 1 - u0, z0 = 1 + u0, n = b - a u0, v = u'(0), W = w1^2 + w2^2
template <class T>
struct TopStart {
    using Fine = TwoWords<T>;
    Fine beta, y0, z0, u0, n, v, W, a, b_minus_a, b_plus_a;

    // q and w with the centre of mass on +3; w in the unit of time that makes beta near 1
    POLHODE_HD TopStart(const detail::FineQuaternion<T>& q, const Vec3<T>& w, T I1, T I3, const Fine& given_beta)
        : beta(given_beta) {
        y0 = scaled(q.x * q.x + q.y * q.y, T(2));
        z0 = scaled(q.w * q.w + q.z * q.z, T(2));
        u0 = scaled(z0 - y0, T(0.5));
        const Fine gamma1 = scaled(q.x * q.z - q.w * q.y, T(2)), gamma2 = scaled(q.w * q.x + q.y * q.z, T(2));
        n = gamma1 * w[0] + gamma2 * w[1];
        v = gamma1 * w[1] - gamma2 * w[0];
        W = exact_product(w[0], w[0]) + exact_product(w[1], w[1]);
        a = exact_product(I3, w[2]) / I1;
        b_minus_a = n - a * y0;
        b_plus_a = n + a * z0;
    }
    POLHODE_INLINE bool at_top() const { return y0.hi == T(0); }
    POLHODE_INLINE bool at_bottom() const { return z0.hi == T(0); }
};

// The roots u1 <= u2 <= u3 as distances from the start (x), from the top (y) and from the bottom (z), and from each
// other.
template <class T>
struct TopRoots {
    using Fine = TwoWords<T>;
    Fine x1, x2, x3, y1, y2, y3, z1, z2, z3, u21, u32, u31;

    POLHODE_HD explicit TopRoots(const TopStart<T>& s) {
        const Fine c0 = s.v * s.v / s.beta, product_y = s.b_minus_a * s.b_minus_a / s.beta;
        const Cubic<T> about_start{scaled(s.u0, T(2)) - (s.W + s.a * s.a) / s.beta,
                                   scaled(s.n * s.a - s.u0 * s.W, T(2)) / s.beta - s.y0 * s.z0, c0};
        const Fine third = about_start.b / T(-3);
        const Fine at_mean = third * (third * (third + about_start.b) + about_start.c) + about_start.d;
        if (!(at_mean.hi > T(0)))
            third_apart(s, about_start, product_y);
        else
            first_apart(s, c0, product_y);
        z1 = s.z0 + x1;
        z2 = s.z0 + x2;
        z3 = s.z0 + x3;
        if (z1 < scaled(s.z0, T(0.5))) z1 = s.b_plus_a * s.b_plus_a / s.beta / (z2 * z3);
        // what rounding may leave below zero
        if (x1.hi > T(0)) x1 = Fine();
        if (x2.hi < T(0)) x2 = Fine();
    }

 private:
    // u3 stands apart
    POLHODE_HD void third_apart(const TopStart<T>& s, const Cubic<T>& about_start, const Fine& product_y) {
        x3 = largest_root(about_start);
        const Fine H = about_start.d / x3;
        const TwoRoots<T> r = roots_of_opposite_sign((about_start.c + H) / x3, H);
        x1 = r.smaller;
        x2 = r.larger;
        y1 = s.y0 - x1;
        y2 = s.y0 - x2;
        y3 = s.y0 - x3;
        if (y2 < -y3)
            y2 = product_y / (y1 * -y3);
        else if (y2.hi > T(0))
            y3 = -(product_y / (y1 * y2));
        u21 = r.distance;
        u32 = x3 - x2;
        u31 = x3 - x1;
    }
    // u1 stands apart, u2 and u3 may be close to each other at the top: below the critical spin, slow fall
    POLHODE_HD void first_apart(const TopStart<T>& s, const Fine& c0, const Fine& product_y) {
        const Fine e = s.W - s.beta * s.y0, e1 = scaled(s.a * s.b_minus_a - e, T(2)) / s.beta;
        y1 = largest_root(Cubic<T>{(e + s.a * s.a) / s.beta - T(2), e1, product_y});
        const Fine H = product_y / y1;
        const TwoRoots<T> r = roots_of_opposite_sign((e1 + H) / y1, H);
        y2 = r.larger;
        y3 = r.smaller;
        x1 = s.y0 - y1;
        x2 = s.y0 - y2;
        x3 = s.y0 - y3;
        // x1 <= 0 <= x2: the smaller in size from x1 x2 x3 = -c0
        if (-x1 < x2)
            x1 = -(c0 / (x2 * x3));
        else if (x1.hi < T(0) && x3.hi > T(0))
            x2 = -(c0 / (x1 * x3));
        u32 = r.distance;
        u21 = y1 - y2;
        u31 = y1 - y3;
    }
};

}  // namespace polhode::exact
