// The free body with three different moments in closed form, the part of free_body.hpp that is worth doing for several
// bodies at once: written without branches on its numbers, so that T may be Lanes<double, N> (free_bodies.hpp).
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
#include "wide_range.hpp"

namespace polhode::exact {

// Whether squares and products of these moments and rates, divided by the largest of each, stay inside the range of T.
template <class T>
POLHODE_INLINE MaskOf<T> are_close_together(const Vec3<T>& moments, T largest, const Vec3<T>& w, T fastest) {
    using S = ScalarOf<T>;
    if constexpr (!has_wider<S>) {
        return largest == largest;
    } else {
        // 2^-40 and 2^-127 for double: D below has two of each, and 2^-53 more where moments are nearly equal, 2^-106
        // more where it nearly vanishes.
        constexpr int exponent = -std::numeric_limits<S>::min_exponent;
        constexpr S moment_ratio = detail::halved<S>(exponent / 25), rate_ratio = detail::halved<S>(exponent / 8);
        const T least_moment = largest * T(moment_ratio), least_rate = fastest * T(rate_ratio);
        auto close = moments[0] >= least_moment && moments[1] >= least_moment && moments[2] >= least_moment;
        for (int k = 0; k < 3; ++k) close = close && (abs(w[k]) >= least_rate || w[k] == T(0));
        return close;
    }
}

template <class T>
class AsymmetricFreeBody {
 public:
    using Mask = MaskOf<T>;
    using FineQ = detail::FineQuaternion<T>;

    POLHODE_HD AsymmetricFreeBody() = default;
    // Three different moments; start attitude of length 1; rate w_NB_B with at most one component zero. The largest
    // moment and rate must be near 1 (for a T with a wider type) and all are_close_together(). There is no state where
    // a number turns out to be too small for T all the same (is_too_small()) nor, where T holds several bodies, for
    // those on the separatrix (is_separatrix()).
    POLHODE_HD AsymmetricFreeBody(const Vec3<T>& moments, const FineQ& start, const Vec3<T>& w_NB_B);

    POLHODE_HD State<T> state_at(T t) const;

    // The momentum goes round the axis of the smallest moment, not of the largest.
    POLHODE_INLINE const Mask& is_about_smallest() const { return minor_; }
    POLHODE_INLINE const Mask& is_separatrix() const { return separatrix_; }
    POLHODE_INLINE const Mask& is_too_small() const { return too_small_; }
    // 0, 1, 2 as a number of T
    POLHODE_INLINE T circulation_axis() const { return axis_[2]; }
    POLHODE_INLINE T complementary_parameter() const { return kc2_; }
    // The first two for periodic motions only. Units are those of the rate given.
    POLHODE_INLINE T polhode_period() const { return T(4) * (K_ / lam_).value(); }
    POLHODE_INLINE T herpolhode_mean_rate() const {
        return (scaled(frequency_, T(2)) + phase_per_half_period_ * lam_ / K_).value();
    }
    POLHODE_INLINE T separatrix_mean_rate() const { return T(2) * frequency_.value(); }

 private:
    using Fine = TwoWords<T>;
    using Complex = detail::Complex<T>;

    // (cn + i r sn)(dn - i g sn cn): its argument is Lambda; the real part is positive for cn > 0
    POLHODE_INLINE Complex lambda_number(const Jacobi<T>& f) const {
        const T gs = g_ * f.sn;
        return {f.cn * fma(r_ * gs, f.sn, f.dn), fma(r_ * f.sn, f.dn, -(gs * f.cn) * f.cn)};
    }
    POLHODE_INLINE T third_integral(const Jacobi<T>& f) const {
        if constexpr (is_one_number<T>) {
            if (separatrix_) return T(0);
        }
        return third_kind(f.sn, f.cn, kc2_, M_);
    }
    // The set-up in parts: axes, moments and signs of the relabelled frame, with D = G^2 - 2T J_mid and the momentum in
    // it;
    POLHODE_INLINE void relabel(const Vec3<T>& J, const Vec3<T>& w, Fine& D, Fine (&m)[3]);
    // the elliptic functions at the start, moved to cn0 >= 0 by half a period;
    POLHODE_INLINE Jacobi<T> functions_at_start(const Fine (&m)[3], const Fine& r, const Fine& A3);
    // and the integrals, with what has to be taken from them because they do not begin at 0.
    POLHODE_INLINE void set_up_integrals(const Jacobi<T>& f, const Fine& rr, const Fine& g, Fine kc);

    // components in the relabelled frame -> given axes
    template <class S>
    POLHODE_INLINE void to_given(const S (&v)[3], S (&out)[3]) const {
        const S signed_v[3] = {negated_where(flip_[0], v[0]), v[1], negated_where(flip_[2], v[2])};
        for (int i = 0; i < 3; ++i)
            out[i] = select(axis_[0] == T(i), signed_v[0], select(axis_[1] == T(i), signed_v[1], signed_v[2]));
    }
    // the component of v along the given axis with this number
    static POLHODE_INLINE T along(const Vec3<T>& v, T axis) {
        return select(axis == T(0), v[0], select(axis == T(1), v[1], v[2]));
    }
    static POLHODE_INLINE void exchange_where(Mask condition, T& a, T& b) {
        const T old = a;
        a = select(condition, b, a);
        b = select(condition, old, b);
    }

    T axis_[3] = {T(0), T(1), T(2)};  // the given axis (0, 1, 2) that each relabelled one is
    Mask flip_[3]{};
    FineQ start_{};     // what stands left of the moving factors
    Fine frequency_{};  // half of G/J2
    Vec3<T> J_{};
    Fine G_{}, G2_{}, lam_{}, K_{}, phase_per_half_period_{}, u0_{};
    T A_[3]{}, r_{1}, g_{0}, M_{0}, phase_factor_{0}, phase_start_{0}, kc2_{1};
    Complex lambda_start_{};
    Mask minor_{};  // s = -1
    Mask separatrix_{};
    Mask too_small_{};
    Mask start_odd_{};  // the start lies in an odd half period (cn < 0)
    JacobiFunctions<T> jacobi_{};
};

template <class T>
POLHODE_INLINE void AsymmetricFreeBody<T>::relabel(const Vec3<T>& J, const Vec3<T>& w, Fine& D, Fine (&m)[3]) {
    T lo(0), mid(1), hi(2), J_lo = J[0], J_mid = J[1], J_hi = J[2];
    const auto sort = [](T& a, T& b, T& J_a, T& J_b) {
        const Mask wrong = J_b < J_a;
        exchange_where(wrong, a, b);
        exchange_where(wrong, J_a, J_b);
    };
    sort(lo, mid, J_lo, J_mid);
    sort(mid, hi, J_mid, J_hi);
    sort(lo, mid, J_lo, J_mid);
    // D = G^2 - 2T J_mid without the middle component, which would cancel near the separatrix.
    const T w_hi = along(w, hi), w_lo = along(w, lo);
    D = exact_product(w_hi, w_hi) * (exact_difference(J_hi, J_mid) * J_hi) -
        exact_product(w_lo, w_lo) * (exact_difference(J_mid, J_lo) * J_lo);
    minor_ = D.hi < T(0);
    axis_[0] = select(minor_, hi, lo);
    axis_[1] = mid;
    axis_[2] = select(minor_, lo, hi);
    const T J1 = select(minor_, J_hi, J_lo), J2 = J_mid, J3 = select(minor_, J_lo, J_hi);
    J_ = {J1, J2, J3};
    const T w1 = select(minor_, w_hi, w_lo), w2 = along(w, mid), w3 = select(minor_, w_lo, w_hi);
    // right-handed, m3 > 0
    const T next = axis_[1] - axis_[0];
    flip_[2] = w3 < T(0);
    flip_[0] = flip_[2] != !(next == T(1) || next == T(-2));
    m[0] = exact_product(J1, negated_where(flip_[0], w1));
    m[1] = exact_product(J2, w2);
    m[2] = exact_product(J3, negated_where(flip_[2], w3));
}

template <class T>
POLHODE_INLINE Jacobi<T> AsymmetricFreeBody<T>::functions_at_start(const Fine (&m)[3], const Fine& r, const Fine& A3) {
    // sn0 : cn0 = s m2 : r m1
    const T y0 = negated_where(minor_, m[1].value()), x0 = (r * m[0]).value();
    const T length = sqrt(fma(y0, y0, x0 * x0));
    Jacobi<T> f;
    f.sn = y0 / length;
    f.cn = x0 / length;
    start_odd_ = f.cn < T(0);
    f.sn = negated_where(start_odd_, f.sn);
    f.cn = negated_where(start_odd_, f.cn);
    f.dn = (m[2] / A3).value();
    return f;
}

template <class T>
POLHODE_INLINE void AsymmetricFreeBody<T>::set_up_integrals(const Jacobi<T>& f, const Fine& rr, const Fine& g,
                                                            Fine kc) {
    separatrix_ = !(kc2_ > T(0));
    // RJ divides by products of this size
    const T smallest = T(std::numeric_limits<T>::min() / square(std::numeric_limits<ScalarOf<T>>::epsilon()));
    too_small_ = !separatrix_ && !(kc2_ * M_ >= smallest);
    if constexpr (!is_one_number<T>) {
        // no number has a meaning in such a lane; some modulus keeps the recursions short
        kc2_ = select(separatrix_, T(1), kc2_);
        M_ = select(separatrix_, T(1), M_);
        kc = select(separatrix_, Fine(T(1)), kc);
    }
    if (!all(separatrix_)) {
        const Fine p[1] = {rr};
        const T a[1] = {T(1)}, b[1] = {T(0)};
        const CompleteIntegrals<Fine, 1> complete = complete_integrals<T, Fine, 1>(kc, p, a, b);
        K_ = complete.K;
        // half of s g M S over a half period: M S(K) = int cn^2/(cn^2 + r^2 sn^2) (DLMF 19.21.12 at the quarter period)
        phase_per_half_period_ = negated_where(minor_, g * complete.c[0]);
    }
    jacobi_.set_modulus(kc.value(), K_);
    u0_ = first_kind_of(jacobi_, f.sn, f.cn, kc2_);
    phase_factor_ = negated_where(minor_, half(g_ * M_));
    phase_start_ = phase_factor_ * third_integral(f);
    lambda_start_ = detail::half_direction(lambda_number(f));
}

template <class T>
POLHODE_HD AsymmetricFreeBody<T>::AsymmetricFreeBody(const Vec3<T>& J, const FineQ& start, const Vec3<T>& w) {
    Fine D, m[3];
    relabel(J, w, D, m);
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
    r_ = r.value();
    g_ = g.value();
    M_ = (kc2 / rr).value();
    A_[2] = A3.value();
    A_[0] = sqrt(A1A1).value();
    A_[1] = (sqrt(A1A1) * r).value();
    frequency_ = scaled(G_ / J2, T(0.5));

    set_up_integrals(functions_at_start(m, r, A3), rr, g, sqrt(kc2));

    // q(0) P(m(0))^-1 in the given axes
    const Fine inverse_P[3] = {-m[1], m[0], Fine()};
    Fine given[3];
    to_given(inverse_P, given);
    start_ = normalise(start * FineQ{G_ + m[2], given[0], given[1], given[2]});
}

template <class T>
POLHODE_HD State<T> AsymmetricFreeBody<T>::state_at(T t) const {
    HalfPeriods<T> u;
    u.rest = lam_ * t + u0_;
    if (!all(separatrix_)) u = reduce_half_periods(u.rest, K_);
    const Jacobi<T> f = jacobi_(u.rest);

    // e^(i psi/2)
    const Fine angle =
        (frequency_ * t + phase_per_half_period_ * u.j) + fma(phase_factor_, third_integral(f), -phase_start_);
    const SineCosine<T> linear = sine_cosine(angle);
    const Complex slow = conjugate(detail::half_direction(lambda_number(f))) * lambda_start_;
    // Lambda grows by pi in each half period: a quarter turn back
    const Quarter<Mask> quarter = quarter_of(u.j);
    const T re = select(quarter.odd, slow.im, slow.re), im = select(quarter.odd, -slow.re, slow.im);
    const Complex turn = Complex{negated_where(quarter.upper, re), negated_where(quarter.upper != minor_, im)} *
                         Complex{linear.c, linear.s};

    // Momentum, brought to its length G, in two words: P below turns exactly this vector to e3.
    const Mask odd = quarter.odd != start_odd_;
    const T m1 = negated_where(odd, A_[0] * f.cn), m2 = negated_where(odd != minor_, A_[1] * f.sn), m3 = A_[2] * f.dn;
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
    const T w[3] = {(m[0] / J_[0]).value(), (m[1] / J_[1]).value(), (m[2] / J_[2]).value()};
    T w_given[3];
    to_given(w, w_given);
    r.w_NB_B = {w_given[0], w_given[1], w_given[2]};
    return r;
}

}  // namespace polhode::exact
