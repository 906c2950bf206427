// Taylor step of a free body through the angle about the momentum: only the momentum and one angle are expanded, and
// the attitude is put together exactly (van Zon and Schofield 2007),
//
//     q(h) = q(0) P(m(0))^-1 exp(e3 psi) P(m(h)),     P(m) = (G + m3, m2, -m1, 0)/norm takes m to e3
//     psi' = (2T + G w3)/(G + m3) = G/I3 + (2T - G^2/I3)/(G + m3)
//
// so that the direction of L is kept to rounding whatever the step. Axis 3 is chosen in each step as the one with the
// largest |m|, turned to m3 > 0: then G + m3 never comes near zero inside a step, and G/I3 is at most sqrt(3) w3, so
// the second form of psi' loses nothing (2T - G^2/I3 is formed as m1^2 (I3-I1)/(I1 I3) + m2^2 (I3-I2)/(I2 I3)). Four
// convolutions in all:
//
//     (k+1) m1[k+1] = h (I2-I3)/(I2 I3) sum_j m2[j] m3[k-j]  and cyclic,      r = 1/(G + m3):
//     r[k] = -r[0] sum_{j=1..k} m3[j] r[k-j],                 (k+1) psi[k+1] = h (2T - G^2/I3) r[k]
//
// With a FreeBodyProjection the new momentum is put back on both invariants before the attitude is made from it.
#pragma once

#include "projection.hpp"
#include "taylor.hpp"
#include "turn.hpp"

namespace polhode::integrate {

template <class T>
class TaylorPsi {
 public:
    POLHODE_HD TaylorPsi(const Vec3<T>& moments, int order)
        : moments_(moments),
          order_(order < 2                      ? 2
                 : order > largest_taylor_order ? largest_taylor_order
                                                : order) {
        for (int k = 0; k < largest_taylor_order; ++k) reciprocal_[k] = T(1) / T(k + 1);
        for (int i = 0; i < 3; ++i) {
            const T b = moments[(i + 1) % 3], c = moments[(i + 2) % 3];
            inverse_difference_[i] = (b - c) / (b * c);  // 1/I_(i+2) - 1/I_(i+1)
        }
    }
    POLHODE_HD TaylorPsi(const Vec3<T>& moments, int order, const FreeBodyProjection<T>& projection)
        : TaylorPsi(moments, order) {
        projection_ = projection;
        projected_ = true;
    }

    POLHODE_INLINE int order() const { return order_; }

    template <class S = BodyState<T>>
    POLHODE_HD S step(const S& s, T, T h, const NoTorque& = {}) const {
        // axis 3: largest momentum; cyclic relabelling, then half a turn about axis 2 where m3 < 0
        int third = 0;
        for (int i = 1; i < 3; ++i)
            if (abs(s.m[i]) > abs(s.m[third])) third = i;
        const int at[3] = {(third + 1) % 3, (third + 2) % 3, third};
        const bool flip = s.m[third] < T(0);
        const T sign = flip ? T(-1) : T(1);

        T m[3][largest_taylor_order + 1], r[largest_taylor_order + 1], psi[largest_taylor_order + 1];
        m[0][0] = sign * s.m[at[0]];
        m[1][0] = s.m[at[1]];
        m[2][0] = sign * s.m[at[2]];
        const T G = sqrt(fma(m[0][0], m[0][0], fma(m[1][0], m[1][0], m[2][0] * m[2][0])));
        if (!(G > T(0))) return s;
        const T I3 = moments_[at[2]];
        // (I3-I1)/(I1 I3) = 1/I1 - 1/I3 and (I3-I2)/(I2 I3): signs of the cyclic differences
        const T d =
            fma(m[0][0] * m[0][0], inverse_difference_[at[1]], -(m[1][0] * m[1][0]) * inverse_difference_[at[0]]);
        const T rate[3] = {h * inverse_difference_[at[0]], h * inverse_difference_[at[1]],
                           h * inverse_difference_[at[2]]};
        const T hd = h * d;
        r[0] = T(1) / (G + m[2][0]);
        psi[0] = T(0);
        psi[1] = h * fma(d, r[0], G / I3);
        for (int k = 0; k < order_; ++k) {
            T a = m[1][0] * m[2][k], b = m[2][0] * m[0][k], c = m[0][0] * m[1][k];
            for (int j = 1; j <= k; ++j) {
                a = fma(m[1][j], m[2][k - j], a);
                b = fma(m[2][j], m[0][k - j], b);
                c = fma(m[0][j], m[1][k - j], c);
            }
            m[0][k + 1] = reciprocal_[k] * (rate[0] * a);
            m[1][k + 1] = reciprocal_[k] * (rate[1] * b);
            m[2][k + 1] = reciprocal_[k] * (rate[2] * c);
            if (k > 0) {
                T e = m[2][1] * r[k - 1];
                for (int j = 2; j <= k; ++j) e = fma(m[2][j], r[k - j], e);
                r[k] = -r[0] * e;
                psi[k + 1] = reciprocal_[k] * (hd * r[k]);
            }
        }
        // highest first, the zeroth last: rounding stays at half a unit of the result
        T end[3], angle = psi[order_];
        for (int i = 0; i < 3; ++i) end[i] = m[i][order_];
        for (int k = order_ - 1; k >= 1; --k) {
            for (int i = 0; i < 3; ++i) end[i] = end[i] + m[i][k];
            angle = angle + psi[k];
        }

        S to = s;
        if constexpr (is_carried<S>) {
            Vec3<T> change;
            change[at[0]] = sign * end[0];
            change[at[1]] = end[1];
            change[at[2]] = sign * end[2];
            add_momentum(to, change);
            if (projected_) {
                const Carried<T, 3> on = projection_(Carried<T, 3>{to.m, to.m_carry});
                to.m = on.value;
                to.m_carry = on.carry;
            }
            const Quaternion<T> e = excess_of_turn(s, to, at, sign, G, angle);
            turn_right_by_excess(to, e);
            keep_length(to);
            return to;
        }
        to.m[at[0]] = sign * (m[0][0] + end[0]);
        to.m[at[1]] = m[1][0] + end[1];
        to.m[at[2]] = sign * (m[2][0] + end[2]);
        if (projected_) to.m = projection_(to.m);

        // P(m0)^-1 exp(e3 psi) P(m1) in the relabelled frame
        const T m1 = sign * to.m[at[0]], m2 = to.m[at[1]], m3 = sign * to.m[at[2]];
        const T G1 = sqrt(fma(m1, m1, fma(m2, m2, m3 * m3)));
        T sine, cosine;
        sincos(half(angle), sine, cosine);
        const Quaternion<T> back = turned_about<2>(Quaternion<T>{G + m[2][0], -m[1][0], m[0][0], T(0)}, sine, cosine);
        const Quaternion<T> f = normalise(back * Quaternion<T>{G1 + m3, m2, -m1, T(0)});
        // back to the given axes
        T v[3];
        v[at[0]] = sign * f.x;
        v[at[1]] = f.y;
        v[at[2]] = sign * f.z;
        to.q = normalise_binomial(s.q * Quaternion<T>{f.w, v[0], v[1], v[2]});
        return to;
    }

 private:
    // The turn of the step less 1 with nothing cancelled: with P0 = P(m0), P(m1) = P0 + d and exp(e3 psi) = 1 + x,
    //     P0* (1 + x)(P0 + d)/|P0|^2 = 1 + P0* (x P0 + (1 + x) d)/|P0|^2
    static POLHODE_HD Quaternion<T> excess_of_turn(const CarriedBody<T>& s, const CarriedBody<T>& to,
                                                   const int (&at)[3], T sign, T G, T angle) {
        const auto change = [&](int i) { return (to.m[i] - s.m[i]) + (to.m_carry[i] - s.m_carry[i]); };
        const T m1 = sign * s.m[at[0]], m2 = s.m[at[1]], m3 = sign * s.m[at[2]];
        const T d1 = sign * change(at[0]), d2 = change(at[1]), d3 = sign * change(at[2]);
        // G is a constant; what rounding makes of it drops out to first order in the direction of P
        const Quaternion<T> back{G + m3, -m2, m1, T(0)}, P0 = conjugate(back), d{d3, d2, -d1, T(0)};
        T sine, cosine;
        sincos(half(angle), sine, cosine);
        const Quaternion<T> x = less_one(Quaternion<T>{cosine, T(0), T(0), sine});
        const Vec<T, 4> inner = (x * P0).params() + d.params() + (x * d).params();
        const Vec<T, 4> e = (back * Quaternion<T>{inner[0], inner[1], inner[2], inner[3]}).params() / norm_squared(P0);
        // to unit length: the vector part over |1 + e|, the scalar part from it
        const T length = sqrt(fma(T(1) + e[0], T(1) + e[0], fma(e[1], e[1], fma(e[2], e[2], e[3] * e[3]))));
        const Quaternion<T> f =
            less_one(Quaternion<T>{(T(1) + e[0]) / length, e[1] / length, e[2] / length, e[3] / length});
        T v[3];
        v[at[0]] = sign * f.x;
        v[at[1]] = f.y;
        v[at[2]] = sign * f.z;
        return {f.w, v[0], v[1], v[2]};
    }

    Vec3<T> moments_;
    int order_;
    T reciprocal_[largest_taylor_order];
    Vec3<T> inverse_difference_;
    FreeBodyProjection<T> projection_{};
    bool projected_ = false;
};

}  // namespace polhode::integrate
