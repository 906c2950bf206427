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
    struct Cubic {  // x^3 + b x^2 + c x + d, three real roots
        Fine b, c, d;
    };
    struct TwoRoots {
        Fine smaller, larger, distance;
    };
    static POLHODE_HD Fine largest_root(const Cubic& h);
    static POLHODE_HD TwoRoots remaining_roots(const Fine& sum, const Fine& H);

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
    POLHODE_HD void set_up_wide();
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

// Newton's method from the right of all roots, where it is monotone; started at Samuelson's bound
// -b/3 + (2/3) sqrt(b^2 - 3c) (P. A. Samuelson, J. Amer. Stat. Assoc. 63 (1968) 1522), exact for a double smaller root.
template <class T>
POLHODE_HD typename LagrangeTop<T>::Fine LagrangeTop<T>::largest_root(const Cubic& h) {
    const Fine under = h.b * h.b - h.c * T(3);
    T x = (sqrt(under) * T(2) - h.b).hi / T(3);
    const T b = h.b.hi, c = h.c.hi, d = h.d.hi;
    const T near = sqrt(std::numeric_limits<T>::epsilon());
    for (int i = 0; i < 40; ++i) {
        const T slope = fma(x, fma(T(3), x, T(2) * b), c);
        const T step = fma(x, fma(x, x + b, c), d) / slope;
        if (!(step > T(0))) break;
        x = x - step;
        if (step < near * abs(x)) break;
    }
    Fine r(x);
    for (int i = 0; i < 8; ++i) {
        const Fine slope = r * (r * T(3) + h.b * T(2)) + h.c;
        if (!(abs(slope.hi) > T(0))) break;
        const Fine step = (r * (r * (r + h.b) + h.c) + h.d) / slope;
        r = r - step;
        if (!(abs(step.hi) > std::numeric_limits<T>::epsilon() * abs(r.hi))) break;
    }
    return r;
}

// x^2 - sum x - H = 0 with H >= 0: one root of each sign, neither from a difference
template <class T>
POLHODE_HD typename LagrangeTop<T>::TwoRoots LagrangeTop<T>::remaining_roots(const Fine& sum, const Fine& H) {
    TwoRoots r;
    r.distance = sqrt(sum * sum + scaled(H, T(4)));
    const Fine big = scaled(sum.hi < T(0) ? sum - r.distance : sum + r.distance, T(0.5));
    const Fine other = big.hi == T(0) ? Fine() : -(H / big);
    r.smaller = sum.hi < T(0) ? big : other;
    r.larger = sum.hi < T(0) ? other : big;
    return r;
}

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
    const int symmetry = symmetry_axis(moments, weight_moment_B);
    const int k3 = symmetry < 0 || symmetry > 2 ? 2 : symmetry;
    FineQ q = detail::unit_start(q_NB);
    Vec3<T> w = w_NB_B;
    T P = weight_moment_B[k3];
    const T h(0.5);
    if (symmetry == 3) {
        // a sphere: turn the body axes so that the centre of mass lies on +3
        oblique_ = true;
        const T length = norm(weight_moment_B);
        const Vec3<T> n = weight_moment_B / length;
        P = length;
        // the shortest rotation from e3 to n; for n below the equator a half turn about e1 first
        oblique_q_ = n[2] > T(0) ? normalise(Quaternion<T>{T(1) + n[2], -n[1], n[0], T(0)})
                                 : normalise(Quaternion<T>{-n[1], T(1) - n[2], T(0), n[0]});
        q = q * FineQ::of(oblique_q_);
        w = to_body(oblique_q_, w);
    } else {
        axis_[0] = (k3 + 1) % 3;
        axis_[1] = (k3 + 2) % 3;
        axis_[2] = k3;
        if (k3 == 0) align_ = {h, h, h, h};
        if (k3 == 1) align_ = {h, -h, -h, -h};
        w = {w_NB_B[axis_[0]], w_NB_B[axis_[1]], w_NB_B[axis_[2]]};
        upside_down_ = P < T(0);
        if (upside_down_) {
            align_ = align_ * Quaternion<T>{T(0), T(1), T(0), T(0)};
            w = {w[0], -w[1], -w[2]};
            P = -P;
        }
        q = q * FineQ::of(align_);
    }
    const T I1 = moments[axis_[0]], I3 = moments[axis_[2]];

    // Units of time in which the fastest of rate, spin momentum and pendulum frequency is near 1.
    const T pendulum2 = P / I1 + P / I1;
    const T fastest = max(max(max(abs(w[0]), abs(w[1])), max(abs(w[2]), abs(w[2] * (I3 / I1)))), sqrt(pendulum2));
    rate_scale_ = fastest > T(0) ? power_of_two_below(fastest) : T(1);
    // below this the torque is invisible at any time that T can hold, and the cubic would leave its range
    const T invisible = sqrt(sqrt(std::numeric_limits<T>::min()));
    if (!(pendulum2 / rate_scale_ / rate_scale_ > invisible)) {
        free_ = FreeBody<T>(moments, q_NB, w_NB_B);
        return;
    }
    w = w / rate_scale_;
    const Fine beta = scaled(Fine(P) / (I1 * rate_scale_), T(2)) / rate_scale_;

    // Start values: y0 = 1 - u0, z0 = 1 + u0, n = b - a u0, v = u'(0), W = w1^2 + w2^2
    const Fine y0 = scaled(q.x * q.x + q.y * q.y, T(2)), z0 = scaled(q.w * q.w + q.z * q.z, T(2));
    const Fine u0 = scaled(z0 - y0, T(0.5));
    const Fine gamma1 = scaled(q.x * q.z - q.w * q.y, T(2)), gamma2 = scaled(q.w * q.x + q.y * q.z, T(2));
    const Fine n = gamma1 * w[0] + gamma2 * w[1], v = gamma1 * w[1] - gamma2 * w[0];
    const Fine W = exact_product(w[0], w[0]) + exact_product(w[1], w[1]);
    const Fine a = exact_product(I3, w[2]) / I1;
    const Fine b_minus_a = n - a * y0, b_plus_a = n + a * z0;
    linear_S_ = scaled(exact_difference(I1, I3) * w[2] / I1, T(0.5));
    linear_D_ = -linear_S_;
    w3_ = w[2];
    a_ = a.value();
    b_minus_a_ = b_minus_a.value();
    b_plus_a_ = b_plus_a.value();
    start_ = q;

    const bool at_top = y0.hi == T(0), at_bottom = z0.hi == T(0);
    if ((at_top || at_bottom) && W.hi == T(0)) {
        form_ = Form::fixed_axis;
        motion_ = at_top ? TopMotion::sleeping : TopMotion::hanging;
        tilt_[0] = tilt_[1] = at_top ? T(0) : pi_in_two_words<T>().hi;
        free_ = FreeBody<T>(moments, q_NB, w_NB_B);
        return;
    }

    // Roots, as distances from the start (x), from the top (y) and from the bottom (z).
    const Fine c0 = v * v / beta;
    const Cubic about_start{scaled(u0, T(2)) - (W + a * a) / beta, scaled(n * a - u0 * W, T(2)) / beta - y0 * z0, c0};
    const Fine third = about_start.b / T(-3);
    const Fine at_mean = third * (third * (third + about_start.b) + about_start.c) + about_start.d;
    const Fine product_y = b_minus_a * b_minus_a / beta;
    Fine x1, x2, x3, y1, y2, y3, u21, u32, u31;
    if (!(at_mean.hi > T(0))) {
        // u3 stands apart
        x3 = largest_root(about_start);
        const Fine H = c0 / x3;
        const TwoRoots r = remaining_roots((about_start.c + H) / x3, H);
        x1 = r.smaller;
        x2 = r.larger;
        y1 = y0 - x1;
        y2 = y0 - x2;
        y3 = y0 - x3;
        if (y2 < -y3)
            y2 = product_y / (y1 * -y3);
        else if (y2.hi > T(0))
            y3 = -(product_y / (y1 * y2));
        u21 = r.distance;
        u32 = x3 - x2;
        u31 = x3 - x1;
    } else {
        // u1 stands apart, u2 and u3 may be close to each other at the top: below the critical spin, slow fall
        const Fine e = W - beta * y0, e1 = scaled(a * b_minus_a - e, T(2)) / beta;
        y1 = largest_root({(e + a * a) / beta - T(2), e1, product_y});
        const Fine H = product_y / y1;
        const TwoRoots r = remaining_roots((e1 + H) / y1, H);
        y2 = r.larger;
        y3 = r.smaller;
        x1 = y0 - y1;
        x2 = y0 - y2;
        x3 = y0 - y3;
        // x1 <= 0 <= x2: the smaller in size from x1 x2 x3 = -c0
        if (-x1 < x2)
            x1 = -(c0 / (x2 * x3));
        else if (x1.hi < T(0) && x3.hi > T(0))
            x2 = -(c0 / (x1 * x3));
        u32 = r.distance;
        u21 = y1 - y2;
        u31 = y1 - y3;
    }
    Fine z1 = z0 + x1, z2 = z0 + x2, z3 = z0 + x3;
    if (z1 < scaled(z0, T(0.5))) z1 = b_plus_a * b_plus_a / beta / (z2 * z3);
    // what rounding may leave below zero
    if (x1.hi > T(0)) x1 = Fine();
    if (x2.hi < T(0)) x2 = Fine();

    const T one(1);
    tilt_[0] = T(2) * atan2(sqrt(y2).value(), sqrt(z2).value());
    tilt_[1] = T(2) * atan2(sqrt(y1).value(), sqrt(z1).value());

    if (!(u21.hi > T(0))) {
        // regular precession: q = exp(z prec t) q0 exp(e3 spin t)
        form_ = Form::steady;
        motion_ = TopMotion::steady;
        const Fine prec = n / (y0 * z0), spin = Fine(w[2]) - prec * u0;
        steady_rate_[0] = scaled(prec, T(0.5));
        steady_rate_[1] = scaled(spin, T(0.5));
        steady_w_ = w;
        precession_ = prec.value() * rate_scale_;
        return;
    }
    form_ = Form::nutating;

    p_ = scaled(sqrt(beta * u31), T(0.5));
    p_one_ = p_.value();
    const Fine kc2 = u32 / u31, kc = sqrt(kc2);
    kc2_ = kc2.value();
    Jacobi<T> f;
    f.sn = sqrt(-x1 / u21).value();
    f.cn = sqrt(x2 / u21).value();
    if (v.hi < T(0)) f.sn = -f.sn;
    f.dn = sqrt(fma(kc2_ * f.sn, f.sn, f.cn * f.cn));

    y_[0] = y1.value();
    y_[1] = y2.value();
    z_[0] = z1.value();
    z_[1] = z2.value();
    du_ = T(2) * p_one_ * u21.value();
    const T sign_S = b_plus_a.hi < T(0) ? -one : one, sign_D = b_minus_a.hi < T(0) ? -one : one;
    S_cn_ = sqrt(z1).value();
    S_sn_ = sign_S * sqrt(z2 * u31 / z3).value();
    // C(x; M) = x - M int sn^2/(cn^2 + M sn^2): the part that grows with x is part of the phase's rate and kept in two
    // words; next to the critical spin its factor is large and a rounding of x would show.
    const Fine M_S = u32 / z3;
    const Fine factor_S = -(scaled(b_plus_a / (p_ * z3), T(0.5)) * M_S);
    linear_S_ = linear_S_ + scaled(b_plus_a / z3, T(0.5));
    M_S_ = M_S.value();
    factor_S_ = factor_S.value();

    Fine factor_D, M_D(one);
    away_from_top_ = y2 > -y3;
    if (away_from_top_) {
        // int dx/(cn^2 + N sn^2) = x + (1 - N) int sn^2/(cn^2 + N sn^2)
        M_D = y2 / y1;
        factor_D = scaled(b_minus_a / (p_ * y1), T(0.5)) * (one - M_D);
        linear_D_ = linear_D_ + scaled(b_minus_a / y1, T(0.5));
    } else {
        D_cn_ = sqrt(y1).value();
        if (y2.hi > T(0)) D_sn_ = sign_D * sqrt(y2 * u31 / -y3).value();
        if (b_minus_a.hi != T(0)) {
            M_D = u32 / -y3;
            factor_D = -(scaled(b_minus_a / (p_ * y3), T(0.5)) * M_D);
            linear_D_ = linear_D_ + scaled(b_minus_a / y3, T(0.5));
        }
    }
    M_D_ = M_D.value();
    factor_D_ = factor_D.value();

    if constexpr (has_wider<T>) {
        // RJ divides by products of this size
        const T smallest = std::numeric_limits<T>::min() / square(std::numeric_limits<T>::epsilon());
        if (kc2_ > T(0) && !(kc2_ * min(M_S_, M_D_) >= smallest)) {
            set_up_wide();
            return;
        }
    }
    if (kc2_ > T(0)) {
        const Fine p[2] = {M_S, M_D};
        const T num_a[2] = {T(0), T(0)}, num_b[2] = {one, one};
        const CompleteIntegrals<Fine, 2> complete = complete_integrals<T, Fine, 2>(kc, p, num_a, num_b);
        K_ = complete.K;
        half_period_S_ = scaled(factor_S * complete.c[0], T(2));
        half_period_D_ = scaled(factor_D * complete.c[1], T(2));
    }
    jacobi_ = JacobiFunctions<T>(kc.value(), K_);
    // a start at the highest point is exactly a quarter period
    x0_ = f.cn == T(0) && kc2_ > T(0) ? K_ * f.sn : first_kind_of(jacobi_, f.sn, f.cn, kc2_);

    // Phases at the start; at a pole that of the derivative, from q' = q (0, w)/2 (TN D-5302 eq. 16).
    const T q0 = q.w.value(), q1 = q.x.value(), q2 = q.y.value(), q3 = q.z.value();
    const Complex first =
        at_bottom ? Complex{-fma(q1, w[0], q2 * w[1]), difference_of_products(q1, w[1], q2, w[0])} : Complex{q0, q3};
    const Complex second =
        at_top ? Complex{sum_of_products(q0, w[1], q3, w[0]), -difference_of_products(q0, w[0], q3, w[1])}
               : Complex{q2, -q1};
    const Complex number_first = at_bottom ? Complex{T(0), S_sn_} : number_S(f);
    const Complex number_second = at_top ? Complex{-f.sn, T(0)} : number_D(f);
    start_S_ = detail::direction(first) * conjugate(detail::direction(number_first));
    start_D_ = detail::direction(second) * conjugate(detail::direction(number_second));
    offset_S_ = periodic_S(f);
    offset_D_ = periodic_D(f);

    // Kind of motion and means. b - a u at the turning points, without the cancellation: n - a x_i.
    const T highest = (n - a * x2).value(), lowest = (n - a * x1).value();
    const T epsilon = std::numeric_limits<T>::epsilon();
    if (!(kc2_ > T(0)))
        motion_ = TopMotion::asymptotic;
    else if (nutation_amplitude() < T(64) * epsilon)
        motion_ = TopMotion::steady;
    else if (b_minus_a_ == T(0) && b_plus_a_ == T(0))
        motion_ = TopMotion::pendulum;
    else if (abs(highest) <= T(64) * epsilon * abs(lowest))
        motion_ = TopMotion::cusp;
    else
        motion_ = (highest < T(0)) == (lowest < T(0)) ? TopMotion::wave : TopMotion::loop;
    if (kc2_ > T(0)) {
        const Fine half_turn = pi_in_two_words<T>();
        period_ = T(2) * (K_ / p_).value() / rate_scale_;
        // S + D over one nutation: A+ and A- turn by half a turn where both their parts exist
        Fine turn = (linear_S_ + linear_D_) * scaled(K_, T(2)) / p_ + (half_period_S_ + half_period_D_);
        if (S_cn_ > T(0)) turn = turn + (sign_S > T(0) ? half_turn : -half_turn);
        if (!away_from_top_ && D_sn_ != T(0)) turn = turn + (sign_D > T(0) ? half_turn : -half_turn);
        precession_ = (turn * p_ / scaled(K_, T(2))).value() * rate_scale_;
    } else {
        period_ = std::numeric_limits<T>::infinity();
    }
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
