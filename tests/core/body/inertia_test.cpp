#include "polhode/body/inertia.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

namespace polhode {
namespace inertia_test {

using V = Vec3<double>;
using M = Mat3<double>;
constexpr double eps = 2.3e-16;

M rotation_zx(double a, double b) {
    const M z{{{std::cos(a), -std::sin(a), 0}, {std::sin(a), std::cos(a), 0}, {0, 0, 1}}};
    const M x{{{1, 0, 0}, {0, std::cos(b), -std::sin(b)}, {0, std::sin(b), std::cos(b)}}};
    return z * x;
}

V any_vector(double size) {
    const auto one = [&] { return size * (*rc::gen::inRange(-100000, 100001)) / 1e5; };
    const double x = one(), y = one(), z = one();
    return {x, y, z};
}
V any_moments() {
    const auto one = [] { return (*rc::gen::inRange(10000, 40001)) / 1e4; };
    const double x = one(), y = one(), z = one();
    return {x, y, z};
}

TEST(PrincipalInertia, MomentumEnergyAndInverse) {
    const PrincipalInertia<double> I(V{2, 4, 5});
    EXPECT_EQ(I.times({1, 2, 3}), (V{2, 8, 15}));
    EXPECT_EQ(I.solve({2, 8, 15}), (V{1, 2, 3}));
    EXPECT_EQ(I.energy({1, 2, 3}), (2 + 16 + 45) / 2.0);
}

// GyroSoft erratum 1: the third line reads Gz = Iz wz' + (Iy - Ix) wx wy.
TEST(PrincipalInertia, SignsOfAllThreeLines) {
    const PrincipalInertia<double> I(V{2, 4, 8});
    EXPECT_EQ(I.acceleration({1, 1, 1}), (V{-2, 1.5, -0.25}));
    EXPECT_EQ(I.acceleration({1, 1, 1}, {2, 4, 8}), (V{-1, 2.5, 0.75}));
}

TEST(PrincipalInertia, SpinOfASymmetricBodyDoesNotChangeAtAll) {
    const PrincipalInertia<double> I(V{0.1, 0.1, 0.3});
    EXPECT_EQ(I.acceleration({0.7, -0.3, 11})[2], 0.0);
    EXPECT_EQ(I.acceleration({0.7, -0.3, 11}, {1, 2, 0})[2], 0.0);
}

TEST(PrincipalInertia, RoundsEachConstantOnceToAnotherType) {
    const PrincipalInertia<float> I = PrincipalInertia<double>(V{3, 1, 1.1}).as<float>();
    // In float arithmetic (1 - 1.1f)/3 would differ in the last bits from the double ratio rounded once.
    EXPECT_EQ(I.acceleration({0, 1, 1})[0], static_cast<float>((1 - 1.1) / 3));
}

TEST(TensorInertia, DiagonalTensorAgreesWithPrincipalMoments) {
    const V moments{2, 4, 5}, w{0.3, -1, 2}, torque{1, 2, -3};
    const PrincipalInertia<double> p(moments);
    const TensorInertia<double> t(M::diagonal(moments));
    EXPECT_EQ(t.times(w), p.times(w));
    for (int i = 0; i < 3; ++i) {
        // 4 roundings on either side, numbers up to 4
        EXPECT_NEAR(t.acceleration(w, torque)[i], p.acceleration(w, torque)[i], 16 * eps);
        EXPECT_NEAR(t.acceleration(w)[i], p.acceleration(w)[i], 16 * eps);
    }
}

TEST(TensorInertia, HugeAndTinyMomentsInvert) {
    for (double size : {1e-90, 1e90}) {
        const TensorInertia<double> t(M{{{2 * size, -size, 0}, {-size, 3 * size, 0}, {0, 0, size}}});
        const V v = t.solve(t.times({1, 2, 3}));
        for (int i = 0; i < 3; ++i) EXPECT_NEAR(v[i], i + 1, 32 * eps) << size;
    }
}

RC_GTEST_PROP(TensorInertia, FollowsARotationOfTheBodyAxes, ()) {
    const V moments = any_moments(), w = any_vector(3), torque = any_vector(2);
    const M R = rotation_zx(any_vector(3)[0], any_vector(3)[1]);
    const PrincipalInertia<double> p(moments);
    const TensorInertia<double> t(R * M::diagonal(moments) * R.transposed());
    const V expected = R * p.acceleration(w, torque), got = t.acceleration(R * w, R * torque);
    // Condition at most 4, |I w x w| below 400: a few dozen roundings of that size
    RC_ASSERT(norm(got - expected) < 400 * 64 * eps);
    RC_ASSERT(std::abs(t.energy(R * w) - p.energy(w)) < 100 * 64 * eps);
    RC_ASSERT(norm(t.solve(t.times(w)) - w) < 6 * 4 * 64 * eps);
}

RC_GTEST_PROP(TensorInertia, FreeMotionKeepsEnergyAndMomentum, ()) {
    const V moments = any_moments(), w = any_vector(3);
    const M R = rotation_zx(any_vector(3)[0], any_vector(3)[1]);
    const TensorInertia<double> t(R * M::diagonal(moments) * R.transposed());
    const V m = t.times(w), dw = t.acceleration(w);
    RC_ASSERT(std::abs(dot(m, dw)) < 3000 * 64 * eps);             // dE/dt
    RC_ASSERT(norm(t.times(dw) + cross(w, m)) < 1000 * 64 * eps);  // dl/dt in the world
}

}  // namespace inertia_test
}  // namespace polhode
