// Elliptic integrals and functions in the forms the closed solutions need.
//
// The modulus is always given by its complement k' (or k'^2), never by k: close to the separatrix k' is what carries
// the information. Carlson's symmetric integrals by duplication with the series of seventh order (B. C. Carlson,
// Numer. Algorithms 10 (1995) 13; DLMF 19.36), complete integrals by Bulirsch's quadratically convergent recursion
// (R. Bulirsch, Numer. Math. 13 (1969) 305), sn, cn, dn by his descending recursion (Numer. Math. 7 (1965) 78).
//
// T may hold several numbers side by side (arithmetic/lanes.hpp) where the note of a function does not exclude it: a
// recursion then runs until the last of them is done, and those that are done stand still, so that each has the bits it
// would have had alone.
#pragma once

#include "../arithmetic/elementary.hpp"
#include "two_words.hpp"

namespace polhode::exact {

// As in two_words.hpp: not to be hidden by those of two words.
using polhode::atan2;
using polhode::cos;
using polhode::cosh;
using polhode::log;
using polhode::sin;
using polhode::sincos;
using polhode::tanh;

template <class T>
struct SineCosine {
    T s{0}, c{1};
};
template <class T>
POLHODE_INLINE SineCosine<T> sine_cosine(T angle) {
    SineCosine<T> f;
    if constexpr (requires { sincos(angle, f.s, f.c); }) {
        sincos(angle, f.s, f.c);
    } else {
        f.s = sin(angle);
        f.c = cos(angle);
    }
    return f;
}
// Sine and cosine of an angle in two words, of any size below 1/epsilon turns.
template <class T>
POLHODE_HD inline SineCosine<T> sine_cosine(const TwoWords<T>& angle) {
    const TwoWords<T> turn = scaled(pi_in_two_words<T>(), T(2));
    TwoWords<T> r = angle;
    const auto whole_turns = abs(r.hi) > half(turn.hi);
    if (any(whole_turns)) r = select(whole_turns, r - turn * nearest_integer(r.hi / turn.hi), r);
    const SineCosine<T> f = sine_cosine(r.hi);
    return {fma(f.c, r.lo, f.s), fma(-f.s, r.lo, f.c)};
}

namespace detail {

// The largest relative spread of the arguments at which the series of seventh order is full: its error is of the
// order of the eighth power times 1/8.
template <class T>
POLHODE_INLINE T series_radius() {
    if constexpr (std::is_same_v<ScalarOf<T>, double>)
        return T(0.0135);
    else if constexpr (std::is_same_v<ScalarOf<T>, float>)
        return T(0.16f);
    else
        return sqrt(sqrt(sqrt(std::numeric_limits<T>::epsilon())));
}

// RC(1, 1 + e) for |e| < 0.01: 1 - e/3 + e^2/5 - ...; the ninth term is below 0.01^8/17 = 6e-18
template <class T>
POLHODE_INLINE T rc_series(T e) {
    return fma(
        -e,
        fma(-e,
            fma(-e,
                fma(-e, fma(-e, fma(-e, fma(-e, T(1) / T(15), T(1) / T(13)), T(1) / T(11)), T(1) / T(9)), T(1) / T(7)),
                T(1) / T(5)),
            T(1) / T(3)),
        T(1));
}
// RC(1, 1 + e) = atan(sqrt e)/sqrt e for e > 0 (DLMF 19.2.18)
template <class T>
POLHODE_HD inline T rc_arctangent(T e) {
    const T root = sqrt(e);
    return atan2(root, T(1)) / root;
}
// RC(1, 1 + e), and for -1 < e < 0 atanh(sqrt(-e))/sqrt(-e) (DLMF 19.2.19)
template <class T>
POLHODE_HD inline T rc_near_one(T e) {
    if constexpr (is_one_number<T>) {
        if (abs(e) < T(0.01) && std::numeric_limits<T>::digits <= 53) return rc_series(e);
        if (e > T(0)) return rc_arctangent(e);
        if (e == T(0)) return T(1);
        if (abs(e) < T(0.01)) {
            T s(0);
            for (int i = 40; i >= 0; --i) s = fma(-e, s, T(1) / T(2 * i + 1));
            return s;
        }
        const T root = sqrt(-e);
        return log(square(T(1) + root) / (T(1) + e)) / (T(2) * root);
    } else {
        const auto small = abs(e) < T(0.01);
        T r = rc_series(e);
        if (all(small)) return r;
        const auto positive = e > T(0);
        r = select(small, r, rc_arctangent(select(small, T(1), e)));
        // the free body never comes here: its e is not negative
        return replaced(!(small || positive), r, e, [](ScalarOf<T> one) { return rc_near_one(one); });
    }
}

}  // namespace detail

// RC(x, y) = (1/2) int_0^inf dt / ((t+y) sqrt(t+x)), x >= 0, y > 0 (DLMF 19.2.17)
template <class T>
POLHODE_HD inline T carlson_rc(T x, T y) {
    if (x == T(0)) return half(pi_in_two_words<T>().hi) / sqrt(y);
    if (y < half(x)) {
        // the logarithm of DLMF 19.2.19, with no difference of close numbers
        const T root = sqrt(x - y);
        return log((sqrt(x) + root) / sqrt(y)) / root;
    }
    return detail::rc_near_one((y - x) / x) / sqrt(x);
}

// RF(x, y, z) = (1/2) int_0^inf dt / sqrt((t+x)(t+y)(t+z)); at most one argument zero (DLMF 19.36.1)
template <class T>
POLHODE_HD inline T carlson_rf(T x, T y, T z) {
    const T radius = detail::series_radius<T>();
    T a = (x + y + z) / T(3), X, Y;
    for (;;) {
        X = a - x;
        Y = a - y;
        const auto wide = max(max(abs(X), abs(Y)), abs(a - z)) > radius * a;
        if (!any(wide)) break;
        const T rx = sqrt(x), ry = sqrt(y), rz = sqrt(z);
        const T l = fma(rx, ry, rz * (rx + ry));
        x = select(wide, T(0.25) * (x + l), x);
        y = select(wide, T(0.25) * (y + l), y);
        z = select(wide, T(0.25) * (z + l), z);
        a = select(wide, T(0.25) * (a + l), a);
    }
    X = X / a;
    Y = Y / a;
    const T Z = -(X + Y), e2 = fma(X, Y, -square(Z)), e3 = X * Y * Z;
    const T series = fma(e2, fma(e2, fma(e2, T(-5) / T(208), T(1) / T(24)), T(-1) / T(10)),
                         e3 * (T(1) / T(14) + fma(e2, fma(e2, T(1) / T(16), T(-3) / T(44)), e3 * (T(3) / T(104)))));
    return (T(1) + series) / sqrt(a);
}

namespace detail {

// The series of seventh order of RJ (and of RD with p = z), without the factor a^(-3/2) (DLMF 19.36.2)
template <class T>
POLHODE_INLINE T rj_series(T X, T Y, T Z, T P) {
    const T xyz = X * Y * Z, p2 = P * P, p3 = p2 * P;
    const T e2 = fma(X, Y, fma(Y, Z, fma(Z, X, T(-3) * p2)));
    const T e3 = xyz + T(2) * e2 * P + T(4) * p3;
    const T e4 = (T(2) * xyz + e2 * P + T(3) * p3) * P;
    const T e5 = xyz * p2;
    T s = T(-3) / T(14) * e2 + e3 / T(6) + T(9) / T(88) * e2 * e2 - T(3) / T(22) * e4 - T(9) / T(52) * e2 * e3 +
          T(3) / T(26) * e5 - e2 * e2 * e2 / T(16) + T(3) / T(40) * e3 * e3 + T(3) / T(20) * e2 * e4 +
          T(45) / T(272) * e2 * e2 * e3 - T(9) / T(68) * (e3 * e4 + e2 * e5);
    return T(1) + s;
}

}  // namespace detail

// RJ(x, y, z, p) = (3/2) int_0^inf dt / ((t+p) sqrt((t+x)(t+y)(t+z))), p > 0, with
// delta = (p-x)(p-y)(p-z) given by a caller that knows the differences better than a subtraction (DLMF 19.36.2)
template <class T>
POLHODE_HD inline T carlson_rj_with(T x, T y, T z, T p, T delta) {
    const T radius = detail::series_radius<T>();
    T a = (x + y + z + T(2) * p) * T(0.2), fraction(1), sum(0), X, Y, Z;
    for (;;) {
        X = a - x;
        Y = a - y;
        Z = a - z;
        const auto wide = max(max(abs(X), abs(Y)), max(abs(Z), abs(a - p))) > radius * a;
        if (!any(wide)) break;
        const T rx = sqrt(x), ry = sqrt(y), rz = sqrt(z), rp = sqrt(p);
        const T l = fma(rx, ry, rz * (rx + ry));
        const T d = (rp + rx) * (rp + ry) * (rp + rz);
        sum = select(wide, fma(fraction / d, detail::rc_near_one(delta / (d * d)), sum), sum);
        fraction = select(wide, T(0.25) * fraction, fraction);
        delta = select(wide, T(1.0 / 64) * delta, delta);
        x = select(wide, T(0.25) * (x + l), x);
        y = select(wide, T(0.25) * (y + l), y);
        z = select(wide, T(0.25) * (z + l), z);
        p = select(wide, T(0.25) * (p + l), p);
        a = select(wide, T(0.25) * (a + l), a);
    }
    X = X / a;
    Y = Y / a;
    Z = Z / a;
    return fma(T(6), sum, fraction * detail::rj_series(X, Y, Z, T(-0.5) * (X + Y + Z)) / (a * sqrt(a)));
}
template <class T>
POLHODE_HD inline T carlson_rj(T x, T y, T z, T p) {
    return carlson_rj_with(x, y, z, p, (p - x) * (p - y) * (p - z));
}

// RD(x, y, z) = RJ(x, y, z, z) (DLMF 19.16.5)
template <class T>
POLHODE_HD inline T carlson_rd(T x, T y, T z) {
    return carlson_rj_with(x, y, z, z, T(0));
}

// What one run of Bulirsch's recursion gives: K, and for each i
//     c[i] = int_0^(pi/2) (a cos^2 + b sin^2) / ((cos^2 + p sin^2) sqrt(cos^2 + k'^2 sin^2)) dphi
template <class S, int N>
struct CompleteIntegrals {
    S K{};
    S c[N]{};
};

namespace detail {

template <class T>
POLHODE_INLINE T doubled_exactly(T a) {
    return a + a;
}
template <class T>
POLHODE_INLINE TwoWords<T> doubled_exactly(const TwoWords<T>& a) {
    return scaled(a, T(2));
}

}  // namespace detail

// The relative distance of the two means at which the recursion ends: half of T's digits for one word, all of T's
// digits for two, since the last step doubles them.
template <class T, class S>
POLHODE_INLINE T close_means() {
    return std::is_same_v<S, T> ? T(0.25) * sqrt(std::numeric_limits<T>::epsilon())
                                : half(std::numeric_limits<T>::epsilon());
}

// k' > 0, p[i] > 0. S is T or TwoWords<T>; convergence is quadratic, every operation adds positive numbers where a and
// b are not negative.
template <class T, class S, int N>
POLHODE_HD inline CompleteIntegrals<S, N> complete_integrals(S kc, const S (&p_in)[N], const T (&a_in)[N],
                                                             const T (&b_in)[N], T enough = close_means<T, S>()) {
    S p[N], a[N], b[N];
    for (int i = 0; i < N; ++i) {
        p[i] = sqrt(p_in[i]);
        a[i] = S(a_in[i]);
        b[i] = S(b_in[i]) / p[i];
    }
    S e = kc, q = kc, m(T(1));
    T doubled(1);
    auto going_on = m == m;
    for (;;) {
        for (int i = 0; i < N; ++i) {
            const S g = e / p[i], both = b[i] + a[i] * g;
            a[i] = select(going_on, a[i] + b[i] / p[i], a[i]);
            b[i] = select(going_on, detail::doubled_exactly(both), b[i]);
            p[i] = select(going_on, p[i] + g, p[i]);
        }
        const S old = m;
        m = select(going_on, m + q, m);
        going_on = going_on && abs(leading(old - q)) > enough * leading(old);
        if (!any(going_on)) break;
        q = detail::doubled_exactly(sqrt(e));
        e = q * m;
        doubled = select(going_on, doubled + doubled, doubled);
    }
    CompleteIntegrals<S, N> r;
    S half_pi;
    if constexpr (std::is_same_v<S, T>)
        half_pi = half(pi_in_two_words<T>().hi);
    else
        half_pi = scaled(pi_in_two_words<T>(), T(0.5));
    r.K = half_pi * (doubled + doubled) / m;
    for (int i = 0; i < N; ++i) r.c[i] = half_pi * (b[i] + a[i] * m) / (m * (m + p[i]));
    return r;
}

// K(k), the complete integral of the first kind
template <class T>
POLHODE_HD inline T complete_k(T kc) {
    const T none[1] = {T(1)}, one[1] = {T(1)};
    return complete_integrals<T, T, 1>(kc, none, one, one).K;
}

// F(phi|k) for sin phi = s, cos phi = c >= 0: s RF(c^2, c^2 + k'^2 s^2, 1) (DLMF 19.25.5)
template <class T>
POLHODE_HD inline T first_kind(T s, T c, T kc2) {
    const T c2 = c * c;
    return s * carlson_rf(c2, fma(kc2 * s, s, c2), T(1));
}

// int_0^u sn^2/(cn^2 + M sn^2) du for sn = s, cn = c >= 0: (s^3/3) RJ(c^2, dn^2, 1, c^2 + M s^2) (DLMF 19.25.14)
template <class T>
POLHODE_HD inline T third_kind(T s, T c, T kc2, T M) {
    const T s2 = s * s, c2 = c * c;
    const T delta = (M * s2) * ((M - kc2) * s2) * ((M - T(1)) * s2);
    return s * s2 / T(3) * carlson_rj_with(c2, fma(kc2, s2, c2), T(1), fma(M, s2, c2), delta);
}

template <class T>
struct Jacobi {
    T sn{0}, cn{1}, dn{1};
};

namespace detail {

// A sine whose square is far below any rounding of 1, while the inverse of its square is inside the range of T.
template <class T>
POLHODE_INLINE T small_sine() {
    return T(sqrt(sqrt(std::numeric_limits<ScalarOf<T>>::min())));
}

}  // namespace detail

// sn, cn, dn for one modulus: the arithmetic-geometric means are kept, so that an evaluation costs one sine, one
// cosine and a few divisions. k' = 0 gives the hyperbolic functions (not where T holds several numbers).
template <class T>
class JacobiFunctions {
 public:
    POLHODE_HD JacobiFunctions() = default;
    // K in two words, so that K - |u| keeps its digits
    POLHODE_HD JacobiFunctions(T kc, const TwoWords<T>& quarter_period) { set_modulus(kc, quarter_period); }
    POLHODE_HD void set_modulus(T kc, const TwoWords<T>& quarter_period) {
        kc_ = kc;
        K_ = quarter_period;
        if (all(kc == T(0))) return;
        const T enough = half(sqrt(T(std::numeric_limits<T>::epsilon())));
        T a(1), b = kc;
        auto going_on = a == a;
        for (levels_ = 0;;) {
            a_[levels_] = a;
            b_[levels_] = b;
            inverse_a_[levels_++] = T(1) / a;
            own_levels_ = select(going_on, T(levels_), own_levels_);
            const T mean = half(a + b);
            scale_ = select(going_on, mean, scale_);
            going_on = going_on && !(abs(a - b) <= enough * a);
            if (!any(going_on) || levels_ == most_levels) break;
            b = sqrt(a * b);
            a = mean;
        }
        angle_scale_ = scaled(pi_in_two_words<T>(), T(0.5)) / K_;
    }

    // |u| <= K (any u where k' = 0)
    POLHODE_HD Jacobi<T> operator()(const TwoWords<T>& u) const {
        if constexpr (is_one_number<T>) {
            if (kc_ == T(0)) return hyperbolic(u.hi);
        }
        const TwoWords<T> size = abs(u);
        const auto near = size.hi <= half(K_.hi);
        if (all(near)) return descend(u);
        // quarter-period shift (DLMF table 22.4.3): cn and dn keep their relative accuracy where they are small
        const Jacobi<T> v = descend(select(near, u, K_ - size));
        const T inverse = T(1) / v.dn, sn = v.cn * inverse;
        return {select(near, v.sn, negated_where(u.hi < T(0), sn)), select(near, v.cn, kc_ * v.sn * inverse),
                select(near, v.dn, kc_ * inverse)};
    }

 private:
    static constexpr int most_levels = 20;

    POLHODE_INLINE auto is_on_level(int i) const {
        if constexpr (is_one_number<T>)
            return true;
        else
            return T(i) < own_levels_;
    }

    // Bulirsch 1965, procedure sncndn
    POLHODE_HD Jacobi<T> descend(const TwoWords<T>& u) const {
        // in two words: cn falls like e^-u, so that a rounding of u would count |u| times
        const SineCosine<T> start = sine_cosine(angle_scale_ * u);
        const T s = start.s;
        // sn u = u long before the squares below leave the range
        const auto tiny = abs(s) < detail::small_sine<T>();
        if (all(tiny)) return {u.hi, T(1), T(1)};
        T a = start.c / s, c = scale_ * a, dn(1);
        for (int i = levels_ - 1; i >= 0; --i) {
            const T product = a * c, smaller = c * dn;
            const auto here = is_on_level(i);
            c = select(here, smaller, c);
            dn = select(here, (b_[i] + product) / (a_[i] + product), dn);
            a = select(here, smaller * inverse_a_[i], a);
        }
        const T root = T(1) / sqrt(fma(c, c, T(1)));
        const T sn = negated_where(s < T(0), root), cn = c * sn;
        return {select(tiny, u.hi, sn), select(tiny, T(1), cn),
                select(tiny, T(1), sqrt(fma(kc_ * sn, kc_ * sn, cn * cn)))};
    }

    // k = 1: sn = tanh u, cn = dn = sech u (DLMF 22.5, table 22.5.4)
    static POLHODE_HD Jacobi<T> hyperbolic(T u) {
        // beyond this cosh would leave the range of T; cn and dn are then far below any rounding
        const T limit = T(0.3) * T(std::numeric_limits<T>::max_exponent);
        const T sech = T(1) / cosh(min(abs(u), limit));
        return {tanh(u), sech, sech};
    }

    T kc_{1};
    TwoWords<T> K_{};
    TwoWords<T> angle_scale_{T(1)};  // pi/2K
    T scale_{1};                     // the same as the limit of the means
    int levels_ = 0;                 // of the number that needs most
    T own_levels_{0};                // of each number
    T a_[most_levels]{}, b_[most_levels]{}, inverse_a_[most_levels]{};
};

// F(phi|k) for sin phi = sn, cos phi = cn >= 0, corrected once so that f(result) is (sn, cn): the error is a few
// roundings of 1, not of F, which counts near the separatrix where F is large.
template <class T, class Functions>
POLHODE_HD inline TwoWords<T> first_kind_of(const Functions& f, T sn, T cn, T kc2) {
    const T u = first_kind(sn, cn, kc2);
    const Jacobi<T> at = f(TwoWords<T>(u));
    const auto usable = at.dn > T(0);
    if (!any(usable)) return u;
    return select(usable, TwoWords<T>::sum(u, difference_of_products(sn, at.cn, cn, at.sn) / at.dn), TwoWords<T>(u));
}

// u less whole half periods 2K: j = round(u / 2K), the rest in two words
template <class T>
struct HalfPeriods {
    T j{0};
    TwoWords<T> rest{};
};
template <class T>
POLHODE_INLINE HalfPeriods<T> reduce_half_periods(const TwoWords<T>& u, const TwoWords<T>& K) {
    HalfPeriods<T> r;
    r.j = nearest_integer(u.hi / (K.hi + K.hi));
    r.rest = u - scaled(K, T(2)) * r.j;
    return r;
}

// sn, cn, dn of any real u for the complementary modulus k'
template <class T>
POLHODE_HD inline Jacobi<T> jacobi(T u, T kc) {
    if (kc == T(0)) return JacobiFunctions<T>(kc, {})(TwoWords<T>(u));
    const TwoWords<T> one[1] = {TwoWords<T>(T(1))};
    const T unit[1] = {T(1)};
    const TwoWords<T> K = complete_integrals<T, TwoWords<T>, 1>(TwoWords<T>(kc), one, unit, unit).K;
    const HalfPeriods<T> h = reduce_half_periods(TwoWords<T>(u), K);
    Jacobi<T> r = JacobiFunctions<T>(kc, K)(h.rest);
    if (remainder_of_four(h.j) & 1) {
        r.sn = -r.sn;
        r.cn = -r.cn;
    }
    return r;
}

// am(u|k), continuous: am(u + 2K) = am(u) + pi
template <class T>
POLHODE_HD inline T amplitude(T u, T kc) {
    if (kc == T(0)) {
        const Jacobi<T> f = jacobi(u, kc);
        return atan2(f.sn, f.cn);
    }
    const TwoWords<T> one[1] = {TwoWords<T>(T(1))};
    const T unit[1] = {T(1)};
    const TwoWords<T> K = complete_integrals<T, TwoWords<T>, 1>(TwoWords<T>(kc), one, unit, unit).K;
    const HalfPeriods<T> h = reduce_half_periods(TwoWords<T>(u), K);
    const Jacobi<T> f = JacobiFunctions<T>(kc, K)(h.rest);
    return (pi_in_two_words<T>() * h.j + atan2(f.sn, f.cn)).value();
}

// F(phi|k) for any real phi (rad): half periods counted off, the rest by first_kind
template <class T>
POLHODE_HD inline T incomplete_f(T phi, T kc) {
    const TwoWords<T> pi = pi_in_two_words<T>();
    const T j = nearest_integer(phi / pi.hi);
    const T rest = (TwoWords<T>(phi) - pi * j).value();
    const SineCosine<T> f = sine_cosine(rest);
    const T part = first_kind(f.s, f.c, kc * kc);
    if (j == T(0)) return part;
    return fma(T(2) * j, complete_k(kc), part);
}

}  // namespace polhode::exact
