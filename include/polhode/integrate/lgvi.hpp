// Lie group variational integrator of a rigid body under torque, order 2, symplectic (for torques with a potential);
// keeps the momentum map: L of a free body, L_z of a heavy one.
//
//     a = h (m + h torque/2),   a (1 + f.f) = 2 (I f + f x I f),   F = (1, f)/sqrt(1 + f.f)
//     q <- q F,   m <- F* (m + h torque/2) + h torque'/2           torque' at the new attitude
//
// T. Lee, M. Leok, N. H. McClamroch, Proc. IEEE Conf. Control Applications 2005, 962 (Cayley form: their eq. a = F J -
// J F^T with F the Cayley transform of f). Newton's method on f. The same map as discrete Moser-Veselov of order 2 with
// half kicks.
#pragma once

#include "dmv.hpp"

namespace polhode::integrate {

template <class T>
class LieGroupVariational {
 public:
    static constexpr int order = 2, most_iterations = 20;
    POLHODE_HD explicit LieGroupVariational(const Vec3<T>& moments) : moments_(moments) {}

    template <class S = BodyState<T>, class Torque>
    POLHODE_HD S step(const S& s, T t, T h, const Torque& torque, Iteration* report = nullptr) const {
        S to = s;
        if constexpr (!is_free_body<Torque>) push(to, half(h), torque(t, s.q, rate_of(s.m, moments_)));

        const Vec3<T> a = h * to.m;
        const T I1 = moments_[0], I2 = moments_[1], I3 = moments_[2];
        // start: half the turn at constant rate
        Vec3<T> f{a[0] / (T(2) * I1), a[1] / (T(2) * I2), a[2] / (T(2) * I3)};
        Iteration iteration{0, false};
        NewtonEnd<T> end;
        while (!iteration.converged && iteration.count < most_iterations) {
            ++iteration.count;
            const T ff = dot(f, f);
            const Vec3<T> If{I1 * f[0], I2 * f[1], I3 * f[2]};
            const Vec3<T> g = T(2) * (If + cross(f, If)) - (T(1) + ff) * a;
            // f x I f = ((I3-I2) f2 f3, (I1-I3) f3 f1, (I2-I1) f1 f2)
            Mat3<T> J;
            J.m[0][0] = T(2) * (I1 - a[0] * f[0]);
            J.m[0][1] = T(2) * ((I3 - I2) * f[2] - a[0] * f[1]);
            J.m[0][2] = T(2) * ((I3 - I2) * f[1] - a[0] * f[2]);
            J.m[1][0] = T(2) * ((I1 - I3) * f[2] - a[1] * f[0]);
            J.m[1][1] = T(2) * (I2 - a[1] * f[1]);
            J.m[1][2] = T(2) * ((I1 - I3) * f[0] - a[1] * f[2]);
            J.m[2][0] = T(2) * ((I2 - I1) * f[1] - a[2] * f[0]);
            J.m[2][1] = T(2) * ((I2 - I1) * f[0] - a[2] * f[1]);
            J.m[2][2] = T(2) * (I3 - a[2] * f[2]);
            const Vec3<T> c0 = J.column(0), c1 = J.column(1), c2 = J.column(2);
            const Vec3<T> n = cross(c1, c2);
            const T d = dot(c0, n);
            const Vec3<T> correction{dot(g, n) / d, dot(c0, cross(g, c2)) / d, dot(c0, cross(c1, g)) / d};
            f = f - correction;
            iteration.converged = end.reached(correction, f);
        }
        iteration.add_to(report);

        const T n = T(1) / sqrt(T(1) + dot(f, f));
        const Quaternion<T> F{n, n * f[0], n * f[1], n * f[2]};
        turn_right(to, F);
        keep_length(to);
        turn_momentum_back(to, F);
        if constexpr (!is_free_body<Torque>) push(to, half(h), torque(t + h, to.q, rate_of(to.m, moments_)));
        return to;
    }

 private:
    Vec3<T> moments_;
};

}  // namespace polhode::integrate
