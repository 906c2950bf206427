// One fixed step of a body by Taylor series, component by component: the recurrences of integrate/taylor.hpp, with its
// order of additions, so that the bits are the same. There one body's rows fill a register; here a register holds the
// same number of several bodies (or a GPU thread holds one body), and the coefficients stand in plain arrays that the
// compiler can keep in registers where it knows the order.
#pragma once

#include <type_traits>

#include "../arithmetic/masks.hpp"
#include "../body/inertia.hpp"
#include "../rotation/quaternion.hpp"

#if defined(__CUDA_ARCH__)
#define POLHODE_UNROLL _Pragma("unroll")
#else
#define POLHODE_UNROLL
#endif

namespace polhode::ensemble {

// What acts on a body: nothing, its weight (or rockets) alone, or any sum of torques of the ensemble.
enum class Acting : int { none, weight, any };

// Orders that are compiled; a sweep with another goes the ordinary way.
inline constexpr bool has_taylor_order(int order) { return order == 8 || order == 12 || order == 16 || order == 20; }
inline constexpr int largest_order_side_by_side = 20;

// PolynomialTorque of integrate/taylor.hpp for body axes that are principal axes: the matrices there have few entries.
template <class T>
struct TorqueNumbers {
    Vec3<T> weight{};                                              // N m; torque += z_B x weight
    Vec3<T> constant{};                                            // N m, body axes
    Vec3<T> world{};                                               // N m, world axes
    Vec3<T> damping{};                                             // N m s/rad; torque -= damping w
    bool is_heavy = false, is_worldly = false, is_damped = false;  // which occur

    // Where more than a weight is left; elsewhere the ordinary run sees a free body or a heavy one.
    POLHODE_INLINE MaskOf<T> general() const {
        MaskOf<T> some = world[0] != T(0) || world[1] != T(0) || world[2] != T(0);
        for (int i = 0; i < 3; ++i) some = some || constant[i] != T(0);
        return is_damped ? T(0) == T(0) : some;
    }
};

// order 0: given at run time
template <class T, Acting acting, int order>
class SideBySideTaylor {
 public:
    POLHODE_INLINE SideBySideTaylor(const PrincipalInertia<T>& inertia, const TorqueNumbers<T>& torque, int its_order)
        : order_(its_order), ratio_(inertia.ratios()) {
        if constexpr (acting == Acting::weight) weight_.set(inertia.inverses(), torque.weight);
        if constexpr (acting == Acting::any) {
            inverse_ = inertia.inverses();
            torque_ = torque;
        }
    }
    // A constant angular momentum inside the body, N m s in body axes.
    POLHODE_INLINE void set_rotor(const PrincipalInertia<T>& inertia, const Vec3<T>& momentum) {
        rotor_.set(inertia.inverses(), momentum);
    }

    // Coefficients in scaled time about the state (q, w) for a step h (Corliss and Chang 1982).
    POLHODE_INLINE void expand(const Quaternion<T>& q, const Vec3<T>& w, T h) {
        h_ = h;
        start_ = w;
        for (int i = 0; i < 3; ++i) W_[i][0] = h * w[i];
        q_[0][0] = q.x, q_[1][0] = q.y, q_[2][0] = q.z, q_[3][0] = q.w;
        Factors f;
        for (int i = 0; i < 3; ++i) {
            T s_rotor = h * T(0);
            f.first[i] = s_rotor;
            if constexpr (acting == Acting::weight) {
                s_rotor = h * rotor_.next[i];
                f.first[i] = h * rotor_.before[i];
            }
            f.before[i] = ratio_[i] * W_[(i + 1) % 3][0] + s_rotor;
            f.after[i] = ratio_[i] * W_[(i + 2) % 3][0] - f.first[i];
        }
        if constexpr (acting == Acting::weight) {
            const T hh = h * h;
            f.s_c = hh * weight_.next;
            f.t_c = hh * weight_.before;
            set_vertical(q);
        }
        if constexpr (acting == Acting::any) {
            for (int a = 0; a < 3; ++a) {
                if (!needs_axis(a)) continue;
                Vec3<T> n{};
                n[a] = T(1);
                const Vec3<T> r = to_body(q, n);
                for (int i = 0; i < 3; ++i) r_[a][i][0] = r[i];
            }
        }
        POLHODE_UNROLL
        for (int k = 0; k < last(); ++k) next(k, f);
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
    static constexpr int places = (order > 0 ? order : largest_order_side_by_side) + 1;
    POLHODE_INLINE int last() const {
        if constexpr (order > 0)
            return order;
        else
            return order_;
    }

    // A vector over the moments, its components in cyclic order: what stands in the equation of component i is the one
    // after i and the one before it.
    struct Cyclic {
        Vec3<T> next{}, before{};
        POLHODE_INLINE void set(const Vec3<T>& inverse, const Vec3<T>& v) {
            for (int i = 0; i < 3; ++i) {
                next[i] = v[(i + 1) % 3] * inverse[i];
                before[i] = v[(i + 2) % 3] * inverse[i];
            }
        }
    };
    // What multiplies the newest coefficients: ratio times W[0] and the rotor, and the weight, scaled by the step.
    struct Factors {
        Vec3<T> before, after, first, s_c, t_c;
    };
    struct Sums {
        T w[3], u[4], t[4], s[4], rt[3], rs[3];
    };
    // Component i of the three kinds of products behind q (0, W), and of the two behind r x W: see integrate/taylor.hpp
    POLHODE_INLINE void add_turning(Sums& sum, int i, int m) const {
        const T a = W_[0][m], b = W_[1][m], c = W_[2][m];
        const T x = q_[0][i], y = q_[1][i], z = q_[2][i], s = q_[3][i];
        sum.u[0] = fma(s, a, sum.u[0]), sum.u[1] = fma(s, b, sum.u[1]), sum.u[2] = fma(s, c, sum.u[2]);
        sum.u[3] = fma(-x, a, sum.u[3]);
        sum.t[0] = fma(y, c, sum.t[0]), sum.t[1] = fma(z, a, sum.t[1]), sum.t[2] = fma(x, b, sum.t[2]);
        sum.t[3] = fma(-z, c, sum.t[3]);
        sum.s[0] = fma(z, b, sum.s[0]), sum.s[1] = fma(x, c, sum.s[1]), sum.s[2] = fma(y, a, sum.s[2]);
        sum.s[3] = fma(y, b, sum.s[3]);
        if constexpr (acting == Acting::weight) {
            const T e = r_[0][0][i], f = r_[0][1][i], g = r_[0][2][i];
            sum.rt[0] = fma(f, c, sum.rt[0]), sum.rt[1] = fma(g, a, sum.rt[1]), sum.rt[2] = fma(e, b, sum.rt[2]);
            sum.rs[0] = fma(g, b, sum.rs[0]), sum.rs[1] = fma(e, c, sum.rs[1]), sum.rs[2] = fma(f, a, sum.rs[2]);
        }
    }
    POLHODE_INLINE void add_products(Sums& sum, int i, int m) const {
        sum.w[0] = fma(W_[1][i], W_[2][m], sum.w[0]);
        sum.w[1] = fma(W_[2][i], W_[0][m], sum.w[1]);
        sum.w[2] = fma(W_[0][i], W_[1][m], sum.w[2]);
        add_turning(sum, i, m);
    }
    // Coefficient k+1. Those there are made in pairs; the order of additions of the second of a pair differs.
    POLHODE_INLINE void next(int k, const Factors& f) {
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
            for (int i = 0; i < 3; ++i) now[i] = fma(f.after[i], W_[(i + 1) % 3][k], now[i]);
        } else {
            for (int i = 0; i < 3; ++i) now[i] = fma(-f.first[i], W_[(i + 1) % 3][0], now[i]);
        }
        if constexpr (acting == Acting::weight)
            for (int i = 0; i < 3; ++i) {
                now[i] = fma(r_[0][(i + 1) % 3][k], f.t_c[i], now[i]);
                now[i] = fma(-r_[0][(i + 2) % 3][k], f.s_c[i], now[i]);
            }
        for (int i = 0; i < 3; ++i) now[i] = fma(f.before[i], W_[(i + 2) % 3][k], now[i]);
        add_turning(sum, 0, k);
        if constexpr (acting == Acting::weight)
            for (int i = 0; i < 3; ++i) r_[0][i][k + 1] = scale * (sum.rt[i] - sum.rs[i]);
        if constexpr (acting == Acting::any) {
            const Vec3<T> torque = torque_coefficient(k);
            const T hh = h_ * h_;
            for (int i = 0; i < 3; ++i) now[i] = now[i] + hh * (torque[i] * inverse_[i]);
            for (int a = 0; a < 3; ++a)
                if (needs_axis(a)) next_axis(r_[a], k, scale);
        }
        for (int i = 0; i < 3; ++i) W_[i][k + 1] = scale * now[i];
        const T half_scale = T(0.5) * scale;
        for (int i = 0; i < 4; ++i) q_[i][k + 1] = half_scale * (sum.u[i] + sum.t[i] - sum.s[i]);
    }

    // R^T e3 of a unit quaternion
    POLHODE_INLINE void set_vertical(const Quaternion<T>& q) {
        const T half_of[3] = {fma(q.w, -q.y, fma(q.z, q.x, T(0))), fma(q.w, q.x, fma(q.z, q.y, T(0))),
                              fma(q.w, q.w, fma(q.z, q.z, T(-0.5)))};
        for (int i = 0; i < 3; ++i) r_[0][i][0] = twice(half_of[i]);
    }
    POLHODE_INLINE bool needs_axis(int a) const { return torque_.is_worldly || (a == 2 && torque_.is_heavy); }
    POLHODE_INLINE void next_axis(T (&r)[3][places], int k, T scale) {
        Vec3<T> d{};
        for (int j = 0; j <= k; ++j) {
            const T a = W_[0][k - j], b = W_[1][k - j], c = W_[2][k - j];
            d[0] = fma(r[1][j], c, fma(-r[2][j], b, d[0]));
            d[1] = fma(r[2][j], a, fma(-r[0][j], c, d[1]));
            d[2] = fma(r[0][j], b, fma(-r[1][j], a, d[2]));
        }
        for (int i = 0; i < 3; ++i) r[i][k + 1] = scale * d[i];
    }
    // k-th coefficient of the torque. The zeros in the matrices of integrate/taylor.hpp are left out here: none of the
    // sums is ever -0, and to any other number they add nothing.
    POLHODE_INLINE Vec3<T> torque_coefficient(int k) const {
        Vec3<T> m{};
        if (k == 0) m = torque_.constant;
        if (torque_.is_worldly)
            for (int a = 0; a < 2; ++a)
                for (int i = 0; i < 3; ++i) m[i] = m[i] + torque_.world[a] * r_[a][i][k];
        if (torque_.is_worldly || torque_.is_heavy) {
            const T x = r_[2][0][k], y = r_[2][1][k], z = r_[2][2][k], d = torque_.world[2];
            const Vec3<T>& v = torque_.weight;
            m[0] = m[0] + fma(-v[1], z, fma(v[2], y, d * x));
            m[1] = m[1] + fma(v[0], z, fma(d, y, -v[2] * x));
            m[2] = m[2] + fma(d, z, fma(-v[0], y, v[1] * x));
        }
        if (torque_.is_damped)
            for (int i = 0; i < 3; ++i) m[i] = m[i] - torque_.damping[i] * (W_[i][k] / h_);
        return m;
    }

    // (c(s) - c[0])/s in two chains, of even and of odd powers
    POLHODE_INLINE T tail(const T* c, T s) const {
        const int n = last();
        const T s2 = s * s;
        T one = c[n], other = c[n - 1];
        POLHODE_UNROLL
        for (int k = n - 2; k >= 2; k -= 2) {
            one = fma(s2, one, c[k]);
            other = fma(s2, other, c[k - 1]);
        }
        return n % 2 == 1 ? fma(s, other, fma(s2, one, c[1])) : fma(s, one, other);
    }

    struct Nothing {};
    template <bool wanted, class Numbers>
    using Where = std::conditional_t<wanted, Numbers, Nothing>;
    static constexpr bool heavy = acting == Acting::weight, any_torque = acting == Acting::any;

    int order_;
    Vec3<T> ratio_, start_{};
    T h_{};
    T W_[3][places], q_[4][places];  // of h w; of x, y, z and the scalar part
    // of world axes seen in the body: the vertical alone, or those that are needed
    T r_[any_torque ? 3 : 1][3][acting == Acting::none ? 1 : places];
    [[no_unique_address]] Where<heavy, Cyclic> rotor_{}, weight_{};
    [[no_unique_address]] Where<any_torque, Vec3<T>> inverse_{};
    [[no_unique_address]] Where<any_torque, TorqueNumbers<T>> torque_{};
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
