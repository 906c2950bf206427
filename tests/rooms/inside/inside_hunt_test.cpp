// Random bodies with rotors of all kinds and states that are coupled to everything, against a computation that shares
// nothing with the program: accelerations from one linear system a stage, in long double, by Runge-Kutta.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "support/inside_support.hpp"

namespace inside_hunt_test {

using namespace polhode;
using namespace polhode::test;

namespace {

using Real = long double;

struct Wheel {
    int kind;  // 0 free, 1 held, 2 driven
    Real a[3], J, s, friction, gain;
};
struct Body {
    Real I[3][3];
    std::vector<Wheel> wheels;
    Real pull, back;  // state x: x' = pull wy - back x; torque on the body about z: -x/4; drives: gain (wx - x)
};

// q, w, s of all wheels, x
using Numbers = std::vector<Real>;

// Gaussian elimination with pivots.
Numbers solved(std::vector<Numbers> m, Numbers r) {
    const std::size_t n = r.size();
    for (std::size_t i = 0; i < n; ++i) {
        std::size_t p = i;
        for (std::size_t j = i + 1; j < n; ++j)
            if (std::fabs(m[j][i]) > std::fabs(m[p][i])) p = j;
        std::swap(m[i], m[p]), std::swap(r[i], r[p]);
        for (std::size_t j = i + 1; j < n; ++j) {
            const Real f = m[j][i] / m[i][i];
            for (std::size_t k = i; k < n; ++k) m[j][k] -= f * m[i][k];
            r[j] -= f * r[i];
        }
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k) r[i] -= m[i][k] * r[k];
        r[i] /= m[i][i];
    }
    return r;
}

// I w' + sum J a s' = H x w + N;   J (s' + a.w') = u for free and driven wheels, s' = 0 for held ones
Numbers slope(const Body& b, const Numbers& y) {
    const std::size_t n = b.wheels.size();
    const Real *q = y.data(), *w = q + 4, *s = w + 3, x = y[7 + n];
    Real H[3];
    std::vector<Numbers> m(3 + n, Numbers(3 + n, 0));
    Numbers r(3 + n, 0);
    for (std::size_t i = 0; i < 3; ++i) {
        H[i] = 0;
        for (std::size_t j = 0; j < 3; ++j) H[i] += b.I[i][j] * w[j], m[i][j] = b.I[i][j];
        for (std::size_t k = 0; k < n; ++k) {
            H[i] += b.wheels[k].J * s[k] * b.wheels[k].a[i];
            m[i][3 + k] = b.wheels[k].J * b.wheels[k].a[i];
        }
    }
    r[0] = H[1] * w[2] - H[2] * w[1], r[1] = H[2] * w[0] - H[0] * w[2], r[2] = H[0] * w[1] - H[1] * w[0] - x / 4;
    for (std::size_t k = 0; k < n; ++k) {
        const Wheel& one = b.wheels[k];
        m[3 + k][3 + k] = one.kind == 1 ? 1 : one.J;
        if (one.kind == 1) continue;
        for (std::size_t j = 0; j < 3; ++j) m[3 + k][j] = one.J * one.a[j];
        r[3 + k] = (one.kind == 2 ? one.gain * (w[0] - x) : 0) - one.friction * s[k];
    }
    const Numbers a = solved(m, r);
    Numbers d(y.size());
    d[0] = -(q[1] * w[0] + q[2] * w[1] + q[3] * w[2]) / 2;
    d[1] = (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]) / 2;
    d[2] = (q[0] * w[1] + q[3] * w[0] - q[1] * w[2]) / 2;
    d[3] = (q[0] * w[2] + q[1] * w[1] - q[2] * w[0]) / 2;
    for (std::size_t i = 0; i < 3 + n; ++i) d[4 + i] = a[i];
    d[7 + n] = b.pull * w[1] - b.back * x;
    return d;
}

// Runge-Kutta of order 4 at two steps, and what both together say (Richardson).
Numbers moved(const Body& b, Numbers y, Real t, int steps) {
    const auto run = [&](int count) {
        Numbers z = y;
        const Real h = t / count;
        const auto ahead = [&](const Numbers& k, Real part) {
            Numbers to = z;
            for (std::size_t i = 0; i < z.size(); ++i) to[i] += part * h * k[i];
            return to;
        };
        for (int i = 0; i < count; ++i) {
            const Numbers k1 = slope(b, z), k2 = slope(b, ahead(k1, 0.5L)), k3 = slope(b, ahead(k2, 0.5L)),
                          k4 = slope(b, ahead(k3, 1));
            for (std::size_t j = 0; j < z.size(); ++j) z[j] += h / 6 * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]);
        }
        return z;
    };
    const Numbers coarse = run(steps), fine = run(2 * steps);
    Numbers z = fine;
    for (std::size_t i = 0; i < z.size(); ++i) z[i] += (fine[i] - coarse[i]) / 15;
    return z;
}

double compared(std::mt19937_64& random) {
    std::uniform_real_distribution<double> any(-1, 1);
    Problem p;
    p.body.emplace();
    const double moments[] = {2 + any(random), 2.5 + any(random), 3 + any(random)};
    for (int i = 0; i < 3; ++i) p.body->inertia(i, i) = moments[i];
    for (const auto& [i, j] : {std::pair{0, 1}, {0, 2}, {1, 2}})
        p.body->inertia(i, j) = p.body->inertia(j, i) = 0.2 * any(random);
    p.start.attitude = {"quaternion", {1, any(random), any(random), any(random)}};
    p.start.rate = {any(random), any(random), any(random)};
    auto inside = std::make_shared<Inside>();
    const int wheels = 1 + static_cast<int>(random() % 4);
    Body b;
    b.pull = 0.75, b.back = 0.5;
    for (int k = 0; k < wheels; ++k) {
        Rotor r;
        r.kind = static_cast<Rotor::Kind>(random() % 3);
        r.name = "s" + std::to_string(k);
        r.axis = {any(random), any(random), any(random)};
        r.moment = 0.05 + 0.04 * (1 + any(random));
        r.speed = 5 * any(random);
        if (!r.held() && random() % 2) r.friction = 0.1;
        inside->rotors.push_back(r);
    }
    inside->states.push_back({"x", 0.25, {}});
    const std::vector<std::string> names = inside->variables();
    inside->states[0].derivative = Expression("0.75*wy - 0.5*x", names);
    inside->torques.push_back({std::make_shared<std::array<Expression, 3>>(std::array<Expression, 3>{
                                   Expression("0", names), Expression("0", names), Expression("-x/4", names)}),
                               torque::Frame::body});
    for (Rotor& r : inside->rotors) {
        if (r.kind == Rotor::Kind::driven) r.torque = Expression("0.125*(wx - x)", names);
        const double length = norm(r.axis);
        Wheel one{r.kind == Rotor::Kind::free ? 0 : r.held() ? 1 : 2, {}, r.moment, r.speed, r.friction, 0.125L};
        for (int i = 0; i < 3; ++i) one.a[i] = static_cast<Real>(r.axis[i]) / length;
        b.wheels.push_back(one);
    }
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) b.I[i][j] = p.body->inertia(i, j);
    p.inside = inside;

    Numbers y;
    Real length = 0;
    for (const double a : p.start.attitude.params) length += static_cast<Real>(a) * a;
    for (const double a : p.start.attitude.params) y.push_back(a / std::sqrt(length));
    for (int i = 0; i < 3; ++i) y.push_back(p.start.rate[i]);
    for (const Wheel& one : b.wheels) y.push_back(one.s);
    y.push_back(0.25L);

    const double end = 2;
    const Numbers expected = moved(b, y, end, 1000);
    InsidePath<double> path(p, end, {20, 1e-16, 0, 0});
    const StateVector<double> got = path.at(end, [](double) {});
    const Vec3<double> w = path.numbers().rate(end, got);
    double worst = 0;
    const auto look = [&](double a, Real b_) {
        worst = std::max(worst, static_cast<double>(std::fabs(a - b_) / std::max<Real>(1, std::fabs(b_))));
    };
    for (int i = 0; i < 4; ++i) look(got[i], expected[static_cast<std::size_t>(i)]);
    for (int i = 0; i < 3; ++i) look(w[i], expected[static_cast<std::size_t>(4 + i)]);
    for (int k = 0; k < wheels; ++k)
        look(path.numbers().speed(static_cast<std::size_t>(k), got, w), expected[static_cast<std::size_t>(7 + k)]);
    look(got[path.numbers().layout().state[0]], expected.back());
    return worst;
}

}  // namespace

TEST(InsideHunt, RandomBodiesAgreeWithTheirAccelerations_Long) {
    std::mt19937_64 random(1885);
    double worst = 0;
    for (int i = 0; i < 60; ++i) {
        const double off = compared(random);
        ASSERT_LT(off, 1e-12) << i;
        worst = std::max(worst, off);
    }
    std::printf("worst of 60: %.2g\n", worst);
}

}  // namespace inside_hunt_test
