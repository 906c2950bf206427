// One core, one free body: a fixed RK4 step on quaternion and rate, with normalising, as Polhode does it and as people
// write it otherwise. The first line, seven plain doubles, is the yardstick.
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>

#include <Eigen/Geometry>
#include <array>
#include <boost/numeric/odeint.hpp>
#include <cmath>

#include "interleaved.hpp"
#include "polhode/dynamics/rigid_body.hpp"
#include "polhode/integrate/runge_kutta.hpp"

namespace {

constexpr int steps = 200000;
constexpr double h = 0.01;
// Read at run time so that no compiler folds a moment into the code.
volatile double moments[3] = {1.1, 2.3, 3.2};

struct Ratios {
    double k1, k2, k3;
};
Ratios ratios() {
    const double a = moments[0], b = moments[1], c = moments[2];
    return {(b - c) / a, (c - a) / b, (a - b) / c};
}

using State = std::array<double, 7>;

void free_body(const double* y, double* d, const Ratios& k) {
    const double w0 = y[4], w1 = y[5], w2 = y[6];
    d[0] = -0.5 * (y[1] * w0 + y[2] * w1 + y[3] * w2);
    d[1] = 0.5 * (y[0] * w0 + y[2] * w2 - y[3] * w1);
    d[2] = 0.5 * (y[0] * w1 + y[3] * w0 - y[1] * w2);
    d[3] = 0.5 * (y[0] * w2 + y[1] * w1 - y[2] * w0);
    d[4] = k.k1 * w1 * w2;
    d[5] = k.k2 * w2 * w0;
    d[6] = k.k3 * w0 * w1;
}

void normalise4(double* y) {
    const double s = 1 / std::sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2] + y[3] * y[3]);
    for (int i = 0; i < 4; ++i) y[i] *= s;
}

double plain() {
    const Ratios k = ratios();
    State y{1, 0, 0, 0, 0.3, 1.0, 0.2};
    for (int n = 0; n < steps; ++n) {
        State a, b, c, d, z;
        free_body(y.data(), a.data(), k);
        for (int i = 0; i < 7; ++i) z[i] = y[i] + 0.5 * h * a[i];
        free_body(z.data(), b.data(), k);
        for (int i = 0; i < 7; ++i) z[i] = y[i] + 0.5 * h * b[i];
        free_body(z.data(), c.data(), k);
        for (int i = 0; i < 7; ++i) z[i] = y[i] + h * c[i];
        free_body(z.data(), d.data(), k);
        for (int i = 0; i < 7; ++i) y[i] += h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
        normalise4(y.data());
    }
    return y[0];
}

double polhode_core() {
    using namespace polhode;
    const RigidBody body{PrincipalInertia<double>(Vec3<double>{moments[0], moments[1], moments[2]})};
    auto y = body.state(Quaternion<double>{}, {0.3, 1.0, 0.2});
    for (int n = 0; n < steps; ++n) y = body.normalised(integrate::runge_kutta_step<integrate::Rk4>(body, n * h, y, h));
    return y[0];
}

double eigen() {
    const Ratios r = ratios();
    const Eigen::Vector3d k(r.k1, r.k2, r.k3);
    Eigen::Quaterniond q(1, 0, 0, 0);
    Eigen::Vector3d w(0.3, 1.0, 0.2);
    const auto turn = [](const Eigen::Quaterniond& p, const Eigen::Vector3d& v) {
        return Eigen::Vector4d(0.5 * (p * Eigen::Quaterniond(0, v.x(), v.y(), v.z())).coeffs());
    };
    const auto spin = [&](const Eigen::Vector3d& v) {
        return Eigen::Vector3d(k.x() * v.y() * v.z(), k.y() * v.z() * v.x(), k.z() * v.x() * v.y());
    };
    for (int n = 0; n < steps; ++n) {
        const Eigen::Vector4d a = turn(q, w);
        const Eigen::Vector3d aw = spin(w);
        const Eigen::Quaterniond q2(Eigen::Vector4d(q.coeffs() + 0.5 * h * a));
        const Eigen::Vector3d w2 = w + 0.5 * h * aw;
        const Eigen::Vector4d b = turn(q2, w2);
        const Eigen::Vector3d bw = spin(w2);
        const Eigen::Quaterniond q3(Eigen::Vector4d(q.coeffs() + 0.5 * h * b));
        const Eigen::Vector3d w3 = w + 0.5 * h * bw;
        const Eigen::Vector4d c = turn(q3, w3);
        const Eigen::Vector3d cw = spin(w3);
        const Eigen::Quaterniond q4(Eigen::Vector4d(q.coeffs() + h * c));
        const Eigen::Vector3d w4 = w + h * cw;
        const Eigen::Vector4d d = turn(q4, w4);
        const Eigen::Vector3d dw = spin(w4);
        q.coeffs() += h / 6 * (a + 2 * b + 2 * c + d);
        w += h / 6 * (aw + 2 * bw + 2 * cw + dw);
        q.normalize();
    }
    return q.w();
}

double odeint() {
    const Ratios k = ratios();
    boost::numeric::odeint::runge_kutta4<State> stepper;
    State y{1, 0, 0, 0, 0.3, 1.0, 0.2};
    const auto f = [&k](const State& x, State& d, double) { free_body(x.data(), d.data(), k); };
    for (int n = 0; n < steps; ++n) {
        stepper.do_step(f, y, n * h, h);
        normalise4(y.data());
    }
    return y[0];
}

double gsl() {
    Ratios k = ratios();
    gsl_odeiv2_step* stepper = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk4, 7);
    gsl_odeiv2_system system{[](double, const double y[], double d[], void* p) {
                                 free_body(y, d, *static_cast<Ratios*>(p));
                                 return static_cast<int>(GSL_SUCCESS);
                             },
                             nullptr, 7, &k};
    State y{1, 0, 0, 0, 0.3, 1.0, 0.2}, error{};
    for (int n = 0; n < steps; ++n) {
        gsl_odeiv2_step_apply(stepper, n * h, h, y.data(), error.data(), nullptr, nullptr, &system);
        normalise4(y.data());
    }
    gsl_odeiv2_step_free(stepper);
    return y[0];
}

}  // namespace

int main() {
    bench::compare("RK4 step, free body, quaternion and rate, normalised", "ns/step", steps, 15,
                   {{"seven plain doubles", plain},
                    {"Polhode core (include/polhode)", polhode_core},
                    {"Eigen quaternion and vectors", eigen},
                    {"Boost.odeint runge_kutta4", odeint},
                    {"GSL odeiv2 rk4 (step doubling inside)", gsl}});
}
