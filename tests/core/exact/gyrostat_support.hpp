// The gyrostat by a plain Taylor series, knowing nothing of elliptic functions: the truth its closed form is tested
// against (in two words), and how far a small change of what is given moves the attitude (in one).
#pragma once

#include <cmath>
#include <vector>

#include "polhode/exact/gyrostat_body.hpp"

namespace gyrostat_support {

using polhode::exact::GyrostatBody;
using Two = polhode::exact::TwoWords<double>;

inline double plain(double a) { return a; }
inline double plain(const Two& a) { return a.hi; }
template <class R>
R number(const Two& a) {
    if constexpr (std::is_same_v<R, double>)
        return a.hi + a.lo;
    else
        return a;
}

// A start as it is given: what a change of its last digit is tried on.
struct Given {
    double inertia[3]{}, rotor_moment = 0, speed = 0, w[3]{}, q[4] = {1, 0, 0, 0}, t = 0;
    int axis = 2;
    bool free = false;

    GyrostatBody<double> body() const {
        GyrostatBody<double> b({inertia[0], inertia[1], inertia[2]});
        return free ? b.add_free(axis, rotor_moment, speed, w[axis]) : b.add_held(axis, rotor_moment, speed);
    }
    // every number that is not zero, but q
    std::vector<double*> numbers() {
        std::vector<double*> all = {&inertia[0], &inertia[1], &inertia[2], &rotor_moment, &speed, &w[0],
                                    &w[1],       &w[2],       &t};
        std::erase_if(all, [](const double* a) { return *a == 0; });
        return all;
    }
};

// q' = q (0, w)/2, H' = H x w, w = Ie^-1 (H - l); turn' = w along the rotors' axis.
template <class R>
class TaylorGyrostat {
 public:
    static constexpr int order = std::is_same_v<R, double> ? 20 : 34;
    static constexpr double smallest = std::is_same_v<R, double> ? 1e-17 : 1e-32;

    R q[4]{}, H[3]{}, turn{};

    explicit TaylorGyrostat(const Given& given) : axis_(given.axis) {
        const GyrostatBody<double> body = given.body();
        R length(0.0);
        for (int k = 0; k < 4; ++k) length = length + R(given.q[k]) * R(given.q[k]);
        using std::sqrt;
        for (int k = 0; k < 4; ++k) q[k] = R(given.q[k]) / R(sqrt(length));
        for (int k = 0; k < 3; ++k) {
            moment_[k] = number<R>(body.moment[k]);
            inside_[k] = number<R>(body.inside[k]);
            H[k] = moment_[k] * R(given.w[k]) + inside_[k];
        }
        for (double left = given.t; left > 0;) left -= step(left);
    }
    R rate(int k) const { return (H[k] - inside_[k]) / moment_[k]; }

 private:
    // Coefficients up to `order`; returns how far the series was followed, a number that is subtracted without rounding
    // often enough to matter little: steps are whole multiples of 2^-20.
    double step(double left) {
        for (int k = 0; k < 3; ++k) Hs_[0][k] = H[k];
        for (int k = 0; k < 4; ++k) qs_[0][k] = q[k];
        turns_[0] = turn;
        for (int n = 0; n < order; ++n) next(n);
        double size = 0, last = 0;
        for (int k = 0; k < 3; ++k) size = std::max(size, std::abs(plain(H[k])));
        for (int k = 0; k < 3; ++k) last = std::max(last, std::abs(plain(Hs_[order][k])) / size);
        for (int k = 0; k < 4; ++k) last = std::max(last, std::abs(plain(qs_[order][k])));
        double h = std::pow(smallest / last, 1.0 / order);
        h = h < left ? std::ldexp(std::floor(std::ldexp(h, 20)), -20) : left;
        for (int k = 0; k < 3; ++k) H[k] = sum([&](int n) { return Hs_[n][k]; }, h);
        for (int k = 0; k < 4; ++k) q[k] = sum([&](int n) { return qs_[n][k]; }, h);
        turn = sum([&](int n) { return turns_[n]; }, h);
        return h;
    }
    void next(int n) {
        for (int k = 0; k < 3; ++k) ws_[n][k] = (n == 0 ? Hs_[0][k] - inside_[k] : Hs_[n][k]) / moment_[k];
        R H_new[3]{}, q_new[4]{};
        for (int m = 0; m <= n; ++m) {
            const R *a = Hs_[m], *w = ws_[n - m], *p = qs_[m];
            for (int k = 0; k < 3; ++k) {
                const int i = (k + 1) % 3, j = (k + 2) % 3;
                H_new[k] = H_new[k] + (a[i] * w[j] - a[j] * w[i]);
                q_new[k + 1] = q_new[k + 1] + (p[0] * w[k] + (p[i + 1] * w[j] - p[j + 1] * w[i]));
                q_new[0] = q_new[0] - p[k + 1] * w[k];
            }
        }
        for (int k = 0; k < 3; ++k) Hs_[n + 1][k] = H_new[k] / R(n + 1.0);
        for (int k = 0; k < 4; ++k) qs_[n + 1][k] = q_new[k] / R(2.0 * (n + 1));
        turns_[n + 1] = ws_[n][axis_] / R(n + 1.0);
    }
    template <class Coefficient>
    static R sum(const Coefficient& c, double h) {
        R s = c(order);
        for (int n = order - 1; n >= 0; --n) s = s * R(h) + c(n);
        return s;
    }

    int axis_;
    R moment_[3]{}, inside_[3]{};
    R Hs_[order + 1][3]{}, qs_[order + 1][4]{}, ws_[order + 1][3]{}, turns_[order + 1]{};
};

// 2 |q - q_ref|, and what the turn about the axis misses by, against numbers of two words
template <class Q>
double attitude_distance(const Q& q, const Two (&reference)[4]) {
    const double got[4] = {q.w, q.x, q.y, q.z};
    double sum = 0;
    for (int k = 0; k < 4; ++k) {
        const double d = (reference[k] - got[k]).value();
        sum += d * d;
    }
    return 2 * std::sqrt(sum);
}

// The sum over all that is given of the attitude's change (rad) for a relative change of it: 1.1e-16 times it is the
// best that binary64 can promise.
inline double attitude_condition(const Given& given) {
    const double h = 0x1p-34;
    const TaylorGyrostat<double> at(given);
    double sum = 0;
    Given changed = given;
    for (double* a : changed.numbers()) {
        const double kept = *a;
        *a = kept * (1 + h);
        const TaylorGyrostat<double> there(changed);
        *a = kept;
        double d = 0;
        for (int k = 0; k < 4; ++k) d += (there.q[k] - at.q[k]) * (there.q[k] - at.q[k]);
        sum += 2 * std::sqrt(d) / h;
    }
    return sum;
}

}  // namespace gyrostat_support
