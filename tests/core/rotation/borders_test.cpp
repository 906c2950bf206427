// Other conventions are types of their own: each goes in and out by name, and none is taken for another.
#include "polhode/rotation/borders.hpp"

#include <gtest/gtest.h>

#include <type_traits>

#include "polhode/rotation/rotation.hpp"

namespace polhode {
namespace borders_test {

using Wxyz = Quaternion<double>;
using Xyzw = QuaternionXyzw<double>;

// What must not compile: one convention where another is asked for.
static_assert(!std::is_convertible_v<Xyzw, Wxyz> && !std::is_constructible_v<Wxyz, Xyzw>);
static_assert(!std::is_convertible_v<Wxyz, Xyzw> && !std::is_constructible_v<Xyzw, Wxyz>);
static_assert(!std::is_assignable_v<Wxyz&, Xyzw> && !std::is_assignable_v<Xyzw&, Wxyz>);
static_assert(!std::is_convertible_v<RobinsonParameters<double>, Wxyz>);
static_assert(!std::is_convertible_v<EulerParameters<double>, Wxyz>);
static_assert(!std::is_convertible_v<PassiveMatrix<double>, Dcm<double>>);
static_assert(!std::is_convertible_v<RobinsonH<double>, CayleyKlein<double>>);
static_assert(!std::is_convertible_v<RotationVector<double>, ModifiedRodrigues<double>>);
static_assert(!std::is_convertible_v<Vec3<double>, RotationVector<double>>);
static_assert(!std::is_convertible_v<Vec<double, 4>, Wxyz>);

template <class Q>
concept Turns = requires(Q q, Vec3<double> v) {
    to_world(q, v);
};
static_assert(Turns<Wxyz> && Turns<Dcm<double>>);
static_assert(!Turns<Xyzw> && !Turns<RobinsonParameters<double>> && !Turns<PassiveMatrix<double>>);
template <class A, class B>
concept Composes = requires(A a, B b) {
    compose(a, b);
};
static_assert(Composes<Wxyz, Wxyz> && !Composes<Wxyz, Xyzw> && !Composes<Wxyz, Dcm<double>>);

TEST(Borders, XyzwKeepsEachNumber) {
    const Wxyz q{1, 2, 3, 4};
    const Xyzw p = to_xyzw(q);
    EXPECT_EQ(p.x, 2);
    EXPECT_EQ(p.y, 3);
    EXPECT_EQ(p.z, 4);
    EXPECT_EQ(p.w, 1);
    EXPECT_EQ(from_xyzw(p), q);
}

TEST(Borders, RobinsonsOrderIsReversed) {
    const RobinsonParameters<double> e = to_robinson(Wxyz{1, 2, 3, 4});
    EXPECT_EQ(e.e1, 1);
    EXPECT_EQ(e.e2, 4);
    EXPECT_EQ(e.e3, 3);
    EXPECT_EQ(e.e4, 2);
    EXPECT_EQ(from_robinson(e), (Wxyz{1, 2, 3, 4}));
}

TEST(Borders, EulerParametersAreTheQuaternion) {
    const EulerParameters<double> e = to_euler_parameters(Wxyz{1, 2, 3, 4});
    EXPECT_EQ(e.chi, 1);
    EXPECT_EQ(e.xi, 2);
    EXPECT_EQ(e.eta, 3);
    EXPECT_EQ(e.zeta, 4);
    EXPECT_EQ(from_euler_parameters(e), (Wxyz{1, 2, 3, 4}));
}

// Row m of the passive matrix is moving axis m on the fixed axes.
TEST(Borders, ThePassiveMatrixIsTheTranspose) {
    const Wxyz q = exp_rotation(Vec3<double>{0.1, 0.2, 0.3});
    const Mat3<double> A = to_passive(convert<Dcm>(q)).A_BN;
    EXPECT_LE(norm(A.row(0) - to_world(q, Vec3<double>{1, 0, 0})), 4e-16);
    EXPECT_EQ(from_passive(PassiveMatrix<double>{A}), convert<Dcm>(q));
}

TEST(Borders, HIsTheAdjoint) {
    const CayleyKlein<double> c = CayleyKlein<double>{}.with({1, 2, 3, 4, 5, 6, 7, 8});
    const auto H = to_robinson_h(c);
    EXPECT_EQ(H.H.a12.re, 5);
    EXPECT_EQ(H.H.a12.im, -6);
    EXPECT_EQ(from_robinson_h(H), c);
}

}  // namespace borders_test
}  // namespace polhode
