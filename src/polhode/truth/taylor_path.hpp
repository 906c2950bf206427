// A motion as a chain of Taylor polynomials: steps forward, and answers for any time inside the last step. It serves
// the integrator "taylor" (double, float) and the reference solution (two words).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "polhode/arithmetic/counting.hpp"
#include "polhode/arithmetic/series.hpp"
#include "polhode/arithmetic/two_words_elementary.hpp"
#include "polhode/integrate/carried_body.hpp"
#include "polhode/integrate/projection.hpp"
#include "polhode/integrate/spin_free.hpp"
#include "polhode/integrate/taylor.hpp"
#include "polhode/problem/analysis/formula_guard.hpp"
#include "polhode/problem/analysis/series_attitude.hpp"
#include "polhode/problem/principal_frame.hpp"
#include "polhode/problem/problem.hpp"

namespace polhode {

inline double plain(double a) { return a; }
inline double plain(float a) { return static_cast<double>(a); }
inline double plain(Counting<double> a) { return a.value(); }
inline double plain(const exact::TwoWords<double>& a) { return a.hi + a.lo; }
template <class T, int N>
Vec<double, N> plain(const Vec<T, N>& a) {
    Vec<double, N> r;
    for (int i = 0; i < N; ++i) r[i] = plain(a[i]);
    return r;
}
template <class T>
Quaternion<double> plain(const Quaternion<T>& q) {
    return {plain(q.w), plain(q.x), plain(q.y), plain(q.z)};
}

// Why a problem has no Taylor series along its motion up to `end` ("" if it has one): a torque known only as a function
// to call, a formula whose corners the state decides or that switches too often, a cubic table whose third derivative
// jumps.
enum class CubicRows { crossed, cut };  // whether steps end at the rows of cubic tables
std::string no_taylor_series(const Problem& problem, double end, CubicRows rows = CubicRows::crossed);
// Whether its torques fit the hand-made recurrences (PolynomialTorque); otherwise they run over Series.
bool polynomial_torques(const Problem& problem);
// Whether they would but for one gravity gradient whose direction turns (TurningGradient).
bool polynomial_and_turning(const Problem& problem);
// The polynomial torque acting between two switching times, in principal axes.
template <class T>
integrate::PolynomialTorque<T> polynomial_torque(const Problem& problem, const PrincipalFrame<T>& frame, double begin,
                                                 double end);
// Whether nothing acts but the weight, from beginning to end; `arm`: the weight times its arm, in principal axes.
template <class T>
bool weight_alone(const Problem& problem, const PrincipalFrame<T>& frame, Vec3<T>& arm) {
    if (!polynomial_torques(problem) || !switching_times(problem.torques, std::numeric_limits<double>::max()).empty())
        return false;
    const integrate::PolynomialTorque<T> p = polynomial_torque<T>(problem, frame, 0, 0);
    const Mat3<T>& m = p.linear[2];
    arm = {m(1, 2), m(2, 0), m(0, 1)};
    return p.weight_only();
}

// Every torque of the problem through power series: hands TaylorBody the next coefficient.
template <class T>
class SeriesTorque {
 public:
    SeriesTorque() = default;
    SeriesTorque(const Problem& problem, const PrincipalFrame<T>& frame) : sum_(problem.torques), frame_(frame) {}

    void segment(double begin, double end) { sum_->segment(begin, end); }
    void expand_at(const T& t) { t_ = t; }

    template <class Body>
    Vec3<T> coefficient(int k, const Body& body) const {
        using S = Series<T>;
        S::order = k;
        const T h = body.scale();
        S t(t_);
        if (k > 0) t.grow(1) = h;
        SeriesAttitude<T> a;
        Vec3<S> w;
        for (int j = 0; j <= k; ++j) {
            const Vec3<T> w_B = frame_->from_principal(body.rate_coefficient(j) / h);
            for (int i = 0; i < 3; ++i) w[i].grow(j) = w_B[i];
            for (int n = 0; n < 3; ++n) {
                const Vec3<T> r_B = frame_->from_principal(body.axis_coefficient(n, j));
                for (int i = 0; i < 3; ++i) a.axis[n][i].grow(j) = r_B[i];
            }
            const Quaternion<T> q = frame_->from_principal(body.attitude_coefficient(j));
            a.q.w.grow(j) = q.w, a.q.x.grow(j) = q.x, a.q.y.grow(j) = q.y, a.q.z.grow(j) = q.z;
        }
        const Vec3<S> torque = (*sum_)(t, a, w);
        return frame_->to_principal(Vec3<T>{torque[0].at(k), torque[1].at(k), torque[2].at(k)});
    }

 private:
    std::optional<TorqueSum<Series<T>>> sum_;
    std::optional<PrincipalFrame<T>> frame_;
    T t_{};
};

// A gravity gradient whose direction goes round, as a recurrence: the direction is cos(n h s) d + sin(n h s) e, with d
// and e as they are where the series begins, so a coefficient costs sums of products, as those of TaylorBody do.
template <class T>
class TurningGradient {
 public:
    TurningGradient() = default;
    TurningGradient(const Problem& problem, const Vec3<T>& moments) {
        for (const TorqueModel& m : problem.torques)
            if (const auto* g = std::get_if<torque::GravityGradient<double>>(&m.torque); g && g->turning)
                law_ = g->template as<T>();
        // 3 n^2 g x I g: (I3 - I2) g2 g3 and cyclic
        strength_ = T(3) * law_.orbit_rate * law_.orbit_rate *
                    row({{moments[2] - moments[1], moments[0] - moments[2], moments[1] - moments[0]}});
    }

    void expand_at(const T& t) {
        d_ = law_.direction(t);
        e_ = cross(law_.normal, d_);
    }

    template <class Body>
    Vec3<T> coefficient(int k, const Body& body) {
        // of cos (even) and sin (odd), in time scaled by the step
        const T angle = law_.orbit_rate * body.scale();
        wave_[k] = k == 0 ? T(1) : (k % 2 == 0 ? -angle : angle) * wave_[k - 1] / T(k);
        Row d{}, e{}, g{}, product{};
        for (int a = 0; a < 3; ++a) {
            const Row axis = row(body.axis_coefficient(a, k));
            d.add(axis, d_[a]);
            e.add(axis, e_[a]);
        }
        seen_[0][k] = d;
        seen_[1][k] = e;
        for (int j = k; j >= 0; --j) g.add(seen_[j % 2][k - j], wave_[j]);
        g.cyclic(s_g_[k], t_g_[k]);
        for (int j = 0; j <= k; ++j) product.add(s_g_[j], t_g_[k - j]);
        product = strength_ * product;
        return {{product[0], product[1], product[2]}};
    }

 private:
    using Row = Four<T>;  // as in TaylorBody: (a, b, c, a), (b, c, a, b) and (c, a, b, c)
    static Row row(const Vec3<T>& v) {
        Row r;
        r.set(v[0], v[1], v[2], v[0]);
        return r;
    }
    torque::GravityGradient<T> law_;
    Vec3<T> d_{}, e_{};
    Row strength_;
    T wave_[integrate::largest_taylor_order + 1];
    // d, e and the direction as the body sees them
    Row seen_[2][integrate::largest_taylor_order + 1];
    Row s_g_[integrate::largest_taylor_order + 1], t_g_[integrate::largest_taylor_order + 1];
};

// The series of this room: one copy of it, compiled for speed, where others have their own that the linker could take.
struct PathAlone : integrate::NoExtraTorque {};

template <class T>
class TaylorPath {
 public:
    // What is put back on its level after each step, and whether the state keeps its low-order bits.
    struct Options {
        bool project = false;  // a free body on both invariants, a heavy one on those named here
        bool energy = true, vertical = true;
        bool compensated = false;
        double largest_step = 0;  // 0: as long as the series is good for
        // the hand-made recurrence where there is one (polynomial_and_turning); its last digits are others
        bool turning_gradient = false;
    };
    // Between switching times, up to `end`; `tolerance` 0 means the fixed step.
    TaylorPath(const Problem& problem, double end, int order, double tolerance, double fixed_step,
               const Options& options)
        : problem_(problem), tolerance_(tolerance), step_(fixed_step), order_(order), options_(options) {
        if (tolerance > 0) {
            guard_.emplace(problem, end);
            if (guard_->idle()) guard_.reset();
        }
        if (problem.dynamics()) {
            frame_.emplace(*problem.body);
            polynomial_ = polynomial_torques(problem);
            if (polynomial_)
                body_.emplace(frame_->moments, integrate::PolynomialTorque<T>{}, order);
            else if (options.turning_gradient)
                turning_.emplace(frame_->moments, integrate::PolynomialTorque<T>{}, order,
                                 TurningGradient<T>(problem, frame_->moments));
            else
                general_.emplace(frame_->moments, integrate::PolynomialTorque<T>{}, order,
                                 SeriesTorque<T>(problem, *frame_));
        } else {
            body_.emplace(Vec3<T>{T(1), T(1), T(1)}, integrate::PolynomialTorque<T>{}, order);
            rates_.emplace(*problem.rates);
        }
    }

    void start(const Quaternion<T>& q_NB, const Vec3<T>& w_B) {
        t_ = 0;
        q_carry_ = {};
        w_carry_ = {};
        if (problem_.dynamics()) {
            q_ = normalise(frame_->to_principal(q_NB));
            w_ = frame_->to_principal(w_B);
            free_ = problem_.torques.empty();
            take_out_spin();
            if (options_.project && free_ && !spin_.taken())
                invariants_ = integrate::FreeBodyProjection<T>::of_rate(frame_->moments, w_);
            if (options_.project && !free_) project_heavy();
        } else {
            q_ = normalise(q_NB);
        }
    }

    // Nothing switches inside [begin, end].
    void segment(double begin, double end) {
        if (guard_) guard_->segment(begin, end);
        if (!problem_.dynamics()) {
            rates_->segment(begin, end);
        } else if (polynomial_) {
            if (!free_) body_->set_torque(polynomial_torque<T>(problem_, *frame_, begin, end));
        } else if (turning_) {
            turning_->set_torque(polynomial_torque<T>(problem_, *frame_, begin, end));
        } else {
            general_->extra().segment(begin, end);
        }
    }

    // Makes the polynomial about the present state and chooses how far to use it, at most to `limit`. Returns the end
    // of the step; `at` answers for times up to it.
    double expand(double limit) {
        const double remaining = limit - t_;
        if (!(step_ > 0)) step_ = std::min(remaining, starting_step());
        scale_ = tolerance_ > 0 ? step_ : std::min(step_, remaining);
        double length = scale_;
        // Usually one expansion does; a scale far from the step that results gives poor last coefficients, as after a
        // first guess, and is tried again.
        for (int tries = 1;; ++tries) {
            make(T(scale_));
            ++expansions;
            if (!(tolerance_ > 0)) break;
            T last, before;
            with_body([&](auto& b) { b.last_sizes(last, before); });
            // |a_N| r^N and |a_{N-1}| r^{N-1} both below the tolerance (Corliss and Chang 1982)
            const double n = order_, sizes = std::max(root(plain(last), n), root(plain(before), n - 1));
            const double ratio = sizes > 0 ? pow(tolerance_, 1 / n) / sizes : 4.0;
            length = scale_ * std::clamp(ratio, 0.05, 4.0);
            step_ = length;
            if ((0.25 <= ratio && ratio <= 4.0) || tries == 8) break;
            scale_ = length;
        }
        if (tolerance_ > 0) {
            const double reach = std::min(length, remaining), allowed = limited(reach);
            if (allowed < reach) step_ = length = allowed;
        }
        end_ = length >= remaining * (1 - 1e-10) ? limit : t_ + length;
        return end_;
    }

    // State at a time inside the present step, in body axes.
    void at(double t, Quaternion<T>& q_NB, Vec3<T>& w_B) const {
        const T s = fraction(t);
        with_body([&](const auto& b) {
            q_NB = normalise(b.attitude_at(s));
            w_B = b.rate_at(s);
        });
        if (problem_.dynamics()) put_back(t, q_NB, w_B);
    }
    Vec3<T> given_rate(double t) const {
        Series<T>::order = 0;
        const Vec3<Series<T>> w = (*rates_)(Series<T>(T(t)));
        return {w[0].c[0], w[1].c[0], w[2].c[0]};
    }

    // Moves to the end of the step.
    void advance() {
        if (options_.compensated) return advance_with_carry();
        const T s = fraction(end_);
        with_body([&](auto& b) {
            q_ = normalise(b.attitude_at(s));
            w_ = b.rate_at(s);
        });
        if (invariants_) w_ = (*invariants_)(w_);
        if (heavy_) w_ = (*heavy_)(q_, w_);
        t_ = end_;
    }

    double time() const { return t_; }
    bool finite() const { return is_finite(plain(q_).params()) && is_finite(plain(w_)); }
    void state(Quaternion<T>& q_NB, Vec3<T>& w_B) const {
        q_NB = q_;
        w_B = w_;
        if (problem_.dynamics())
            put_back(t_, q_NB, w_B);
        else
            w_B = given_rate(t_);
    }
    long expansions = 0;
    // What could not be bounded; "" where every step was looked at over its whole length.
    std::string caveat() const { return guard_ ? guard_->caveat() : ""; }

 private:
    // How much of a step of this length may be taken, now that its polynomials are known. The bound of the intervals is
    // larger than what it bounds, hence the factor.
    double limited(double length) {
        if (options_.largest_step > 0) length = std::min(length, options_.largest_step);
        if (!guard_) return length;
        fill_path();
        return guard_->allowed(step_path_, length, order_, 0, 100 * tolerance_);
    }
    void fill_path() {
        StepPath& p = step_path_;
        p.begin = t_;
        p.scale = scale_;
        p.degree = order_;
        if (!problem_.dynamics()) return;
        with_body([&](const auto& b) {
            const int last = guard_->needs_state() ? order_ : 0;
            for (int k = 0; k <= last; ++k) {
                const Vec3<double> w = plain(frame_->from_principal(b.rate_coefficient(k))) / scale_;
                for (int i = 0; i < 3; ++i) p.w[i].c[k] = w[i];
                if (last == 0) continue;
                for (int n = 0; n < 3; ++n) {
                    const Vec3<double> axis = plain(frame_->from_principal(b.axis_coefficient(n, k)));
                    for (int i = 0; i < 3; ++i) p.axis[n][i].c[k] = axis[i];
                }
                const auto q = plain(frame_->from_principal(b.attitude_coefficient(k))).params();
                for (int i = 0; i < 4; ++i) p.q[i].c[k] = q[i];
            }
        });
    }

    // The same by increments, added with the low-order bits of the state (arithmetic/compensated.hpp).
    void advance_with_carry() {
        const T s = fraction(end_);
        Carried<T, 4> q{q_.params(), q_carry_};
        Carried<T, 3> w{w_, w_carry_};
        with_body([&](auto& b) {
            add(q, b.attitude_increment(s));
            if (problem_.dynamics()) add(w, b.rate_increment(s));
        });
        add(q, integrate::half_defect(q.value, q.carry) * q.value);
        if (invariants_) w = (*invariants_)(w);
        if (heavy_) (*heavy_)(q, w);
        q_ = q_.with(q.value);
        q_carry_ = q.carry;
        w_ = w.value;
        w_carry_ = w.carry;
        t_ = end_;
    }

    // Energy and vertical momentum are constant then.
    void project_heavy() {
        Vec3<T> arm{};
        if (!weight_alone(problem_, *frame_, arm)) return;
        heavy_.emplace(frame_->moments, arm, spin_.rotor(), spin_.axis(), q_, w_, options_.energy, options_.vertical);
    }

    void take_out_spin() {
        spin_.clear();
        Vec3<T> weight{};
        if (!free_ && !weight_alone(problem_, *frame_, weight)) return;
        spin_.take_out(frame_->moments, weight, w_);
        if (spin_.taken()) body_->set_rotor(spin_.rotor());
    }
    // From the axes of the recurrences to the user's body axes.
    void put_back(double t, Quaternion<T>& q, Vec3<T>& w) const {
        spin_.put_back(t, q, w);
        q = frame_->from_principal(q);
        w = frame_->from_principal(w);
    }

    template <class F>
    auto with_body(F&& f) {
        return turning_ ? f(*turning_) : general_ ? f(*general_) : f(*body_);
    }
    template <class F>
    auto with_body(F&& f) const {
        return turning_ ? f(*turning_) : general_ ? f(*general_) : f(*body_);
    }
    T fraction(double t) const { return T(t - t_) / T(scale_); }
    static double root(double size, double n) { return size > 0 ? polhode::pow(size, 1 / n) : 0; }

    void make(const T& h) {
        if (!problem_.dynamics()) {
            Series<T>::order = order_;
            Series<T> t{T(t_)};
            t.grow(1) = h;
            const Vec3<Series<T>> w = (*rates_)(t);
            body_->expand_attitude(q_, h, [&](int k) { return Vec3<T>{w[0].at(k), w[1].at(k), w[2].at(k)}; });
            return;
        }
        if (turning_) {
            turning_->extra().expand_at(T(t_));
            turning_->expand(q_, w_, h);
        } else if (general_) {
            general_->extra().expand_at(T(t_));
            general_->expand(q_, w_, h);
        } else {
            body_->expand(q_, w_, h);
        }
    }

    // Half the time of a radian at the present rate, or of the time the torque needs to make one.
    double starting_step() const {
        double rate = norm(plain(w_));
        if (!problem_.dynamics()) rate = norm(plain(given_rate(t_)));
        if (spin_.taken())
            rate += std::fabs(plain(spin_.rotor()[spin_.axis()]) / plain(frame_->moments[(spin_.axis() + 1) % 3]));
        return rate > 0 ? 0.3 / rate : 0.1;
    }

    const Problem& problem_;
    std::optional<PrincipalFrame<T>> frame_;
    std::optional<integrate::TaylorBody<T, PathAlone>> body_;
    std::optional<integrate::TaylorBody<T, SeriesTorque<T>>> general_;
    std::optional<integrate::TaylorBody<T, TurningGradient<T>>> turning_;
    std::optional<RatesFunction<Series<T>>> rates_;
    std::optional<integrate::FreeBodyProjection<T>> invariants_;
    std::optional<integrate::HeavyBodyProjection<T>> heavy_;
    std::optional<FormulaGuard> guard_;
    StepPath step_path_;
    double tolerance_, step_;
    int order_;
    Options options_;
    bool polynomial_ = false, free_ = false;
    integrate::SpinFree<T> spin_;
    Quaternion<T> q_{};
    Vec3<T> w_{};
    Vec<T, 4> q_carry_{};
    Vec3<T> w_carry_{};
    double t_ = 0, end_ = 0, scale_ = 0;
};

// Made once, where it is compiled for speed (taylor_path.cpp), and not again by whoever includes this.
extern template class integrate::TaylorBody<double, PathAlone>;
extern template class integrate::TaylorBody<double, TurningGradient<double>>;

}  // namespace polhode
