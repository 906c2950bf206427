// Projection of a body on its invariants after a step (Hairer, Lubich, Wanner, Geometric Numerical Integration, IV.4).
//
// FreeBodyProjection: a free body on D = G^2 - 2 T I_mid and on G^2, in this order.
//
// D is formed from the outer components alone, D = (I_hi - I_mid)/I_hi m_hi^2 - (I_mid - I_lo)/I_lo m_lo^2, so that it
// keeps its relative accuracy near the separatrix, where it is the small difference that decides when the body turns
// over. It is restored along its gradient, and G then through the middle component where that is the largest (which
// leaves D alone), else by scaling all three. With both, the error of long runs grows linearly; with either alone it
// does not.
//
// D and G are taken once, from the initial state. The D part is skipped for a body with two equal moments and where the
// gradient is zero (rotation exactly about the middle axis).
//
// HeavyBodyProjection: a body under its weight on its energy E and on the vertical part L_z of its momentum (below).
//
// For a state with low-order bits (arithmetic/compensated.hpp) the invariants are formed in two words: formed in one, a
// projection would put back the rounding that the carry has just avoided.
#pragma once

#include "../arithmetic/compensated.hpp"
#include "../dynamics/body_state.hpp"

namespace polhode::integrate {

template <class T>
class FreeBodyProjection {
 public:
    FreeBodyProjection() = default;
    // For momenta, m in body axes.
    POLHODE_HD FreeBodyProjection(const Vec3<T>& moments, const Vec3<T>& m0) {
        sort(moments);
        const T lo = moments[lo_], mid = moments[mid_], hi = moments[hi_];
        set_up((mid - lo) / lo, (hi - mid) / hi, {T(1), T(1), T(1)}, m0);
    }
    // For steppers whose state is the rate.
    static POLHODE_HD FreeBodyProjection of_rate(const Vec3<T>& moments, const Vec3<T>& w0) {
        FreeBodyProjection p;
        p.sort(moments);
        const T lo = moments[p.lo_], mid = moments[p.mid_], hi = moments[p.hi_];
        p.set_up(lo * (mid - lo), hi * (hi - mid), moments, w0);
        return p;
    }

    // The momentum (or rate) moved back on both surfaces.
    POLHODE_HD Vec3<T> operator()(Vec3<T> x) const { return on_sphere(on_D(x)); }
    POLHODE_HD Carried<T, 3> operator()(Carried<T, 3> x) const {
        if (!symmetric_) {
            const T gx = T(-2) * a_ * x.value[lo_], gz = T(2) * b_ * x.value[hi_], g2 = fma(gx, gx, gz * gz);
            if (g2 > T(0)) {
                const T e = (D_start_ - D(x)).value() / g2;
                Vec3<T> change{};
                change[lo_] = e * gx;
                change[hi_] = e * gz;
                add(x, change);
            }
        }
        const T e = half((G2_start_ - G2(x)).value());
        const Vec3<T> m{weight_[0] * x.value[0], weight_[1] * x.value[1], weight_[2] * x.value[2]};
        const T sm = m[mid_] * m[mid_], slo = m[lo_] * m[lo_], shi = m[hi_] * m[hi_];
        if (!symmetric_ && sm > slo && sm > shi) {
            Vec3<T> change{};
            change[mid_] = e / (m[mid_] * weight_[mid_]);
            add(x, change);
        } else if (G2_ > T(0)) {
            add(x, (e / G2_) * x.value);
        }
        return x;
    }

    POLHODE_HD Vec3<T> on_D(Vec3<T> x) const {
        if (symmetric_) return x;
        const T gx = T(-2) * a_ * x[lo_], gz = T(2) * b_ * x[hi_];
        const T g2 = fma(gx, gx, gz * gz);
        if (!(g2 > T(0))) return x;
        const T e = (D0_ - D(x)) / g2;
        x[lo_] = fma(e, gx, x[lo_]);
        x[hi_] = fma(e, gz, x[hi_]);
        return x;
    }
    POLHODE_HD Vec3<T> on_sphere(Vec3<T> x) const {
        const Vec3<T> m{weight_[0] * x[0], weight_[1] * x[1], weight_[2] * x[2]};
        const T sm = m[mid_] * m[mid_], slo = m[lo_] * m[lo_], shi = m[hi_] * m[hi_];
        const T e = G2_ - fma(m[0], m[0], fma(m[1], m[1], m[2] * m[2]));
        if (!symmetric_ && sm > slo && sm > shi) {
            // to first order: the change is of the size of rounding or of the truncation of one step
            x[mid_] = x[mid_] + half(e) / (m[mid_] * weight_[mid_]);
        } else if (G2_ > T(0)) {
            const T f = half(e) / G2_;
            for (int i = 0; i < 3; ++i) x[i] = fma(f, x[i], x[i]);
        }
        return x;
    }

    POLHODE_INLINE T D(const Vec3<T>& x) const {
        return difference_of_products(b_ * x[hi_], x[hi_], a_ * x[lo_], x[lo_]);
    }

 private:
    using Two = exact::TwoWords<T>;
    static POLHODE_INLINE Two squared(const Carried<T, 3>& x, int i) {
        return Two::product(x.value[i], x.value[i]) + twice(x.value[i] * x.carry[i]);
    }
    POLHODE_INLINE Two D(const Carried<T, 3>& x) const { return squared(x, hi_) * b_ - squared(x, lo_) * a_; }
    POLHODE_INLINE Two G2(const Carried<T, 3>& x) const {
        Two sum(T(0));
        for (int i = 0; i < 3; ++i) sum = sum + Two::product(weight_[i], weight_[i]) * squared(x, i);
        return sum;
    }

    POLHODE_HD void sort(const Vec3<T>& I) {
        for (int i = 1; i < 3; ++i) {
            if (I[i] < I[lo_]) lo_ = i;
            if (!(I[i] < I[hi_])) hi_ = i;
        }
        if (lo_ == hi_) lo_ = 0, hi_ = 2;  // sphere
        mid_ = 3 - lo_ - hi_;
    }
    POLHODE_HD void set_up(T a, T b, const Vec3<T>& weight, const Vec3<T>& x0) {
        a_ = a;
        b_ = b;
        weight_ = weight;
        symmetric_ = a == T(0) || b == T(0);
        D0_ = D(x0);
        const Vec3<T> m{weight[0] * x0[0], weight[1] * x0[1], weight[2] * x0[2]};
        G2_ = fma(m[0], m[0], fma(m[1], m[1], m[2] * m[2]));
        D_start_ = D(Carried<T, 3>{x0, {}});
        G2_start_ = G2(Carried<T, 3>{x0, {}});
    }

    int lo_ = 0, mid_ = 1, hi_ = 0;
    bool symmetric_ = true;
    T a_{0}, b_{0}, D0_{0}, G2_{0};
    Vec3<T> weight_{{T(1), T(1), T(1)}};
    Two D_start_{}, G2_start_{};  // to all digits
};

// E = w.Iw/2 + c.g and L_z = (I w + rotor).g, with g the vertical seen in the body and c the weight times its arm. The
// rate is moved by l w + u g, which is the shortest way in the metric of the kinetic energy:
//
//     [w.Iw  w.Ig] [l]   [E0 - E    ]
//     [w.Ig  g.Ig] [u] = [Lz0 - L_z ]
//
// Where a gradient is small against the rounding of its invariant, as near a sleeping top or at a cusp, or where the
// two are nearly parallel, as in steady precession, that rounding would be blown up; there only what is well determined
// is corrected, or nothing. A spin that is a constant of the motion (symmetric body, its axis `fixed`) is left alone.
//
// Measured (docs/methods.md, "Projection of a heavy body"): both together make the error grow linearly; either alone
// does little.
//
// This one serves one body and bodies side by side, each lane with its own numbers; HeavyBodyProjection is for one body
// whose state may have low-order bits.
template <class T>
class PlainHeavyBodyProjection {
 public:
    using Mask = MaskOf<T>;

    PlainHeavyBodyProjection() = default;
    // rotor: angular momentum of a rotor inside, as of a spin that was taken out; fixed: which component of w is left
    // alone, if any; arm_length: of weight_arm
    POLHODE_HD PlainHeavyBodyProjection(const Vec3<T>& moments, const Vec3<T>& weight_arm, T arm_length,
                                        const Vec3<T>& rotor, const Mask (&fixed)[3], const Quaternion<T>& q0,
                                        const Vec3<T>& w0, bool energy, bool vertical)
        : moments_(moments),
          arm_(weight_arm),
          rotor_(rotor),
          fixed_{fixed[0], fixed[1], fixed[2]},
          energy_(energy),
          vertical_(vertical),
          arm_length_(arm_length) {
        levels(q0.params(), w0, E0_, Lz0_);
        const T mean = (moments[0] + moments[1] + moments[2]) / T(3);
        size_ = max(mean * dot(w0, w0), arm_length_);
    }

    POLHODE_HD Vec3<T> operator()(const Quaternion<T>& q, const Vec3<T>& w) const {
        T E, Lz;
        levels(q.params(), w, E, Lz);
        return w + change(q, w, E0_ - E, Lz0_ - Lz);
    }

 protected:
    // Energy and vertical momentum in the numbers V; q of unit length
    template <class V>
    POLHODE_HD void levels(const Vec<V, 4>& q, const Vec3<V>& w, V& E, V& Lz) const {
        const V xz = q[1] * q[3], wy = q[0] * q[2], yz = q[2] * q[3], wx = q[0] * q[1];
        const V g[3] = {(xz - wy) + (xz - wy), (yz + wx) + (yz + wx),
                        (q[0] * q[0] - q[1] * q[1]) - (q[2] * q[2] - q[3] * q[3])};
        V kinetic(T(0)), potential(T(0)), vertical(T(0));
        for (int i = 0; i < 3; ++i) {
            const V m = w[i] * moments_[i];
            kinetic = kinetic + m * w[i];
            potential = potential + g[i] * arm_[i];
            vertical = vertical + (m + rotor_[i]) * g[i];
        }
        E = kinetic * V(T(0.5)) + potential;
        Lz = vertical;
    }

    POLHODE_HD Vec3<T> change(const Quaternion<T>& q, const Vec3<T>& w, T e, T l) const {
        const Vec3<T> g = to_body(q, Vec3<T>{T(0), T(0), T(1)});
        T ww = T(0), wg = T(0), gg = T(0), kinetic = T(0), momentum2 = T(0);
        for (int i = 0; i < 3; ++i) {
            const T m = moments_[i] * w[i], all_momentum = m + rotor_[i];
            kinetic = fma(m, w[i], kinetic);
            momentum2 = fma(all_momentum, all_momentum, momentum2);
            if (all(fixed_[i])) continue;
            ww = select(fixed_[i], ww, fma(m, w[i], ww));
            wg = select(fixed_[i], wg, fma(m, g[i], wg));
            gg = select(fixed_[i], gg, fma(moments_[i] * g[i], g[i], gg));
        }
        // The squares of the gradients in units of what their invariants are made of: 1 where rounding of the invariant
        // moves the state by as much as rounding of the state would.
        const T E_size = half(kinetic) + arm_length_, a = ww * size_ / (E_size * E_size), d = gg * size_ / momentum2;
        const T b2 = wg * wg / (E_size * E_size) * (size_ / momentum2) * size_, least = T(0.01);
        T along_w = T(0), along_g = T(0);
        Mask by_energy = a > least, by_vertical = d > least;
        if (energy_ && vertical_) {
            const Mask by_both = a * d - b2 > least * (a + d), rather_energy = a > d;
            if (any(by_both)) {
                const T determinant = difference_of_products(ww, gg, wg, wg);
                along_w = select(by_both, difference_of_products(e, gg, l, wg) / determinant, along_w);
                along_g = select(by_both, difference_of_products(l, ww, e, wg) / determinant, along_g);
            }
            by_energy = by_energy && rather_energy && !by_both;
            by_vertical = by_vertical && !rather_energy && !by_both;
        }
        if (energy_ && any(by_energy)) along_w = select(by_energy, e / ww, along_w);
        if (vertical_ && any(by_vertical)) along_g = select(by_vertical, l / gg, along_g);
        Vec3<T> r{};
        for (int i = 0; i < 3; ++i)
            if (!all(fixed_[i])) r[i] = select(fixed_[i], T(0), fma(along_w, w[i], along_g * g[i]));
        return r;
    }

 private:
    Vec3<T> moments_{}, arm_{}, rotor_{};
    Mask fixed_[3] = {};
    bool energy_ = true, vertical_ = true;
    T arm_length_{}, size_{}, E0_{}, Lz0_{};
};

template <class T>
class HeavyBodyProjection : public PlainHeavyBodyProjection<T> {
    using Plain = PlainHeavyBodyProjection<T>;

 public:
    HeavyBodyProjection() = default;
    // fixed: a component of w left alone, or -1
    POLHODE_HD HeavyBodyProjection(const Vec3<T>& moments, const Vec3<T>& weight_arm, const Vec3<T>& rotor, int fixed,
                                   const Quaternion<T>& q0, const Vec3<T>& w0, bool energy = true, bool vertical = true)
        : Plain(moments, weight_arm, norm(weight_arm), rotor, {fixed == 0, fixed == 1, fixed == 2}, q0, w0, energy,
                vertical) {
        Plain::levels(two(Carried<T, 4>{q0.params(), {}}), two(Carried<T, 3>{w0, {}}), E_start_, Lz_start_);
    }

    using Plain::operator();
    POLHODE_HD void operator()(const Carried<T, 4>& q, Carried<T, 3>& w) const {
        Two E, Lz;
        Plain::levels(two(q), two(w), E, Lz);
        const Quaternion<T> at{q.value[0], q.value[1], q.value[2], q.value[3]};
        add(w, Plain::change(at, w.value, (E_start_ - E).value(), (Lz_start_ - Lz).value()));
    }

 private:
    using Two = exact::TwoWords<T>;
    template <int N>
    static POLHODE_INLINE Vec<Two, N> two(const Carried<T, N>& x) {
        Vec<Two, N> r;
        for (int i = 0; i < N; ++i) r[i] = whole(x, i);
        return r;
    }

    Two E_start_{}, Lz_start_{};
};

}  // namespace polhode::integrate
