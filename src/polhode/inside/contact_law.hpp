// What a table makes of the equations of motion: it takes H' of the body in free space and gives that of the body on
// the table, with the rates of place and velocity and the power of what is lost. Losses besides sliding:
//
//     contour     power -M |p'|, p' = w3 - ga3 (w1 ga1 + w2 ga2)/s^2 the rate of the contact point round the rim,
//                 s^2 = ga1^2 + ga2^2: for a coin that lies nearly flat -M Om (Leine 2009, section 3)
//     horizontal  moment -M w_h/|w_h| against the part of w along the table (rolling friction; Leine 2009)
#pragma once

#include "polhode/inside/rolling.hpp"
#include "polhode/inside/sliding.hpp"

namespace polhode {

// p' as above: how fast the point of the rim that touches goes round in the body, against it.
template <class T>
T rim_rate(const Touch<T>& at, const Vec3<T>& w) {
    const T s2 = at.up[0] * at.up[0] + at.up[1] * at.up[1];
    return w[2] - at.up[2] * (w[0] * at.up[0] + w[1] * at.up[1]) / s2;
}

template <class T>
class ContactLaw {
 public:
    using State = StateVector<T>;

    ContactLaw(const ContactNumbers<T>& numbers, const Mat3<T>& inertia, const Mat3<T>& inverse, int work)
        : numbers_(numbers), inertia_(inertia), inverse_(inverse), work_(work) {}

    void set_sticks(bool sticks) { sticks_ = sticks; }

    // `couple`: (I w) x w + N. Writes H', the rates of place and velocity, and the work into d.
    void apply(const State& y, const Touch<T>& at, const Vec3<T>& w, const Vec3<T>& couple, State& d) const {
        const Contact& given = numbers_.given();
        const Vec3<T> lost = loss(at, w), all = couple + lost;
        T power = dot(lost, w);
        Vec3<T> dw;
        if (!given.slides() || sticks_) {
            dw = rolling_acceleration(inertia_, numbers_, at, w, all);
            if (given.slides()) put_velocity(at.R * (rolling_force(numbers_, at, w, dw) / numbers_.mass()), d);
        } else {
            const Vec3<T> u = numbers_.sliding_velocity(y, w, at);
            const Vec3<T> f = friction(u);
            const Sliding<T> s = sliding_acceleration(inverse_, numbers_, at, w, all, f);
            dw = s.dw;
            put_velocity(at.R * ((s.normal / numbers_.mass()) * f), d);
            power = power + s.normal * dot(f, u);
        }
        const Vec3<T> dH = inertia_ * dw, v = numbers_.velocity_of(y, w, at);
        for (int i = 0; i < 3; ++i) d[InsideLayout::momentum + i] = dH[i];
        for (int i = 0; i < 2; ++i) d[numbers_.position() + i] = v[i];
        if (work_ >= 0) d[work_] = power;
    }

 private:
    void put_velocity(const Vec3<T>& dv, State& d) const {
        for (int i = 0; i < 2; ++i) d[numbers_.velocity() + i] = dv[i];
    }
    // For a normal force of 1.
    Vec3<T> friction(const Vec3<T>& u) const {
        const Contact& given = numbers_.given();
        if (given.law == Contact::Law::viscous) return T(-given.friction) * u;
        return (T(-given.friction) / sqrt(dot(u, u))) * u;
    }
    Vec3<T> loss(const Touch<T>& at, const Vec3<T>& w) const {
        const Contact& given = numbers_.given();
        const T M(given.loss_moment);
        if (given.loss == Contact::Loss::horizontal) {
            const Vec3<T> along = at.along(w);
            return (-M / sqrt(dot(along, along))) * along;
        }
        if (given.loss != Contact::Loss::contour) return Vec3<T>{T(0), T(0), T(0)};
        // the moment whose power is -M |p'| whatever w: -M sign(p') dp'/dw
        const T s2 = at.up[0] * at.up[0] + at.up[1] * at.up[1];
        const T side = rim_rate(at, w) < T(0) ? -M : M, part = side * at.up[2] / s2;
        return {part * at.up[0], part * at.up[1], -side};
    }

    ContactNumbers<T> numbers_;
    Mat3<T> inertia_, inverse_;
    int work_;
    bool sticks_ = false;
};

}  // namespace polhode
