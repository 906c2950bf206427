// One fixed step of a free body by Taylor series with the order known to the compiler, component by component: the
// recurrences of integrate/taylor.hpp, with its order of additions, so that the bits are the same. There one body's
// rows fill a register; here a register holds the same number of several bodies (or a GPU thread holds one body), and
// the coefficients stand in plain arrays that the compiler can keep in registers.
#pragma once

#include "../arithmetic/masks.hpp"
#include "../body/inertia.hpp"
#include "../rotation/quaternion.hpp"

#if defined(__CUDA_ARCH__)
#define POLHODE_UNROLL _Pragma("unroll")
#else
#define POLHODE_UNROLL
#endif

namespace polhode::ensemble {

template <class T, int order>
class FreeTaylor {
 public:
    POLHODE_INLINE explicit FreeTaylor(const PrincipalInertia<T>& inertia) : ratio_(inertia.ratios()) {}

    // Coefficients in scaled time about the state (q, w) for a step h (Corliss and Chang 1982).
    POLHODE_INLINE void expand(const Quaternion<T>& q, const Vec3<T>& w, T h) {
        h_ = h;
        start_ = w;
        for (int i = 0; i < 3; ++i) W_[i][0] = h * w[i];
        q_[0][0] = q.x, q_[1][0] = q.y, q_[2][0] = q.z, q_[3][0] = q.w;
        Vec3<T> before, after;  // what multiplies the newest coefficients: ratio times W[0], in cyclic order
        const T zero = h * T(0);
        for (int i = 0; i < 3; ++i) {
            before[i] = ratio_[i] * W_[(i + 1) % 3][0] + zero;
            after[i] = ratio_[i] * W_[(i + 2) % 3][0] - zero;
        }
        POLHODE_UNROLL
        for (int k = 0; k < order; ++k) next(k, before, after, zero);
    }

    POLHODE_INLINE Quaternion<T> attitude_at(T s) const {
        return {fma(s, tail(q_[3], s), q_[3][0]), fma(s, tail(q_[0], s), q_[0][0]), fma(s, tail(q_[1], s), q_[1][0]),
                fma(s, tail(q_[2], s), q_[2][0])};
    }
    POLHODE_INLINE Vec3<T> rate_at(T s) const {
        const Vec3<T> increment{s * tail(W_[0], s), s * tail(W_[1], s), s * tail(W_[2], s)};
        return start_ + increment / h_;
    }

 private:
    struct Sums {
        T w[3], u[4], t[4], s[4];
    };
    // Component i of the three kinds of products behind q (0, W): see integrate/taylor.hpp
    POLHODE_INLINE void add_turning(Sums& sum, int i, int m) const {
        const T a = W_[0][m], b = W_[1][m], c = W_[2][m];
        const T x = q_[0][i], y = q_[1][i], z = q_[2][i], s = q_[3][i];
        sum.u[0] = fma(s, a, sum.u[0]), sum.u[1] = fma(s, b, sum.u[1]), sum.u[2] = fma(s, c, sum.u[2]);
        sum.u[3] = fma(-x, a, sum.u[3]);
        sum.t[0] = fma(y, c, sum.t[0]), sum.t[1] = fma(z, a, sum.t[1]), sum.t[2] = fma(x, b, sum.t[2]);
        sum.t[3] = fma(-z, c, sum.t[3]);
        sum.s[0] = fma(z, b, sum.s[0]), sum.s[1] = fma(x, c, sum.s[1]), sum.s[2] = fma(y, a, sum.s[2]);
        sum.s[3] = fma(y, b, sum.s[3]);
    }
    POLHODE_INLINE void add_products(Sums& sum, int i, int m) const {
        sum.w[0] = fma(W_[1][i], W_[2][m], sum.w[0]);
        sum.w[1] = fma(W_[2][i], W_[0][m], sum.w[1]);
        sum.w[2] = fma(W_[0][i], W_[1][m], sum.w[2]);
        add_turning(sum, i, m);
    }
    // Coefficient k+1. Those there are made in pairs; the order of additions of the second of a pair differs.
    POLHODE_INLINE void next(int k, const Vec3<T>& before, const Vec3<T>& after, T zero) {
        Sums sum{};
        if (k % 2 == 0) {
            POLHODE_UNROLL
            for (int j = 1; j < k; ++j) add_products(sum, j, k - j);
        } else {
            POLHODE_UNROLL
            for (int j = 2; j < k - 1; ++j) add_products(sum, j, k - j);
            if (k > 1) add_products(sum, k - 1, 1);
            if (k > 2) add_products(sum, 1, k - 1);
        }
        const T scale = T(1.0 / (k + 1));
        T now[3];
        for (int i = 0; i < 3; ++i) now[i] = ratio_[i] * sum.w[i];
        if (k > 0) {
            add_turning(sum, k, 0);
            for (int i = 0; i < 3; ++i) now[i] = fma(after[i], W_[(i + 1) % 3][k], now[i]);
        } else {
            for (int i = 0; i < 3; ++i) now[i] = fma(-zero, W_[(i + 1) % 3][0], now[i]);
        }
        for (int i = 0; i < 3; ++i) now[i] = fma(before[i], W_[(i + 2) % 3][k], now[i]);
        add_turning(sum, 0, k);
        for (int i = 0; i < 3; ++i) W_[i][k + 1] = scale * now[i];
        const T half_scale = T(0.5) * scale;
        for (int i = 0; i < 4; ++i) q_[i][k + 1] = half_scale * (sum.u[i] + sum.t[i] - sum.s[i]);
    }
    // (c(s) - c[0])/s in two chains, of even and of odd powers
    static POLHODE_INLINE T tail(const T* c, T s) {
        const T s2 = s * s;
        T one = c[order], other = c[order - 1];
        POLHODE_UNROLL
        for (int k = order - 2; k >= 2; k -= 2) {
            one = fma(s2, one, c[k]);
            other = fma(s2, other, c[k - 1]);
        }
        return order % 2 == 1 ? fma(s, other, fma(s2, one, c[1])) : fma(s, one, other);
    }

    Vec3<T> ratio_, start_{};
    T h_{};
    T W_[3][order + 1], q_[4][order + 1];  // of h w; of x, y, z and the scalar part
};

// FreeBodyProjection::of_rate (integrate/projection.hpp) for bodies side by side, whose axes may be in any order each:
// the same operations, with the choice of axes by masks. Two equal moments are not for it.
template <class T>
class SideBySideProjection {
 public:
    POLHODE_INLINE SideBySideProjection(const Vec3<T>& I, const Vec3<T>& w0) : weight_(I) {
        // lowest: the first of equals; highest: the last
        const auto one_lowest = I[1] < I[0], two_lowest = I[2] < select(one_lowest, I[1], I[0]);
        lo_[2] = two_lowest, lo_[1] = one_lowest && !two_lowest, lo_[0] = !(one_lowest || two_lowest);
        const auto one_highest = !(I[1] < I[0]), two_highest = !(I[2] < select(one_highest, I[1], I[0]));
        hi_[2] = two_highest, hi_[1] = one_highest && !two_highest, hi_[0] = !(one_highest || two_highest);
        for (int i = 0; i < 3; ++i) mid_[i] = !(lo_[i] || hi_[i]);
        const T lo = at(lo_, I), mid = at(mid_, I), hi = at(hi_, I);
        a_ = lo * (mid - lo);
        b_ = hi * (hi - mid);
        D0_ = D(at(lo_, w0), at(hi_, w0));
        const Vec3<T> m{I[0] * w0[0], I[1] * w0[1], I[2] * w0[2]};
        G2_ = fma(m[0], m[0], fma(m[1], m[1], m[2] * m[2]));
    }
    POLHODE_INLINE Vec3<T> operator()(Vec3<T> x) const {
        // on D
        const T xlo = at(lo_, x), xhi = at(hi_, x);
        const T gx = T(-2) * a_ * xlo, gz = T(2) * b_ * xhi, g2 = fma(gx, gx, gz * gz);
        const auto slope = g2 > T(0);
        const T e = (D0_ - D(xlo, xhi)) / g2;
        const T nlo = select(slope, fma(e, gx, xlo), xlo), nhi = select(slope, fma(e, gz, xhi), xhi);
        for (int i = 0; i < 3; ++i) x[i] = select(lo_[i], nlo, select(hi_[i], nhi, x[i]));
        // on the sphere
        const Vec3<T> m{weight_[0] * x[0], weight_[1] * x[1], weight_[2] * x[2]};
        const T mm = at(mid_, m), ml = at(lo_, m), mh = at(hi_, m);
        const T sm = mm * mm, slo = ml * ml, shi = mh * mh;
        const T d = G2_ - fma(m[0], m[0], fma(m[1], m[1], m[2] * m[2]));
        const auto by_middle = sm > slo && sm > shi;
        const T xm = at(mid_, x), nm = xm + half(d) / (mm * at(mid_, weight_));
        const T f = half(d) / G2_;
        const auto moving = G2_ > T(0);
        for (int i = 0; i < 3; ++i)
            x[i] = select(by_middle, select(mid_[i], nm, x[i]), select(moving, fma(f, x[i], x[i]), x[i]));
        return x;
    }

 private:
    using Mask = MaskOf<T>;
    static POLHODE_INLINE T at(const Mask (&which)[3], const Vec3<T>& v) {
        return select(which[0], v[0], select(which[1], v[1], v[2]));
    }
    POLHODE_INLINE T D(T xlo, T xhi) const { return difference_of_products(b_ * xhi, xhi, a_ * xlo, xlo); }

    Vec3<T> weight_;
    Mask lo_[3], mid_[3], hi_[3];
    T a_, b_, D0_, G2_;
};

}  // namespace polhode::ensemble
