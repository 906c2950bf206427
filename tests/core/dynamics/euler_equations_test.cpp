#include "polhode/dynamics/euler_equations.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace polhode {
namespace euler_equations_test {

using V = Vec3<double>;

// One classical Runge-Kutta step written out here, so that the equations are tested without the steppers.
template <class F>
V rk4(const F& f, const V& w, double h) {
    const V a = f(w), b = f(w + (h / 2) * a), c = f(w + (h / 2) * b), d = f(w + h * c);
    return w + (h / 6) * (a + 2.0 * b + 2.0 * c + d);
}

// Ganapathi 2005, erratum 1: w = (cos 3t, sin 3t, 1) for I = [2 2 8], w0 = (1, 0, 1); Omega = (L3-L1)/L1 w3 = 3.
TEST(EulerEquations, FreeSymmetricBodyTurnsItsRateAtOmega) {
    const PrincipalInertia<double> I(V{2, 2, 8});
    V w{1, 0, 1};
    const int n = 200;
    for (int i = 0; i < n; ++i) w = rk4([&](const V& x) { return angular_acceleration(I, x); }, w, 0.2 / n);
    // RK4 error n x^5/120 with x = 3 h = 3e-3 (seed, experiment 1): 4e-13
    EXPECT_NEAR(w[0], std::cos(0.6), 1e-12);
    EXPECT_NEAR(w[1], std::sin(0.6), 1e-12);
    EXPECT_EQ(w[2], 1.0);
}

// Uniform precession with GyroSoft's default numbers: the transverse rate keeps its size and turns in the body at
// -psidot = -(w3 - phidot cos(tilt)), since the body spins away under it.
TEST(EulerEquations, SteadyPrecessionOfTheGyroscope) {
    const PrincipalInertia<double> I(V{5.76875e-4, 5.76875e-4, 9.375e-5});
    const double tilt = std::acos(-1.0) / 3, spin = 40 * std::acos(-1.0), phidot = 2.67010210738;
    const double Mgl = 0.3 * 9.8 * 0.01;
    const V z_B{0, -std::sin(tilt), std::cos(tilt)};  // attitude turned by -tilt about x
    const V w{0, -phidot * std::sin(tilt), spin};
    const V dw = angular_acceleration(I, w, Mgl * cross(z_B, V{0, 0, 1}));
    EXPECT_NEAR(dw[0], (spin - phidot * std::cos(tilt)) * w[1], 1e-7);  // phidot has 12 digits, times 1e2..1e3
    EXPECT_EQ(dw[1], 0.0);
    EXPECT_EQ(dw[2], 0.0);
}

TEST(EulerEquations, TensorAndPrincipalMomentsTellTheSame) {
    const V moments{2, 4, 5}, w{0, 1, 0.1}, torque{0.1, 0.2, 0.3};
    const PrincipalInertia<double> p(moments);
    const TensorInertia<double> t(Mat3<double>::diagonal(moments));
    for (int i = 0; i < 3; ++i)
        EXPECT_NEAR(angular_acceleration(p, w, torque)[i], angular_acceleration(t, w, torque)[i], 1e-15);
    EXPECT_DOUBLE_EQ(kinetic_energy(p, w), kinetic_energy(t, w));
}

TEST(EulerEquations, MomentumInWorldAxes) {
    const PrincipalInertia<double> I(V{2, 2, 8});
    const double h = std::sqrt(0.5);
    const Quaternion<double> quarter_turn_about_x{h, h, 0, 0};
    const V L_N = angular_momentum_in_world(I, quarter_turn_about_x, V{1, 0, 1});
    EXPECT_NEAR(L_N[0], 2, 1e-15);
    EXPECT_NEAR(L_N[1], -8, 4e-15);
    EXPECT_NEAR(L_N[2], 0, 4e-15);
}

}  // namespace euler_equations_test
}  // namespace polhode
