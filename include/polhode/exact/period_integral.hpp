// What a closed form adds up along its motion: int f(u) du of a function with the period of sn and cn, split into what
// grows with u, what each half period adds, and what repeats. The first two are held in two words, so that a large time
// costs no digits.
//
//     third kind:   J = int sn^2/(cn^2 + M sn^2) du                                   (Byrd, Friedman 1971, 337.02)
//     of cosines:   Q = int (1 - cn)/(1 + mu cn) du,   mu = (1-r)/(1+r) >= 0          (Byrd, Friedman 1971, 361.54)
//
// Q by J and an arc, with om = 1 - mu^2, g = mu^2 + k^2 om:
//
//     mu^2 < 1/2:   Q = [u - sqrt(om/g) atan(sqrt(g/om) sn/dn) - mu J/om]/(1-mu),                   M = 1/om
//     else:         Q = (1 + 1/mu) [mu Th/sqrt(g om) + (k/mu)^2 J] - u/mu,                          M = 1 + k^2 om/mu^2
//                   Th = arg[om mu cn dn^2 + g sn^2 + i sqrt(g om) sn dn (1 - mu cn)], growing by pi in a half period
//
// Near a separatrix J grows with u over long half periods. For M > k' that growth is taken out by the change of
// parameter of Carlson's RJ (DLMF 19.21.12), N = k'^2/M:
//
//     M J = u - N int sn^2/(cn^2 + N sn^2) du - (sn cn/dn) RC(1, (cn^2 + M sn^2)(cn^2 + N sn^2)/dn^2)
#pragma once

#include "elliptic.hpp"

namespace polhode::exact {

template <class T>
class PeriodIntegral {
 public:
    using Fine = TwoWords<T>;

    POLHODE_HD PeriodIntegral() = default;

    // M > 0; for M = 0 there is nothing to add up
    static POLHODE_HD PeriodIntegral of_third_kind(const Fine& M, const Fine& kc2) {
        PeriodIntegral r;
        r.of_J_ = Fine(T(1));
        if (M.hi > T(0)) r.set_parameter(Kind::third, M, kc2);
        return r;
    }
    // r > 0: the ratio (1-mu)/(1+mu); k^2 and k'^2
    static POLHODE_HD PeriodIntegral of_cosines(const Fine& ratio, const Fine& k2, const Fine& kc2) {
        PeriodIntegral r;
        if (!(ratio.hi > T(0))) return r;
        const Fine one(T(1)), sum = one + ratio, mu = (one - ratio) / sum, om = scaled(ratio, T(4)) / (sum * sum);
        const Fine mu2 = mu * mu, g = mu2 + k2 * om, one_less_mu = scaled(ratio, T(2)) / sum;
        r.one_less_mu_ = one_less_mu.value();
        r.mu_ = mu.value();
        r.om_ = om.value();
        r.g_ = g.value();
        if (mu2.hi < T(0.5)) {
            r.linear_ = one / one_less_mu;
            r.of_arc_ = -r.linear_;
            r.of_J_ = -(mu / (om * one_less_mu));
            r.set_parameter(Kind::tame, one / om, kc2);
        } else {
            const Fine factor = one + one / mu;
            r.linear_ = -(one / mu);
            r.of_arc_ = factor * mu / sqrt(g * om);
            r.of_J_ = factor * k2 / mu2;
            r.root_ = sqrt(g * om).value();
            r.set_parameter(Kind::steep, one + k2 * om / mu2, kc2);
        }
        return r;
    }

    // The parameter whose complete integral J(K) set_up() wants; 1 where there is nothing to add up.
    POLHODE_INLINE const Fine& parameter() const { return M_; }
    // The smallest that RJ will be asked with.
    POLHODE_INLINE T smallest_parameter() const { return N_ > T(0) ? min(M_.hi, N_) : M_.hi; }

    // The integral times `factor`, from the start on: where sn, cn, dn are f (cn >= 0) and `odd` says that half periods
    // before it have turned the signs of sn and cn. On a separatrix complete integrals have no meaning.
    POLHODE_HD void set_up(const Fine& factor, const Fine& complete, const Fine& K, const Jacobi<T>& f, bool odd) {
        if (kind_ == Kind::nothing) return;
        factor_ = factor.value();
        per_u_ = factor * (linear_ + of_J_ * growth_of_J_);
        Fine half_period = scaled(of_J_ * (complete - growth_of_J_ * K), T(2));
        if (kind_ == Kind::steep) half_period = half_period + of_arc_ * pi_in_two_words<T>();
        per_half_period_ = factor * half_period;
        at_start_ = repeating(f, odd);
    }
    // du = u - u0, j: half periods since the start
    POLHODE_HD Fine since_start(const Fine& du, T j, const Jacobi<T>& f, bool odd) const {
        if (kind_ == Kind::nothing) return {};
        return (per_u_ * du + per_half_period_ * j) + factor_ * (repeating(f, odd) - at_start_);
    }

    // Over a whole number of periods: two half periods, or one where nothing depends on the signs of sn and cn.
    POLHODE_HD Fine over_periods(const Fine& du, T j) const { return per_u_ * du + per_half_period_ * j; }

 private:
    enum class Kind { nothing, third, tame, steep };

    POLHODE_HD void set_parameter(Kind kind, const Fine& M, const Fine& kc2) {
        kind_ = kind;
        M_ = M;
        kc2_ = kc2.value();
        changed_ = (M * M).hi > kc2_;
        if (!changed_) return;
        growth_of_J_ = Fine(T(1)) / M;
        N_ = (kc2 / M).value();
    }

    // J less what grows with u
    POLHODE_HD T repeating_J(const Jacobi<T>& f) const {
        if (!changed_) return third_kind(f.sn, f.cn, kc2_, M_.hi);
        const T s2 = f.sn * f.sn, c2 = f.cn * f.cn;
        const T ratio = fma(M_.hi, s2, c2) * fma(N_, s2, c2) / (f.dn * f.dn);
        const T arc = f.sn * f.cn / f.dn * carlson_rc(T(1), ratio);
        const T rest = N_ > T(0) ? N_ * third_kind(f.sn, f.cn, kc2_, N_) : T(0);
        return -(arc + rest) / M_.hi;
    }
    POLHODE_HD T repeating(const Jacobi<T>& f, bool odd) const {
        const T J = repeating_J(f);
        if (kind_ == Kind::third) return J;
        T arc;
        if (kind_ == Kind::tame) {
            // atan(z y)/z = y RC(1, 1 + (z y)^2), z^2 = g/om
            const T y = f.sn / f.dn;
            arc = negated_where(odd, y * detail::rc_near_one(g_ / om_ * y * y));
        } else {
            const T s2 = f.sn * f.sn, drop = s2 / (T(1) + f.cn);  // 1 - cn
            const T less = odd ? fma(mu_, f.cn, T(1)) : fma(mu_, drop, one_less_mu_);
            const T re = om_ * mu_ * f.cn * f.dn * f.dn;
            arc = atan2(root_ * f.sn * f.dn * less, odd ? fma(-g_, s2, re) : fma(g_, s2, re));
        }
        return sum_of_products(of_arc_.hi, arc, of_J_.hi, J);
    }

    Kind kind_ = Kind::nothing;
    bool changed_ = false;
    Fine M_{T(1)}, linear_{}, growth_of_J_{}, of_arc_{}, of_J_{};
    Fine per_u_{}, per_half_period_{};
    T N_{0}, mu_{0}, one_less_mu_{1}, om_{1}, g_{1}, root_{0}, kc2_{1}, factor_{0}, at_start_{0};
};

}  // namespace polhode::exact
