// What turns evenly: the relative equilibria of a gyrostat with the same length of momentum, which of them are stable,
// and how far a motion is from the separatrices that run through the unstable ones.
//
// l on axis 3, moments A, B across it (Hughes 1986, chapter 6; stability by the curvature of the energy on the sphere
// |H| = G, here written out):
//
//     along the axis:  w = (0, 0, w3),  C w3 + l = +-G                stable iff ((A-C) w3 - l)((B-C) w3 - l) > 0
//     in a plane:      w2 = 0,  w3 = l/(A-C),  if |A l/(A-C)| < G     stable iff A is the largest or smallest moment
//                      w1 = 0,  w3 = l/(B-C),  if |B l/(B-C)| < G     the same with B
#pragma once

#include "gyrostat_body.hpp"

namespace polhode::exact {

template <class T>
struct GyrostatEquilibrium {
    Vec3<T> w_NB_B{};
    bool stable = false;
    T energy{0};  // w.Ie w/2
};

template <class T>
class GyrostatEquilibria {
 public:
    using Fine = TwoWords<T>;

    // body.has_closed_form(), with the momentum inside on one axis at most; G = |H| > 0. Where moments are equal, whole
    // circles turn evenly: of these one is named.
    POLHODE_HD GyrostatEquilibria(const GyrostatBody<T>& body, T G) : body_(body), G_(G) {
        add_along_axis(T(1));
        add_along_axis(T(-1));
        for (int across = 1; across < 3; ++across) add_in_plane(across);
    }
    POLHODE_INLINE int size() const { return size_; }
    POLHODE_INLINE const GyrostatEquilibrium<T>& operator[](int i) const { return list_[i]; }

    // |E - E(unstable)| of the nearest unstable one, as a share of all energies that this momentum can have: 0 on a
    // separatrix; 1 where none is unstable.
    POLHODE_HD T distance_from_separatrix(T energy) const {
        T low = list_[0].energy, high = low, gap(-1);
        for (int i = 0; i < size_; ++i) {
            low = min(low, list_[i].energy);
            high = max(high, list_[i].energy);
            const T own = abs(energy - list_[i].energy);
            if (!list_[i].stable && (gap < T(0) || own < gap)) gap = own;
        }
        return gap < T(0) || !(high > low) ? T(1) : gap / (high - low);
    }

 private:
    POLHODE_HD void add(const Vec3<T>& w, bool stable) {
        T energy(0);
        for (int k = 0; k < 3; ++k) energy = fma(half(body_.moment[k].value()) * w[k], w[k], energy);
        list_[size_++] = {w, stable, energy};
    }
    POLHODE_HD void add_along_axis(T side) {
        const int k = body_.axis;
        const Fine w3 = (Fine(side * G_) - body_.inside[k]) / body_.moment[k];
        const auto leans = [&](int m) { return ((body_.moment[m] - body_.moment[k]) * w3 - body_.inside[k]).hi; };
        const T first = leans((k + 1) % 3), second = leans((k + 2) % 3);
        Vec3<T> w{};
        w[k] = w3.value();
        add(w, (first > T(0) && second > T(0)) || (first < T(0) && second < T(0)));
    }
    POLHODE_HD void add_in_plane(int across) {
        const int k = body_.axis, m = (k + across) % 3, other = (k + 3 - across) % 3;
        const Fine own = body_.moment[m], apart = own - body_.moment[k];
        if (apart.hi == T(0)) return;
        const Fine w3 = body_.inside[k] / apart, H3 = own * w3;
        const Fine square = (Fine(G_) - H3) * (Fine(G_) + H3);
        if (!(square.hi > T(0))) return;
        Vec3<T> w{};
        w[k] = w3.value();
        w[m] = (sqrt(square) / own).value();
        const bool stable = (apart.hi > T(0)) == ((own - body_.moment[other]).hi > T(0));
        add(w, stable);
        w[m] = -w[m];
        add(w, stable);
    }

    GyrostatBody<T> body_;
    T G_;
    GyrostatEquilibrium<T> list_[6]{};
    int size_ = 0;
};

}  // namespace polhode::exact
