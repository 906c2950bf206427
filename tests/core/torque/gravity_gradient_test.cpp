#include "polhode/torque/gravity_gradient.hpp"

#include "torque_laws.hpp"

namespace polhode {
namespace gravity_gradient_test {

using V = Vec3<double>;
using Q = Quaternion<double>;

torque::GravityGradient<double> gradient() {
    torque::GravityGradient<double> g;
    g.inertia = {{{4.0, 0.3, -0.2}, {0.3, 3.0, 0.1}, {-0.2, 0.1, 2.0}}};
    g.orbit_rate = 0.5;
    return g;
}

// A dumbbell along x: turned a little about y out of the direction to the planet it is pulled back, with 3 n^2 dI times
// the angle.
TEST(GravityGradient, PullsTheLongAxisTowardsThePlanet) {
    torque::GravityGradient<double> g;
    g.inertia = Mat3<double>::diagonal({1, 10, 10});
    g.orbit_rate = 0.1;
    g.towards = {1, 0, 0};
    const double a = 1e-3;
    const V M = g(0.0, Q{cos(a / 2), 0, sin(a / 2), 0}, V{});
    EXPECT_NEAR(M[1], -3 * 0.01 * 9 * sin(a) * cos(a), 1e-18);
    EXPECT_NEAR(M[0], 0, 1e-18);
    EXPECT_NEAR(M[2], 0, 1e-18);
    EXPECT_LT(g.potential(Q{}), g.potential(Q{cos(a / 2), 0, sin(a / 2), 0}));
}

// The torque of four masses in the field of a far planet, by Newton's law: dF = -GM r/|r|^3, n^2 = GM/R^3. At a
// distance of 1e4 body sizes the next term of the expansion is 1e-4 of the torque.
TEST(GravityGradient, IsTheLimitOfNewtonsAttraction) {
    const double R = 1e4, n = 0.3, GM = n * n * R * R * R;
    const V places[] = {{1, 0.2, 0}, {-1, -0.2, 0}, {0.1, 0.5, 0.7}, {-0.1, -0.5, -0.7}};
    const double mass = 2.0;
    torque::GravityGradient<double> g;
    g.orbit_rate = n;
    for (const V& r : places)
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) g.inertia(i, j) += mass * ((i == j ? dot(r, r) : 0) - r[i] * r[j]);
    const Q q = normalise(Q{0.4, 0.3, -0.8, 0.2});
    const V planet_B = to_body(q, R * g.towards);
    V expected{};
    for (const V& r : places) {
        const V to_planet = planet_B - r;
        const double d = norm(to_planet);
        expected = expected + cross(r, (GM * mass / (d * d * d)) * to_planet);
    }
    EXPECT_LT(laws::largest_difference(g(0.0, q, V{}), expected), 3e-4 * norm(expected));
    EXPECT_GT(norm(expected), 0.05);
}

TEST(GravityGradient, TurningDirectionGoesRoundTheNormal) {
    auto g = gradient();
    g.towards = {1, 0, 0};
    g.normal = {0, 0, 1};
    g.turning = true;
    const double t = 0.7;
    const V d = g.direction(t);
    EXPECT_NEAR(d[0], cos(0.35), 1e-16);
    EXPECT_NEAR(d[1], sin(0.35), 1e-16);
    EXPECT_EQ(g.potential(Q{}), 0.0);
    auto still = g;
    still.turning = false;
    still.towards = d;
    EXPECT_EQ(g(t, Q{0.6, 0.8, 0, 0}, V{}), still(t, Q{0.6, 0.8, 0, 0}, V{}));
}

RC_GTEST_PROP(GravityGradient, KeepsTheLaws, ()) {
    const auto g = gradient();
    const Q q = laws::unit_quaternion();
    const double size = 3 * 0.25 * 4.5;
    laws::same_in_all_representations(g, 0, q, V{}, size);
    laws::potential_gives_torque(g, q, size);
    laws::same_in_float(g, 0, q, V{}, size);
}

}  // namespace gravity_gradient_test
}  // namespace polhode
