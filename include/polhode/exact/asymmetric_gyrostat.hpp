// The gyrostat with different moments across the axis of its rotors, in closed form (Volterra 1899; Wittenburg 1977,
// section 4.4; the elliptic integrals of Byrd, Friedman 1971, 256 to 260 and 361.54).
//
// Axes are relabelled so that l lies on axis 3 and A > B; the turning points b <= x <= a of x = w3 - w3(0) and the
// other roots c, d stand in gyrostat_roots.hpp. With u = u0 + lam t, Lead = ((A-B)/C)^2 |lead(q1) lead(q2)| and
//
//     four real roots:   lam = sqrt(Lead |(a-c)(b-d)|)/2,   k'^2 = (b-c)(a-d)/((a-c)(b-d)),   ep = (b-c)/(a-c)
//                        x - b = (a-b) ep sn^2/den,   den = cn^2 + ep sn^2
//                        a-x ~ cn^2/den,  x-b ~ sn^2/den,  x-c ~ 1/den,  x-d ~ dn^2/den: rates are products of two
//                        roots
//     two, and p +- is:  lam = sqrt(Lead U V),   U = |a - p - is|,   V = |b - p - is|
//                        x - b = (a-b) V (1-cn)/den,   den = U (1+cn) + V (1-cn),   rates ~ dn/den and sn/den
//
// The attitude is q(t) = q(0) P(0)^-1 exp(-e3 psi) P(t), where P = (G-H3, -H2, H1, 0) takes H to -e3, and
//
//     psi = psi'(b) t - D [int (x-b)/(h_b h) dt],   h = G - H3,   D = (G-l)^2 - 2 E C,   psi' = (2E - (G-l) w3)/h
//
// H3 is kept mostly negative by the choice of axes (half a turn about e2 where it is not), so that h never comes near
// zero unless the motion comes near the pole for ever. D is written h_a [2 C w3(a) + h_a - C (G + H3(a))/B'], B' the
// moment of the rate that does not vanish at a: no cancellation where h_a is small.
#pragma once

#include "gyrostat_roots.hpp"
#include "jacobi_near_separatrix.hpp"
#include "period_integral.hpp"

namespace polhode::exact {

template <class T>
class AsymmetricGyrostat {
 public:
    using Fine = TwoWords<T>;
    using FineQ = detail::FineQuaternion<T>;

    POLHODE_HD AsymmetricGyrostat() = default;
    // Moments across the axis of the body different; start of length 1; not a permanent rotation. Largest moment, and
    // rate or momentum inside, near 1 (for a T with a wider type).
    POLHODE_HD AsymmetricGyrostat(const GyrostatBody<T>& body, const FineQ& start, const Vec3<T>& w_NB_B);

    // Whether the rate is constant for such a start: along the axis, or w1 = be = 0, or w2 = al = 0.
    static POLHODE_HD bool is_permanent(const GyrostatBody<T>& body, const Vec3<T>& w);

    POLHODE_HD State<T> state_at(T t) const;
    // int_0^t of the rate about the axis of the rotors
    POLHODE_HD Fine axial_turn(T t) const;

    // A number is too small for T: nothing else here has a meaning then.
    POLHODE_INLINE bool is_too_small() const { return too_small_; }
    POLHODE_INLINE bool is_separatrix() const { return separatrix_ || creeps_ != 0; }
    POLHODE_INLINE T complementary_parameter() const { return creeps_ != 0 ? T(0) : kc2_; }
    // Time after which the rate repeats; not on the separatrix.
    POLHODE_INLINE T period() const { return (K_ / lam_).value() * (half_periods() + half_periods()); }
    // Mean rate at which the axis of the rotors goes round the momentum in the world; on the separatrix that of the
    // rotation which it tends to.
    POLHODE_HD T mean_precession() const;
    // Angles of that axis and the momentum at the turning points: at the lowest and the highest w3, relabelled.
    POLHODE_INLINE T axis_angle(int end) const { return angle_[end]; }
    // The rate about the axis of the rotors lies between these.
    POLHODE_INLINE T lowest_axial_rate() const { return (turned_[2] ? -highest_ : lowest_).value(); }
    POLHODE_INLINE T highest_axial_rate() const { return (turned_[2] ? -lowest_ : highest_).value(); }

 private:
    using Turning = detail::TurningPoints<T>;
    enum class Factor { cn, sn, one, dn };

    // A rate across the axis: amplitude f g/den, where each root of its quadratic gives one factor
    struct Product {
        T amplitude{0};
        Factor factor[2] = {Factor::one, Factor::one};
        bool one_root = false;  // the other is infinite: it has no part in den
    };
    // Where the motion is at some time
    struct Place {
        T j{0};
        bool odd = false;
        Jacobi<T> f{}, signed_f{};
        Fine du{};
    };

    POLHODE_HD void relabel(const GyrostatBody<T>& body, const Vec3<T>& w);
    POLHODE_HD void turn_about_second();
    POLHODE_HD Turning turning_points() const;
    POLHODE_HD Fine H3_at(const Fine& x) const { return C_ * (x + w_[2]) + l_; }
    POLHODE_HD Fine distance_from_pole(const Turning& r, const detail::RealRoot<T>& root) const;
    POLHODE_HD T angle_at(const Turning& r, const detail::RealRoot<T>& root, const Fine& h) const;
    POLHODE_INLINE T half_periods() const { return T(ends_on_one_ && four_ ? 1 : 2); }  // in a period of the rate
    POLHODE_HD Jacobi<T> set_up_four(const Turning& r, const Fine& lead, PeriodIntegral<T> (&integral)[2],
                                     Fine (&factor)[2]);
    POLHODE_HD Jacobi<T> set_up_two(const Turning& r, const Fine& lead, PeriodIntegral<T> (&integral)[2],
                                    Fine (&factor)[2]);
    POLHODE_HD void part_roots_that_meet(const Fine& ab, Fine& ac, Fine& ad, Fine& bd, Fine& bc);
    POLHODE_HD void set_up_integrals(Jacobi<T> f, PeriodIntegral<T> (&integral)[2], const Fine (&factor)[2]);
    POLHODE_HD void set_up_signs(const Jacobi<T>& f);
    POLHODE_HD void set_up_attitude(const FineQ& start);

    POLHODE_HD Place place_at(T t) const;
    POLHODE_HD void rates_across(const Jacobi<T>& f, T& w1, T& w2, T& above_b) const;

    template <class S>
    POLHODE_INLINE void to_given(const S (&v)[3], S (&out)[3]) const {
        for (int k = 0; k < 3; ++k) out[axis_[k]] = turned_[k] ? -v[k] : v[k];
    }

    int axis_[3] = {0, 1, 2};  // the given axis that each relabelled one is
    bool turned_[3] = {false, false, false};
    Fine A_{}, B_{}, C_{}, l_{};
    T w_[3]{};  // at the start
    FineQ start_{};
    Fine G_{}, G2_{}, h_a_{}, h_b_{}, D_{}, lowest_{}, highest_{}, kc2_fine_{};
    Fine lam_{}, K_{}, u0_{}, half_psi_rate_{};
    T kc2_{1}, j0_{0}, ab_{0}, ep_{0}, U_{0}, V_{0}, angle_[2]{}, limit_rate_{0};
    int winding_ = 0;  // turns of the momentum about the axis in a period, in body axes
    Product product_[2]{};
    bool four_ = true, ends_on_one_ = true, separatrix_ = false, too_small_ = false;
    int creeps_ = 0;  // on the separatrix, towards b (-1) or a (1): done as a motion with a very long period
    bool axial_from_top_ = false;  // the turn about the axis is counted from the highest rate downwards
    JacobiNearSeparatrix<T> jacobi_{};
    PeriodIntegral<T> half_psi_{}, axial_{};
};

}  // namespace polhode::exact

#include "asymmetric_gyrostat_set_up.hpp"

namespace polhode::exact {

template <class T>
POLHODE_HD typename AsymmetricGyrostat<T>::Place AsymmetricGyrostat<T>::place_at(T t) const {
    Place r;
    r.du = lam_ * t;
    HalfPeriods<T> u;
    u.rest = r.du + u0_;
    if (!separatrix_) u = reduce_half_periods(u.rest, K_);
    r.f = jacobi_(u.rest);
    r.odd = remainder_of_four(u.j) & 1;
    r.signed_f = {negated_where(r.odd, r.f.sn), negated_where(r.odd, r.f.cn), r.f.dn};
    r.j = u.j - j0_;
    return r;
}

// w1, w2 and x - b; f with the signs it has
template <class T>
POLHODE_HD void AsymmetricGyrostat<T>::rates_across(const Jacobi<T>& f, T& w1, T& w2, T& above_b) const {
    const T s2 = f.sn * f.sn;
    T w[2];
    if (four_) {
        const T den = fma(ep_, s2, f.cn * f.cn), inverse = T(1) / den;
        above_b = ab_ * ep_ * s2 * inverse;
        const T value[4] = {f.cn, f.sn, T(1), f.dn};
        for (int i = 0; i < 2; ++i) {
            const Product& p = product_[i];
            w[i] = p.amplitude * value[static_cast<int>(p.factor[0])] * value[static_cast<int>(p.factor[1])] *
                   (p.one_root ? sqrt(inverse) : inverse);
        }
    } else {
        // 1 - cn and 1 + cn, each without cancellation
        const T size = T(1) + abs(f.cn), other = s2 / size;
        const T down = f.cn < T(0) ? size : other, up = f.cn < T(0) ? other : size;
        const T inverse = T(1) / fma(U_, up, V_ * down);
        above_b = ab_ * V_ * down * inverse;
        for (int i = 0; i < 2; ++i)
            w[i] = product_[i].amplitude * (product_[i].factor[0] == Factor::dn ? f.dn : f.sn) * inverse;
    }
    w1 = w[0];
    w2 = w[1];
}

template <class T>
POLHODE_HD State<T> AsymmetricGyrostat<T>::state_at(T t) const {
    const Place at = place_at(t);
    T w1, w2, above_b;
    rates_across(at.signed_f, w1, w2, above_b);
    const Fine w3 = lowest_ + above_b;
    Fine H[3] = {A_ * w1, B_ * w2, C_ * w3 + l_};

    // |H| is G. What it misses by comes from roundings of A w1, B w2 and C w3, not of l: each part is moved in
    // proportion to the square of its own.
    const T own[3] = {H[0].hi, H[1].hi, (C_ * w3).hi};
    const T miss = half((G2_ - (H[0] * H[0] + H[1] * H[1] + H[2] * H[2])).value());
    T weight(0);
    for (int k = 0; k < 3; ++k) weight = fma(own[k] * own[k], H[k].hi * H[k].hi, weight);
    if (weight > T(0))
        for (int k = 0; k < 3; ++k) H[k] = H[k] + miss / weight * own[k] * own[k] * H[k].hi;

    const Fine across = H[0] * H[0] + H[1] * H[1];
    const Fine h = H[2].hi > T(0) ? across / (G_ + H[2]) : G_ - H[2];
    const SineCosine<T> psi = sine_cosine(half_psi_rate_ * t - half_psi_.since_start(at.du, at.j, at.f, at.odd));
    // exp(-e3 psi) P
    const Fine c(psi.c), s(psi.s);
    const Fine vector[3] = {H[0] * s - H[1] * c, H[0] * c + H[1] * s, -(h * s)};
    Fine given[3];
    to_given(vector, given);
    State<T> r;
    r.q_NB = rounded_unit(start_ * FineQ{h * c, given[0], given[1], given[2]});
    const T w[3] = {(H[0] / A_).value(), (H[1] / B_).value(), ((H[2] - l_) / C_).value()};
    T w_given[3];
    to_given(w, w_given);
    r.w_NB_B = {w_given[0], w_given[1], w_given[2]};
    return r;
}

// After a period the body is turned about the momentum by psi; the axis by less the turns of the momentum about it.
template <class T>
POLHODE_HD T AsymmetricGyrostat<T>::mean_precession() const {
    if (is_separatrix()) return limit_rate_;
    const Fine du = K_ * (half_periods() + half_periods()), time = du / lam_;
    const Fine half_turn = half_psi_rate_ * time - half_psi_.over_periods(du, half_periods());
    return (scaled(half_turn - pi_in_two_words<T>() * T(winding_), T(2)) / time).value();
}

template <class T>
POLHODE_HD TwoWords<T> AsymmetricGyrostat<T>::axial_turn(T t) const {
    const Place at = place_at(t);
    const Fine turn =
        (axial_from_top_ ? highest_ : lowest_) * t + axial_.since_start(at.du, at.j, at.f, at.odd != axial_from_top_);
    return turned_[2] ? -turn : turn;
}

}  // namespace polhode::exact
