// Projection of a free body on its two invariants after a step: D = G^2 - 2 T I_mid and G^2, in this order
// (Hairer, Lubich, Wanner, Geometric Numerical Integration, IV.4).
//
// D is formed from the outer components alone, D = (I_hi - I_mid)/I_hi m_hi^2 - (I_mid - I_lo)/I_lo m_lo^2, so that it
// keeps its relative accuracy near the separatrix, where it is the small difference that decides when the body turns
// over. It is restored along its gradient, and G then through the middle component where that is the largest (which
// leaves D alone), else by scaling all three. With both, the error of long runs grows linearly; with either alone it
// does not.
//
// D and G are taken once, from the initial state. The D part is skipped for a body with two equal moments and where the
// gradient is zero (rotation exactly about the middle axis).
#pragma once

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
    }

    int lo_ = 0, mid_ = 1, hi_ = 0;
    bool symmetric_ = true;
    T a_{0}, b_{0}, D0_{0}, G2_{0};
    Vec3<T> weight_{{T(1), T(1), T(1)}};
};

}  // namespace polhode::integrate
