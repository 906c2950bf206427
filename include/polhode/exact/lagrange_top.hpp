// The heavy symmetric top (Lagrange) in closed form: attitude and rate at any time in constant time, no stepping.
//
//     LagrangeTop<double> top(moments, weight_moment_B, q_NB, w_NB_B);    // about the fixed point; gravity along -z
//     State<double> s = top.state_at(t);
//
// Body axis 3 is the symmetry axis, u = cos(tilt), P the weight times the height of the centre of mass on the axis. In
// units a = I3 w3/I1, b = L_z/I1, beta = 2P/I1 (Goldstein, Classical Mechanics, section 5-7; Whittaker section 71)
//
//     u'^2 = (1-u^2)(alpha - beta u) - (b - a u)^2,     roots u1 <= u2 <= 1 <= u3
//     u = u1 + (u2-u1) sn^2(x|k),   x = x0 + p t,   p = sqrt(beta (u3-u1))/2,   k'^2 = (u3-u2)/(u3-u1)
//
// The attitude is two complex numbers, half sum and half difference of the z-y-z Euler angles in their phases:
//
//     q0 + i q3 = sqrt((1+u)/2) e^(iS),      q2 - i q1 = sqrt((1-u)/2) e^(iD)
//
// Three things make the form exact in practice where the textbook's is not. Distances are carried in place of roots:
// x_i = u_i - u(0), y_i = 1 - u_i, z_i = 1 + u_i, each small one from a product of the others. The set-up runs in two
// words. And the integrals of the third kind are split by the change of parameter of Carlson's RJ (DLMF 19.21.12) into
// an algebraic number A whose phase follows a passage through the vertical, and an integral that stays tame there:
//
//     S = S0 + arg(A+(x)/A+(x0)) + (w3-a) t/2 + (a+b)/(2 p z3) [C(x; M+)],   M+ = (u3-u2)/z3
//     D = D0 + arg(A-(x)/A-(x0)) - (w3-a) t/2 + (b-a)/(2 p y3) [C(x; M-)],   M- = (u3-u2)/(-y3)
//     A+ = sqrt(z1) cn + i sgn(a+b) sqrt(z2 (u3-u1)/z3) sn dn
//     A- = sqrt(y1) cn + i sgn(b-a) sqrt(y2 (u3-u1)/(-y3)) sn dn
//     C(x; M) = int_0^x cn^2/(cn^2 + M sn^2) dx
//
// and, where the axis stays far from the top (y2 > -y3), D = D0 - (w3-a) t/2 + (b-a)/(2 p y1) [int dx/(cn^2 + N sn^2)],
// N = y2/y1. Only e^(iS), e^(iD) are formed: the branch of q is the continuous one.
#pragma once

#include "free_body.hpp"
#include "top_roots.hpp"

namespace polhode::exact {

enum class TopMotion {
    weightless,  // P = 0: free symmetric body
    sleeping,    // spins upright for ever
    hanging,     // spins hanging straight down
    steady,      // regular precession at constant tilt
    wave,        // nutates, precession never changes sign
    cusp,        // precession stops at the highest point
    loop,        // precession changes sign
    pendulum,    // no spin and no vertical momentum: swings or turns over in one plane
    asymptotic,  // creeps up to the vertical, no period
};

template <class T>
class LagrangeTop {
 public:
    POLHODE_HD LagrangeTop() = default;

    // The symmetry axis (0, 1, 2) of a body with these principal moments whose centre of mass, in the direction of
    // weight_moment_B, lies on it; 3 for a sphere with its centre of mass anywhere; -1 where there is no closed form.
    static POLHODE_HD int symmetry_axis(const Vec3<T>& moments, const Vec3<T>& weight_moment_B) {
        if (moments[0] == moments[1] && moments[1] == moments[2]) {
            for (int k = 0; k < 3; ++k)
                if (weight_moment_B[(k + 1) % 3] == T(0) && weight_moment_B[(k + 2) % 3] == T(0)) return k;
            return 3;
        }
        for (int k = 0; k < 3; ++k) {
            const int i = (k + 1) % 3, j = (k + 2) % 3;
            if (moments[i] == moments[j] && weight_moment_B[i] == T(0) && weight_moment_B[j] == T(0)) return k;
        }
        return -1;
    }

    // Principal moments about the fixed point; weight (m g) times the body vector to the centre of mass, in N m;
    // q_NB of any length; w_NB_B in rad/s. symmetry_axis() must not be -1. Sizes may lie as far apart as T allows.
    POLHODE_HD LagrangeTop(const Vec3<T>& moments, const Vec3<T>& weight_moment_B, const Quaternion<T>& q_NB,
                           const Vec3<T>& w_NB_B);

    // What is no number where the body has turned too far for T to know (is_within_reach()), or where a rate is beyond
    // its range.
    POLHODE_HD State<T> state_at(T t) const;
    // Some 10^15 rad for double: turns are counted in whole numbers.
    POLHODE_INLINE bool is_within_reach(T t) const {
        if constexpr (has_wider<T>) {
            if (wide_) return wide_top().is_within_reach(static_cast<Wider<T>>(t));
        }
        if (form_ == Form::nutating || form_ == Form::steady) return abs(t * rate_scale_) <= detail::longest_time<T>();
        return free_.is_within_reach(t);
    }

    POLHODE_INLINE TopMotion motion() const { return motion_; }
    // Time of one nutation (s): 2K/p. 0 where the tilt is constant, infinite for the asymptotic motion.
    POLHODE_INLINE T nutation_period() const { return period_; }
    // Smallest and largest angle between the direction to the centre of mass and the upward vertical, rad (0 where
    // weightless).
    POLHODE_INLINE T smallest_tilt() const { return tilt_[0]; }
    POLHODE_INLINE T largest_tilt() const { return tilt_[1]; }
    // Peak to peak, rad.
    POLHODE_INLINE T nutation_amplitude() const { return tilt_[1] - tilt_[0]; }
    // Mean precession of the axis about the upward vertical, rad/s. A passage exactly through the vertical, where
    // precession jumps by half a turn, is not counted.
    POLHODE_INLINE T mean_precession() const { return precession_; }

 private:
    using Fine = TwoWords<T>;
    using FineQ = detail::FineQuaternion<T>;
    using Complex = detail::Complex<T>;

    enum class Form { weightless, fixed_axis, steady, nutating };
    // An integral of the third kind: its parameter M, and the factor it has in its phase
    struct ThirdKind {
        Fine M, factor;
    };

    // the periodic part of each phase at sn, cn (cn >= 0), without whole half periods
    POLHODE_INLINE T periodic_S(const Jacobi<T>& f) const {
        return factor_S_ == T(0) ? T(0) : factor_S_ * third_kind(f.sn, f.cn, kc2_, M_S_);
    }
    POLHODE_INLINE T periodic_D(const Jacobi<T>& f) const {
        return factor_D_ == T(0) ? T(0) : factor_D_ * third_kind(f.sn, f.cn, kc2_, M_D_);
    }
    POLHODE_INLINE Complex number_S(const Jacobi<T>& f) const { return {S_cn_ * f.cn, S_sn_ * f.sn * f.dn}; }
    POLHODE_INLINE Complex number_D(const Jacobi<T>& f) const {
        if (away_from_top_) return {};
        return {D_cn_ * f.cn, D_sn_ * f.sn * f.dn};
    }
    POLHODE_HD bool is_close_together() const;
    POLHODE_HD LagrangeTop<Wider<T>> wide_top() const {
        using W = Wider<T>;
        return LagrangeTop<W>(cast<W>(moments_), cast<W>(weight_), cast<W>(given_q_), cast<W>(given_w_));
    }
    // The set-up in parts, in this order:
    POLHODE_HD T put_centre_on_third_axis(FineQ& q, Vec3<T>& w);
    POLHODE_HD bool choose_unit_of_time(T P, T I1, T I3, const Vec3<T>& w);
    POLHODE_HD void set_up_steady(const TopStart<T>& s, const Vec3<T>& w);
    POLHODE_HD void set_up_nutating(const TopStart<T>& s, const TopRoots<T>& u, const Vec3<T>& w);
    POLHODE_HD ThirdKind set_up_S(const TopStart<T>& s, const TopRoots<T>& u);
    POLHODE_HD ThirdKind set_up_D(const TopStart<T>& s, const TopRoots<T>& u);
    POLHODE_HD void set_up_phases_at_start(const TopStart<T>& s, const Vec3<T>& w, const Jacobi<T>& f);
    POLHODE_HD TopMotion kind_of_nutation(const TopStart<T>& s, const TopRoots<T>& u) const;
    POLHODE_HD void set_up_means(const TopStart<T>& s);
    POLHODE_HD void set_up_wide();
    static POLHODE_INLINE T sign_of(const Fine& x) { return x.hi < T(0) ? T(-1) : T(1); }
    POLHODE_HD State<T> to_given(const Quaternion<T>& q, const Vec3<T>& w) const;
    POLHODE_HD State<T> nutating_at(T t) const;

    TopMotion motion_ = TopMotion::weightless;
    Form form_ = Form::weightless;
    T period_{0}, tilt_[2]{}, precession_{0};

    Vec3<T> moments_{}, weight_{}, given_w_{};  // as given
    Quaternion<T> given_q_{};
    bool wide_ = false;  // the numbers lie too far apart for T

    FreeBody<T> free_{};  // weightless, and rotation about the vertical
    // Given body axes -> axes with the centre of mass on +3: a renumbering and, for P < 0, a half turn about 1
    // (align_ is the same as a rotation, for q); for a sphere any rotation.
    int axis_[3] = {0, 1, 2};
    bool upside_down_ = false, oblique_ = false;
    Quaternion<T> align_{}, oblique_q_{};

    T rate_scale_{1};
    FineQ start_{};
    Fine steady_rate_[2]{};  // half precession and half spin
    Vec3<T> steady_w_{};

    T w3_{0}, a_{0}, b_minus_a_{0}, b_plus_a_{0}, kc2_{1}, y_[2]{}, z_[2]{}, du_{0}, p_one_{0};
    T S_cn_{0}, S_sn_{0}, D_cn_{0}, D_sn_{0}, M_S_{0}, M_D_{0}, factor_S_{0}, factor_D_{0}, offset_S_{0}, offset_D_{0};
    bool away_from_top_ = false;
    Fine p_{}, K_{}, x0_{}, linear_S_{}, linear_D_{}, half_period_S_{}, half_period_D_{};
    Complex start_S_{}, start_D_{};
    JacobiFunctions<T> jacobi_{};
};

template <class T>
POLHODE_HD State<T> LagrangeTop<T>::to_given(const Quaternion<T>& q, const Vec3<T>& w) const {
    State<T> r;
    const Vec3<T> rate = w * rate_scale_;
    if (oblique_) {
        r.q_NB = q * conjugate(oblique_q_);
        r.w_NB_B = to_world(oblique_q_, rate);
        return r;
    }
    r.q_NB = q * conjugate(align_);
    const T sign = upside_down_ ? T(-1) : T(1);
    r.w_NB_B[axis_[0]] = rate[0];
    r.w_NB_B[axis_[1]] = sign * rate[1];
    r.w_NB_B[axis_[2]] = sign * rate[2];
    return r;
}

template <class T>
POLHODE_HD State<T> LagrangeTop<T>::state_at(T t) const {
    if (!is_within_reach(t)) return no_state<T>();
    if constexpr (has_wider<T>) {
        if (wide_) {
            const auto s = wide_top().state_at(static_cast<Wider<T>>(t));
            return {cast<T>(s.q_NB), cast<T>(s.w_NB_B)};
        }
    }
    switch (form_) {
        case Form::nutating:
            return nutating_at(t * rate_scale_);
        case Form::steady: {
            const T time = t * rate_scale_;
            const SineCosine<T> world = sine_cosine(steady_rate_[0] * time), body = sine_cosine(steady_rate_[1] * time);
            const FineQ left{Fine(world.c), Fine(), Fine(), Fine(world.s)};
            const FineQ right{Fine(body.c), Fine(), Fine(), Fine(body.s)};
            // w1 + i w2 turns backwards with the spin
            const T c = fma(body.c, body.c, -body.s * body.s), s = T(2) * body.s * body.c;
            const Vec3<T> w{sum_of_products(c, steady_w_[0], s, steady_w_[1]),
                            difference_of_products(c, steady_w_[1], s, steady_w_[0]), steady_w_[2]};
            return to_given(rounded_unit(left * start_ * right), w);
        }
        default:
            return free_.state_at(t);
    }
}

template <class T>
POLHODE_HD State<T> LagrangeTop<T>::nutating_at(T t) const {
    HalfPeriods<T> x;
    x.rest = p_ * t + x0_;
    if (kc2_ > T(0)) x = reduce_half_periods(x.rest, K_);
    Jacobi<T> f = jacobi_(x.rest);

    const SineCosine<T> S = sine_cosine((half_period_S_ * x.j + linear_S_ * t) + (periodic_S(f) - offset_S_));
    const SineCosine<T> D = sine_cosine((half_period_D_ * x.j + linear_D_ * t) + (periodic_D(f) - offset_D_));
    if (remainder_of_four(x.j) & 1) {
        f.sn = -f.sn;
        f.cn = -f.cn;
    }
    const Complex slow_S = start_S_ * Complex{S.c, S.s}, slow_D = start_D_ * Complex{D.c, D.s};
    const Complex phase_S = slow_S * detail::direction(number_S(f)), phase_D = slow_D * detail::direction(number_D(f));

    const T c2 = f.cn * f.cn, s2 = f.sn * f.sn;
    const T z = sum_of_products(z_[0], c2, z_[1], s2), y = sum_of_products(y_[0], c2, y_[1], s2);
    const T up = sqrt(half(z)), down = sqrt(half(y));
    const Quaternion<T> q{up * phase_S.re, -(down * phase_D.im), down * phase_D.re, up * phase_S.im};
    const Quaternion<T> unit = normalise(q);

    // w1 + i w2 from b - a u, u' and the vertical in body axes
    const T gamma1 = T(2) * difference_of_products(unit.x, unit.z, unit.w, unit.y);
    const T gamma2 = T(2) * sum_of_products(unit.w, unit.x, unit.y, unit.z);
    const T length = fma(gamma1, gamma1, gamma2 * gamma2);
    T w1, w2;
    if (length > T(0)) {
        const T n = y < z ? fma(a_, y, b_minus_a_) : fma(-a_, z, b_plus_a_);
        const T rise = du_ * f.sn * f.cn * f.dn;
        w1 = difference_of_products(n, gamma1, rise, gamma2) / length;
        w2 = sum_of_products(n, gamma2, rise, gamma1) / length;
    } else if (y < z) {
        // exactly at the top: (q1 + i q2)' = (q0 + i q3)(w1 + i w2)/2 with q2 - i q1 = sqrt(y1/2) cn e^(i slow)
        const T speed = -sqrt(half(y_[0])) * p_one_ * f.sn * f.dn;
        const Complex rate = Complex{-slow_D.im * speed, slow_D.re * speed} * Complex{unit.w, -unit.z};
        w1 = T(2) * rate.re;
        w2 = T(2) * rate.im;
    } else {
        // exactly at the bottom: (q0 + i q3)' = -(q1 + i q2)(w1 - i w2)/2
        const T speed = sqrt(half(z_[1])) * p_one_ * f.cn * f.dn * (S_sn_ < T(0) ? T(-1) : T(1));
        const Complex rate = Complex{-slow_S.im * speed, slow_S.re * speed} * Complex{unit.x, -unit.y};
        w1 = T(-2) * rate.re;
        w2 = T(2) * rate.im;
    }
    return to_given(unit, {w1, w2, w3_});
}

}  // namespace polhode::exact

#include "lagrange_top_set_up.hpp"
