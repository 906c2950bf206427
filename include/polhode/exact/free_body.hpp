// The free rigid body in closed form: attitude and rate at any time in constant time, no stepping.
//
//     FreeBody<double> body(moments, q_NB, w_NB_B);       // principal moments in any order, set-up kept
//     State<double> s = body.state_at(t);                 // q_NB, w_NB_B
//
// Here are the elementary cases; three different moments, with the theory, in asymmetric_free_body.hpp; many bodies at
// once in free_bodies.hpp.
#pragma once

#include "asymmetric_free_body.hpp"

namespace polhode::exact {

enum class FreeMotion {
    rest,           // no rate
    fixed_axis,     // sphere, or rotation exactly about a principal axis: the rate is constant
    symmetric,      // two equal moments: regular precession
    about_largest,  // the momentum goes round the axis of the largest moment
    about_smallest,
    separatrix,  // asymptotic to the middle axis: no period
};

template <class T>
class FreeBody {
 public:
    POLHODE_HD FreeBody() = default;
    // Principal moments about the centre of mass (or fixed point), positive, any order and size; q_NB of any length;
    // rate w_NB_B in rad/s. Sizes may lie as far apart as T allows.
    POLHODE_HD FreeBody(const Vec3<T>& moments, const Quaternion<T>& q_NB, const Vec3<T>& w_NB_B);

    // What is no number where the body has turned too far for T to know (is_within_reach()), or where a rate is beyond
    // its range.
    POLHODE_HD State<T> state_at(T t) const;
    // Some 10^15 rad for double: turns are counted in whole numbers.
    POLHODE_INLINE bool is_within_reach(T t) const { return abs(t * rate_scale_) <= detail::longest_time<T>(); }

    POLHODE_INLINE FreeMotion motion() const { return motion_; }
    // The body axis (0, 1, 2) the momentum goes round; for a symmetric body its axis; -1 where there is none.
    POLHODE_INLINE int circulation_axis() const { return circulation_axis_; }
    // Time after which the rate repeats in body axes (s): 4K/lam. 0 where the rate is constant, infinite on the
    // separatrix.
    POLHODE_INLINE T polhode_period() const { return period_; }
    // Mean turn rate of the rate vector about the momentum in the world (rad/s): the mean of
    // G (m1^2/J1 + m2^2/J2)/(m1^2 + m2^2) (Whittaker section 69). 0 where the rate is constant.
    POLHODE_INLINE T herpolhode_mean_rate() const { return herpolhode_rate_; }
    // k'^2 of the elliptic functions: 1 near a stable axis, 0 on the separatrix.
    POLHODE_INLINE T complementary_parameter() const { return kc2_; }

 private:
    using Fine = TwoWords<T>;
    using FineQ = detail::FineQuaternion<T>;

    POLHODE_HD void set_up_fixed_axis(const Vec3<T>& w);
    POLHODE_HD void set_up_symmetric(const Vec3<T>& J, const Vec3<T>& w, int axis);
    POLHODE_HD void set_up_asymmetric(const Vec3<T>& J, const Vec3<T>& w);
    POLHODE_HD State<T> fixed_axis_at(T t) const;
    POLHODE_HD State<T> symmetric_at(T t) const;
    POLHODE_HD State<T> asymmetric_at(T t) const;

    using Wide = AsymmetricFreeBody<Wider<T>>;
    POLHODE_HD Wide wide_body() const;
    POLHODE_HD void set_up_wide();
    POLHODE_HD State<T> wide_at(T t) const;
    template <class U>
    POLHODE_HD void take_from(const AsymmetricFreeBody<U>& body, U rate_scale);

    FreeMotion motion_ = FreeMotion::rest;
    int circulation_axis_ = -1;
    T period_{0}, herpolhode_rate_{0}, kc2_{1};

    T rate_scale_{1};  // a power of two: inside, w is divided by it and t multiplied
    FineQ start_{};
    Vec3<T> w0_{};
    Vec3<T> moments_{};  // as given
    bool wide_ = false;  // the numbers lie too far apart for T

    Fine frequency_[2]{};  // half of the angles' rates: fixed axis, symmetric [2]
    Fine direction_[3]{};  // unit vector of the fixed axis, or of the momentum
    // symmetric, in axes of which the third is the symmetry axis
    int axis_[3] = {0, 1, 2};
    Fine moment_[3]{};  // momentum at the start
    T J1_{1};

    AsymmetricFreeBody<T> asymmetric_{};
};

template <class T>
POLHODE_HD FreeBody<T>::FreeBody(const Vec3<T>& moments, const Quaternion<T>& q_NB, const Vec3<T>& w_NB_B) {
    start_ = detail::unit_start(q_NB);
    w0_ = w_NB_B;
    moments_ = moments;
    const T fastest = max(abs(w_NB_B[0]), max(abs(w_NB_B[1]), abs(w_NB_B[2])));
    if (!(fastest > T(0))) return;
    // Only ratios of moments matter, and rates scale with 1/t: powers of two keep every square inside the range.
    rate_scale_ = power_of_two_below(fastest);
    const T largest = max(moments[0], max(moments[1], moments[2])), moment_scale = power_of_two_below(largest);
    const Vec3<T> w = w_NB_B / rate_scale_, J = moments / moment_scale;

    const bool equal01 = moments[0] == moments[1], equal12 = moments[1] == moments[2],
               equal20 = moments[2] == moments[0];
    const int zeros = (w_NB_B[0] == T(0)) + (w_NB_B[1] == T(0)) + (w_NB_B[2] == T(0));
    if (zeros == 2 || (equal01 && equal12))
        set_up_fixed_axis(w);
    else if (equal01)
        set_up_symmetric(J, w, 2);
    else if (equal12)
        set_up_symmetric(J, w, 0);
    else if (equal20)
        set_up_symmetric(J, w, 1);
    else if (are_close_together(moments, largest, w_NB_B, fastest))
        set_up_asymmetric(J, w);
    else
        set_up_wide();
}

template <class T>
POLHODE_HD State<T> FreeBody<T>::state_at(T t) const {
    if (motion_ == FreeMotion::rest) return {rounded_unit(start_), w0_};
    if (!is_within_reach(t)) return no_state<T>();
    if (wide_) return wide_at(t);
    switch (motion_) {
        case FreeMotion::fixed_axis:
            return fixed_axis_at(t * rate_scale_);
        case FreeMotion::symmetric:
            return symmetric_at(t * rate_scale_);
        default:
            return asymmetric_at(t * rate_scale_);
    }
}

template <class T>
POLHODE_HD void FreeBody<T>::set_up_fixed_axis(const Vec3<T>& w) {
    motion_ = FreeMotion::fixed_axis;
    const Fine speed = sqrt(exact_product(w[0], w[0]) + exact_product(w[1], w[1]) + exact_product(w[2], w[2]));
    for (int k = 0; k < 3; ++k) {
        direction_[k] = Fine(w[k]) / speed;
        if (w[k] != T(0)) circulation_axis_ = circulation_axis_ == -1 ? k : 3;
    }
    if (circulation_axis_ == 3) circulation_axis_ = -1;
    frequency_[0] = scaled(speed, T(0.5));
}

// q = q0 exp(w t)
template <class T>
POLHODE_HD State<T> FreeBody<T>::fixed_axis_at(T t) const {
    const SineCosine<T> a = sine_cosine(frequency_[0] * t);
    const FineQ turn{Fine(a.c), direction_[0] * a.s, direction_[1] * a.s, direction_[2] * a.s};
    return {rounded_unit(start_ * turn), w0_};
}

template <class T>
POLHODE_HD void FreeBody<T>::set_up_symmetric(const Vec3<T>& J, const Vec3<T>& w, int axis) {
    motion_ = FreeMotion::symmetric;
    circulation_axis_ = axis;
    axis_[0] = (axis + 1) % 3;
    axis_[1] = (axis + 2) % 3;
    axis_[2] = axis;
    const T J1 = J[axis_[0]], J3 = J[axis], w3 = w[axis];
    J1_ = J1;
    for (int k = 0; k < 3; ++k) moment_[k] = exact_product(k == 2 ? J3 : J1, w[axis_[k]]);
    const Fine G = sqrt(moment_[0] * moment_[0] + moment_[1] * moment_[1] + moment_[2] * moment_[2]);
    for (int k = 0; k < 3; ++k) direction_[k] = moment_[k] / G;
    const Fine precession = G / J1, spin = exact_difference(J1, J3) * w3 / J1;
    frequency_[0] = scaled(precession, T(0.5));
    frequency_[1] = scaled(spin, T(0.5));
    herpolhode_rate_ = precession.value() * rate_scale_;
    const Fine turn = scaled(pi_in_two_words<T>(), T(2));
    period_ = spin.hi == T(0) ? T(0) : abs((turn / spin).value()) / rate_scale_;
}

// q = q0 exp(m0/J1 t) exp(e3 w3 (1 - J3/J1) t), w1 + i w2 turns by the opposite of the second angle (Whittaker
// section 69; Goldstein, Classical Mechanics, section 5-6). Body components: the momentum stands left of the spin.
template <class T>
POLHODE_HD State<T> FreeBody<T>::symmetric_at(T t) const {
    const SineCosine<T> a = sine_cosine(frequency_[0] * t), b = sine_cosine(frequency_[1] * t);
    const Fine sa(a.s), ca(a.c), sb(b.s), cb(b.c);
    // (ca, sa n) (cb, 0, 0, sb)
    const Fine x = direction_[0] * a.s, y = direction_[1] * a.s, z = direction_[2] * a.s;
    const Fine vector[3] = {x * cb + y * sb, y * cb - x * sb, z * cb + ca * sb};
    Fine given[3];
    for (int k = 0; k < 3; ++k) given[axis_[k]] = vector[k];
    State<T> r;
    r.q_NB = rounded_unit(start_ * FineQ{ca * cb - z * sb, given[0], given[1], given[2]});
    // (cb, sb) is a unit pair only to rounding: the division makes the turn of the momentum exact
    const Fine length = cb * cb + sb * sb, c = (cb * cb - sb * sb) / length, s = scaled(sb * cb, T(2)) / length;
    r.w_NB_B[axis_[0]] = ((moment_[0] * c + moment_[1] * s) / J1_).value() * rate_scale_;
    r.w_NB_B[axis_[1]] = ((moment_[1] * c - moment_[0] * s) / J1_).value() * rate_scale_;
    r.w_NB_B[axis_[2]] = w0_[axis_[2]];
    return r;
}

template <class T>
POLHODE_HD void FreeBody<T>::set_up_asymmetric(const Vec3<T>& J, const Vec3<T>& w) {
    asymmetric_ = AsymmetricFreeBody<T>(J, start_, w);
    if (has_wider<T> && asymmetric_.is_too_small())
        set_up_wide();
    else
        take_from(asymmetric_, rate_scale_);
}

template <class T>
template <class U>
POLHODE_HD void FreeBody<T>::take_from(const AsymmetricFreeBody<U>& body, U rate_scale) {
    circulation_axis_ = static_cast<int>(body.circulation_axis());
    kc2_ = static_cast<T>(body.complementary_parameter());
    if (body.is_separatrix()) {
        motion_ = FreeMotion::separatrix;
        period_ = std::numeric_limits<T>::infinity();
        herpolhode_rate_ = static_cast<T>(body.separatrix_mean_rate() * rate_scale);
    } else {
        motion_ = body.is_about_smallest() ? FreeMotion::about_smallest : FreeMotion::about_largest;
        period_ = static_cast<T>(body.polhode_period() / rate_scale);
        herpolhode_rate_ = static_cast<T>(body.herpolhode_mean_rate() * rate_scale);
    }
}

// The same body in a type of wider range; made anew for each state, because what is rare shall not cost room.
template <class T>
POLHODE_HD typename FreeBody<T>::Wide FreeBody<T>::wide_body() const {
    using W = Wider<T>;
    const auto widened = [](const Fine& a) { return TwoWords<W>(static_cast<W>(a.hi), static_cast<W>(a.lo)); };
    return Wide(cast<W>(moments_), {widened(start_.w), widened(start_.x), widened(start_.y), widened(start_.z)},
                cast<W>(w0_));
}

template <class T>
POLHODE_HD void FreeBody<T>::set_up_wide() {
    wide_ = true;
#if defined(__CUDA_ARCH__)
    motion_ = FreeMotion::about_largest;
#else
    take_from(wide_body(), Wider<T>(1));
#endif
}

// A graphics card does not carry the code for this: what is no number there is done again by the processor
// (ensemble.hpp).
template <class T>
POLHODE_HD State<T> FreeBody<T>::wide_at([[maybe_unused]] T t) const {
#if defined(__CUDA_ARCH__)
    return no_state<T>();
#else
    const auto s = wide_body().state_at(static_cast<Wider<T>>(t));
    return {cast<T>(s.q_NB), cast<T>(s.w_NB_B)};
#endif
}

template <class T>
POLHODE_HD State<T> FreeBody<T>::asymmetric_at(T t) const {
    State<T> r = asymmetric_.state_at(t);
    r.w_NB_B = r.w_NB_B * rate_scale_;
    return r;
}

}  // namespace polhode::exact
