#include "ensemble_peers.hpp"

#include <array>
#if __has_include(<boost/numeric/odeint.hpp>)
#include <boost/numeric/odeint.hpp>
#define POLHODE_BENCH_ODEINT 1
#endif

// Compiled for instructions that the rest of the program may not have: nothing of it may be taken for theirs.
#define polhode polhode_bench_native
#include "polhode/arithmetic/lanes.hpp"
#include "polhode/ensemble/ensemble.hpp"

namespace bench {

namespace {

struct Ratios {
    double k[3];
    explicit Ratios(const double* I) : k{(I[1] - I[2]) / I[0], (I[2] - I[0]) / I[1], (I[0] - I[1]) / I[2]} {}
};

// The derivative of one body, in plain doubles that the compiler may fuse as it likes.
inline void slope(const double* y, double* d, const double* k) {
    const double w = y[0], x = y[1], z = y[3], yy = y[2], a = y[4], b = y[5], c = y[6];
    d[0] = 0.5 * (-x * a - yy * b - z * c);
    d[1] = 0.5 * (w * a + yy * c - z * b);
    d[2] = 0.5 * (w * b + z * a - x * c);
    d[3] = 0.5 * (w * c + x * b - yy * a);
    d[4] = k[0] * b * c;
    d[5] = k[1] * c * a;
    d[6] = k[2] * a * b;
}

}  // namespace

void plain_soa_rk4(double* y, long n, long steps, const double* inertia, double h, long block) {
    const Ratios ratios(inertia);
    const double h2 = 0.5 * h, h6 = h / 6;
    const double k[3] = {ratios.k[0], ratios.k[1], ratios.k[2]};
    for (long first = 0; first < n; first += block)
        for (long step = 0; step < steps; ++step)
#pragma GCC ivdep
            for (long i = first; i < first + block; ++i) {
                double s[7], p[7], k1[7], k2[7], k3[7], k4[7];
                for (int j = 0; j < 7; ++j) s[j] = y[j * n + i];
                slope(s, k1, k);
                for (int j = 0; j < 7; ++j) p[j] = s[j] + h2 * k1[j];
                slope(p, k2, k);
                for (int j = 0; j < 7; ++j) p[j] = s[j] + h2 * k2[j];
                slope(p, k3, k);
                for (int j = 0; j < 7; ++j) p[j] = s[j] + h * k3[j];
                slope(p, k4, k);
                for (int j = 0; j < 7; ++j) s[j] += h6 * (k1[j] + 2 * (k2[j] + k3[j]) + k4[j]);
                const double f = 1.5 - 0.5 * (s[0] * s[0] + s[1] * s[1] + s[2] * s[2] + s[3] * s[3]);
                for (int j = 0; j < 4; ++j) s[j] *= f;
                for (int j = 0; j < 7; ++j) y[j * n + i] = s[j];
            }
}

bool odeint_rk4(double* y, long n, long steps, const double* inertia, double h) {
#if defined(POLHODE_BENCH_ODEINT)
    using State = std::array<double, 7>;
    const Ratios ratios(inertia);
    const auto system = [&](const State& s, State& d, double) { slope(s.data(), d.data(), ratios.k); };
    for (long i = 0; i < n; ++i) {
        State s;
        for (int j = 0; j < 7; ++j) s[static_cast<std::size_t>(j)] = y[j * n + i];
        boost::numeric::odeint::runge_kutta4<State> stepper;
        for (long step = 0; step < steps; ++step) {
            stepper.do_step(system, s, 0.0, h);
            const double f = 1.5 - 0.5 * (s[0] * s[0] + s[1] * s[1] + s[2] * s[2] + s[3] * s[3]);
            for (std::size_t j = 0; j < 4; ++j) s[j] *= f;
        }
        for (int j = 0; j < 7; ++j) y[j * n + i] = s[static_cast<std::size_t>(j)];
    }
    return true;
#else
    (void)y, (void)n, (void)steps, (void)inertia, (void)h;
    return false;
#endif
}

void shared_inertia_rk4(double* y, long n, long steps, const double* inertia, double h) {
    using namespace polhode;
    using L = Lanes<double, 8>;
    const RigidBody<PrincipalInertia<L>> body{
        PrincipalInertia<L>(Vec3<L>{L(inertia[0]), L(inertia[1]), L(inertia[2])})};
    for (long i = 0; i < n; i += 8) {
        Vec<L, 7> s;
        for (int j = 0; j < 7; ++j) s[j] = L::load(y + j * n + i);
        for (long step = 0; step < steps; ++step)
            s = ensemble::one_step(ensemble::Always<ensemble::Constraint::binomial>{}, body, L(0.0), L(h), s, L(h));
        for (int j = 0; j < 7; ++j) s[j].store(y + j * n + i);
    }
}

}  // namespace bench
