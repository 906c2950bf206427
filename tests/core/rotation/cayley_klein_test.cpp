// What the Cayley-Klein parameters promise beyond the laws of every representation.
#include "polhode/rotation/cayley_klein.hpp"

#include "core/rotation/attitudes.hpp"

namespace polhode {
namespace cayley_klein_test {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

// U = w - i (x sx + y sy + z sz)
TEST(CayleyKlein, IsTheMatrixOfTheQuaternion) {
    CayleyKlein<double> c;
    assign_quaternion(c, Quaternion<double>{1, 2, 3, 4});
    EXPECT_EQ(c.params(), (Vec<double, 8>{1, -4, -3, -2, 3, -2, 1, 4}));
    EXPECT_EQ(to_quaternion(c), (Quaternion<double>{1, 2, 3, 4}));
}

// Unitary with determinant +1 (Robinson 1958 eqs. 18-23)
TEST(CayleyKlein, IsInSu2) {
    CayleyKlein<double> c;
    assign_quaternion(c, exp_rotation(Vec3<double>{0.5, -2.0, 1.0}));
    EXPECT_NEAR(determinant(c.U).re, 1, 2 * epsilon);
    EXPECT_NEAR(determinant(c.U).im, 0, 2 * epsilon);
    EXPECT_LE(defect(c), 4 * epsilon);
}

// A phase that U should not have: unitary still, but not of determinant 1; the defect sees it, normalise removes it.
TEST(CayleyKlein, APhaseIsADefect) {
    CayleyKlein<double> c;
    assign_quaternion(c, exp_rotation(Vec3<double>{0.5, -2.0, 1.0}));
    const double phase = 1e-3;
    const detail::Complex<double> f{cos(phase), sin(phase)};
    const CayleyKlein<double> off{{f * c.U.a11, f * c.U.a12, f * c.U.a21, f * c.U.a22}};
    EXPECT_NEAR(defect(off), 2 * phase, 1e-8);
    EXPECT_LE(defect(normalise(off)), 4 * epsilon);
    EXPECT_LE(norm(normalise(off).params() - c.params()), 4 * epsilon);
    EXPECT_LE(angle_between(off, c), 4 * epsilon);
}

// Eight numbers integrate as eight: the part that is no quaternion turns along and is kept.
TEST(CayleyKlein, KeepsAllEightNumbers) {
    const CayleyKlein<double> c = CayleyKlein<double>{}.with({0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8});
    const CayleyKlein<double> product = compose(c, inverse(c));
    EXPECT_LE(norm(product.params() - CayleyKlein<double>{}.params()), 1e-14);
    const Vec3<double> w{0.3, 0.2, -0.5};
    EXPECT_LE(norm(rate(c, derivative(c, w)) - w), 1e-14);
}

}  // namespace cayley_klein_test
}  // namespace polhode
