#include "polhode/integrate/magnus.hpp"

#include "body_runs.hpp"

namespace polhode {
namespace {

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

// A cone: w = R^T of a vector turning at constant rate in the body has the exact attitude exp(a t) exp(-b t).
TEST(Magnus, ConeHasTheRightSense) {
    // q = exp(e3 s t) exp(v t): body rate = v + e3 s seen through exp(-v t)
    const V v{{0.4, 0.1, 0.3}}, e3{{0, 0, 1.5}};
    const auto rate = [&](double t) { return v + to_body(exp_rotation(t * v), e3); };
    const double h = 0.2;
    const Quaternion<double> q = exp_rotation(h * e3) * exp_rotation(h * v);
    const Quaternion<double> four = integrate::magnus_step<4>(Quaternion<double>{}, 0.0, h, rate);
    const Quaternion<double> six = integrate::magnus_step<6>(Quaternion<double>{}, 0.0, h, rate);
    // local errors h^5/720 and h^7 below 1e-3 times rates near 1.5
    EXPECT_LT(angle_between(four, q), 3e-6);
    EXPECT_LT(angle_between(six, q), 3e-9);
}

}  // namespace
}  // namespace polhode
