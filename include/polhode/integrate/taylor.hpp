// Taylor series of the rotation of a rigid body, to any order up to 30, by recurrence: the equations are quadratic, so
// each coefficient costs only sums of products of earlier ones.
//
// With time scaled by the step (s = t/h, 0 <= s <= 1) and W = h w the coefficients obey (Corliss and Chang 1982)
//
//     (k+1) W[k+1] = ((I2-I3)/I1) sum_j W2[j] W3[k-j] + (h^2/I1) torque1[k]          and cyclic
//     (k+1) r[k+1] = sum_j r[j] x W[k-j]           r: a world axis seen in the body, r = R^T n
//     (k+1) q[k+1] = sum_j q[j] (0, W[k-j])/2
//
// The torque may be any sum of
//     constant (body axes) + A_i r_i (linear in the world axes seen in the body: weight, rockets, world-fixed forces)
//     - damping w + 3 n^2 g x I g (gravity gradient),
// which covers every polynomial torque of the registry; anything else comes in through `Extra`, which is handed the
// coefficients found so far and returns the next one of its torque. All sums run in a fixed order with fma; a step has
// no branch that depends on the data.
#pragma once

#include <type_traits>
#include <utility>

#include "../arithmetic/four.hpp"
#include "../body/inertia.hpp"
#include "../rotation/quaternion.hpp"

namespace polhode::integrate {

inline constexpr int largest_taylor_order = 30;

// What acts on a body in principal axes, as the recurrences want it.
template <class T>
struct PolynomialTorque {
    Vec3<T> constant{};      // N m, body axes
    bool uses_axis[3] = {};  // which world axes occur
    Mat3<T> linear[3] = {};  // torque += linear[i] r_i, N m
    Mat3<T> damping{};       // torque -= damping w, N m s/rad
    bool damped = false;
    T gradient{0};               // 3 n^2 of gravity gradient, 1/s^2; 0: none
    Vec3<T> gradient_towards{};  // unit vector to the attracting body, world axes

    POLHODE_HD bool free() const {
        return !uses_axis[0] && !uses_axis[1] && !uses_axis[2] && !damped && gradient == T(0) && constant == Vec3<T>{};
    }
    // Nothing but a weight (or rockets): the matrix of the vertical is that of a cross product.
    POLHODE_HD bool weight_only() const {
        const Mat3<T>& a = linear[2];
        return !uses_axis[0] && !uses_axis[1] && uses_axis[2] && !damped && gradient == T(0) && constant == Vec3<T>{} &&
               a(0, 0) == T(0) && a(1, 1) == T(0) && a(2, 2) == T(0) && a(0, 1) == -a(1, 0) && a(0, 2) == -a(2, 0) &&
               a(1, 2) == -a(2, 1);
    }
    // Weight: torque_B = m g (z_B x at) (Gravity); rockets: k (z_B x e3). `vector` is m g at, or k e3.
    POLHODE_HD void add_weight(const Vec3<T>& vector) { add_cross(2, vector); }
    // r_i x v as a matrix acting on r_i
    POLHODE_HD void add_cross(int axis, const Vec3<T>& v) {
        uses_axis[axis] = true;
        Mat3<T>& a = linear[axis];
        a(0, 1) = a(0, 1) + v[2], a(0, 2) = a(0, 2) - v[1];
        a(1, 0) = a(1, 0) - v[2], a(1, 2) = a(1, 2) + v[0];
        a(2, 0) = a(2, 0) + v[1], a(2, 1) = a(2, 1) - v[0];
    }
    // A torque fixed in the world: sum_i M_i r_i
    POLHODE_HD void add_world(const Vec3<T>& torque_N) {
        for (int i = 0; i < 3; ++i) {
            if (torque_N[i] == T(0)) continue;
            uses_axis[i] = true;
            for (int j = 0; j < 3; ++j) linear[i](j, j) = linear[i](j, j) + torque_N[i];
        }
    }
    // A force fixed in the world at a place of the body: at x (sum_i F_i r_i) = -sum_i F_i r_i x at
    POLHODE_HD void add_world_force(const Vec3<T>& force_N, const Vec3<T>& at) {
        for (int i = 0; i < 3; ++i)
            if (force_N[i] != T(0)) add_cross(i, -force_N[i] * at);
    }
};

struct NoExtraTorque {};  // or what derives from it, for a copy of the class that is compiled apart

template <class T, class Extra = NoExtraTorque>
class TaylorBody {
 public:
    static constexpr bool has_extra = !std::is_base_of_v<NoExtraTorque, Extra>;
    // Words that hold fractions (fixed_point.hpp) know no 1/I: they follow free bodies and given rates.
    static constexpr bool only_fractions = requires { typename T::only_fractions; };

    TaylorBody(const Vec3<T>& moments, const PolynomialTorque<T>& torque, int order, Extra extra = {})
        : TaylorBody(PrincipalInertia<T>(moments), torque, order, static_cast<Extra&&>(extra)) {}
    TaylorBody(const PrincipalInertia<T>& inertia, const PolynomialTorque<T>& torque, int order, Extra extra = {})
        : torque_(torque),
          extra_(static_cast<Extra&&>(extra)),
          order_(order),
          moments_(inertia.moments()),
          inverse_(inertia.inverses()),
          ratio_(row(inertia.ratios())) {
        for (int k = 0; k <= largest_taylor_order; ++k) reciprocal_[k] = unit_fraction(k + 1);
        sort_torque();
    }

    // A constant angular momentum inside the body, as of a rotor, N m s in body axes: I w' = (I w + rotor) x w +
    // torque. A symmetric body whose spin is taken out is such a body in axes that do not spin, with far slower
    // coefficients.
    void set_rotor(const Vec3<T>& momentum) {
        s_rotor_ = over_moments(momentum[1], momentum[2], momentum[0]);
        t_rotor_ = over_moments(momentum[2], momentum[0], momentum[1]);
    }

    int order() const { return order_; }
    bool free() const { return kind_ == Kind::free; }
    Extra& extra() { return extra_; }
    void set_torque(const PolynomialTorque<T>& torque) {
        torque_ = torque;
        sort_torque();
    }

    // Coefficients in scaled time, for Extra: of W = h w, of q, and of world axis i seen in the body.
    Vec3<T> rate_coefficient(int k) const { return vector(u_W_[k]); }
    Quaternion<T> attitude_coefficient(int k) const { return quaternion(q_[k]); }
    const Vec3<T>& axis_coefficient(int i, int k) const { return r_[i][k]; }
    T scale() const { return h_; }

    // Coefficients about the state (q, w) for a step h.
    POLHODE_HD void expand(const Quaternion<T>& q, const Vec3<T>& w, T h) {
        h_ = h;
        start_ = w;
        set_rate(0, row(h * w));
        set_attitude(0, row(q));
        before_ = ratio_ * s_W_[0];
        after_ = ratio_ * t_W_[0];
        if constexpr (!only_fractions) {
            first_ = h * t_rotor_;
            before_ = before_ + h * s_rotor_;
            after_ = after_ - first_;
        }
        if (kind_ == Kind::free) {
            fill<Kind::free>();
        } else if (kind_ == Kind::weight) {
            const T hh = h * h;
            s_c_ = hh * s_weight_;
            t_c_ = hh * t_weight_;
            set_vertical(0, vertical(q_[0]));
            fill<Kind::weight>();
        } else {
            for (int a = 0; a < 3; ++a) {
                if (!needs_axis(a)) continue;
                Vec3<T> n{};
                n[a] = T(1);
                r_[a][0] = to_body(q, n);
            }
            fill<Kind::general>();
        }
    }

    // The state at the fraction s of the step. Highest coefficient first, the zeroth added last, so that rounding stays
    // at half a unit of the result.
    POLHODE_HD Quaternion<T> attitude_at(T s) const { return quaternion(madd(s, tail(q_, s), q_[0])); }
    POLHODE_HD Vec3<T> rate_at(T s) const { return start_ + rate_increment(s); }
    // The same less the state the step started from, for those who add it up with its low-order bits.
    POLHODE_HD Vec<T, 4> attitude_increment(T s) const { return quaternion(s * tail(q_, s)).params(); }
    POLHODE_HD Vec3<T> rate_increment(T s) const { return vector(s * tail(u_W_, s)) / h_; }

    // Attitude alone, under a given rate: `given(k)` is the k-th coefficient of w in scaled time.
    template <class Given>
    POLHODE_HD void expand_attitude(const Quaternion<T>& q, T h, const Given& given) {
        h_ = h;
        set_attitude(0, row(q));
        for (int k = 0; k <= order_; ++k) {
            const Vec3<T> w = given(k);
            if (k == 0) start_ = w;
            set_rate(k, row(h * w));
            if (k < order_) next_attitude(k);
        }
    }

    // Sizes of the last two coefficients (of q and, relative to its start, of W): what the step control looks at.
    POLHODE_HD void last_sizes(T& last, T& before) const {
        last = size_of(order_);
        before = size_of(order_ - 1);
    }

 private:
    using Row = Four<T>;
    // Vectors are kept as rows (a, b, c, a), (b, c, a, b) and (c, a, b, c), named u, s and t: then u x v = s_u t_v -
    // t_u s_v, and sums and products of such rows are such rows. A quaternion is kept as (x, y, z, s), and
    //     q (0, a, b, c) = (s, s, s, -x) u + (y, z, x, -z) t - (z, x, y, y) s.
    static POLHODE_INLINE Row row(const Vec3<T>& v) { return row(v[0], v[1], v[2], v[0]); }
    static POLHODE_INLINE Row row(const Quaternion<T>& q) { return row(q.x, q.y, q.z, q.w); }
    static POLHODE_INLINE Row row(T a, T b, T c, T d) {
        Row r;
        r.set(a, b, c, d);
        return r;
    }
    static POLHODE_INLINE Vec3<T> vector(const Row& r) { return {{r[0], r[1], r[2]}}; }
    static POLHODE_INLINE Quaternion<T> quaternion(const Row& r) { return {r[3], r[0], r[1], r[2]}; }
    POLHODE_INLINE Row over_moments(T a, T b, T c) const {
        return row(Vec3<T>{{a * inverse_[0], b * inverse_[1], c * inverse_[2]}});
    }

    // Which kind of body the torque makes it, and its weight as the sums want it.
    POLHODE_HD void sort_torque() {
        kind_ = has_extra || !(torque_.free() || torque_.weight_only()) ? Kind::general
                : torque_.free()                                        ? Kind::free
                                                                        : Kind::weight;
        const Mat3<T>& a = torque_.linear[2];
        if constexpr (!only_fractions) {
            s_weight_ = over_moments(a(2, 0), a(0, 1), a(1, 2));
            t_weight_ = over_moments(a(0, 1), a(1, 2), a(2, 0));
        }
    }
    static POLHODE_HD T unit_fraction(int n) {
        if constexpr (only_fractions)
            return T::unit_fraction(n);
        else
            return T(1) / T(n);
    }
    POLHODE_HD bool needs_axis(int a) const {
        return has_extra || torque_.uses_axis[a] || (torque_.gradient != T(0) && torque_.gradient_towards[a] != T(0));
    }
    POLHODE_HD T size_of(int k) const {
        const T wsize = u_W_[0].size(), s = q_[k].size();
        return wsize > T(0) ? max(s, u_W_[k].size() / wsize) : s;
    }
    // (c(s) - c[0])/s in two chains, of even and of odd powers; c[1] is added last
    POLHODE_INLINE Row tail(const Row* c, T s) const {
        if constexpr (only_fractions) {
            Row sum = c[order_];
            for (int k = order_ - 1; k >= 1; --k) sum = madd(s, sum, c[k]);
            return sum;
        }
        const T s2 = s * s;
        Row one = c[order_], other = c[order_ - 1];
        int k = order_ - 2;
        for (; k >= 2; k -= 2) {
            one = madd(s2, one, c[k]);
            other = madd(s2, other, c[k - 1]);
        }
        return k == 1 ? madd(s, other, madd(s2, one, c[1])) : madd(s, one, other);
    }
    // sum_{j=0..k} a[j] b[k-j] of components m and n of the direction g
    POLHODE_HD T convolve(int m, int n, int k) const {
        T s = g_[0][m] * g_[k][n];
        for (int j = 1; j <= k; ++j) s = fma(g_[j][m], g_[k - j][n], s);
        return s;
    }

    // The kinds of body that get their own unrolled code; everything else is `general`.
    enum class Kind { free, weight, general };

    // The sums behind one coefficient. Each kind of product has a sum of its own, so that chains are short; the order
    // of additions is the same everywhere.
    struct Sums {
        Row w{}, qu{}, qt{}, qs{}, rt{}, rs{};
    };
    // Adds the products of coefficient i of W, q and r with coefficient m of W.
    template <Kind kind>
    POLHODE_INLINE void add_products(Sums& sums, int i, int m) const {
        sums.w.add(s_W_[i], t_W_[m]);
        add_turning<kind>(sums, i, m);
    }
    template <Kind kind>
    POLHODE_INLINE void add_turning(Sums& sums, int i, int m) const {
        sums.qu.add(q_u_[i], u_W_[m]);
        sums.qt.add(q_t_[i], t_W_[m]);
        sums.qs.add(q_s_[i], s_W_[m]);
        if constexpr (kind == Kind::weight) {
            sums.rt.add(s_r_[i], t_W_[m]);
            sums.rs.add(t_r_[i], s_W_[m]);
        }
    }
    // Coefficient k+1 from the sums of those products that have no coefficient 0 in them.
    template <Kind kind>
    POLHODE_INLINE void finish(int k, Sums& sums) {
        const T scale = reciprocal_[k];
        Row next = ratio_ * sums.w;
        if (k > 0) {
            add_turning<kind>(sums, k, 0);
            next.add(after_, s_W_[k]);
        } else if constexpr (!only_fractions) {
            next.subtract(first_, s_W_[k]);
        }
        if constexpr (kind == Kind::weight) {
            next.add(s_r_[k], t_c_);
            next.subtract(t_r_[k], s_c_);
        }
        next.add(before_, t_W_[k]);
        add_turning<kind>(sums, 0, k);
        if constexpr (kind == Kind::weight) set_vertical(k + 1, scale * (sums.rt - sums.rs));
        if constexpr (kind == Kind::general) {
            const Vec3<T> m = torque_coefficient(k);
            next = next + (h_ * h_) * over_moments(m[0], m[1], m[2]);
            for (int a = 0; a < 3; ++a)
                if (needs_axis(a)) next_axis(r_[a], k);
        }
        set_rate(k + 1, scale * next);
        set_attitude(k + 1, (T(0.5) * scale) * (sums.qu + sums.qt - sums.qs));
    }
    // Coefficients k+1 and k+2 together: their sums read the same rows. What was made last is added last, because the
    // rest can be summed while that is still being made.
    template <Kind kind>
    POLHODE_INLINE void next_two(int k) {
        Sums one, two;
        if (k > 1) add_products<kind>(one, 1, k - 1);
        for (int j = 2; j < k; ++j) {
            add_products<kind>(two, j, k + 1 - j);
            add_products<kind>(one, j, k - j);
        }
        if (k > 0) add_products<kind>(two, k, 1);
        if (k > 1) add_products<kind>(two, 1, k);
        finish<kind>(k, one);
        if (k + 1 < order_) finish<kind>(k + 1, two);
    }

    POLHODE_HD void next_attitude(int k) {
        Sums sums;
        for (int j = 0; j <= k; ++j) add_turning<Kind::free>(sums, j, k - j);
        set_attitude(k + 1, (T(0.5) * reciprocal_[k]) * (sums.qu + sums.qt - sums.qs));
    }

    POLHODE_INLINE void set_rate(int k, const Row& W) {
        u_W_[k] = W;
        W.cyclic(s_W_[k], t_W_[k]);
    }
    POLHODE_INLINE void set_attitude(int k, const Row& q) {
        q_[k] = q;
        q_u_[k] = q.template permuted<3, 3, 3, 0>().template turned<false, false, false, true>();
        q_t_[k] = q.template permuted<1, 2, 0, 2>().template turned<false, false, false, true>();
        q_s_[k] = q.template permuted<2, 0, 1, 1>();
    }
    POLHODE_INLINE void set_vertical(int k, const Row& r) { r.cyclic(s_r_[k], t_r_[k]); }
    // R^T e3 = 2 z (x, y, z) + 2 s (-y, x, s) - e3 of a unit quaternion
    static POLHODE_INLINE Row vertical(const Row& q) {
        Row r = row(Vec3<T>{{T(0), T(0), T(-0.5)}});
        r.add(q.template permuted<2, 2, 2, 2>(), q.template permuted<0, 1, 2, 0>());
        r.add(q.template permuted<3, 3, 3, 3>(),
              q.template permuted<1, 0, 3, 1>().template turned<true, false, false, true>());
        return r + r;
    }

    POLHODE_HD void next_axis(Vec3<T>* r, int k) {
        Vec3<T> d{};
        for (int j = 0; j <= k; ++j) {
            const Vec3<T>& u = r[j];
            const Vec3<T> w = vector(u_W_[k - j]);
            d[0] = fma(u[1], w[2], fma(-u[2], w[1], d[0]));
            d[1] = fma(u[2], w[0], fma(-u[0], w[2], d[1]));
            d[2] = fma(u[0], w[1], fma(-u[1], w[0], d[2]));
        }
        r[k + 1] = reciprocal_[k] * d;
    }

    template <Kind kind, int... half_k>
    POLHODE_INLINE void unrolled(std::integer_sequence<int, half_k...>) {
        (next_two<kind>(2 * half_k), ...);
    }
    template <Kind kind>
    POLHODE_HD void fill() {
        // the usual order of fixed steps is unrolled whole, with every index a constant; the arithmetic is the same
        if (order_ == 8)
            unrolled<kind>(std::make_integer_sequence<int, 4>{});
        else
            for (int k = 0; k < order_; k += 2) next_two<kind>(k);
    }

    // k-th coefficient of the torque in scaled time
    POLHODE_HD Vec3<T> torque_coefficient(int k) {
        Vec3<T> m = k == 0 ? torque_.constant : Vec3<T>{};
        for (int a = 0; a < 3; ++a)
            if (torque_.uses_axis[a]) m = m + torque_.linear[a] * r_[a][k];
        if (torque_.damped) {
            const Vec3<T> w = vector(u_W_[k]) / h_;
            m = m - torque_.damping * w;
        }
        if constexpr (has_extra) m = m + extra_.coefficient(k, *this);
        if (torque_.gradient != T(0)) {
            for (int i = 0; i < 3; ++i) {
                T g = T(0);
                for (int a = 0; a < 3; ++a)
                    if (needs_axis(a)) g = fma(torque_.gradient_towards[a], r_[a][k][i], g);
                g_[k][i] = g;
            }
            // 3 n^2 g x I g: (I3 - I2) g2 g3 and cyclic
            m[0] = fma(torque_.gradient * (moments_[2] - moments_[1]), convolve(1, 2, k), m[0]);
            m[1] = fma(torque_.gradient * (moments_[0] - moments_[2]), convolve(2, 0, k), m[1]);
            m[2] = fma(torque_.gradient * (moments_[1] - moments_[0]), convolve(0, 1, k), m[2]);
        }
        return m;
    }

    PolynomialTorque<T> torque_;
    Extra extra_;
    int order_;
    Vec3<T> moments_, inverse_, start_{};
    Kind kind_ = Kind::general;
    T h_{};
    T reciprocal_[largest_taylor_order + 1];
    // coefficients: world axes and a direction seen in the body, then the rows of W, q and of the vertical
    Vec3<T> r_[3][largest_taylor_order + 1], g_[largest_taylor_order + 1];
    Row u_W_[largest_taylor_order + 1], s_W_[largest_taylor_order + 1], t_W_[largest_taylor_order + 1];
    Row q_[largest_taylor_order + 1];
    Row q_u_[largest_taylor_order + 1], q_t_[largest_taylor_order + 1], q_s_[largest_taylor_order + 1];
    Row s_r_[largest_taylor_order + 1], t_r_[largest_taylor_order + 1];
    // moments, rotor and weight as the sums want them, and the same scaled by the step
    Row ratio_, s_rotor_, t_rotor_, s_weight_, t_weight_;
    Row before_, after_, first_, s_c_, t_c_;
};

}  // namespace polhode::integrate
