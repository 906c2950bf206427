// A control moment gyro in one arithmetic. Gimbal axis g, spin axis s = s0 cos d + (g x s0) sin d, t = g x s; the
// momenta of wheel and gimbal are carried, so that no acceleration has to be solved for (as in Wie 1998, ch. 7):
//
//     hs = Js (Om + s.w),   pg = Jg (d' + g.w),   (I0 + Jt t t^T) w = H - hs s - pg g
//     hs' = u_w,   pg' = hs (t.w) - Jt (s.w)(t.w) + u_g,   d' = pg/Jg - g.w
//     T = [w.I0 w + hs^2/Js + Jt (t.w)^2 + pg^2/Jg]/2,   T' = N.w + u_w Om + u_g d'
//
// Where the wheel's speed is held, hs follows from w, and Js s s^T goes to the left; the same with pg and Jg g g^T
// where the gimbal's rate is given.
#pragma once

#include <array>

#include "polhode/arithmetic/two_words_elementary.hpp"
#include "polhode/inside/state_vector.hpp"
#include "polhode/problem/inside/control_moment_gyro.hpp"

namespace polhode::inside {

// I + k a a^T
template <class T>
void add_dyad(Mat3<T>& I, const T& k, const Vec3<T>& a) {
    for (int i = 0; i < 3; ++i)
        for (int j = i; j < 3; ++j) {
            I(i, j) = fma(k * a[i], a[j], I(i, j));
            if (j > i) I(j, i) = I(i, j);
        }
}

// Gimbal axis, spin axis at angle 0 and the one across them, of unit length; the spin axis made exactly across.
inline std::array<Vec3<exact::Two>, 3> gyro_axes(const ControlMomentGyro& gyro) {
    using exact::Two;
    Vec3<Two> g = cast<Two>(gyro.gimbal_axis), s = cast<Two>(gyro.spin_axis);
    g = g / sqrt(dot(g, g));
    s = s - dot(g, s) * g;
    s = s / sqrt(dot(s, s));
    return {g, s, cross(g, s)};
}

template <class T>
struct GyroNumbers {
    using State = StateVector<T>;
    struct Places {
        int angle, gimbal, wheel;  // -1: not carried
    };
    // How it stands: spin axis, the axis across, and the gimbal's rate where that is given.
    struct Frame {
        Vec3<T> s, t;
        T rate;
    };
    Vec3<T> g, s0, n0;
    T Js, Jt, Jg, speed, start_angle, start_rate;
    bool held, steered;
    Places at;

    // `unit`: gimbal axis, spin axis and the one across them, of unit length.
    GyroNumbers(const ControlMomentGyro& gyro, const Vec3<T> (&unit)[3], const Places& places)
        : g(unit[0]),
          s0(unit[1]),
          n0(unit[2]),
          Js(gyro.wheel_moment),
          Jt(gyro.transverse_moment),
          Jg(gyro.gimbal_moment),
          speed(gyro.speed),
          start_angle(gyro.angle),
          start_rate(gyro.gimbal_rate),
          held(gyro.held),
          steered(gyro.steered()),
          at(places) {}

    Frame frame(const State& y, const T& given_rate) const {
        T sine, cosine;
        sincos(y[at.angle], sine, cosine);
        return {cosine * s0 + sine * n0, cosine * n0 - sine * s0, given_rate};
    }
    // Its share of the left side, and what it takes from H.
    void add(const State& y, const Frame& f, Mat3<T>& I, Vec3<T>& left) const {
        add_dyad(I, Jt, f.t);
        if (held) add_dyad(I, Js, f.s);
        if (steered) add_dyad(I, Jg, g);
        left = left - (held ? Js * speed : y[at.wheel]) * f.s - (steered ? Jg * f.rate : y[at.gimbal]) * g;
    }
    T wheel_speed(const State& y, const Frame& f, const Vec3<T>& w) const {
        return held ? speed : y[at.wheel] / Js - dot(f.s, w);
    }
    T gimbal_rate(const State& y, const Frame& f, const Vec3<T>& w) const {
        return steered ? f.rate : y[at.gimbal] / Jg - dot(g, w);
    }
    T wheel_momentum(const State& y, const Frame& f, const Vec3<T>& w) const {
        return held ? Js * (speed + dot(f.s, w)) : y[at.wheel];
    }
    // Sets its momenta at the start, its angle being there; its whole momentum.
    Vec3<T> start(const Frame& f, const Vec3<T>& w, State& y) const {
        const T hs = Js * (speed + dot(f.s, w)), pg = Jg * ((steered ? f.rate : start_rate) + dot(g, w));
        if (!held) y[at.wheel] = hs;
        if (!steered) y[at.gimbal] = pg;
        return hs * f.s + pg * g + (Jt * dot(f.t, w)) * f.t;
    }
    T energy(const State& y, const Frame& f, const Vec3<T>& w) const {
        const T hs = wheel_momentum(y, f, w), across = dot(f.t, w);
        const T pg = steered ? Jg * (f.rate + dot(g, w)) : y[at.gimbal];
        return T(0.5) * (hs * hs / Js + Jt * across * across + pg * pg / Jg);
    }
    // The work of the motor that holds the wheel's speed, but for a constant: int Om hs' dt = Om Js s.w
    T holding_work(const Frame& f, const Vec3<T>& w) const { return held ? speed * Js * dot(f.s, w) : T(0); }
    // Rates into their places of d; the work of motors that are given by their torques.
    T drive(const State& y, const Frame& f, const Vec3<T>& w, const T& gimbal_torque, const T& wheel_torque,
            State& d) const {
        const T rate = gimbal_rate(y, f, w), across = dot(f.t, w);
        T work(0);
        d[at.angle] = rate;
        if (!steered) {
            d[at.gimbal] = (wheel_momentum(y, f, w) - Jt * dot(f.s, w)) * across + gimbal_torque;
            work = gimbal_torque * rate;
        }
        if (!held) {
            d[at.wheel] = wheel_torque;
            work = work + wheel_torque * wheel_speed(y, f, w);
        }
        return work;
    }
};

}  // namespace polhode::inside
