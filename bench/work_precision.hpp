// What the work-precision benchmark is made of: a problem as plain numbers for those who write the equations down
// themselves, and contenders, each one method at one setting. Every file of peers adds its contenders to the list.
#pragma once

#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace bench {

// Quaternion (scalar first, body to world) and body rate.
using State = std::array<double, 7>;

// A body on a fixed point under its weight, or free, in principal axes.
struct Motion {
    std::string name, title;
    double moments[3] = {};
    double weight[3] = {};  // weight times the place where it acts, N m
    double mass = 0, g = 0, at[3] = {};
    State start{};
    double duration = 0;
    bool heavy() const { return weight[0] != 0 || weight[1] != 0 || weight[2] != 0; }
};

// q' = q (0, w)/2 and Euler's equations in plain doubles, products shared and nothing computed twice.
template <bool heavy>
struct Equations {
    double k[3], c[3];  // (I2 - I3)/I1 and cyclic; weights over moments: c[i] is used as needed
    double a1, a2, b1, b2, d1, d2;
    explicit Equations(const Motion& m) {
        const double* I = m.moments;
        for (int i = 0; i < 3; ++i) k[i] = (I[(i + 1) % 3] - I[(i + 2) % 3]) / I[i];
        for (int i = 0; i < 3; ++i) c[i] = m.weight[i];
        a1 = c[2] / I[0], a2 = c[1] / I[0];
        b1 = c[0] / I[1], b2 = c[2] / I[1];
        d1 = c[1] / I[2], d2 = c[0] / I[2];
    }
    void operator()(const double* y, double* d) const {
        const double w0 = y[4], w1 = y[5], w2 = y[6];
        d[0] = -0.5 * (y[1] * w0 + y[2] * w1 + y[3] * w2);
        d[1] = 0.5 * (y[0] * w0 + y[2] * w2 - y[3] * w1);
        d[2] = 0.5 * (y[0] * w1 + y[3] * w0 - y[1] * w2);
        d[3] = 0.5 * (y[0] * w2 + y[1] * w1 - y[2] * w0);
        d[4] = k[0] * w1 * w2;
        d[5] = k[1] * w2 * w0;
        d[6] = k[2] * w0 * w1;
        if constexpr (heavy) {
            // the vertical seen in the body, times the weight
            const double r0 = 2 * (y[1] * y[3] - y[0] * y[2]), r1 = 2 * (y[2] * y[3] + y[0] * y[1]),
                         r2 = 1 - 2 * (y[1] * y[1] + y[2] * y[2]);
            d[4] += r1 * a1 - r2 * a2;
            d[5] += r2 * b1 - r0 * b2;
            d[6] += r0 * d1 - r1 * d2;
        }
    }
};

enum class Side { peer, stepping, closed_form };

struct Contender {
    Side side;
    std::string family, method, setting;
    std::function<State(long& steps)> run;  // the state at the end; normalised there or not
};
using Contenders = std::vector<Contender>;

void add_odeint(const Motion&, Contenders&);
void add_gsl(const Motion&, Contenders&);
void add_sundials(const Motion&, Contenders&);
void add_mujoco(const Motion&, Contenders&);
void add_simbody(const Motion&, Contenders&);

// "1e-6" and the like
inline std::string written(double x) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2g", x);
    return text;
}
// Numbers of fixed steps from `least` to `most`, each 2^(1/3) times the one before.
inline std::vector<long> step_ladder(double least, double most) {
    std::vector<long> counts;
    for (double n = least; n <= most; n *= std::cbrt(2.0)) counts.push_back(std::lround(n));
    return counts;
}
// from, from/sqrt10, from/10, ... down to `to`
inline std::vector<double> tolerance_ladder(double from, double to) {
    std::vector<double> tolerances;
    for (double t = from; t >= 0.99 * to; t /= std::sqrt(10.0)) tolerances.push_back(t);
    return tolerances;
}
// Radians the body turns through, roughly: what ladders of steps start from.
inline double turned_through(const Motion& m) {
    const State& y = m.start;
    double fall = 0, least = m.moments[0];
    for (int i = 0; i < 3; ++i) {
        fall += m.weight[i] * m.weight[i];
        least = std::fmin(least, m.moments[i]);
    }
    const double rate = std::sqrt(y[4] * y[4] + y[5] * y[5] + y[6] * y[6]);
    return m.duration * std::fmax(rate, std::sqrt(std::sqrt(fall) / least));
}

}  // namespace bench
