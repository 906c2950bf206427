// The spin of a symmetric body about its axis is constant where nothing acts but a weight on that axis. The motion is
// then followed in axes that do not spin (a body with a rotor), whose rates are those of nutation and precession: steps
// grow by the ratio of spin to nutation, six for a gyroscope. The spin is put back exactly where a row is wanted.
#pragma once

#include <type_traits>

#include "polhode/rotation/rotation.hpp"

namespace polhode {

template <class T>
class SpinFree {
 public:
    // Takes the spin out of the rate, in principal axes, if there is one; `weight`: weight times its arm.
    void take_out(const Vec3<T>& moments, const Vec3<T>& weight, Vec3<T>& w) {
        axis_ = -1;
        for (int a = 0; a < 3; ++a) {
            const int b = (a + 1) % 3, c = (a + 2) % 3;
            if (!(moments[b] == moments[c]) || !(weight[b] == T(0) && weight[c] == T(0))) continue;
            axis_ = a;
            spin_ = w[a];
            w[a] = T(0);
            rotor_ = {};
            rotor_[a] = moments[a] * spin_;
            return;
        }
    }
    void clear() { axis_ = -1; }

    int axis() const { return axis_; }  // -1: nothing was taken out
    bool taken() const { return axis_ >= 0; }
    Vec3<T> rotor() const { return taken() ? rotor_ : Vec3<T>{}; }  // what the spin makes of momentum, N m s

    // From the axes that do not spin to the principal axes of the body.
    void put_back(double t, Quaternion<T>& q, Vec3<T>& w) const {
        if (!taken()) return;
        // q_NB = q_NF exp(axis spin t); transverse rates turn back by the same angle
        const int a = axis_, b = (a + 1) % 3, c = (a + 2) % 3;
        T s, co;
        half_turn(t, s, co);
        Vec3<T> v{};
        v[a] = s;
        q = compose(q, Quaternion<T>{co, v[0], v[1], v[2]});
        const T cos_full = co * co - s * s, sin_full = T(2) * (s * co), wb = w[b], wc = w[c];
        w[b] = cos_full * wb + sin_full * wc;
        w[c] = cos_full * wc - sin_full * wb;
        w[a] = spin_;
    }

 private:
    // Sine and cosine of spin t/2. After a million turns the rounding of the product alone would be 1e-10 rad; its low
    // word turns the rest of the way.
    void half_turn(double t, T& s, T& c) const {
        const T time(t), product = spin_ * time, angle = T(0.5) * product;
        sincos(angle, s, c);
        if constexpr (std::is_floating_point_v<T>) {
            const T rest = T(0.5) * fma(spin_, time, -product), sine = s;
            s = fma(rest, c, s);
            c = fma(-rest, sine, c);
        }
    }

    int axis_ = -1;
    T spin_{};
    Vec3<T> rotor_{};
};

}  // namespace polhode
