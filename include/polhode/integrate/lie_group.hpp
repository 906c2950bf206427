// Runge-Kutta methods on the rotation group: each stage turns the body by an exponential, so that q stays a rotation
// whatever the step; the momentum is an ordinary vector and advances by the underlying Runge-Kutta method. Torque is
// evaluated once per stage.
//
//     MuntheKaas4        u' = dexpinv_u(w), q = q0 exp(u), classical Runge-Kutta for u
//                        (H. Munthe-Kaas, BIT 38 (1998) 92)
//     CommutatorFree4    five exponentials of sums of stage rates
//                        (E. Celledoni, A. Marthinsen, B. Owren, Future Gener. Comput. Syst. 19 (2003) 341)
//     CrouchGrossman3/4  products of exponentials of single stage rates (P. Crouch, R. Grossman, J. Nonlinear Sci. 3
//                        (1993) 1; coefficients: B. Owren, A. Marthinsen, BIT 39 (1999) 116)
//
// These papers let the group act from the left; body rates act from the right, so the factors stand in opposite order
// and the sign of commutators changes.
#pragma once

#include "turn.hpp"

namespace polhode::integrate {

template <class T>
class MuntheKaas4 {
 public:
    static constexpr int order = 4, stages = 4;
    POLHODE_HD explicit MuntheKaas4(const Vec3<T>& moments) : moments_(moments) {}

    template <class S = BodyState<T>, class Torque>
    POLHODE_HD S step(const S& s, T t, T h, const Torque& torque) const {
        const T half_h = half(h);
        Vec3<T> u[4], k[4];  // u' and m' of the stages
        Vec3<T> w = rate_of(s.m, moments_);
        u[0] = w;
        k[0] = momentum_rate(torque, t, s.q, w, moments_);
        for (int i = 1; i < 4; ++i) {
            const T part = i < 3 ? half_h : h;
            const Vec3<T> turned = part * u[i - 1];
            w = rate_of(madd(part, k[i - 1], s.m), moments_);
            u[i] = dexpinv(turned, w);
            // a free body does not need the attitude of a stage
            const Quaternion<T> q = is_free_body<Torque> ? s.q : s.q * turn(turned);
            k[i] = momentum_rate(torque, t + part, q, w, moments_);
        }
        const T sixth = h / T(6);
        S to = s;
        turn_right(to, turn(sixth * ((u[0] + u[3]) + twice_sum(u[1], u[2]))));
        push(to, sixth, (k[0] + k[3]) + twice_sum(k[1], k[2]));
        keep_length(to);
        return to;
    }

    // The rotation vector of one step under a given rate w(t).
    template <class Rate>
    static POLHODE_HD Vec3<T> rotation(const Rate& rate, T t, T h) {
        const T half_h = half(h);
        const Vec3<T> middle = rate(t + half_h);
        const Vec3<T> u0 = rate(t), u1 = dexpinv(half_h * u0, middle), u2 = dexpinv(half_h * u1, middle),
                      u3 = dexpinv(h * u2, rate(t + h));
        return (h / T(6)) * ((u0 + u3) + twice_sum(u1, u2));
    }

 private:
    static POLHODE_INLINE Vec3<T> twice_sum(const Vec3<T>& a, const Vec3<T>& b) { return T(2) * (a + b); }
    // w + u x w/2 + u x (u x w)/12: the next term has four factors u and does not touch order 4
    static POLHODE_INLINE Vec3<T> dexpinv(const Vec3<T>& u, const Vec3<T>& w) {
        const Vec3<T> c = cross(u, w);
        return madd(T(1. / 12), cross(u, c), madd(T(0.5), c, w));
    }
    Vec3<T> moments_;
};

template <class T>
class CommutatorFree4 {
 public:
    static constexpr int order = 4, stages = 4;
    POLHODE_HD explicit CommutatorFree4(const Vec3<T>& moments) : moments_(moments) {}

    template <class S = BodyState<T>, class Torque>
    POLHODE_HD S step(const S& s, T t, T h, const Torque& torque) const {
        const T half_h = half(h);
        Vec3<T> w[4], k[4];
        w[0] = rate_of(s.m, moments_);
        k[0] = momentum_rate(torque, t, s.q, w[0], moments_);

        const Quaternion<T> q2 = s.q * turn(w[0], half_h);
        w[1] = rate_of(madd(half_h, k[0], s.m), moments_);
        k[1] = momentum_rate(torque, t + half_h, q2, w[1], moments_);

        w[2] = rate_of(madd(half_h, k[1], s.m), moments_);
        k[2] = momentum_rate(torque, t + half_h, s.q * turn(w[1], half_h), w[2], moments_);

        w[3] = rate_of(madd(h, k[2], s.m), moments_);
        k[3] = momentum_rate(torque, t + h, q2 * turn(w[2] - T(0.5) * w[0], h), w[3], moments_);

        const T twelfth = h / T(12);
        const Vec3<T> middle = T(2) * (w[1] + w[2]);
        const Quaternion<T> first = turn(madd(T(3), w[0], middle) - w[3], twelfth);
        const Quaternion<T> second = turn(madd(T(3), w[3], middle) - w[0], twelfth);
        S to = s;
        turn_right(to, first);
        turn_right(to, second);
        push(to, h / T(6), (k[0] + k[3]) + T(2) * (k[1] + k[2]));
        keep_length(to);
        return to;
    }

    // One step under a given rate w(t): the two middle stages coincide.
    template <class Rate>
    static POLHODE_HD Quaternion<T> turned(const Quaternion<T>& q, const Rate& rate, T t, T h) {
        BodyState<T> s{q, {}};
        turn_under(s, rate, t, h);
        return s.q;
    }
    template <class S, class Rate>
    static POLHODE_HD void turn_under(S& s, const Rate& rate, T t, T h) {
        const T twelfth = h / T(12);
        const Vec3<T> w0 = rate(t), w3 = rate(t + h), middle = T(4) * rate(t + half(h));
        turn_right(s, turn(madd(T(3), w0, middle) - w3, twelfth));
        turn_right(s, turn(madd(T(3), w3, middle) - w0, twelfth));
        keep_length(s);
    }

 private:
    Vec3<T> moments_;
};

template <class T, int Order>
class CrouchGrossman {
 public:
    static_assert(Order == 3 || Order == 4, "orders 3 and 4 are known");
    static constexpr int order = Order, stages = Order == 3 ? 3 : 5;
    POLHODE_HD explicit CrouchGrossman(const Vec3<T>& moments) : moments_(moments) {
        if constexpr (Order == 3) {
            const double a[3][3] = {{0, 0, 0}, {3. / 4, 0, 0}, {119. / 216, 17. / 108, 0}};
            const double b[3] = {13. / 51, -2. / 3, 24. / 17};
            fill(a, b);
        } else {
            const double a[5][5] = {
                {0, 0, 0, 0, 0},
                {0.8177227988124852, 0, 0, 0, 0},
                {0.3199876375476427, 0.0659864263556022, 0, 0, 0},
                {0.9214417194464946, 0.4997857776773573, -1.0969984448371582, 0, 0},
                {0.3552358559023322, 0.2390958372307326, 1.3918565724203246, -1.1092979392113465, 0}};
            const double b[5] = {0.1370831520630755, -0.0183698531564020, 0.7397813985370780, -0.1907142565505889,
                                 0.3322195591068374};
            fill(a, b);
        }
    }

    template <class S = BodyState<T>, class Torque>
    POLHODE_HD S step(const S& s, T t, T h, const Torque& torque) const {
        Vec3<T> w[stages], k[stages];
        for (int i = 0; i < stages; ++i) {
            Quaternion<T> q = s.q;
            Vec3<T> m = s.m;
            for (int j = 0; j < i; ++j) {
                if constexpr (!is_free_body<Torque>) q = q * turn(w[j], h * a_[i][j]);
                m = madd(h * a_[i][j], k[j], m);
            }
            w[i] = rate_of(m, moments_);
            k[i] = momentum_rate(torque, fma(h, c_[i], t), q, w[i], moments_);
        }
        S to = s;
        for (int i = 0; i < stages; ++i) {
            turn_right(to, turn(w[i], h * b_[i]));
            push(to, h * b_[i], k[i]);
        }
        keep_length(to);
        return to;
    }

 private:
    POLHODE_HD void fill(const double (&a)[stages][stages], const double (&b)[stages]) {
        for (int i = 0; i < stages; ++i) {
            b_[i] = T(b[i]);
            c_[i] = T(0);
            for (int j = 0; j < i; ++j) {
                a_[i][j] = T(a[i][j]);
                c_[i] = c_[i] + a_[i][j];
            }
        }
    }
    Vec3<T> moments_;
    T a_[stages][stages]{}, b_[stages]{}, c_[stages]{};
};
template <class T>
using CrouchGrossman3 = CrouchGrossman<T, 3>;
template <class T>
using CrouchGrossman4 = CrouchGrossman<T, 4>;

}  // namespace polhode::integrate
