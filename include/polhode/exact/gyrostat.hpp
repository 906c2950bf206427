// The gyrostat in closed form: a free body with rotors along one principal axis, held at constant speed or turning
// freely. Attitude, rate and rotor angle at any time in constant time, no stepping.
//
//     GyrostatBody<double> body(moments);                    // of the whole body, rotors locked
//     body.add_held(2, rotor_moment, speed);                 // or add_free(2, rotor_moment, speed, w_NB_B[2])
//     Gyrostat<double> gyrostat(body, q_NB, w_NB_B);         // body.has_closed_form()
//     State<double> s = gyrostat.state_at(t);
//     double angle = gyrostat.free_rotor_angle(speed, t);
//
// Here it is decided which form a start has: elementary in free_body.hpp (constant rate) and symmetric_gyrostat.hpp,
// elliptic in asymmetric_gyrostat.hpp. What can be said without computing the motion is in gyrostat_equilibria.hpp.
#pragma once

#include "asymmetric_gyrostat.hpp"
#include "free_body.hpp"
#include "symmetric_gyrostat.hpp"

namespace polhode::exact {

enum class GyrostatMotion {
    permanent,   // the rate is constant: at rest, along the axis, or in a plane of two axes
    symmetric,   // two turns: a carrier symmetric about the rotors' axis, or a sphere
    periodic,    // the rate repeats in body axes
    asymptotic,  // on a separatrix: no period
};

template <class T>
class Gyrostat {
 public:
    using Fine = TwoWords<T>;

    POLHODE_HD Gyrostat() = default;
    // q_NB of any length; w_NB_B in rad/s. Sizes may lie as far apart as T allows. body.has_closed_form() must hold.
    POLHODE_HD Gyrostat(const GyrostatBody<T>& body, const Quaternion<T>& q_NB, const Vec3<T>& w_NB_B);

    // What is no number where the body has turned too far for T to know (is_within_reach()).
    POLHODE_HD State<T> state_at(T t) const;
    // Some 10^15 rad for double: turns are counted in whole numbers.
    POLHODE_INLINE bool is_within_reach(T t) const { return abs(t * rate_scale_) <= detail::longest_time<T>(); }

    // int_0^t of the rate about the axis of the rotors, rad
    POLHODE_HD T axial_turn(T t) const { return axial_turn_in_two_words(t).value(); }
    // What a free rotor has turned through in the body since the start, where its relative speed was `speed`: h t/J
    // less the turn of the body.
    POLHODE_HD T free_rotor_angle(T speed, T t) const {
        return (Fine::sum(speed, w0_[body_.axis]) * t - axial_turn_in_two_words(t)).value();
    }

    POLHODE_INLINE GyrostatMotion motion() const { return motion_; }
    POLHODE_INLINE const GyrostatBody<T>& body() const { return body_; }
    // Time after which the rate repeats in body axes (s). 0 where it is constant, infinite on a separatrix.
    POLHODE_INLINE T period() const { return period_; }
    // k'^2 of the elliptic functions: 0 on a separatrix; 1 where the rate is constant or turns evenly.
    POLHODE_INLINE T complementary_parameter() const { return kc2_; }
    // The rate about the axis of the rotors lies between these, rad/s.
    POLHODE_INLINE T lowest_axial_rate() const { return axial_rate_[0]; }
    POLHODE_INLINE T highest_axial_rate() const { return axial_rate_[1]; }
    // Smallest and largest angle of that axis and the momentum, rad.
    POLHODE_INLINE T smallest_axis_angle() const { return min(axis_angle_[0], axis_angle_[1]); }
    POLHODE_INLINE T largest_axis_angle() const { return max(axis_angle_[0], axis_angle_[1]); }
    // Mean rate at which that axis goes round the momentum in the world, rad/s (of a symmetric one the axis of
    // symmetry; on a separatrix and for a constant rate that of the steady rotation).
    POLHODE_INLINE T mean_precession() const { return precession_; }

 private:
    using Wide = AsymmetricGyrostat<Wider<T>>;

    POLHODE_HD bool are_close_together(const GyrostatBody<T>& scaled_body, const Vec3<T>& w) const;
    POLHODE_HD void set_up_steady(const GyrostatBody<T>& scaled_body, const Vec3<T>& w);
    POLHODE_HD void set_up_symmetric(int symmetry, const GyrostatBody<T>& scaled_body, const Vec3<T>& w);
    POLHODE_HD Wide wide_body() const;
    POLHODE_HD void set_up_wide();
    POLHODE_HD Fine axial_turn_in_two_words(T t) const;
    template <class U>
    POLHODE_HD void take_from(const AsymmetricGyrostat<U>& form, U rate_scale);

    GyrostatBody<T> body_{};
    Vec3<T> w0_{};
    detail::FineQuaternion<T> start_{};
    T rate_scale_{1};  // a power of two: inside, rates are divided by it and t multiplied
    GyrostatMotion motion_ = GyrostatMotion::permanent;
    bool wide_ = false;  // the numbers lie too far apart for T
    T period_{0}, kc2_{1}, axial_rate_[2]{}, axis_angle_[2]{}, precession_{0};

    FreeBody<T> fixed_{};
    SymmetricGyrostat<T> symmetric_{};
    AsymmetricGyrostat<T> asymmetric_{};
};

template <class T>
POLHODE_HD Gyrostat<T>::Gyrostat(const GyrostatBody<T>& body, const Quaternion<T>& q_NB, const Vec3<T>& w_NB_B)
    : body_(body), w0_(w_NB_B), start_(detail::unit_start(q_NB)) {
    T largest(0), fastest(0);
    for (int k = 0; k < 3; ++k) largest = max(largest, body.moment[k].hi);
    const T moment_scale = power_of_two_below(largest);
    for (int k = 0; k < 3; ++k) fastest = max(fastest, max(abs(w_NB_B[k]), abs(body.inside[k].hi / moment_scale)));
    rate_scale_ = power_of_two_below(fastest);
    axial_rate_[0] = axial_rate_[1] = w_NB_B[body.axis];

    const GyrostatBody<T> b = body.in_units(moment_scale, rate_scale_);
    const Vec3<T> w = w_NB_B / rate_scale_;
    set_up_steady(b, w);
    const int k = body.axis, i = (k + 1) % 3, j = (k + 2) % 3;
    const bool resting = w_NB_B[0] == T(0) && w_NB_B[1] == T(0) && w_NB_B[2] == T(0);
    const bool free = body.parts_inside() == 0;
    if (resting || (body.parts_inside() < 2 && AsymmetricGyrostat<T>::is_permanent(body, w_NB_B))) {
        // a sphere without anything inside keeps its rate
        fixed_ = FreeBody<T>({T(1), T(1), T(1)}, q_NB, w_NB_B);
    } else if (body.is_sphere()) {
        set_up_symmetric(3, b, w);
    } else if (body.moment[i] == body.moment[j]) {
        set_up_symmetric(k, b, w);
    } else if (free && (body.moment[i] == body.moment[k] || body.moment[j] == body.moment[k])) {
        set_up_symmetric(body.moment[i] == body.moment[k] ? j : i, b, w);
    } else {
        if (are_close_together(b, w)) asymmetric_ = AsymmetricGyrostat<T>(b, start_, w);
        if (has_wider<T> && (!are_close_together(b, w) || asymmetric_.is_too_small()))
            set_up_wide();
        else
            take_from(asymmetric_, rate_scale_);
    }
}

// What holds as long as the momentum stands still in the body: H.w/G and the angle at the start
template <class T>
POLHODE_HD void Gyrostat<T>::set_up_steady(const GyrostatBody<T>& scaled_body, const Vec3<T>& w) {
    Vec3<T> H;
    for (int k = 0; k < 3; ++k) H[k] = (scaled_body.moment[k] * w[k] + scaled_body.inside[k]).value();
    const int k = body_.axis;
    const T across = norm(Vec3<T>{H[(k + 1) % 3], H[(k + 2) % 3], T(0)}), G = norm(H);
    axis_angle_[0] = axis_angle_[1] = atan2(across, H[k]);
    precession_ = G > T(0) ? dot(H, w) / G * rate_scale_ : T(0);
}

template <class T>
POLHODE_HD void Gyrostat<T>::set_up_symmetric(int symmetry, const GyrostatBody<T>& scaled_body, const Vec3<T>& w) {
    motion_ = GyrostatMotion::symmetric;
    symmetric_ = SymmetricGyrostat<T>(scaled_body, symmetry, start_, w);
    period_ = symmetric_.period() / rate_scale_;
    precession_ = symmetric_.precession() * rate_scale_;
}

template <class T>
template <class U>
POLHODE_HD void Gyrostat<T>::take_from(const AsymmetricGyrostat<U>& form, U rate_scale) {
    kc2_ = static_cast<T>(form.complementary_parameter());
    axial_rate_[0] = static_cast<T>(form.lowest_axial_rate() * rate_scale);
    axial_rate_[1] = static_cast<T>(form.highest_axial_rate() * rate_scale);
    for (int end = 0; end < 2; ++end) axis_angle_[end] = static_cast<T>(form.axis_angle(end));
    precession_ = static_cast<T>(form.mean_precession() * rate_scale);
    motion_ = form.is_separatrix() ? GyrostatMotion::asymptotic : GyrostatMotion::periodic;
    period_ = form.is_separatrix() ? std::numeric_limits<T>::infinity() : static_cast<T>(form.period() / rate_scale);
}

// Whether squares and products of what is given stay inside the range of T: the discriminants of gyrostat_roots.hpp
// have two rates, and moments whose differences may have half of T's digits.
template <class T>
POLHODE_HD bool Gyrostat<T>::are_close_together(const GyrostatBody<T>& scaled_body, const Vec3<T>& w) const {
    if constexpr (!has_wider<T>) {
        return true;
    } else {
        constexpr int exponent = -std::numeric_limits<T>::min_exponent;
        constexpr T least_moment = detail::halved<T>(exponent / 25), least_rate = detail::halved<T>(exponent / 8);
        const auto visible = [&](const Fine& a) { return a.hi == T(0) || abs(a.hi) >= least_rate; };
        const int k = body_.axis;
        bool close = true;
        for (int i = 0; i < 3; ++i) {
            const Fine lean = (scaled_body.moment[i] - scaled_body.moment[k]) * w[k] - scaled_body.inside[k];
            close = close && scaled_body.moment[i].hi >= least_moment && visible(Fine(w[i])) && visible(lean);
        }
        return close && visible(scaled_body.inside[k]);
    }
}

// The same gyrostat in a type of wider range; made anew for each state, because what is rare shall not cost room.
template <class T>
POLHODE_HD typename Gyrostat<T>::Wide Gyrostat<T>::wide_body() const {
    using W = Wider<T>;
    const auto widened = [](const Fine& a) { return TwoWords<W>(static_cast<W>(a.hi), static_cast<W>(a.lo)); };
    return Wide(cast_body<W>(body_), {widened(start_.w), widened(start_.x), widened(start_.y), widened(start_.z)},
                cast<W>(w0_));
}

template <class T>
POLHODE_HD void Gyrostat<T>::set_up_wide() {
    wide_ = true;
    take_from(wide_body(), Wider<T>(1));
}

template <class T>
POLHODE_HD State<T> Gyrostat<T>::state_at(T t) const {
    if (motion_ == GyrostatMotion::permanent) return fixed_.state_at(t);
    if (!is_within_reach(t)) return no_state<T>();
    if (wide_) {
        const auto s = wide_body().state_at(static_cast<Wider<T>>(t));
        return {cast<T>(s.q_NB), cast<T>(s.w_NB_B)};
    }
    State<T> r = motion_ == GyrostatMotion::symmetric ? symmetric_.state_at(t * rate_scale_)
                                                      : asymmetric_.state_at(t * rate_scale_);
    r.w_NB_B = r.w_NB_B * rate_scale_;
    return r;
}

template <class T>
POLHODE_HD TwoWords<T> Gyrostat<T>::axial_turn_in_two_words(T t) const {
    if (motion_ == GyrostatMotion::permanent) return exact_product(w0_[body_.axis], t);
    if (!is_within_reach(t)) return Fine(std::numeric_limits<T>::quiet_NaN());
    if (motion_ == GyrostatMotion::symmetric) return symmetric_.turn_about(body_.axis, t * rate_scale_);
    if (!wide_) return asymmetric_.axial_turn(t * rate_scale_);
    const auto turn = wide_body().axial_turn(static_cast<Wider<T>>(t));
    return Fine(static_cast<T>(turn.hi), static_cast<T>(turn.lo));
}

}  // namespace polhode::exact
