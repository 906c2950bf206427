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

struct NoExtraTorque {};

template <class T, class Extra = NoExtraTorque>
class TaylorBody {
 public:
    static constexpr bool has_extra = !std::is_same_v<Extra, NoExtraTorque>;

    TaylorBody(const Vec3<T>& moments, const PolynomialTorque<T>& torque, int order, Extra extra = {})
        : torque_(torque), extra_(static_cast<Extra&&>(extra)), order_(order), moments_(moments) {
        for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            ratio_[i] = (moments[j] - moments[k]) / moments[i];
            inverse_[i] = T(1) / moments[i];
        }
        for (int k = 0; k <= largest_taylor_order; ++k) reciprocal_[k] = T(1) / T(k + 1);
        if (has_extra)
            kind_ = Kind::general;
        else if (torque.free())
            kind_ = Kind::free;
        else if (torque.weight_only())
            kind_ = Kind::weight;
        const Mat3<T>& a = torque.linear[2];
        weight_ = {{a(1, 2), a(2, 0), a(0, 1)}};
    }

    // A constant angular momentum inside the body, as of a rotor, N m s in body axes: I w' = (I w + rotor) x w +
    // torque. A symmetric body whose spin is taken out is such a body in axes that do not spin, with far slower
    // coefficients.
    void set_rotor(const Vec3<T>& momentum) { rotor_ = momentum; }

    int order() const { return order_; }
    bool free() const { return kind_ == Kind::free; }
    Extra& extra() { return extra_; }
    void set_torque(const PolynomialTorque<T>& torque) {
        const Vec3<T> rotor = rotor_;
        *this = TaylorBody(moments_, torque, order_, extra_);
        rotor_ = rotor;
    }

    // Coefficients in scaled time, for Extra: of W = h w, of q, and of world axis i seen in the body.
    const Vec3<T>* rate_coefficients() const { return W_; }
    const Vec<T, 4>* attitude_coefficients() const { return q_; }
    const Vec3<T>* axis_coefficients(int i) const { return r_[i]; }
    T scale() const { return h_; }

    // Coefficients about the state (q, w) for a step h.
    POLHODE_HD void expand(const Quaternion<T>& q, const Vec3<T>& w, T h) {
        h_ = h;
        scaled_rotor_ = h * rotor_;
        set_rate(0, h * w[0], h * w[1], h * w[2]);
        set_attitude(0, q.w, q.x, q.y, q.z);
        for (int a = 0; a < 3; ++a) {
            if (!needs_axis(a)) continue;
            Vec3<T> n{};
            n[a] = T(1);
            const Vec3<T> r = to_body(q, n);
            r_[a][0] = r;
        }
        if (kind_ == Kind::free) {
            fill<Kind::free>();
        } else if (kind_ == Kind::weight) {
            scaled_weight_ = (h * h) * weight_;
            set_vertical(0, r_[2][0][0], r_[2][0][1], r_[2][0][2]);
            fill<Kind::weight>();
        } else {
            fill<Kind::general>();
        }
    }

    // The state at the fraction s of the step. Highest coefficient first, the zeroth added last, so that rounding stays
    // at half a unit of the result.
    POLHODE_HD Quaternion<T> attitude_at(T s) const {
        const Vec<T, 4> p = sum(q_, s);
        return {p[0], p[1], p[2], p[3]};
    }
    POLHODE_HD Vec3<T> rate_at(T s) const { return sum(W_, s) / h_; }

    // Attitude alone, under a given rate: `given(k)` is the k-th coefficient of w in scaled time.
    template <class Given>
    POLHODE_HD void expand_attitude(const Quaternion<T>& q, T h, const Given& given) {
        h_ = h;
        set_attitude(0, q.w, q.x, q.y, q.z);
        for (int k = 0; k <= order_; ++k) {
            const Vec3<T> w = given(k);
            set_rate(k, h * w[0], h * w[1], h * w[2]);
            if (k < order_) next_attitude(k);
        }
    }

    // Sizes of the last two coefficients (of q and, relative to its start, of W): what the step control looks at.
    POLHODE_HD void last_sizes(T& last, T& before) const {
        T wsize = T(0);
        for (int i = 0; i < 3; ++i) wsize = max(wsize, abs(W_[0][i]));
        last = size_of(order_, wsize);
        before = size_of(order_ - 1, wsize);
    }

 private:
    POLHODE_HD bool needs_axis(int a) const {
        return has_extra || torque_.uses_axis[a] || (torque_.gradient != T(0) && torque_.gradient_towards[a] != T(0));
    }
    POLHODE_HD T size_of(int k, T wsize) const {
        T s = T(0);
        for (int i = 0; i < 4; ++i) s = max(s, abs(q_[k][i]));
        if (wsize > T(0))
            for (int i = 0; i < 3; ++i) s = max(s, abs(W_[k][i]) / wsize);
        return s;
    }
    template <int N>
    POLHODE_INLINE Vec<T, N> sum(const Vec<T, N>* c, T s) const {
        Vec<T, N> tail = c[order_];
        for (int k = order_ - 1; k >= 0; --k) tail = madd(s, tail, c[k]);
        return tail;
    }
    // sum_{j=0..k} a[j] b[k-j] of components m and n of the direction g
    POLHODE_HD T convolve(int m, int n, int k) const {
        T s = g_[0][m] * g_[k][n];
        for (int j = 1; j <= k; ++j) s = fma(g_[j][m], g_[k - j][n], s);
        return s;
    }

    // The kinds of body that get their own unrolled code; everything else is `general`.
    enum class Kind { free, weight, general };

    // One order more: coefficients k+1 from those up to k. The sums are rows of four numbers, each product of a row
    // with one component of W in a sum of its own, so that chains are short and a processor with wide registers takes a
    // row at once; the order of additions is the same everywhere.
    template <Kind kind>
    POLHODE_INLINE void next_order(int k) {
        const T scale = reciprocal_[k];
        Four<T> w{}, qa{}, qb{}, qc{}, ra{}, rb{}, rc{};
        for (int j = 0; j <= k; ++j) {
            const T a = W_[k - j][0], b = W_[k - j][1], c = W_[k - j][2];
            w.add(shifted_[j], turned_[k - j]);
            qa.add(q_a_[j], a);
            qb.add(q_b_[j], b);
            qc.add(q_c_[j], c);
            if constexpr (kind == Kind::weight) {
                ra.add(r_a_[j], a);
                rb.add(r_b_[j], b);
                rc.add(r_c_[j], c);
            }
        }
        const Four<T> q = (T(0.5) * scale) * (qa + qb + qc);
        set_attitude(k + 1, q[0], q[1], q[2], q[3]);
        Vec3<T> next{{ratio_[0] * w[0], ratio_[1] * w[1], ratio_[2] * w[2]}};
        const Vec3<T> gyroscopic = cross(scaled_rotor_, W_[k]);
        for (int i = 0; i < 3; ++i) next[i] = fma(inverse_[i], gyroscopic[i], next[i]);
        if constexpr (kind == Kind::weight) {
            const Vec3<T> m = cross(r_[2][k], scaled_weight_);
            for (int i = 0; i < 3; ++i) next[i] = fma(inverse_[i], m[i], next[i]);
            const Four<T> r = scale * (ra + rb + rc);
            set_vertical(k + 1, r[0], r[1], r[2]);
        }
        if constexpr (kind == Kind::general) {
            const Vec3<T> m = torque_coefficient(k);
            const T hh = h_ * h_;
            for (int i = 0; i < 3; ++i) next[i] = fma(hh * inverse_[i], m[i], next[i]);
            for (int a = 0; a < 3; ++a)
                if (needs_axis(a)) next_axis(r_[a], k);
        }
        set_rate(k + 1, scale * next[0], scale * next[1], scale * next[2]);
    }

    POLHODE_HD void next_attitude(int k) {
        Four<T> qa{}, qb{}, qc{};
        for (int j = 0; j <= k; ++j) {
            qa.add(q_a_[j], W_[k - j][0]);
            qb.add(q_b_[j], W_[k - j][1]);
            qc.add(q_c_[j], W_[k - j][2]);
        }
        const Four<T> q = (T(0.5) * reciprocal_[k]) * (qa + qb + qc);
        set_attitude(k + 1, q[0], q[1], q[2], q[3]);
    }

    POLHODE_INLINE void set_rate(int k, T a, T b, T c) {
        W_[k] = {{a, b, c}};
        shifted_[k].set(b, c, a, T(0));
        turned_[k].set(c, a, b, T(0));
    }
    // q (0, a, b, c) = a (-x, s, z, -y) + b (-y, -z, s, x) + c (-z, y, -x, s)
    POLHODE_INLINE void set_attitude(int k, T s, T x, T y, T z) {
        q_[k] = {{s, x, y, z}};
        q_a_[k].set(-x, s, z, -y);
        q_b_[k].set(-y, -z, s, x);
        q_c_[k].set(-z, y, -x, s);
    }
    // r x (a, b, c) = a (0, n, -v) + b (-n, 0, u) + c (v, -u, 0)
    POLHODE_INLINE void set_vertical(int k, T u, T v, T n) {
        r_[2][k] = {{u, v, n}};
        r_a_[k].set(T(0), n, -v, T(0));
        r_b_[k].set(-n, T(0), u, T(0));
        r_c_[k].set(v, -u, T(0), T(0));
    }

    POLHODE_HD void next_axis(Vec3<T>* r, int k) {
        Vec3<T> d{};
        for (int j = 0; j <= k; ++j) {
            const Vec3<T>& u = r[j];
            const Vec3<T>& w = W_[k - j];
            d[0] = fma(u[1], w[2], fma(-u[2], w[1], d[0]));
            d[1] = fma(u[2], w[0], fma(-u[0], w[2], d[1]));
            d[2] = fma(u[0], w[1], fma(-u[1], w[0], d[2]));
        }
        r[k + 1] = reciprocal_[k] * d;
    }

    template <Kind kind, int... k>
    POLHODE_INLINE void unrolled(std::integer_sequence<int, k...>) {
        (next_order<kind>(k), ...);
    }
    template <Kind kind>
    POLHODE_HD void fill() {
        // the usual orders are unrolled whole, with every index a constant; the arithmetic is the same
        if (order_ == 8)
            unrolled<kind>(std::make_integer_sequence<int, 8>{});
        else
            for (int k = 0; k < order_; ++k) next_order<kind>(k);
    }

    // k-th coefficient of the torque in scaled time
    POLHODE_HD Vec3<T> torque_coefficient(int k) {
        Vec3<T> m = k == 0 ? torque_.constant : Vec3<T>{};
        for (int a = 0; a < 3; ++a)
            if (torque_.uses_axis[a]) m = m + torque_.linear[a] * r_[a][k];
        if (torque_.damped) {
            const Vec3<T> w = W_[k] / h_;
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
    Vec3<T> moments_, ratio_, inverse_, weight_, scaled_weight_;
    Vec3<T> rotor_{}, scaled_rotor_{};
    Kind kind_ = Kind::general;
    T h_{};
    T reciprocal_[largest_taylor_order + 1];
    Vec3<T> W_[largest_taylor_order + 1], r_[3][largest_taylor_order + 1], g_[largest_taylor_order + 1];
    Vec<T, 4> q_[largest_taylor_order + 1];
    // the same coefficients as rows for next_order
    Four<T> shifted_[largest_taylor_order + 1], turned_[largest_taylor_order + 1];
    Four<T> q_a_[largest_taylor_order + 1], q_b_[largest_taylor_order + 1], q_c_[largest_taylor_order + 1];
    Four<T> r_a_[largest_taylor_order + 1], r_b_[largest_taylor_order + 1], r_c_[largest_taylor_order + 1];
};

}  // namespace polhode::integrate
