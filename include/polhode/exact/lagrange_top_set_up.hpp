// How the heavy symmetric top is set up from its start: the constructor of LagrangeTop in parts. The formulas stand in
// lagrange_top.hpp, which includes this file.
#pragma once

#include "lagrange_top.hpp"

namespace polhode::exact {

template <class T>
POLHODE_HD LagrangeTop<T>::LagrangeTop(const Vec3<T>& moments, const Vec3<T>& weight_moment_B,
                                       const Quaternion<T>& q_NB, const Vec3<T>& w_NB_B)
    : moments_(moments), weight_(weight_moment_B), given_w_(w_NB_B), given_q_(q_NB) {
    if constexpr (has_wider<T>) {
        if (!is_close_together()) {
            set_up_wide();
            return;
        }
    }
    FineQ q = detail::unit_start(q_NB);
    Vec3<T> w = w_NB_B;
    const T P = put_centre_on_third_axis(q, w);
    const T I1 = moments[axis_[0]], I3 = moments[axis_[2]];
    if (!choose_unit_of_time(P, I1, I3, w)) {
        free_ = FreeBody<T>(moments, q_NB, w_NB_B);
        return;
    }
    w = w / rate_scale_;
    const TopStart<T> s(q, w, I1, I3, scaled(Fine(P) / (I1 * rate_scale_), T(2)) / rate_scale_);
    linear_S_ = scaled(exact_difference(I1, I3) * w[2] / I1, T(0.5));
    linear_D_ = -linear_S_;
    w3_ = w[2];
    a_ = s.a.value();
    b_minus_a_ = s.b_minus_a.value();
    b_plus_a_ = s.b_plus_a.value();
    start_ = q;

    if ((s.at_top() || s.at_bottom()) && s.W.hi == T(0)) {
        form_ = Form::fixed_axis;
        motion_ = s.at_top() ? TopMotion::sleeping : TopMotion::hanging;
        tilt_[0] = tilt_[1] = s.at_top() ? T(0) : pi_in_two_words<T>().hi;
        free_ = FreeBody<T>(moments, q_NB, w_NB_B);
        return;
    }
    const TopRoots<T> u(s);
    tilt_[0] = T(2) * atan2(sqrt(u.y2).value(), sqrt(u.z2).value());
    tilt_[1] = T(2) * atan2(sqrt(u.y1).value(), sqrt(u.z1).value());
    if (u.u21.hi > T(0))
        set_up_nutating(s, u, w);
    else
        set_up_steady(s, w);
}

// Turns or renumbers the body axes so that the centre of mass lies on +3; returns P.
template <class T>
POLHODE_HD T LagrangeTop<T>::put_centre_on_third_axis(FineQ& q, Vec3<T>& w) {
    const int symmetry = symmetry_axis(moments_, weight_);
    const int k3 = symmetry < 0 || symmetry > 2 ? 2 : symmetry;
    T P = weight_[k3];
    const T h(0.5);
    if (symmetry == 3) {
        // a sphere
        oblique_ = true;
        const T length = norm(weight_);
        const Vec3<T> n = weight_ / length;
        // the shortest rotation from e3 to n; for n below the equator a half turn about e1 first
        oblique_q_ = n[2] > T(0) ? normalise(Quaternion<T>{T(1) + n[2], -n[1], n[0], T(0)})
                                 : normalise(Quaternion<T>{-n[1], T(1) - n[2], T(0), n[0]});
        q = q * FineQ::of(oblique_q_);
        w = to_body(oblique_q_, w);
        return length;
    }
    axis_[0] = (k3 + 1) % 3;
    axis_[1] = (k3 + 2) % 3;
    axis_[2] = k3;
    if (k3 == 0) align_ = {h, h, h, h};
    if (k3 == 1) align_ = {h, -h, -h, -h};
    w = {given_w_[axis_[0]], given_w_[axis_[1]], given_w_[axis_[2]]};
    upside_down_ = P < T(0);
    if (upside_down_) {
        align_ = align_ * Quaternion<T>{T(0), T(1), T(0), T(0)};
        w = {w[0], -w[1], -w[2]};
        P = -P;
    }
    q = q * FineQ::of(align_);
    return P;
}

// A unit of time in which the fastest of rate, spin momentum and pendulum frequency is near 1; false where the torque
// is invisible at any time that T can hold, and the cubic would leave its range.
template <class T>
POLHODE_HD bool LagrangeTop<T>::choose_unit_of_time(T P, T I1, T I3, const Vec3<T>& w) {
    const T pendulum2 = P / I1 + P / I1;
    const T fastest = max(max(max(abs(w[0]), abs(w[1])), max(abs(w[2]), abs(w[2] * (I3 / I1)))), sqrt(pendulum2));
    rate_scale_ = fastest > T(0) ? power_of_two_below(fastest) : T(1);
    const T invisible = sqrt(sqrt(std::numeric_limits<T>::min()));
    return pendulum2 / rate_scale_ / rate_scale_ > invisible;
}

// Regular precession: q = exp(z prec t) q0 exp(e3 spin t)
template <class T>
POLHODE_HD void LagrangeTop<T>::set_up_steady(const TopStart<T>& s, const Vec3<T>& w) {
    form_ = Form::steady;
    motion_ = TopMotion::steady;
    const Fine prec = s.n / (s.y0 * s.z0), spin = Fine(w[2]) - prec * s.u0;
    steady_rate_[0] = scaled(prec, T(0.5));
    steady_rate_[1] = scaled(spin, T(0.5));
    steady_w_ = w;
    precession_ = prec.value() * rate_scale_;
}

template <class T>
POLHODE_HD void LagrangeTop<T>::set_up_nutating(const TopStart<T>& s, const TopRoots<T>& u, const Vec3<T>& w) {
    form_ = Form::nutating;
    p_ = scaled(sqrt(s.beta * u.u31), T(0.5));
    p_one_ = p_.value();
    const Fine kc2 = u.u32 / u.u31, kc = sqrt(kc2);
    kc2_ = kc2.value();
    Jacobi<T> f;
    f.sn = sqrt(-u.x1 / u.u21).value();
    f.cn = sqrt(u.x2 / u.u21).value();
    if (s.v.hi < T(0)) f.sn = -f.sn;
    f.dn = sqrt(fma(kc2_ * f.sn, f.sn, f.cn * f.cn));

    y_[0] = u.y1.value();
    y_[1] = u.y2.value();
    z_[0] = u.z1.value();
    z_[1] = u.z2.value();
    du_ = T(2) * p_one_ * u.u21.value();
    const ThirdKind S = set_up_S(s, u), D = set_up_D(s, u);
    if constexpr (has_wider<T>) {
        // RJ divides by products of this size
        const T smallest = std::numeric_limits<T>::min() / square(std::numeric_limits<T>::epsilon());
        if (kc2_ > T(0) && !(kc2_ * min(M_S_, M_D_) >= smallest)) {
            set_up_wide();
            return;
        }
    }
    if (kc2_ > T(0)) {
        const T one(1);
        const Fine p[2] = {S.M, D.M};
        const T num_a[2] = {T(0), T(0)}, num_b[2] = {one, one};
        const CompleteIntegrals<Fine, 2> complete = complete_integrals<T, Fine, 2>(kc, p, num_a, num_b);
        K_ = complete.K;
        half_period_S_ = scaled(S.factor * complete.c[0], T(2));
        half_period_D_ = scaled(D.factor * complete.c[1], T(2));
    }
    jacobi_ = JacobiFunctions<T>(kc.value(), K_);
    // a start at the highest point is exactly a quarter period
    x0_ = f.cn == T(0) && kc2_ > T(0) ? K_ * f.sn : first_kind_of(jacobi_, f.sn, f.cn, kc2_);
    set_up_phases_at_start(s, w, f);
    motion_ = kind_of_nutation(s, u);
    set_up_means(s);
}

// C(x; M) = x - M int sn^2/(cn^2 + M sn^2): the part that grows with x is part of the phase's rate and kept in two
// words; next to the critical spin its factor is large and a rounding of x would show.
template <class T>
POLHODE_HD typename LagrangeTop<T>::ThirdKind LagrangeTop<T>::set_up_S(const TopStart<T>& s, const TopRoots<T>& u) {
    S_cn_ = sqrt(u.z1).value();
    S_sn_ = sign_of(s.b_plus_a) * sqrt(u.z2 * u.u31 / u.z3).value();
    const Fine M = u.u32 / u.z3;
    const Fine factor = -(scaled(s.b_plus_a / (p_ * u.z3), T(0.5)) * M);
    linear_S_ = linear_S_ + scaled(s.b_plus_a / u.z3, T(0.5));
    M_S_ = M.value();
    factor_S_ = factor.value();
    return {M, factor};
}
template <class T>
POLHODE_HD typename LagrangeTop<T>::ThirdKind LagrangeTop<T>::set_up_D(const TopStart<T>& s, const TopRoots<T>& u) {
    const T one(1);
    Fine factor, M(one);
    away_from_top_ = u.y2 > -u.y3;
    if (away_from_top_) {
        // int dx/(cn^2 + N sn^2) = x + (1 - N) int sn^2/(cn^2 + N sn^2)
        M = u.y2 / u.y1;
        factor = scaled(s.b_minus_a / (p_ * u.y1), T(0.5)) * (one - M);
        linear_D_ = linear_D_ + scaled(s.b_minus_a / u.y1, T(0.5));
    } else {
        D_cn_ = sqrt(u.y1).value();
        if (u.y2.hi > T(0)) D_sn_ = sign_of(s.b_minus_a) * sqrt(u.y2 * u.u31 / -u.y3).value();
        if (s.b_minus_a.hi != T(0)) {
            M = u.u32 / -u.y3;
            factor = -(scaled(s.b_minus_a / (p_ * u.y3), T(0.5)) * M);
            linear_D_ = linear_D_ + scaled(s.b_minus_a / u.y3, T(0.5));
        }
    }
    M_D_ = M.value();
    factor_D_ = factor.value();
    return {M, factor};
}

// At a pole the phase is that of the derivative, from q' = q (0, w)/2 (TN D-5302 eq. 16).
template <class T>
POLHODE_HD void LagrangeTop<T>::set_up_phases_at_start(const TopStart<T>& s, const Vec3<T>& w, const Jacobi<T>& f) {
    const T q0 = start_.w.value(), q1 = start_.x.value(), q2 = start_.y.value(), q3 = start_.z.value();
    const Complex first = s.at_bottom() ? Complex{-fma(q1, w[0], q2 * w[1]), difference_of_products(q1, w[1], q2, w[0])}
                                        : Complex{q0, q3};
    const Complex second =
        s.at_top() ? Complex{sum_of_products(q0, w[1], q3, w[0]), -difference_of_products(q0, w[0], q3, w[1])}
                   : Complex{q2, -q1};
    const Complex number_first = s.at_bottom() ? Complex{T(0), S_sn_} : number_S(f);
    const Complex number_second = s.at_top() ? Complex{-f.sn, T(0)} : number_D(f);
    start_S_ = detail::direction(first) * conjugate(detail::direction(number_first));
    start_D_ = detail::direction(second) * conjugate(detail::direction(number_second));
    offset_S_ = periodic_S(f);
    offset_D_ = periodic_D(f);
}

// By b - a u at the turning points, without the cancellation: n - a x_i.
template <class T>
POLHODE_HD TopMotion LagrangeTop<T>::kind_of_nutation(const TopStart<T>& s, const TopRoots<T>& u) const {
    const T highest = (s.n - s.a * u.x2).value(), lowest = (s.n - s.a * u.x1).value();
    const T epsilon = std::numeric_limits<T>::epsilon();
    if (!(kc2_ > T(0))) return TopMotion::asymptotic;
    if (nutation_amplitude() < T(64) * epsilon) return TopMotion::steady;
    if (b_minus_a_ == T(0) && b_plus_a_ == T(0)) return TopMotion::pendulum;
    if (abs(highest) <= T(64) * epsilon * abs(lowest)) return TopMotion::cusp;
    return (highest < T(0)) == (lowest < T(0)) ? TopMotion::wave : TopMotion::loop;
}

template <class T>
POLHODE_HD void LagrangeTop<T>::set_up_means(const TopStart<T>& s) {
    if (!(kc2_ > T(0))) {
        period_ = std::numeric_limits<T>::infinity();
        return;
    }
    const Fine half_turn = pi_in_two_words<T>();
    period_ = T(2) * (K_ / p_).value() / rate_scale_;
    // S + D over one nutation: A+ and A- turn by half a turn where both their parts exist
    Fine turn = (linear_S_ + linear_D_) * scaled(K_, T(2)) / p_ + (half_period_S_ + half_period_D_);
    if (S_cn_ > T(0)) turn = turn + (sign_of(s.b_plus_a) > T(0) ? half_turn : -half_turn);
    if (!away_from_top_ && D_sn_ != T(0)) turn = turn + (sign_of(s.b_minus_a) > T(0) ? half_turn : -half_turn);
    precession_ = (turn * p_ / scaled(K_, T(2))).value() * rate_scale_;
}

// Whether squares and products of what is given stay inside the range of T.
template <class T>
POLHODE_HD bool LagrangeTop<T>::is_close_together() const {
    constexpr int exponent = -std::numeric_limits<T>::min_exponent;
    constexpr T ratio = detail::halved<T>(exponent / 10), smallest = detail::halved<T>(exponent / 3);
    const auto inside = [&](T a) { return a == T(0) || (abs(a) >= smallest && abs(a) * smallest <= T(1)); };
    const T longest = max(max(abs(given_q_.w), abs(given_q_.x)), max(abs(given_q_.y), abs(given_q_.z)));
    const T fastest = max(abs(given_w_[0]), max(abs(given_w_[1]), abs(given_w_[2])));
    const T heaviest = max(abs(weight_[0]), max(abs(weight_[1]), abs(weight_[2])));
    const T largest = max(moments_[0], max(moments_[1], moments_[2]));
    const T least = min(moments_[0], min(moments_[1], moments_[2]));
    bool close = inside(fastest) && inside(heaviest) && inside(largest) && least >= ratio * largest;
    // the pendulum's rate, which may be the fastest
    const T unit = max(fastest, sqrt(heaviest / largest));
    for (int k = 0; k < 3; ++k) close = close && (abs(given_w_[k]) >= unit * ratio || given_w_[k] == T(0));
    for (int k = 0; k < 4; ++k) {
        const T part = given_q_.params()[k];
        close = close && (abs(part) >= longest * ratio || part == T(0));
    }
    return close;
}

template <class T>
POLHODE_HD void LagrangeTop<T>::set_up_wide() {
    wide_ = true;
    const LagrangeTop<Wider<T>> top = wide_top();
    motion_ = top.motion();
    period_ = static_cast<T>(top.nutation_period());
    tilt_[0] = static_cast<T>(top.smallest_tilt());
    tilt_[1] = static_cast<T>(top.largest_tilt());
    precession_ = static_cast<T>(top.mean_precession());
}

}  // namespace polhode::exact
