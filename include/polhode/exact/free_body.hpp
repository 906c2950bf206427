// The free rigid body in closed form: attitude and rate at any time in constant time, no stepping.
//
//     FreeBody<double> body(moments, q_NB, w_NB_B);       // principal moments in any order, set-up kept
//     State<double> s = body.state_at(t);                 // q_NB, w_NB_B
//
// m = I w is the momentum in body axes, G its length, 2T the doubled energy. The axes are relabelled so that the
// momentum goes round axis 3 and axis 2 carries the middle moment (moments J1, J2, J3; J1 < J2 < J3 and s = +1, or
// J1 > J2 > J3 and s = -1). With u = u0 + lam t (Jacobi 1850; Whittaker, Analytical Dynamics, section 69)
//
//     m1 = A1 cn u,   m2 = s A2 sn u,   m3 = A3 dn u > 0
//
// and the attitude is q(t) = q(0) P(m(0))^-1 exp(e3 psi) P(m(t)), where P(m) is the shortest rotation that takes m to
// e3: the quaternion (G + m3, m2, -m1, 0). The angle psi about the momentum is written here as
//
//     psi = (G/J2) t - s [Lambda] + s g M [S],      [f] = f(u) - f(u0)
//     e^(i Lambda) ~ (cn + i r sn)(dn - i g sn cn)                                 algebraic: no inverse tangent
//     S(u) = int_0^u sn^2/(cn^2 + M sn^2) du,   M = (k'/r)^2,   g = (r^2 - 1) G/(A3 r),   r = A2/A1
//
// which follows from psi' = (2T + G w3)/(G + m3) by the change of parameter of Carlson's RJ (DLMF 19.21.12). Against
// the usual form with Pi(n; am u) it has no large terms that cancel, for slender bodies (r large) included, no
// quantity that vanishes near a stable axis, and on the separatrix (k' = 0) its last term is simply zero.
//
// Frequencies, periods and the turn per period are held in two words, so that a large t loses nothing. World momentum
// is conserved by construction; the last products are formed in two words, so that it holds to the rounding of q and w.
#pragma once

#include "state.hpp"

namespace polhode::exact {

enum class FreeMotion {
    rest,           // no rate
    fixed_axis,     // sphere, or rotation exactly about a principal axis: the rate is constant
    symmetric,      // two equal moments: regular precession
    about_largest,  // the momentum goes round the axis of the largest moment
    about_smallest,
    separatrix,  // asymptotic to the middle axis: no period
};

template <class T>
class FreeBody {
 public:
    POLHODE_HD FreeBody() = default;
    // Principal moments about the centre of mass (or fixed point), positive, any order and size; q_NB of any length;
    // rate w_NB_B in rad/s.
    POLHODE_HD FreeBody(const Vec3<T>& moments, const Quaternion<T>& q_NB, const Vec3<T>& w_NB_B);

    POLHODE_HD State<T> state_at(T t) const;

    POLHODE_INLINE FreeMotion motion() const { return motion_; }
    // The body axis (0, 1, 2) the momentum goes round; for a symmetric body its axis; -1 where there is none.
    POLHODE_INLINE int circulation_axis() const { return circulation_axis_; }
    // Time after which the rate repeats in body axes (s): 4K/lam. 0 where the rate is constant, infinite on the
    // separatrix.
    POLHODE_INLINE T polhode_period() const { return period_; }
    // Mean turn rate of the rate vector about the momentum in the world (rad/s): the mean of
    // G (m1^2/J1 + m2^2/J2)/(m1^2 + m2^2) (Whittaker section 69). 0 where the rate is constant.
    POLHODE_INLINE T herpolhode_mean_rate() const { return herpolhode_rate_; }
    // k'^2 of the elliptic functions: 1 near a stable axis, 0 on the separatrix.
    POLHODE_INLINE T complementary_parameter() const { return kc2_; }

 private:
    using Fine = TwoWords<T>;
    using FineQ = detail::FineQuaternion<T>;
    using Complex = detail::Complex<T>;

    POLHODE_HD void set_up_fixed_axis(const Vec3<T>& w);
    POLHODE_HD void set_up_symmetric(const Vec3<T>& J, const Vec3<T>& w, int axis);
    POLHODE_HD void set_up_asymmetric(const Vec3<T>& J, const Vec3<T>& w);
    POLHODE_HD State<T> fixed_axis_at(T t) const;
    POLHODE_HD State<T> symmetric_at(T t) const;
    POLHODE_HD State<T> asymmetric_at(T t) const;

    // (cn + i r sn)(dn - i g sn cn): its argument is Lambda; the real part is positive for cn > 0
    POLHODE_INLINE Complex lambda_number(const Jacobi<T>& f) const {
        const T gs = g_ * f.sn;
        return {f.cn * fma(r_ * gs, f.sn, f.dn), fma(r_ * f.sn, f.dn, -(gs * f.cn) * f.cn)};
    }
    POLHODE_INLINE T third_integral(const Jacobi<T>& f) const {
        return kc2_ > T(0) ? third_kind(f.sn, f.cn, kc2_, M_) : T(0);
    }
    // components in the relabelled frame -> given axes
    POLHODE_INLINE void to_given(const Fine (&v)[3], Fine (&out)[3]) const {
        for (int k = 0; k < 3; ++k) out[axis_[k]] = flip_[k] ? -v[k] : v[k];
    }

    FreeMotion motion_ = FreeMotion::rest;
    int circulation_axis_ = -1;
    T period_{0}, herpolhode_rate_{0}, kc2_{1};

    T rate_scale_{1};  // a power of two: inside, w is divided by it and t multiplied
    int axis_[3] = {0, 1, 2};
    bool flip_[3] = {false, false, false};
    FineQ start_{};  // what stands left of the moving factors
    Vec3<T> w0_{};

    Fine frequency_[2]{};  // half of the angles' rates: fixed axis, symmetric [2], asymmetric [1]: half of G/J2
    Fine direction_[3]{};  // unit vector of the momentum, or of the fixed axis
    Fine moment_[3]{};     // symmetric: momentum at the start

    Vec3<T> J_{};
    Fine G_{}, G2_{}, lam_{}, K_{}, phase_per_half_period_{}, u0_{};
    T A_[3]{}, r_{1}, g_{0}, M_{0}, phase_factor_{0}, phase_start_{0};
    Complex lambda_start_{};
    bool minor_ = false;      // s = -1
    bool start_odd_ = false;  // the start lies in an odd half period (cn < 0)
    JacobiFunctions<T> jacobi_{};
};

template <class T>
POLHODE_HD FreeBody<T>::FreeBody(const Vec3<T>& moments, const Quaternion<T>& q_NB, const Vec3<T>& w_NB_B) {
    start_ = detail::unit_start(q_NB);
    w0_ = w_NB_B;
    const T fastest = max(abs(w_NB_B[0]), max(abs(w_NB_B[1]), abs(w_NB_B[2])));
    if (!(fastest > T(0))) return;
    // Only ratios of moments matter, and rates scale with 1/t: powers of two keep every square inside the range.
    rate_scale_ = power_of_two_below(fastest);
    const T moment_scale = power_of_two_below(max(moments[0], max(moments[1], moments[2])));
    const Vec3<T> w = w_NB_B / rate_scale_, J = moments / moment_scale;

    const bool equal01 = J[0] == J[1], equal12 = J[1] == J[2], equal20 = J[2] == J[0];
    const int zeros = (w[0] == T(0)) + (w[1] == T(0)) + (w[2] == T(0));
    if (zeros == 2 || (equal01 && equal12))
        set_up_fixed_axis(w);
    else if (equal01)
        set_up_symmetric(J, w, 2);
    else if (equal12)
        set_up_symmetric(J, w, 0);
    else if (equal20)
        set_up_symmetric(J, w, 1);
    else
        set_up_asymmetric(J, w);
}

template <class T>
POLHODE_HD State<T> FreeBody<T>::state_at(T t) const {
    switch (motion_) {
        case FreeMotion::rest:
            return {rounded_unit(start_), w0_};
        case FreeMotion::fixed_axis:
            return fixed_axis_at(t * rate_scale_);
        case FreeMotion::symmetric:
            return symmetric_at(t * rate_scale_);
        default:
            return asymmetric_at(t * rate_scale_);
    }
}

template <class T>
POLHODE_HD void FreeBody<T>::set_up_fixed_axis(const Vec3<T>& w) {
    motion_ = FreeMotion::fixed_axis;
    const Fine speed = sqrt(exact_product(w[0], w[0]) + exact_product(w[1], w[1]) + exact_product(w[2], w[2]));
    for (int k = 0; k < 3; ++k) {
        direction_[k] = Fine(w[k]) / speed;
        if (w[k] != T(0)) circulation_axis_ = circulation_axis_ == -1 ? k : 3;
    }
    if (circulation_axis_ == 3) circulation_axis_ = -1;
    frequency_[0] = scaled(speed, T(0.5));
}

// q = q0 exp(w t)
template <class T>
POLHODE_HD State<T> FreeBody<T>::fixed_axis_at(T t) const {
    const SineCosine<T> a = sine_cosine(frequency_[0] * t);
    const FineQ turn{Fine(a.c), direction_[0] * a.s, direction_[1] * a.s, direction_[2] * a.s};
    return {rounded_unit(start_ * turn), w0_};
}

template <class T>
POLHODE_HD void FreeBody<T>::set_up_symmetric(const Vec3<T>& J, const Vec3<T>& w, int axis) {
    motion_ = FreeMotion::symmetric;
    circulation_axis_ = axis;
    axis_[0] = (axis + 1) % 3;
    axis_[1] = (axis + 2) % 3;
    axis_[2] = axis;
    const T J1 = J[axis_[0]], J3 = J[axis], w3 = w[axis];
    J_ = {J1, J1, J3};
    for (int k = 0; k < 3; ++k) moment_[k] = exact_product(J_[k], w[axis_[k]]);
    G_ = sqrt(moment_[0] * moment_[0] + moment_[1] * moment_[1] + moment_[2] * moment_[2]);
    for (int k = 0; k < 3; ++k) direction_[k] = moment_[k] / G_;
    const Fine precession = G_ / J1, spin = exact_difference(J1, J3) * w3 / J1;
    frequency_[0] = scaled(precession, T(0.5));
    frequency_[1] = scaled(spin, T(0.5));
    herpolhode_rate_ = precession.value() * rate_scale_;
    const Fine turn = scaled(pi_in_two_words<T>(), T(2));
    period_ = spin.hi == T(0) ? T(0) : abs((turn / spin).value()) / rate_scale_;
}

// q = q0 exp(m0/J1 t) exp(e3 w3 (1 - J3/J1) t), w1 + i w2 turns by the opposite of the second angle (Whittaker
// section 69; Goldstein, Classical Mechanics, section 5-6). Body components: the momentum stands left of the spin.
template <class T>
POLHODE_HD State<T> FreeBody<T>::symmetric_at(T t) const {
    const SineCosine<T> a = sine_cosine(frequency_[0] * t), b = sine_cosine(frequency_[1] * t);
    const Fine sa(a.s), ca(a.c), sb(b.s), cb(b.c);
    // (ca, sa n) (cb, 0, 0, sb)
    const Fine x = direction_[0] * a.s, y = direction_[1] * a.s, z = direction_[2] * a.s;
    const Fine vector[3] = {x * cb + y * sb, y * cb - x * sb, z * cb + ca * sb};
    Fine given[3];
    to_given(vector, given);
    State<T> r;
    r.q_NB = rounded_unit(start_ * FineQ{ca * cb - z * sb, given[0], given[1], given[2]});
    // (cb, sb) is a unit pair only to rounding: the division makes the turn of the momentum exact
    const Fine length = cb * cb + sb * sb, c = (cb * cb - sb * sb) / length, s = scaled(sb * cb, T(2)) / length;
    r.w_NB_B[axis_[0]] = ((moment_[0] * c + moment_[1] * s) / J_[0]).value() * rate_scale_;
    r.w_NB_B[axis_[1]] = ((moment_[1] * c - moment_[0] * s) / J_[0]).value() * rate_scale_;
    r.w_NB_B[axis_[2]] = w0_[axis_[2]];
    return r;
}

template <class T>
POLHODE_HD void FreeBody<T>::set_up_asymmetric(const Vec3<T>& J, const Vec3<T>& w) {
    int lo = 0, mid = 1, hi = 2;
    if (J[mid] < J[lo]) lo = 1, mid = 0;
    if (J[hi] < J[mid]) {
        const int k = hi;
        hi = mid;
        mid = k;
        if (J[mid] < J[lo]) {
            mid = lo;
            lo = k;
        }
    }
    // D = G^2 - 2T J_mid without the middle component, which would cancel near the separatrix.
    const Fine D = exact_product(w[hi], w[hi]) * (exact_difference(J[hi], J[mid]) * J[hi]) -
                   exact_product(w[lo], w[lo]) * (exact_difference(J[mid], J[lo]) * J[lo]);
    minor_ = D.hi < T(0);
    axis_[2] = minor_ ? lo : hi;
    axis_[1] = mid;
    axis_[0] = minor_ ? hi : lo;
    circulation_axis_ = axis_[2];
    // right-handed, m3 > 0
    flip_[0] = (axis_[0] + 1) % 3 != axis_[1];
    if (w[axis_[2]] < T(0)) {
        flip_[0] = !flip_[0];
        flip_[2] = true;
    }
    Fine m[3];
    for (int k = 0; k < 3; ++k) {
        J_[k] = J[axis_[k]];
        m[k] = exact_product(J_[k], flip_[k] ? -w[axis_[k]] : w[axis_[k]]);
    }
    const T J1 = J_[0], J2 = J_[1], J3 = J_[2];
    const Fine d21 = abs(exact_difference(J2, J1)), d32 = abs(exact_difference(J3, J2)),
               d31 = abs(exact_difference(J3, J1));

    // Amplitudes: sums of positive terms only (Whittaker section 69, solved for the start).
    const Fine m11 = m[0] * m[0], m22 = m[1] * m[1], m33 = m[2] * m[2];
    const Fine J2d31 = d31 * J2, J1d32 = d32 * J1, J3d21 = d21 * J3;
    const Fine share = m22 / J2d31;
    const Fine A1A1 = m11 + share * J1d32, A3A3 = m33 + share * J3d21;
    const Fine rr = J2d31 / J1d32, r = sqrt(rr);
    const Fine kc2 = abs(D) * J3 / (A3A3 * d32);
    const Fine A3 = sqrt(A3A3);
    // lam^2 = A3^2 (J3-J2)(J3-J1)/(J1 J2 J3^2) = A3^2 r^2 (J3-J2)^2/(J2 J3)^2
    lam_ = A3 * r * d32 / exact_product(J2, J3);
    G2_ = m11 + m22 + m33;
    G_ = sqrt(G2_);
    const Fine g = J3d21 / J1d32 * G_ / (A3 * r);

    kc2_ = min(kc2.value(), T(1));
    const Fine kc = sqrt(kc2);
    r_ = r.value();
    g_ = g.value();
    M_ = (kc2 / rr).value();
    A_[2] = A3.value();
    A_[0] = sqrt(A1A1).value();
    A_[1] = (sqrt(A1A1) * r).value();
    frequency_[0] = scaled(G_ / J2, T(0.5));

    // Start: sn0 : cn0 = s m2 : r m1, moved to cn0 >= 0 by half a period.
    const T y0 = minor_ ? -m[1].value() : m[1].value(), x0 = (r * m[0]).value();
    const T length = sqrt(fma(y0, y0, x0 * x0));
    Jacobi<T> f;
    f.sn = y0 / length;
    f.cn = x0 / length;
    start_odd_ = f.cn < T(0);
    if (start_odd_) {
        f.sn = -f.sn;
        f.cn = -f.cn;
    }
    f.dn = (m[2] / A3).value();

    if (kc2_ > T(0)) {
        const Fine p[1] = {rr};
        const T a[1] = {T(1)}, b[1] = {T(0)};
        const CompleteIntegrals<Fine, 1> complete = complete_integrals<T, Fine, 1>(kc, p, a, b);
        K_ = complete.K;
        // half of s g M S over a half period: M S(K) = int cn^2/(cn^2 + r^2 sn^2) (DLMF 19.21.12 at the quarter period)
        phase_per_half_period_ = g * complete.c[0];
        if (minor_) phase_per_half_period_ = -phase_per_half_period_;
        motion_ = minor_ ? FreeMotion::about_smallest : FreeMotion::about_largest;
        period_ = T(4) * (K_ / lam_).value() / rate_scale_;
        herpolhode_rate_ = (scaled(frequency_[0], T(2)) + phase_per_half_period_ * lam_ / K_).value() * rate_scale_;
    } else {
        motion_ = FreeMotion::separatrix;
        period_ = std::numeric_limits<T>::infinity();
        herpolhode_rate_ = T(2) * frequency_[0].value() * rate_scale_;
    }
    jacobi_ = JacobiFunctions<T>(kc.value(), K_);
    u0_ = first_kind_of(jacobi_, f.sn, f.cn, kc2_);
    phase_factor_ = half(g_ * M_);
    if (minor_) phase_factor_ = -phase_factor_;
    phase_start_ = phase_factor_ * third_integral(f);
    lambda_start_ = detail::half_direction(lambda_number(f));

    // q(0) P(m(0))^-1 in the given axes
    const Fine inverse_P[3] = {-m[1], m[0], Fine()};
    Fine given[3];
    to_given(inverse_P, given);
    start_ = normalise(start_ * FineQ{G_ + m[2], given[0], given[1], given[2]});
}

template <class T>
POLHODE_HD State<T> FreeBody<T>::asymmetric_at(T t) const {
    HalfPeriods<T> u;
    u.rest = lam_ * t + u0_;
    if (kc2_ > T(0)) u = reduce_half_periods(u.rest, K_);
    const Jacobi<T> f = jacobi_(u.rest);

    // e^(i psi/2)
    const Fine angle =
        (frequency_[0] * t + phase_per_half_period_ * u.j) + fma(phase_factor_, third_integral(f), -phase_start_);
    const SineCosine<T> linear = sine_cosine(angle);
    Complex turn = conjugate(detail::half_direction(lambda_number(f))) * lambda_start_;
    const int quarter = remainder_of_four(u.j);
    switch (quarter) {  // Lambda grows by pi in each half period
        case 1:
            turn = {turn.im, -turn.re};
            break;
        case 2:
            turn = {-turn.re, -turn.im};
            break;
        case 3:
            turn = {-turn.im, turn.re};
            break;
        default:
            break;
    }
    if (minor_) turn = conjugate(turn);
    turn = turn * Complex{linear.c, linear.s};

    // Momentum, brought to its length G, in two words: P below turns exactly this vector to e3.
    T m1 = A_[0] * f.cn, m2 = A_[1] * f.sn, m3 = A_[2] * f.dn;
    if ((quarter & 1) != (start_odd_ ? 1 : 0)) {
        m1 = -m1;
        m2 = -m2;
    }
    if (minor_) m2 = -m2;
    const Fine length2 = exact_product(m1, m1) + exact_product(m2, m2) + exact_product(m3, m3);
    const T correction = half((G2_ - length2).value()) / G2_.hi;
    const Fine m[3] = {Fine::ordered_sum(m1, m1 * correction), Fine::ordered_sum(m2, m2 * correction),
                       Fine::ordered_sum(m3, m3 * correction)};

    // exp(e3 psi) P(m) = (c, 0, 0, s)(G + m3, m2, -m1, 0)
    const Fine c(turn.re), s(turn.im), a = G_ + m[2];
    const Fine vector[3] = {m[1] * c + m[0] * s, m[1] * s - m[0] * c, a * s};
    Fine given[3];
    to_given(vector, given);
    State<T> r;
    r.q_NB = rounded_unit(start_ * FineQ{a * c, given[0], given[1], given[2]});
    for (int k = 0; k < 3; ++k) {
        const T w = (m[k] / J_[k]).value() * rate_scale_;
        r.w_NB_B[axis_[k]] = flip_[k] ? -w : w;
    }
    return r;
}

}  // namespace polhode::exact
