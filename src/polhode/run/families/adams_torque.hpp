// What Adams steps take besides a weight: damping, and a gravity gradient whose direction stands still or turns.
#pragma once

#include <variant>

#include "polhode/arithmetic/four.hpp"
#include "polhode/integrate/taylor.hpp"
#include "polhode/problem/problem.hpp"
#include "polhode/torque/gravity_gradient.hpp"

namespace polhode {

// In principal axes, as an angular acceleration (Extra of integrate::AdamsMoulton).
template <class T>
class AdamsTorque {
 public:
    AdamsTorque() = default;
    // `torque` has the damping and a gradient that stands still; one that turns is looked up.
    AdamsTorque(const Problem& problem, const integrate::PolynomialTorque<T>& torque, const Vec3<T>& moments) {
        damped_ = torque.damped;
        const Mat3<T>& c = torque.damping;
        for (int i = 0; i < 3; ++i)
            damping_[i] = row({{c(0, i) / moments[0], c(1, i) / moments[1], c(2, i) / moments[2]}});
        T strength = torque.gradient;
        law_.towards = torque.gradient_towards;
        for (const TorqueModel& m : problem.torques)
            if (const auto* g = std::get_if<torque::GravityGradient<double>>(&m.torque); g && g->turning) {
                law_ = g->template as<T>();
                strength = T(3) * law_.orbit_rate * law_.orbit_rate;
            }
        gradient_ = strength != T(0);
        // 3 n^2 g x I g: (I3 - I2) g2 g3 and cyclic; four times that, of half of g
        const Vec3<T>& m = moments;
        strength_ = (T(4) * strength) * row({{(m[2] - m[1]) / m[0], (m[0] - m[2]) / m[1], (m[1] - m[0]) / m[2]}});
        look(T(0));
    }

    bool acts() const { return damped_ || gradient_; }

    POLHODE_INLINE void at(T t) {
        if (law_.turning) look(t);
    }
    POLHODE_INLINE void add(const Four<T>& q, const Four<T>& w, Four<T>& acceleration) const {
        if (damped_) {
            acceleration.subtract(damping_[0], w.template permuted<0, 0, 0, 0>());
            acceleration.subtract(damping_[1], w.template permuted<1, 1, 1, 1>());
            acceleration.subtract(damping_[2], w.template permuted<2, 2, 2, 2>());
        }
        if (!gradient_) return;
        const Four<T> u = q.template permuted<0, 1, 2, 0>(), s = q.template permuted<1, 2, 0, 1>(),
                      t = q.template permuted<2, 0, 1, 2>(), scalar = q.template permuted<3, 3, 3, 3>();
        // half of R^T n = 2 (v.n) v + (2 s^2 - 1) n - 2 s v x n of the quaternion (s, v)
        Four<T> along = u * u_n_, across = s * t_n_, part;
        along.add(s, s_n_);
        along.add(t, t_n_);
        across.subtract(t, s_n_);
        part.set(T(-0.5), T(-0.5), T(-0.5), T(-0.5));
        part.add(scalar, scalar);
        Four<T> g = along * u, s_g, t_g;
        g.add(part, u_n_);
        g.subtract(scalar, across);
        g.cyclic(s_g, t_g);
        acceleration.add(strength_, s_g * t_g);
    }

 private:
    // as in TaylorBody: (a, b, c, a), (b, c, a, b) and (c, a, b, c)
    static POLHODE_INLINE Four<T> row(const Vec3<T>& v) {
        Four<T> r;
        r.set(v[0], v[1], v[2], v[0]);
        return r;
    }
    POLHODE_INLINE void look(T t) {
        u_n_ = row(law_.direction(t));
        u_n_.cyclic(s_n_, t_n_);
    }

    bool damped_ = false, gradient_ = false;
    torque::GravityGradient<T> law_;
    Four<T> damping_[3];  // columns, over the moments
    Four<T> strength_, u_n_, s_n_, t_n_;
};

}  // namespace polhode
