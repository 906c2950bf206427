// The spin of a symmetric body about its axis is constant where nothing acts but a weight on that axis. The motion is
// then followed in axes that do not spin (a body with a rotor), whose rates are those of nutation and precession: steps
// grow by the ratio of spin to nutation, six for a gyroscope. The spin is put back exactly where a row is wanted.
//
// For bodies side by side each lane has its own axis, or none.
#pragma once

#include <type_traits>

#include "../arithmetic/elementary.hpp"
#include "../arithmetic/masks.hpp"
#include "../rotation/quaternion.hpp"

namespace polhode::integrate {

template <class T>
class SpinFree {
 public:
    using Mask = MaskOf<T>;

    SpinFree() = default;
    // Takes the spin out of the rate, in principal axes, if there is one; `weight`: weight times its arm.
    POLHODE_HD void take_out(const Vec3<T>& moments, const Vec3<T>& weight, Vec3<T>& w) {
        clear();
        for (int a = 0; a < 3; ++a) {
            const int b = (a + 1) % 3, c = (a + 2) % 3;
            const Mask here = moments[b] == moments[c] && weight[b] == T(0) && weight[c] == T(0) && !taken();
            if (!any(here)) continue;
            about_[a] = here;
            spin_ = select(here, w[a], spin_);
            rotor_[a] = select(here, moments[a] * w[a], T(0));
            w[a] = select(here, T(0), w[a]);
        }
    }
    POLHODE_HD void clear() {
        for (int a = 0; a < 3; ++a) about_[a] = nowhere();
        rotor_ = {};
    }

    POLHODE_INLINE Mask taken() const { return about_[0] || about_[1] || about_[2]; }
    POLHODE_INLINE const Mask (&about() const)[3] { return about_; }  // which axis
    POLHODE_INLINE const Vec3<T>& rotor() const { return rotor_; }    // what the spin makes of momentum, N m s
    POLHODE_INLINE int axis() const {                                 // of one body; -1: nothing was taken out
        return about_[0] ? 0 : about_[1] ? 1 : about_[2] ? 2 : -1;
    }

    // From the axes that do not spin to the principal axes of the body.
    POLHODE_HD void put_back(double t, Quaternion<T>& q, Vec3<T>& w) const {
        const Mask some = taken();
        if (!any(some)) return;
        // q_NB = q_NF exp(axis spin t); transverse rates turn back by the same angle
        T s, co;
        half_turn(t, s, co);
        Vec3<T> v;
        for (int a = 0; a < 3; ++a) v[a] = select(about_[a], s, T(0));
        const Quaternion<T> turned = compose(q, Quaternion<T>{co, v[0], v[1], v[2]});
        q = {select(some, turned.w, q.w), select(some, turned.x, q.x), select(some, turned.y, q.y),
             select(some, turned.z, q.z)};
        const T cos_full = co * co - s * s, sin_full = T(2) * (s * co);
        const Vec3<T> slow = w;
        for (int a = 0; a < 3; ++a) {
            const int b = (a + 1) % 3, c = (a + 2) % 3;
            if (!any(about_[a])) continue;
            w[b] = select(about_[a], cos_full * slow[b] + sin_full * slow[c], w[b]);
            w[c] = select(about_[a], cos_full * slow[c] - sin_full * slow[b], w[c]);
            w[a] = select(about_[a], spin_, w[a]);
        }
    }

 private:
    static POLHODE_INLINE Mask nowhere() { return T(0) < T(0); }

    // Sine and cosine of spin t/2. After a million turns the rounding of the product alone would be 1e-10 rad; its low
    // word turns the rest of the way.
    POLHODE_HD void half_turn(double t, T& s, T& c) const {
        const T time(t), product = spin_ * time, angle = T(0.5) * product;
        sincos(angle, s, c);
        if constexpr (std::is_floating_point_v<ScalarOf<T>>) {
            const T rest = T(0.5) * fma(spin_, time, -product), sine = s;
            s = fma(rest, c, s);
            c = fma(-rest, sine, c);
        }
    }

    Mask about_[3] = {nowhere(), nowhere(), nowhere()};
    T spin_{};
    Vec3<T> rotor_{};
};

}  // namespace polhode::integrate
