// What the nine direction cosines promise beyond the laws of every representation.
#include "polhode/rotation/dcm.hpp"

#include "core/rotation/attitudes.hpp"

namespace polhode {
namespace dcm_test {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

double length(const Mat3<double>& m) {
    return sqrt(dot(m.row(0), m.row(0)) + dot(m.row(1), m.row(1)) + dot(m.row(2), m.row(2)));
}

TEST(Dcm, IsRowByRow) {
    const Dcm<double> d = Dcm<double>{}.with({11, 12, 13, 21, 22, 23, 31, 32, 33});
    EXPECT_EQ(d.R_NB(0, 1), 12);
    EXPECT_EQ(d.R_NB(2, 0), 31);
    EXPECT_EQ(d.params()[5], 23);
}

// Column i is body axis i in the world.
TEST(Dcm, ColumnsAreTheBodyAxes) {
    const Quaternion<double> q = exp_rotation(Vec3<double>{0.4, -0.2, 0.9});
    EXPECT_LE(norm(convert<Dcm>(q).R_NB.column(2) - to_world(q, Vec3<double>{0, 0, 1})), 2 * epsilon);
}

// Robinson 1958 eq. 162: each element equals its cofactor; a11 = a22 a33 - a23 a32 ...
TEST(Dcm, EachElementIsItsCofactor) {
    const Mat3<double> R = to_matrix(exp_rotation(Vec3<double>{1.4, -0.2, 2.2}));
    EXPECT_LE(length(cofactors(R) - R), 8 * epsilon);
    EXPECT_NEAR(determinant(R), 1, 4 * epsilon);
}

// A length n of the quaternion: A A^T = n^4 I, det A = n^6 (Robinson 1958, item 10 with n for the sum of squares)
TEST(Dcm, ANonUnitQuaternionGivesAScaledMatrix) {
    const Quaternion<double> q{1, 2, -1, 3};
    const Mat3<double> R = to_matrix(q);
    EXPECT_LE(length(R * R.transposed() - 225.0 * Mat3<double>::identity()), 1e-12);
    EXPECT_NEAR(determinant(R), 3375, 1e-10);
    EXPECT_LE(norm(matrix_to_quaternion(R).params() - q.params()), 4e-15);
}

// The nearest rotation is nearer than its neighbours, and R^T times the matrix is symmetric (polar decomposition).
TEST(Dcm, NormaliseGivesTheNearestRotation) {
    rc::detail::checkGTest([] {
        const Quaternion<double> q = attitudes::attitude();
        Mat3<double> off = to_matrix(q);
        const double size = pow(10.0, -1.0 * attitudes::integer(0, 13)) * 0.2;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) off(i, j) += size * attitudes::component();
        const Dcm<double> nearest = normalise(Dcm<double>{off});
        RC_ASSERT(defect(nearest) <= 8 * epsilon);
        const Mat3<double> S = nearest.R_NB.transposed() * off;
        RC_ASSERT(length(S - S.transposed()) <= 16 * epsilon);
        const Vec3<double> turn = 1e-3 * attitudes::vector();
        RC_PRE(norm(turn) > 1e-5);
        const Mat3<double> neighbour = nearest.R_NB * to_matrix(exp_rotation(turn));
        RC_ASSERT(length(off - nearest.R_NB) < length(off - neighbour) + 16 * epsilon);
    });
}

TEST(Dcm, NormaliseBringsAScaledMatrixBack) {
    const Mat3<double> R = to_matrix(exp_rotation(Vec3<double>{0.1, 2.0, -0.3}));
    for (const double f : {1e-100, 1e-3, 0.9, 5.0, 1e100}) {
        const Dcm<double> d = normalise(Dcm<double>{f * R});
        EXPECT_LE(length(d.R_NB - R), 8 * epsilon) << f;
    }
}

TEST(Dcm, AReflectionHasNoNearestRotation) {
    EXPECT_FALSE(is_finite(normalise(Dcm<double>{Mat3<double>::diagonal({1, 1, -1})}).params()));
    EXPECT_FALSE(is_finite(normalise(Dcm<double>{Mat3<double>{}}).params()));
}

// Off the constraint by d, the quaternion read from the matrix is that of the nearest rotation up to d^2.
TEST(Dcm, TheQuaternionIsThatOfTheNearestRotation) {
    const double d = 1e-4;
    rc::detail::checkGTest([&] {
        Mat3<double> off = to_matrix(attitudes::attitude());
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) off(i, j) += d * attitudes::component();
        RC_ASSERT(angle_between(matrix_to_quaternion(off), normalise(Dcm<double>{off})) <= 10 * d * d);
    });
}

}  // namespace dcm_test
}  // namespace polhode
