// Adams methods of order 2 to 12 for a body under its weight, or free: predict, evaluate, correct, evaluate (PECE),
// with a fixed step. A step asks for the slope twice, whatever the order, and adds rows of numbers that are there
// already, so it takes a fraction of the time of a Taylor or Runge-Kutta step; for a smooth motion at a steady rate
// nothing that steps is cheaper.
//
//     AdamsMoulton<double> body({1, 2, 2.5}, {0.2, 0.3, 1.0}, 10);     // moments, weight times its arm, order
//     body.start(q_NB, w_NB_B, h);                                     // also makes the first order - 1 steps
//     body.go_to(n);                                                   // or step(), one at a time
//     q_NB = body.attitude();   w_NB_B = body.rate();
//
// The predictor is the explicit formula of the order, the corrector the implicit one of the order plus one (Hairer,
// Norsett, Wanner, Solving Ordinary Differential Equations I, III.1). The steps that come before there is a history are
// read off Taylor polynomials. A step has no branch that depends on the data.
//
// Other torques come in through `Extra`, which is told the time of a step and adds to the angular acceleration:
//     void at(T t);   void add(const Four<T>& q, const Four<T>& w, Four<T>& acceleration) const;
// Whoever has one makes the first steps too, by series of all that acts (start_by).
//
// With set_compensated the state keeps the low-order bits that adding a step rounds away (Kahan, Comm. ACM 8 (1965)
// 40): the terms of a step are added up among themselves first.
#pragma once

#include <type_traits>
#include <utility>

#include "taylor.hpp"

namespace polhode::integrate {

inline constexpr int largest_adams_order = 12;

namespace detail {

// Adams coefficients, from exact fractions.
struct AdamsTable {
    // y(n+1) = y(n) + h sum_j predict[order][j] f(n-j),   = y(n) + h sum_j correct[order][j] f(n+1-j)
    double predict[largest_adams_order + 1][largest_adams_order]{};
    double correct[largest_adams_order + 1][largest_adams_order + 1]{};
};
struct Fraction {
    long long over = 0, under = 1;
};
constexpr long long common_divisor(long long a, long long b) {
    if (a < 0) a = -a;
    while (b != 0) {
        const long long rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}
// a + times b
constexpr Fraction plus(Fraction a, Fraction b, long long times) {
    const long long g = common_divisor(a.under, b.under);
    const long long over = a.over * (b.under / g) + times * b.over * (a.under / g), under = a.under / g * b.under;
    const long long c = common_divisor(over, under);
    return {over / c, under / c};
}
constexpr AdamsTable adams_table() {
    // Coefficients of backward differences (Hairer, Norsett, Wanner I, III eqs. 1.7 and 1.12):
    // gamma_j + gamma_(j-1)/2 + ... + gamma_0/(j+1) = 1 of the explicit formula; = 1 for j = 0, else 0 of the implicit.
    Fraction ahead[largest_adams_order + 1], back[largest_adams_order + 1];
    for (int j = 0; j <= largest_adams_order; ++j) {
        Fraction a{1, 1}, b{j == 0 ? 1 : 0, 1};
        for (int i = 0; i < j; ++i) {
            a = plus(a, {ahead[i].over, ahead[i].under * (j + 1 - i)}, -1);
            b = plus(b, {back[i].over, back[i].under * (j + 1 - i)}, -1);
        }
        ahead[j] = a;
        back[j] = b;
    }
    // the m-th value in the sum of the first differences, gamma_j times (-1)^m (j over m)
    const auto value = [](const Fraction* gamma, int differences, int m) {
        Fraction sum;
        long long binomial = 1;
        for (int j = m; j < differences; ++j) {
            sum = plus(sum, gamma[j], m % 2 ? -binomial : binomial);
            binomial = binomial * (j + 1) / (j + 1 - m);
        }
        return static_cast<double>(sum.over) / static_cast<double>(sum.under);
    };
    AdamsTable t;
    for (int order = 1; order <= largest_adams_order; ++order) {
        for (int m = 0; m < order; ++m) t.predict[order][m] = value(ahead, order, m);
        for (int m = 0; m <= order; ++m) t.correct[order][m] = value(back, order + 1, m);
    }
    return t;
}

}  // namespace detail

template <class T, class Extra = NoExtraTorque>
class AdamsMoulton {
 public:
    static constexpr bool has_extra = !std::is_base_of_v<NoExtraTorque, Extra>;
    // `weight`: weight times the place where it acts, N m, principal axes (zero for a free body). 2 <= order <= 12
    AdamsMoulton(const Vec3<T>& moments, const Vec3<T>& weight, int order, const Extra& extra = {})
        : moments_(moments),
          weight_(weight),
          inverse_{{T(1) / moments[0], T(1) / moments[1], T(1) / moments[2]}},
          order_(order),
          extra_(extra) {
        ratio_ = over_moments({{moments[1] - moments[2], moments[2] - moments[0], moments[0] - moments[1]}});
        s_weight_ = T(2) * over_moments({{weight[1], weight[2], weight[0]}});
        t_weight_ = T(2) * over_moments({{weight[2], weight[0], weight[1]}});
    }
    // A constant angular momentum inside the body (TaylorBody::set_rotor).
    void set_rotor(const Vec3<T>& momentum) {
        rotor_ = momentum;
        s_rotor_ = over_moments({{momentum[1], momentum[2], momentum[0]}});
        t_rotor_ = over_moments({{momentum[2], momentum[0], momentum[1]}});
    }

    void set_compensated(bool yes) { compensated_ = yes; }
    // Before the start: the coefficients of a step, each rounded, add up to the step again. What they are off by
    // otherwise, some 1e-16 of it, is the same in every step, and grows with the time.
    void set_balanced(bool yes) { balanced_ = yes; }

    // Sets out with step h; order - 1 steps are made here, and shown to `seen(n, q, w)`.
    template <class Seen>
    void start(const Quaternion<T>& q, const Vec3<T>& w, T h, Seen&& seen) {
        static_assert(!has_extra, "start_by, with a series of all that acts");
        PolynomialTorque<T> torque;
        if (!(weight_ == Vec3<T>{})) torque.add_weight(weight_);
        TaylorBody<T> series(moments_, torque, order_ + 2);
        series.set_rotor(rotor_);
        start_by(
            q, w, h,
            [&series](T, const Quaternion<T>& p, const Vec3<T>& v, T scale) -> const TaylorBody<T>& {
                series.expand(p, v, scale);
                return series;
            },
            seen);
    }
    // The same, where `expand(t, q, w, scale)` makes the series about the state at t, of order + 2 terms at least.
    template <class Expand, class Seen>
    void start_by(const Quaternion<T>& q, const Vec3<T>& w, T h, Expand&& expand, Seen&& seen) {
        static constexpr detail::AdamsTable table = detail::adams_table();
        for (int j = 0; j < order_; ++j) predict_[j] = h * T(table.predict[order_][j]);
        for (int j = 0; j <= order_; ++j) correct_[j] = h * T(table.correct[order_][j]);
        h_ = h;
        if (balanced_) balance();
        // two polynomials, of half the way each: in few terms a polynomial does not reach further
        const int first = (order_ - 1) / 2, second = order_ - 1 - first;
        Quaternion<T> p = q;
        Vec3<T> v = w;
        steps_ = at_ = 0;
        q_carry_ = w_carry_ = Row{};
        keep(p, v);
        for (const int count : {first, second}) {
            if (count == 0) continue;
            const auto& series = expand(T(at_) * h, p, v, h * T(count));
            for (int j = 1; j <= count; ++j) {
                const T s = T(j) / T(count);
                p = normalise(series.attitude_at(s));
                v = series.rate_at(s);
                ++at_;
                keep(p, v);
                seen(at_, std::as_const(p), std::as_const(v));
            }
        }
        steps_ = order_ - 1;
        next_q_ = q_;
        next_w_ = w_;
        for (int j = order_ - 1; j >= 0; --j) {
            next_q_.add(slope_q_[at_ - j], predict_[j]);
            next_w_.add(slope_w_[at_ - j], predict_[j]);
        }
    }

    void start(const Quaternion<T>& q, const Vec3<T>& w, T h) {
        start(q, w, h, [](int, const Quaternion<T>&, const Vec3<T>&) {});
    }

    POLHODE_HD void step() { go_to(steps_ + 1); }
    // Steps until `count` are made in all. The state stays in registers on the way.
    POLHODE_HD void go_to(long count) {
        if (compensated_)
            walk<true>(count);
        else
            walk<false>(count);
    }

    POLHODE_INLINE long steps() const { return steps_; }
    POLHODE_INLINE int order() const { return order_; }
    // |q| is kept by the motion, not by the steps: it is restored here.
    POLHODE_HD Quaternion<T> attitude() const { return normalise(Quaternion<T>{q_[3], q_[0], q_[1], q_[2]}); }
    POLHODE_HD Vec3<T> rate() const { return {{w_[0], w_[1], w_[2]}}; }
    // What the next step is predicted to come to; how far the attitude it does come to is from there, which `missed`
    // says, tells how coarse the steps are. The same of the rate.
    POLHODE_HD Four<T> predicted() const { return next_q_; }
    POLHODE_HD T missed(const Four<T>& predicted) const { return (q_ - predicted).size(); }
    POLHODE_HD Four<T> predicted_rate() const { return next_w_; }
    POLHODE_HD T missed_rate(const Four<T>& predicted) const { return (w_ - predicted).size(); }

 private:
    using Row = Four<T>;  // as in TaylorBody: vectors (a, b, c, a), quaternions (x, y, z, s)
    static POLHODE_INLINE Row row(T a, T b, T c, T d) {
        Row r;
        r.set(a, b, c, d);
        return r;
    }
    POLHODE_INLINE Row over_moments(const Vec3<T>& v) const {
        return row(v[0] * inverse_[0], v[1] * inverse_[1], v[2] * inverse_[2], v[0] * inverse_[0]);
    }
    POLHODE_HD void keep(const Quaternion<T>& q, const Vec3<T>& w) {
        q_ = row(q.x, q.y, q.z, q.w);
        w_ = row(w[0], w[1], w[2], w[0]);
        if constexpr (has_extra) extra_.at(T(at_) * h_);
        slope(q_, w_, slope_q_[at_], slope_w_[at_]);
    }
    // q' = q (0, w)/2;  I w' = (I w + rotor) x w + (R^T e3) x weight
    POLHODE_INLINE void slope(const Row& q, const Row& w, Row& dq, Row& dw) const {
        Row s, t, s_r, t_r;
        w.cyclic(s, t);
        // half of R^T e3 = 2 z (x, y, z) + 2 s (-y, x, s) - e3; the weights are doubled
        Row r = row(T(0), T(0), T(-0.5), T(0));
        r.add(q.template permuted<2, 2, 2, 2>(), q.template permuted<0, 1, 2, 0>());
        r.add(q.template permuted<3, 3, 3, 3>(),
              q.template permuted<1, 0, 3, 1>().template turned<true, false, false, true>());
        r.cyclic(s_r, t_r);
        Row gyroscopic = s_rotor_;
        gyroscopic.add(ratio_, s);
        dw = gyroscopic * t;
        dw.subtract(t_rotor_, s);
        dw.add(s_r, t_weight_);
        dw.subtract(t_r, s_weight_);
        if constexpr (has_extra) extra_.add(q, w, dw);
        const Row half_w = T(0.5) * w;
        half_w.cyclic(s, t);
        dq = q.template permuted<3, 3, 3, 0>().template turned<false, false, false, true>() * half_w;
        dq.add(q.template permuted<1, 2, 0, 2>().template turned<false, false, false, true>(), t);
        dq.subtract(q.template permuted<2, 0, 1, 1>(), s);
    }

    // The last coefficient is small, and takes what is missing.
    void balance() {
        T sum = -h_, low{};
        for (int j = 0; j <= order_; ++j) {
            const T next = sum + correct_[j], part = next - sum;
            low = low + ((sum - (next - part)) + (correct_[j] - part));
            sum = next;
        }
        correct_[order_] = correct_[order_] - (sum + low);
    }

    template <bool compensated>
    POLHODE_HD void walk(long count) {
        Row q = q_, w = w_, next_q = next_q_, next_w = next_w_;
        int at = at_;
        for (; steps_ < count; ++steps_) {
            if (at + 1 == room) {
                for (int j = 0; j < order_; ++j) {
                    slope_q_[j] = slope_q_[room - order_ + j];
                    slope_w_[j] = slope_w_[room - order_ + j];
                }
                at = order_ - 1;
            }
            // Both sums over what is known come first: they do not wait for the new slopes.
            Row ahead_q{}, ahead_w{};
            Row to_q = compensated ? Row{} : q, to_w = compensated ? Row{} : w;
            to_q.add(slope_q_[at + 1 - order_], correct_[order_]);
            to_w.add(slope_w_[at + 1 - order_], correct_[order_]);
            for (int j = order_ - 1; j >= 1; --j) {
                const Row &a = slope_q_[at + 1 - j], &b = slope_w_[at + 1 - j];
                ahead_q.add(a, predict_[j]);
                ahead_w.add(b, predict_[j]);
                to_q.add(a, correct_[j]);
                to_w.add(b, correct_[j]);
            }
            ++at;
            if constexpr (has_extra) extra_.at(T(steps_ + 1) * h_);
            Row dq, dw;
            slope(next_q, next_w, dq, dw);
            to_q.add(dq, correct_[0]);
            to_w.add(dw, correct_[0]);
            if constexpr (compensated) {
                add_with_carry(q, q_carry_, to_q);
                add_with_carry(w, w_carry_, to_w);
            } else {
                q = to_q, w = to_w;
            }
            slope(q, w, dq, dw);
            slope_q_[at] = dq;
            slope_w_[at] = dw;
            next_q = q + ahead_q;
            next_w = w + ahead_w;
            next_q.add(dq, predict_[0]);
            next_w.add(dw, predict_[0]);
        }
        q_ = q, w_ = w, next_q_ = next_q, next_w_ = next_w;
        at_ = at;
    }
    // What the sum rounds away, exactly (Knuth, The Art of Computer Programming 2, 4.2.2 theorem B).
    static POLHODE_INLINE void add_with_carry(Row& value, Row& carry, const Row& increment) {
        const Row more = increment + carry, sum = value + more, part = sum - value;
        carry = (value - (sum - part)) + (more - part);
        value = sum;
    }

    static constexpr int room = 64;  // slopes kept before the last ones are moved to the front
    Vec3<T> moments_, weight_, inverse_, rotor_{};
    int order_, at_ = 0;
    bool compensated_ = false, balanced_ = false;
    long steps_ = 0;
    T h_{};
    Extra extra_;
    T predict_[largest_adams_order]{}, correct_[largest_adams_order + 1]{};
    Row ratio_, s_weight_, t_weight_, s_rotor_, t_rotor_;
    Row q_, w_, next_q_, next_w_, q_carry_, w_carry_;
    Row slope_q_[room], slope_w_[room];
};

}  // namespace polhode::integrate
