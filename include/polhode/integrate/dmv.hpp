// The discrete Moser-Veselov step of a free body, made as accurate as wanted by changing its moments beforehand
// (J. Moser, A. Veselov, Comm. Math. Phys. 139 (1991) 217; E. Hairer, G. Vilmart, J. Phys. A 39 (2006) 13225).
//
// With c the tangent of half the turn of one step (Rodrigues vector) and moments J the step is
//
//     c_i = (1 + |c|^2) h m_i/(2 J_i) + (J_j - J_k)/J_i c_j c_k          (i, j, k) cyclic
//     m_i <- m_i + 4 (J_j - J_k) c_j c_k/(h (1 + |c|^2)),    q <- q (1, c)/sqrt(1 + |c|^2)
//
// and it keeps T, G and L = q m q*. For J = I it has order 2. It is the exact flow for the moments
//
//     1/J_i = (1 + S)/I_i + D,   S = sum_n h^2n s_(2n+1)(C, H),  D = sum_n h^2n d_(2n+1)(C, H),
//
// C = |m|^2/2, H = sum m_i^2/(2 I_i), s and d homogeneous of degree n in (C, H): cutting the sums after n = 1, 2, 3, 4
// gives order 4, 6, 8, 10. The coefficients here were derived by exact rational arithmetic: solving the step for J,
//
//     J_i = h (1 + |c|^2)(m_i(0) + m_i(h))/(4 c_i),
//
// and putting in the power series of the exact motion gives series in h whose coefficients were fitted, without
// remainder, as symmetric polynomials of the moments for 14 bodies of six states each (tests/data/
// make_dmv_coefficients.py). s3, d3, s5, d5 agree with the published ones (Hairer and Vilmart 2006).
//
// The same formula with numbers in it gives the J of one body, one level of C and H and one step to
// rounding (matched_moments): then every step is exact, at the price of a set-up.
//
// Torque enters as kicks (Strang; Blanes and Moan for order 4 and 6; Kahan and Li for order 8); C and H then change
// from kick to kick.
#pragma once

#include "newton_iteration.hpp"
#include "splitting.hpp"
#include "taylor.hpp"

namespace polhode::integrate {

template <class T>
class DiscreteMoserVeselov {
 public:
    // The moments of the step: 1/J_i, and J_j - J_k at [i], in the units of I.
    struct Moments {
        Vec3<T> inverse, difference;
    };

    // order 2, 4, 6, 8 or 10 of the free flow; kick_order 2, 4, 6 or 8 of its composition with a torque (0: the largest
    // that makes sense)
    POLHODE_HD explicit DiscreteMoserVeselov(const Vec3<T>& moments, int order = 8, int kick_order = 0,
                                             Kick kick = Kick::once)
        : moments_(moments),
          terms_(order < 2    ? 0
                 : order > 10 ? 4
                              : order / 2 - 1),
          composition_(composition_of(kick_order == 0 ? min(order, 8) : kick_order)),
          kick_(kick) {
        // Scaled by the largest moment: the coefficients hold its eighth power.
        unit_ = max(moments[0], max(moments[1], moments[2]));
        const T a = moments[0] / unit_, b = moments[1] / unit_, c = moments[2] / unit_;
        fill(a + b + c, a * b + b * c + c * a, a * b * c);
    }

    POLHODE_INLINE int order() const { return 2 * terms_ + 2; }

    // A free body keeps C and H, so these may be computed once and kept for all steps of one length.
    POLHODE_HD Moments modified_moments(const Vec3<T>& m, T h) const {
        T S, D;
        series(m, h, S, D);
        return from_series(S, D);
    }

    // S and D solved for from the exact motion over one step (Taylor series of order 30 in short substeps), starting
    // from the polynomials; least squares over the three components, so that a component that vanishes does not matter.
    POLHODE_HD Moments matched_moments(const Vec3<T>& m, T h) const {
        Vec3<T> w = rate_of(m, moments_);
        const int parts = 1 + static_cast<int>(T(4) * abs(h) * norm(w));
        const T part = h / T(parts);
        TaylorBody<T> exact(moments_, PolynomialTorque<T>{}, largest_taylor_order);
        Quaternion<T> q;
        for (int k = 0; k < parts; ++k) {
            exact.expand(q, w, part);
            q = exact.attitude_at(T(1));
            w = exact.rate_at(T(1));
        }
        const Vec3<T> c = q.vector() / q.w, sum = m + momentum_of(w, moments_);
        const T factor = T(4) / (h * (T(1) + dot(c, c)));
        T S, D;
        series(m, h, S, D);
        const Moments start = from_series(S, D);
        // residual of 4 c/(h (1 + |c|^2)) = p ((1 + S)/I + D), p = m(0) + m(h)
        T uu = T(0), uv = T(0), vv = T(0), ur = T(0), vr = T(0);
        for (int i = 0; i < 3; ++i) {
            const T u = sum[i] / moments_[i], v = sum[i] / unit_, r = fma(factor, c[i], -(sum[i] * start.inverse[i]));
            uu = fma(u, u, uu), uv = fma(u, v, uv), vv = fma(v, v, vv);
            ur = fma(u, r, ur), vr = fma(v, r, vr);
        }
        const T determinant = difference_of_products(uu, vv, uv, uv);
        if (determinant > T(1e-10) * (uu * vv)) {
            S = S + difference_of_products(ur, vv, vr, uv) / determinant;
            D = D + difference_of_products(vr, uu, ur, uv) / determinant;
        } else if (uu > T(0)) {
            // rotation about one axis, or equal moments: one number is enough
            S = S + ur / uu;
        }
        return from_series(S, D);
    }

    // One step of the free body with given moments.
    template <class S>
    POLHODE_HD S free_step(const S& s, T h, const Moments& J, Iteration* report = nullptr) const {
        const T hh = half(h);
        const Vec3<T> a{hh * (s.m[0] * J.inverse[0]), hh * (s.m[1] * J.inverse[1]), hh * (s.m[2] * J.inverse[2])};
        const Vec3<T> r{J.difference[0] * J.inverse[0], J.difference[1] * J.inverse[1], J.difference[2] * J.inverse[2]};
        // F(c) = (1 + |c|^2) a + r (c2 c3, c3 c1, c1 c2); c = F(c) is wanted
        const auto F = [&a, &r](const Vec3<T>& c) {
            const T scale = fma(c[0], c[0], fma(c[1], c[1], fma(c[2], c[2], T(1))));
            return Vec3<T>{fma(scale, a[0], r[0] * (c[1] * c[2])), fma(scale, a[1], r[1] * (c[2] * c[0])),
                           fma(scale, a[2], r[2] * (c[0] * c[1]))};
        };
        // two plain passes bring c within O(h^4), then Newton's method with the derivative of that place kept
        Vec3<T> c = F(F(a));
        const Mat3<T> inverse = inverse_of_derivative(a, r, c);
        Iteration iteration{2, false};
        NewtonEnd<T> end;
        while (!iteration.converged && iteration.count < most_iterations) {
            ++iteration.count;
            const Vec3<T> correction = inverse * (F(c) - c);
            c = c + correction;
            iteration.converged = end.reached(correction, c);
        }
        iteration.add_to(report);
        const T square_sum = fma(c[0], c[0], fma(c[1], c[1], fma(c[2], c[2], T(1))));
        const T factor = T(4) / (h * square_sum), n = T(1) / sqrt(square_sum);
        S to = s;
        turn_right(to, Quaternion<T>{n, n * c[0], n * c[1], n * c[2]});
        push_products(to, factor * J.difference, Vec3<T>{c[1] * c[2], c[2] * c[0], c[0] * c[1]});
        return to;
    }

    template <class S = BodyState<T>, class Torque>
    POLHODE_HD S step(const S& from, T t, T h, const Torque& torque, Iteration* report = nullptr) const {
        S to = from;
        if constexpr (is_free_body<Torque>) {
            (void)t, (void)torque;
            to = free_step(from, h, modified_moments(from.m, h), report);
        } else {
            struct Flows {
                const DiscreteMoserVeselov& method;
                const Torque& torque;
                S s;
                T t;
                Iteration* report;
                POLHODE_INLINE void outer(T length) {
                    detail::kick(s, torque, t, length, method.moments_, method.kick_, method.composition_.order());
                }
                POLHODE_INLINE void inward(T) {}
                POLHODE_INLINE void centre(T length) {
                    s = method.free_step(s, length, method.modified_moments(s.m, length), report);
                    t = t + length;
                }
                POLHODE_INLINE void outward(T) {}
            } flows{*this, torque, from, t, report};
            composition_.apply(h, flows);
            to = flows.s;
        }
        keep_length(to);
        return to;
    }

 private:
    static constexpr int most_iterations = 60;

    static POLHODE_HD CompositionName composition_of(int kick_order) {
        return kick_order <= 2   ? CompositionName::strang
               : kick_order <= 4 ? CompositionName::blanes_moan4
               : kick_order <= 6 ? CompositionName::blanes_moan6
                                 : CompositionName::kahan_li8;
    }

    // (1 - dF/dc)^-1 by the adjugate
    static POLHODE_INLINE Mat3<T> inverse_of_derivative(const Vec3<T>& a, const Vec3<T>& r, const Vec3<T>& c) {
        const Vec3<T> d = T(2) * c;
        const Vec3<T> row0{fma(-a[0], d[0], T(1)), -fma(a[0], d[1], r[0] * c[2]), -fma(a[0], d[2], r[0] * c[1])};
        const Vec3<T> row1{-fma(a[1], d[0], r[1] * c[2]), fma(-a[1], d[1], T(1)), -fma(a[1], d[2], r[1] * c[0])};
        const Vec3<T> row2{-fma(a[2], d[0], r[2] * c[1]), -fma(a[2], d[1], r[2] * c[0]), fma(-a[2], d[2], T(1))};
        const Vec3<T> x = cross(row1, row2), y = cross(row2, row0), z = cross(row0, row1);
        const T s = T(1) / dot(row0, x);
        return {{{s * x[0], s * y[0], s * z[0]}, {s * x[1], s * y[1], s * z[1]}, {s * x[2], s * y[2], s * z[2]}}};
    }

    POLHODE_INLINE Moments from_series(T S, T D) const {
        Moments J;
        const T scale = T(1) + S, shift = D / unit_;
        for (int i = 0; i < 3; ++i) J.inverse[i] = scale / moments_[i] + shift;
        set_differences(J, scale);
        return J;
    }
    // J_j - J_k = (1/J_k - 1/J_j) J_j J_k = (1 + S)(I_j - I_k)/(I_j I_k) J_j J_k: no difference of rounded numbers
    POLHODE_INLINE void set_differences(Moments& J, T scale) const {
        for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            J.difference[i] =
                scale * (moments_[j] - moments_[k]) / ((moments_[j] * J.inverse[j]) * (moments_[k] * J.inverse[k]));
        }
    }
    // D in units of 1 over the largest moment
    POLHODE_HD void series(const Vec3<T>& m, T h, T& S, T& D) const {
        S = D = T(0);
        const T x = half(dot(m, m)) / (unit_ * unit_) * (h * h);
        const T y = half(dot(m, rate_of(m, moments_))) / unit_ * (h * h);
        // highest n first; inside each, Horner in x with growing powers of y
        for (int n = terms_; n >= 1; --n) {
            T s = s_[n][0], d = d_[n][0], power = y;
            for (int k = 1; k <= n; ++k) {
                s = fma(s, x, s_[n][k] * power);
                d = fma(d, x, d_[n][k] * power);
                power = power * y;
            }
            S = S + s;
            D = D + d;
        }
    }

    // s_[n][k], d_[n][k]: coefficient of C^(n-k) H^k, moments scaled; e1, e2, e3 their elementary symmetric polynomials
    POLHODE_HD void fill(T e1, T e2, T e3);

    Vec3<T> moments_;
    int terms_;
    Composition<T> composition_;
    Kick kick_;
    T unit_;
    T s_[5][5]{}, d_[5][5]{};
};

template <class T>
POLHODE_HD void DiscreteMoserVeselov<T>::fill(T e1, T e2, T e3) {
    const T p1 = T(1) / e3;
    s_[1][0] = p1 * T(1. / 6) * e1;
    s_[1][1] = p1 * -T(1. / 3) * e2;
    d_[1][0] = p1 * -T(1. / 3);
    d_[1][1] = p1 * T(1. / 6) * e1;
    const T p2 = p1 * p1;
    s_[2][0] = p2 * (T(1. / 30) * e1 * e1 - T(1. / 10) * e2);
    s_[2][1] = p2 * (-T(1. / 30) * e1 * e2 + T(2. / 15) * e3);
    s_[2][2] = p2 * (T(1. / 30) * e2 * e2 - T(1. / 60) * e1 * e3);
    d_[2][0] = p2 * -T(1. / 60) * e1;
    d_[2][1] = p2 * (-T(1. / 60) * e1 * e1 + T(2. / 15) * e2);
    d_[2][2] = p2 * (-T(1. / 60) * e1 * e2 - T(1. / 10) * e3);
    const T p3 = p2 * p1;
    s_[3][0] = p3 * (T(17. / 2520) * e1 * e1 * e1 - T(11. / 420) * e1 * e2 + T(5. / 126) * e3);
    s_[3][1] = p3 * (-T(1. / 70) * e1 * e1 * e2 + T(11. / 210) * e2 * e2 - T(1. / 84) * e1 * e3);
    s_[3][2] = p3 * (T(1. / 420) * e1 * e2 * e2 + T(41. / 2520) * e1 * e1 * e3 - T(53. / 630) * e2 * e3);
    s_[3][3] = p3 * (-T(1. / 630) * e2 * e2 * e2 + T(1. / 630) * e1 * e2 * e3 + T(1. / 35) * e3 * e3);
    d_[3][0] = p3 * (-T(19. / 2520) * e1 * e1 + T(1. / 35) * e2);
    d_[3][1] = p3 * (T(1. / 1260) * e1 * e1 * e1 - T(1. / 1260) * e1 * e2 - T(22. / 315) * e3);
    d_[3][2] = p3 * (T(13. / 2520) * e1 * e1 * e2 - T(8. / 315) * e2 * e2 + T(11. / 252) * e1 * e3);
    d_[3][3] = p3 * (T(1. / 1260) * e1 * e2 * e2 - T(13. / 1260) * e1 * e1 * e3 + T(1. / 42) * e2 * e3);
    const T p4 = p3 * p1;
    s_[4][0] = p4 * (T(31. / 22680) * e1 * e1 * e1 * e1 - T(19. / 2520) * e1 * e1 * e2 + T(1. / 120) * e2 * e2 +
                     T(97. / 15120) * e1 * e3);
    s_[4][1] = p4 * (-T(11. / 3240) * e1 * e1 * e1 * e2 + T(17. / 1260) * e1 * e2 * e2 + T(47. / 7560) * e1 * e1 * e3 -
                     T(47. / 945) * e2 * e3);
    s_[4][2] = p4 * (T(13. / 3780) * e1 * e1 * e2 * e2 - T(17. / 1260) * e2 * e2 * e2 +
                     T(1. / 2520) * e1 * e1 * e1 * e3 + T(1. / 252) * e1 * e2 * e3 + T(53. / 1260) * e3 * e3);
    s_[4][3] = p4 * (-T(1. / 11340) * e1 * e2 * e2 * e2 - T(11. / 1890) * e1 * e1 * e2 * e3 +
                     T(23. / 945) * e2 * e2 * e3 - T(23. / 1260) * e1 * e3 * e3);
    s_[4][4] = p4 * (T(1. / 22680) * e2 * e2 * e2 * e2 - T(1. / 15120) * e1 * e2 * e2 * e3 +
                     T(17. / 5040) * e1 * e1 * e3 * e3 - T(3. / 280) * e2 * e3 * e3);
    d_[4][0] = p4 * (-T(61. / 45360) * e1 * e1 * e1 + T(3. / 560) * e1 * e2 - T(61. / 4536) * e3);
    d_[4][1] = p4 * (-T(1. / 45360) * e1 * e1 * e1 * e1 + T(37. / 7560) * e1 * e1 * e2 - T(2. / 105) * e2 * e2 +
                     T(19. / 1260) * e1 * e3);
    d_[4][2] = p4 * (-T(1. / 1512) * e1 * e1 * e1 * e2 + T(19. / 7560) * e1 * e2 * e2 - T(19. / 1080) * e1 * e1 * e3 +
                     T(89. / 1890) * e2 * e3);
    d_[4][3] = p4 * (-T(1. / 1512) * e1 * e1 * e2 * e2 + T(8. / 2835) * e2 * e2 * e2 +
                     T(97. / 22680) * e1 * e1 * e1 * e3 - T(23. / 1890) * e1 * e2 * e3 - T(1. / 35) * e3 * e3);
    d_[4][4] = p4 * (-T(1. / 45360) * e1 * e2 * e2 * e2 - T(1. / 7560) * e1 * e1 * e2 * e3 -
                     T(1. / 360) * e2 * e2 * e3 + T(17. / 1680) * e1 * e3 * e3);
}

}  // namespace polhode::integrate
