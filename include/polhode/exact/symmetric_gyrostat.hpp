// The gyrostat whose carrier is symmetric about the axis of its rotors (dual spin), and the sphere with momentum inside
// along any axis: two turns one after the other, nothing elliptic and no special case.
//
//     q(t) = q0 exp(H0 t/A) exp(d s t),    H(t) = H0 turned about d by -s t        (Hughes 1986, chapter 6)
//
// Moments A, A, C: d = e3, s = ((A-C) w3 - l)/A. Sphere: d = l/|l|, s = -|l|/A. Several rotors on the axis add up in l.
#pragma once

#include "gyrostat_body.hpp"

namespace polhode::exact {

template <class T>
class SymmetricGyrostat {
 public:
    using Fine = TwoWords<T>;
    using FineQ = detail::FineQuaternion<T>;

    POLHODE_HD SymmetricGyrostat() = default;
    // `symmetry`: the body axis (0, 1, 2) of the carrier, on which l lies; 3 for a sphere, where it may lie anywhere.
    POLHODE_HD SymmetricGyrostat(const GyrostatBody<T>& body, int symmetry, const FineQ& start, const Vec3<T>& w);

    POLHODE_HD State<T> state_at(T t) const;
    // int_0^t of the rate about body axis k
    POLHODE_HD Fine turn_about(int k, T t) const;
    // Rate at which the axis goes round the momentum in the world: G/A
    POLHODE_INLINE T precession() const { return T(2) * half_precession_.value(); }
    // Time after which the rate repeats in body axes; 0 where it is constant.
    POLHODE_HD T period() const {
        if (half_spin_.hi == T(0) || !turns_) return T(0);
        return abs((pi_in_two_words<T>() / half_spin_).value());
    }

 private:
    GyrostatBody<T> body_{};
    FineQ start_{};
    Fine H_[3]{}, n_[3]{}, d_[3]{};  // momentum at the start, its direction, the axis of the second turn
    Fine along_{};                   // the momentum's part along d
    Fine half_precession_{}, half_spin_{};
    bool turns_ = false;
};

template <class T>
POLHODE_HD SymmetricGyrostat<T>::SymmetricGyrostat(const GyrostatBody<T>& body, int symmetry, const FineQ& start,
                                                   const Vec3<T>& w)
    : body_(body), start_(start) {
    for (int k = 0; k < 3; ++k) H_[k] = body.moment[k] * w[k] + body.inside[k];
    const Fine G = sqrt(H_[0] * H_[0] + H_[1] * H_[1] + H_[2] * H_[2]);
    for (int k = 0; k < 3; ++k) n_[k] = G.hi > T(0) ? H_[k] / G : Fine();
    Fine spin, A;
    if (symmetry == 3) {
        const Fine* l = body.inside;
        const Fine size = sqrt(l[0] * l[0] + l[1] * l[1] + l[2] * l[2]);
        for (int k = 0; k < 3; ++k) d_[k] = size.hi > T(0) ? l[k] / size : Fine();
        A = body.moment[0];
        spin = -(size / A);
    } else {
        A = body.moment[(symmetry + 1) % 3];
        d_[symmetry] = Fine(T(1));
        spin = ((A - body.moment[symmetry]) * w[symmetry] - body.inside[symmetry]) / A;
    }
    along_ = H_[0] * d_[0] + H_[1] * d_[1] + H_[2] * d_[2];
    half_precession_ = scaled(G / A, T(0.5));
    half_spin_ = scaled(spin, T(0.5));
    for (int k = 0; k < 3; ++k) turns_ = turns_ || (H_[k] - along_ * d_[k]).hi != T(0);
}

template <class T>
POLHODE_HD State<T> SymmetricGyrostat<T>::state_at(T t) const {
    const SineCosine<T> a = sine_cosine(half_precession_ * t), b = sine_cosine(half_spin_ * t);
    const FineQ spin{Fine(b.c), d_[0] * b.s, d_[1] * b.s, d_[2] * b.s};
    const FineQ back{spin.w, -spin.x, -spin.y, -spin.z};
    State<T> r;
    r.q_NB = rounded_unit(start_ * (FineQ{Fine(a.c), n_[0] * a.s, n_[1] * a.s, n_[2] * a.s} * spin));
    const FineQ turned = back * (FineQ{Fine(), H_[0], H_[1], H_[2]} * spin);
    // a unit quaternion only to rounding: the division makes the turn exact
    const Fine length = norm_squared(spin), H[3] = {turned.x / length, turned.y / length, turned.z / length};
    for (int k = 0; k < 3; ++k) r.w_NB_B[k] = ((H[k] - body_.inside[k]) / body_.moment[k]).value();
    return r;
}

// The part of H across d turns: its integral is [H sin(s t) - (d x H)(1 - cos(s t))]/s.
template <class T>
POLHODE_HD TwoWords<T> SymmetricGyrostat<T>::turn_about(int k, T t) const {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const Fine steady = along_ * d_[k] - body_.inside[k], across = H_[k] - along_ * d_[k];
    const Fine ahead = d_[i] * H_[j] - d_[j] * H_[i];
    Fine turned = across * t;
    if (half_spin_.hi != T(0)) {
        const SineCosine<T> b = sine_cosine(half_spin_ * t);
        turned = (across * b.c - ahead * b.s) * b.s / half_spin_;
    }
    return (steady * t + turned) / body_.moment[k];
}

}  // namespace polhode::exact
