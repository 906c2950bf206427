// Gauss collocation with s = 1 (implicit midpoint), 2, 3, 4 stages, order 2s: keeps every quadratic invariant, here
// |q|^2, and of a free body T and G^2 (Hairer, Lubich, Wanner, Geometric Numerical Integration, theorem IV.2.1). L in
// the world is not quadratic in (q, m) and is not kept.
//
// The stage equations are solved by fixed-point iteration to rounding: the derivatives of the stages are the unknowns,
// and the iteration stops when they no longer come closer. It converges for h times the rate below about 1; step()
// reports whether it did.
#pragma once

#include "dmv.hpp"

namespace polhode::integrate {

template <class T>
class GaussCollocation {
 public:
    static constexpr int most_stages = 4, most_iterations = 100;

    POLHODE_HD GaussCollocation(const Vec3<T>& moments, int stages)
        : moments_(moments),
          stages_(stages < 1             ? 1
                  : stages > most_stages ? most_stages
                                         : stages) {
        // int_0^c_i of the Lagrange polynomials on the roots of the shifted Legendre polynomials, from 40-digit
        // arithmetic
        if (stages_ == 1) {
            const double c[1] = {0.5}, b[1] = {1}, a[1][1] = {{0.5}};
            fill(c, b, a);
        } else if (stages_ == 2) {
            const double c[2] = {0.2113248654051871177454, 0.7886751345948128822546}, b[2] = {0.5, 0.5};
            const double a[2][2] = {{0.25, -0.03867513459481288225457}, {0.5386751345948128822546, 0.25}};
            fill(c, b, a);
        } else if (stages_ == 3) {
            const double c[3] = {0.1127016653792583114821, 0.5, 0.8872983346207416885179};
            const double b[3] = {5. / 18, 4. / 9, 5. / 18};
            const double a[3][3] = {{5. / 36, -0.0359766675249389034564, 0.00978944401530832604958},
                                    {0.300263194980864592438, 2. / 9, -0.02248541720308681466025},
                                    {0.2679883337624694517282, 0.4804211119693833479008, 5. / 36}};
            fill(c, b, a);
        } else {
            const double c[4] = {0.06943184420297371238803, 0.3300094782075718675987, 0.6699905217924281324013,
                                 0.930568155797026287612};
            const double b[4] = {0.1739274225687269286865, 0.3260725774312730713135, 0.3260725774312730713135,
                                 0.1739274225687269286865};
            const double a[4][4] = {{0.08696371128436346434327, -0.02660418008499879331339, 0.01262746268940472451506,
                                     -0.003555149685795683156911},
                                    {0.1881181174998680716507, 0.1630362887156365356567, -0.02788042860247089522415,
                                     0.006735500594538155515399},
                                    {0.1671919219741887731711, 0.3539530060337439665376, 0.1630362887156365356567,
                                     -0.01419069493114114296415},
                                    {0.1774825722545226118434, 0.3134451147418683467984, 0.3526767575162718646269,
                                     0.08696371128436346434327}};
            fill(c, b, a);
        }
    }

    POLHODE_INLINE int order() const { return 2 * stages_; }
    POLHODE_INLINE int stages() const { return stages_; }

    template <class S = BodyState<T>, class Torque>
    POLHODE_HD S step(const S& s, T t, T h, const Torque& torque, Iteration* report = nullptr) const {
        switch (stages_) {
            case 1:
                return solve<1>(s, t, h, torque, report);
            case 2:
                return solve<2>(s, t, h, torque, report);
            case 3:
                return solve<3>(s, t, h, torque, report);
            default:
                return solve<4>(s, t, h, torque, report);
        }
    }

 private:
    template <int s>
    POLHODE_HD void fill(const double (&c)[s], const double (&b)[s], const double (&a)[s][s]) {
        for (int i = 0; i < s; ++i) {
            c_[i] = T(c[i]);
            b_[i] = T(b[i]);
            for (int j = 0; j < s; ++j) a_[i][j] = T(a[i][j]);
        }
    }

    template <class Torque>
    POLHODE_INLINE Vec<T, 7> slope(const Torque& torque, T t, const Vec<T, 7>& y) const {
        const Quaternion<T> q{y[0], y[1], y[2], y[3]};
        const Vec3<T> w = rate_of(Vec3<T>{y[4], y[5], y[6]}, moments_);
        return joined(derivative(q, w), momentum_rate(torque, t, q, w, moments_));
    }

    template <int s, class S, class Torque>
    POLHODE_INLINE S solve(const S& from, T t, T h, const Torque& torque, Iteration* report) const {
        const Vec<T, 7> y = joined(from.q.params(), from.m);
        Vec<T, 7> k[s];
        k[0] = slope(torque, t, y);
        for (int i = 1; i < s; ++i) k[i] = k[0];
        const T q_size = T(1), m_size = sqrt(dot(from.m, from.m));
        Iteration iteration{0, false};
        T last = std::numeric_limits<T>::max();
        while (iteration.count < most_iterations) {
            ++iteration.count;
            // change of the stages since the last pass, relative to the size of q and of m, times h
            T change = T(0);
            Vec<T, 7> next[s];
            for (int i = 0; i < s; ++i) {
                Vec<T, 7> sum = a_[i][0] * k[0];
                for (int j = 1; j < s; ++j) sum = madd(a_[i][j], k[j], sum);
                next[i] = slope(torque, fma(c_[i], h, t), madd(h, sum, y));
                T dq = T(0), dm = T(0);
                for (int n = 0; n < 4; ++n) dq = max(dq, abs(next[i][n] - k[i][n]));
                for (int n = 4; n < 7; ++n) dm = max(dm, abs(next[i][n] - k[i][n]));
                change = max(change, abs(h) * max(dq / q_size, m_size > T(0) ? dm / m_size : dm));
            }
            for (int i = 0; i < s; ++i) k[i] = next[i];
            // as far as rounding lets it: either no change, or small and no longer shrinking (Hairer, McLachlan,
            // Razakarivony, BIT 48 (2008) 231)
            constexpr T eps = std::numeric_limits<T>::epsilon();
            if (change == T(0) || (change <= T(64) * eps && change >= last)) {
                iteration.converged = true;
                break;
            }
            last = change;
        }
        Vec<T, 7> sum = b_[0] * k[0];
        for (int j = 1; j < s; ++j) sum = madd(b_[j], k[j], sum);
        S to = from;
        if constexpr (is_carried<S>) {
            add_attitude(to, h * Vec<T, 4>{sum[0], sum[1], sum[2], sum[3]});
            add_momentum(to, h * Vec3<T>{sum[4], sum[5], sum[6]});
        } else {
            const Vec<T, 7> moved_to = madd(h, sum, y);
            to = {{moved_to[0], moved_to[1], moved_to[2], moved_to[3]}, {moved_to[4], moved_to[5], moved_to[6]}};
        }
        // a diverging iteration ends in numbers that are none, for which every comparison above is false
        iteration.converged = iteration.converged && is_finite(to.q.params()) && is_finite(to.m);
        iteration.add_to(report);
        return to;
    }

    Vec3<T> moments_;
    int stages_;
    T a_[most_stages][most_stages]{}, b_[most_stages]{}, c_[most_stages]{};
};

}  // namespace polhode::integrate
