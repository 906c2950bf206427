// sn, cn, dn where half periods are long and their middle counts: a motion between two unstable rotations passes there,
// where cn is of the size of sqrt(k'), and a relative error of cn is one of the motion. Bulirsch's recursion begins
// with a sine and a cosine, whose roundings count K times in cn. Here one ascending Landen transformation
// (DLMF 22.7(ii)) makes k' so small that two terms about k = 1 are full (DLMF 22.10.7 to 22.10.9), and a rounding
// counts once:
//
//     l' = (1-k)/(1+k),   z = u/(1+l')
//     cn(z|l) = sech z [1 + (l'^2/4)(z - sinh z cosh z) tanh z]   and so on
//     cn(u|k) = (1+l')(dn^2 - l')/(l^2 dn),   dn(u|k) = (1-l')(dn^2 + l')/(l^2 dn),   sn(u|k) = (1+l') sn cn/dn
//
// for |u| <= K/2, with the functions of z and l on the right; beyond, by K - |u|.
#pragma once

#include "elliptic.hpp"

namespace polhode::exact {

template <class T>
class JacobiNearSeparatrix {
 public:
    POLHODE_HD JacobiNearSeparatrix() = default;
    POLHODE_HD void set_modulus(T kc, T kc2, const TwoWords<T>& quarter_period) {
        // the third term is of the size of k'^6/4096 in the middle of a half period
        near_ = kc2 > T(0) && kc2 * kc2 * kc2 < T(512) * T(std::numeric_limits<T>::epsilon());
        kc_ = kc;
        K_ = quarter_period;
        plain_.set_modulus(kc, quarter_period);
        lc_ = kc2 / square(T(1) + sqrt(T(1) - kc2));
    }

    // |u| <= K (any u where k' = 0)
    POLHODE_HD Jacobi<T> operator()(const TwoWords<T>& u) const {
        if (!near_) return plain_(u);
        const TwoWords<T> size = abs(u);
        if (size.hi <= half(K_.hi)) return inner_half(u);
        // DLMF table 22.4.3
        const Jacobi<T> v = inner_half(K_ - size);
        return {negated_where(u.hi < T(0), v.cn / v.dn), kc_ * v.sn / v.dn, kc_ / v.dn};
    }

 private:
    POLHODE_HD Jacobi<T> inner_half(const TwoWords<T>& u) const {
        const Jacobi<T> f = two_terms(u / TwoWords<T>::ordered_sum(T(1), lc_));
        const T above = T(1) + lc_, below = T(1) - lc_, square_of_l = below * above, d2 = f.dn * f.dn;
        return {above * f.sn * f.cn / f.dn, above * (d2 - lc_) / (square_of_l * f.dn),
                below * (d2 + lc_) / (square_of_l * f.dn)};
    }
    POLHODE_HD Jacobi<T> two_terms(const TwoWords<T>& z) const {
        const T t = tanh(z.hi), c = cosh(z.hi), sech = T(1) / c, quarter = T(0.25) * lc_ * lc_;
        const T product = t * c * c;  // sinh cosh
        const T sn = fma(z.lo * sech, sech, t), first = sech * fma(-z.lo, t, T(1));
        return {fma(quarter * (product - z.hi) * sech, sech, sn), first * fma(quarter * (z.hi - product), t, T(1)),
                first * fma(quarter * (z.hi + product), t, T(1))};
    }

    bool near_ = false;
    T kc_{1}, lc_{0};
    TwoWords<T> K_{};
    JacobiFunctions<T> plain_{};
};

}  // namespace polhode::exact
