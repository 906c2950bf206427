#include "polhode/integrate/magnus.hpp"

#include "body_runs.hpp"

namespace polhode {
namespace magnus_test {

using namespace body_runs;

V tumbling(double t) { return {{std::sin(1.3 * t) + 0.4, std::cos(2.1 * t), 0.7 + 0.5 * std::sin(0.9 * t)}}; }

Quaternion<double> exact() {
    Vec<double, 4> y{{1, 0, 0, 0}};
    const auto slope_of = [](double t, const Vec<double, 4>& x) {
        return derivative(Quaternion<double>{}.with(x), tumbling(t));
    };
    for (int i = 0; i < 800; ++i)
        y = integrate::runge_kutta_step<integrate::DormandPrince853>(slope_of, i * duration / 800, y, duration / 800);
    return normalise(Quaternion<double>{}.with(y));
}

template <int order>
double off(int steps) {
    Quaternion<double> q;
    const double h = duration / steps;
    for (int i = 0; i < steps; ++i) q = integrate::magnus_step<order>(q, i * h, h, tumbling);
    EXPECT_NEAR(norm_squared(q), 1, 1e-15);
    return angle_between(normalise(q), exact());
}

TEST(Magnus, Orders) {
    EXPECT_NEAR(slope(off<4>(40), off<4>(80)), 4, 0.15);
    EXPECT_NEAR(slope(off<6>(20), off<6>(40)), 6, 0.2);
    EXPECT_LT(off<6>(400), 2e-14);  // 400 steps of rounding
}

TEST(Magnus, ConstantRateIsExact) {
    const auto constant = [](double) { return V{{0.5, -1.1, 0.3}}; };
    EXPECT_LT(norm(integrate::magnus_rotation<4>(constant, 0.0, 2.0) - 2.0 * constant(0)), 1e-15);
    EXPECT_LT(norm(integrate::magnus_rotation<6>(constant, 0.0, 2.0) - 2.0 * constant(0)), 1e-15);
}

// A cone, known in closed form: one step leaves the local error of h^5 and h^7.
TEST(Magnus, LocalErrorOnACone) {
    // q = exp(e t) exp(v t) has the body rate v + e seen through exp(v t)
    const V v{{0.4, 0.1, 0.3}}, e{{0, 0, 1.5}};
    const auto rate = [&](double t) { return v + to_body(exp_rotation(t * v), e); };
    const auto exact_after = [&](double h) { return exp_rotation(h * e) * exp_rotation(h * v); };
    const auto four = [&](double h) {
        return angle_between(integrate::magnus_step<4>(Quaternion<double>{}, 0.0, h, rate), exact_after(h));
    };
    const auto six = [&](double h) {
        return angle_between(integrate::magnus_step<6>(Quaternion<double>{}, 0.0, h, rate), exact_after(h));
    };
    EXPECT_NEAR(slope(four(0.2), four(0.1)), 5, 0.15);
    EXPECT_NEAR(slope(six(0.4), six(0.2)), 7, 0.2);
}

}  // namespace magnus_test
}  // namespace polhode
