#include "polhode/dynamics/top_angles.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "polhode/dynamics/rigid_body.hpp"
#include "polhode/integrate/runge_kutta.hpp"
#include "polhode/rotation/rotation.hpp"
#include "polhode/torque/torque.hpp"

namespace top_angles_test {

using namespace polhode;

namespace {

constexpr double I1 = 5.76875e-4, I3 = 9.375e-5, Mgl = 0.0294;

EulerAngles<double> zxz(const Vec3<double>& a) {
    EulerAngles<double> angles;
    angles.sequence = euler_sequence("zxz");
    return angles.with(a);
}

}  // namespace

TEST(TopAngles, BodyRatesThereAndBack) {
    const Vec3<double> angles{0.3, -1.1, 2.2}, w{1.5, -0.7, 40};
    const auto y = TopAngles<double>::state(angles, w);
    EXPECT_EQ(TopAngles<double>::angles(y), angles);
    const Vec3<double> back = TopAngles<double>::transverse_rate(y);
    EXPECT_NEAR(back[0], w[0], 1e-15);
    EXPECT_NEAR(back[1], w[1], 1e-15);
    // the rates are those of the attitude: phi', theta', psi' with psi' = w3 - phi' cos(theta)
    const double psidot = w[2] - y[1] * std::cos(angles[1]);
    const Vec3<double> rate_B = rate(zxz(angles), Vec3<double>{y[1], y[3], psidot});
    EXPECT_LT(norm(rate_B - w), 1e-14);
}

// The same motion by Euler's equations and quaternions.
TEST(TopAngles, AgreesWithTheRigidBody) {
    const torque::Gravity<double> weight{0.3, {0, 0, 0.01}, 9.8};
    const RigidBody body{PrincipalInertia<double>({I1, I1, I3}), weight};
    const Vec3<double> angles{0.4, 1.0, -0.3}, w{2, -3, 120};
    auto quaternions = body.state(to_quaternion(zxz(angles)), w);
    const TopAngles<double> top{I1, I3, Mgl, w[2]};
    auto y = TopAngles<double>::state(angles, w);
    const double h = 1e-4;
    for (int i = 0; i < 5000; ++i) {
        quaternions = integrate::runge_kutta_step<integrate::DormandPrince853>(body, i * h, quaternions, h);
        y = integrate::runge_kutta_step<integrate::DormandPrince853>(top, i * h, y, h);
    }
    // 5000 steps of rounding over 60 rad
    const Quaternion<double> q = to_quaternion(zxz(TopAngles<double>::angles(y)));
    EXPECT_LT(angle_between(q, normalise(body.attitude(quaternions))), 1e-11);
    const Vec3<double> across = TopAngles<double>::transverse_rate(y);
    EXPECT_NEAR(across[0], body.rate(quaternions)[0], 1e-9);
    EXPECT_NEAR(across[1], body.rate(quaternions)[1], 1e-9);
}

}  // namespace top_angles_test
