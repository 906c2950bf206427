// A Kelvin slug in one arithmetic. Its momentum p = J W in body axes is carried, and the fluid's torque goes between
// the two, so that the whole keeps its own (Hughes 1986, ch. 5; I of the body without the slug):
//
//     p' = p x w - c (W - w),   W = p/J,   H = I w + p,   T = w.I w/2 + p^2/(2J),   T' = -c |W - w|^2
#pragma once

#include "polhode/inside/state_vector.hpp"
#include "polhode/problem/inside/slug.hpp"

namespace polhode::inside {

template <class T>
struct SlugNumbers {
    using State = StateVector<T>;
    T moment, viscosity;
    Vec3<T> start_rate;
    bool with_body;
    int at;

    SlugNumbers(const KelvinSlug& slug, int place)
        : moment(slug.moment),
          viscosity(slug.viscosity),
          start_rate{T(slug.rate[0]), T(slug.rate[1]), T(slug.rate[2])},
          with_body(slug.with_body),
          at(place) {}

    Vec3<T> momentum(const State& y) const { return {y[at], y[at + 1], y[at + 2]}; }
    Vec3<T> rate(const State& y) const { return {y[at] / moment, y[at + 1] / moment, y[at + 2] / moment}; }
    void start(const Vec3<T>& w, State& y) const {
        for (int i = 0; i < 3; ++i) y[at + i] = moment * (with_body ? w[i] : start_rate[i]);
    }
    T energy(const State& y) const { return T(0.5) * dot(momentum(y), momentum(y)) / moment; }
    // p' into its places of d; what the fluid takes, T'.
    T drive(const State& y, const Vec3<T>& w, State& d) const {
        const Vec3<T> against = rate(y) - w, turned = cross(momentum(y), w);
        for (int i = 0; i < 3; ++i) d[at + i] = turned[i] - viscosity * against[i];
        return -viscosity * dot(against, against);
    }
};

}  // namespace polhode::inside
