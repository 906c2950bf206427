// What the quaternion promises beyond the laws of every representation.
#include "polhode/rotation/quaternion.hpp"

#include "core/rotation/attitudes.hpp"

namespace polhode {
namespace quaternion_test {

using Q = Quaternion<double>;
constexpr double epsilon = std::numeric_limits<double>::epsilon();

// ij = k, jk = i, ki = j, i^2 = j^2 = k^2 = -1 (Robinson 1958 eqs. 49-53)
TEST(Quaternion, HamiltonsUnits) {
    const Q i{0, 1, 0, 0}, j{0, 0, 1, 0}, k{0, 0, 0, 1}, minus_one{-1, 0, 0, 0};
    EXPECT_EQ(i * j, k);
    EXPECT_EQ(j * k, i);
    EXPECT_EQ(k * i, j);
    EXPECT_EQ(j * i, -k);
    for (const Q& u : {i, j, k}) EXPECT_EQ(u * u, minus_one);
}

// Scalar first and active: a quarter turn about z takes x to y.
TEST(Quaternion, TurnsTheBodyIntoTheWorld) {
    const double h = 0.70710678118654752;
    const Q q{h, 0, 0, h};
    EXPECT_LE(norm(to_world(q, Vec3<double>{1, 0, 0}) - Vec3<double>{0, 1, 0}), 2 * epsilon);
    EXPECT_LE(norm(to_body(q, Vec3<double>{0, 1, 0}) - Vec3<double>{1, 0, 0}), 2 * epsilon);
}

// q v q* = |q|^2 R v: the length shows and is not taken away in secret.
TEST(Quaternion, ANonUnitOneScales) {
    const Q q{2, 0, 0, 0};
    EXPECT_EQ(to_world(q, Vec3<double>{1, 2, 3}), (Vec3<double>{4, 8, 12}));
    EXPECT_EQ(defect(q), -3);
    EXPECT_EQ(normalise(q), Q{});
}

// A constant rate about a fixed axis: the exact solution is the exponential.
TEST(Quaternion, DerivativeOfTheExponential) {
    const Vec3<double> w{0.3, -0.7, 0.2};
    const Q q = exp_rotation(w);
    const double t = norm(w);
    // d/dt exp(w t) at t = 1: (-sin(t/2), w/t cos(t/2)) t/2
    const Vec3<double> v = (0.5 * cos(t / 2)) * w;
    const Vec<double, 4> expected{-sin(t / 2) * t / 2, v[0], v[1], v[2]};
    EXPECT_LE(norm(derivative(q, w) - expected), epsilon);
}

// 1 - |q|^2 = d: the exact factor is 1/sqrt(1 - d), the binomial one 1 + d/2; their ratio differs from 1 by 3/8 d^2.
TEST(Quaternion, BinomialNormalisingIsOfSecondOrder) {
    for (const double d : {1e-2, 1e-3, -1e-3}) {
        const Q q = Q{}.with((1 / sqrt(1 + d)) * Vec<double, 4>{0.5, 0.5, -0.5, 0.5});
        const double left = norm(normalise_binomial(q).params()) - 1;
        EXPECT_NEAR(left / (-0.375 * d * d), 1, 3 * abs(d));
    }
}

}  // namespace quaternion_test
}  // namespace polhode
