#include "polhode/rotation/two_vector.hpp"

#include "core/rotation/attitudes.hpp"

namespace polhode {
namespace two_vector_test {

// The numbers are those of Robinson's six, a11 a21 a31 a12 a22 a32 of his passive matrix, in this order.
TEST(TwoVector, AreTheFirstTwoColumnsOfRobinsonsMatrix) {
    const Quaternion<double> q = normalise(Quaternion<double>{0.3, -0.5, 0.7, 0.2});
    const Mat3<double> A = to_passive(Dcm<double>{to_matrix(q)}).A_BN;
    const Vec<double, 6> p = convert<TwoVector>(q).params();
    for (int column = 0; column < 2; ++column)
        for (int row = 0; row < 3; ++row) EXPECT_EQ(p[3 * column + row], A(row, column));
}

// Robinson 1958 eq. 82, last three lines: a13 = a21 a32 - a22 a31 and so on, of his matrix
TEST(TwoVector, ThirdColumnIsTheCrossProduct) {
    const TwoVector<double> r{{0.9, 0.1, -0.2}, {0.05, 1.1, 0.3}};
    const Mat3<double> A = to_matrix(r).transposed();
    EXPECT_NEAR(A(0, 2), A(1, 0) * A(2, 1) - A(1, 1) * A(2, 0), 1e-16);
    EXPECT_NEAR(A(1, 2), A(0, 1) * A(2, 0) - A(0, 0) * A(2, 1), 1e-16);
    EXPECT_NEAR(A(2, 2), A(0, 0) * A(1, 1) - A(0, 1) * A(1, 0), 1e-16);
    const auto nine = shown_numbers(r);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) EXPECT_EQ(nine[3 * i + j], A(j, i));
}

TEST(TwoVector, CosinesPassToAndFromTheMatrixAsTheyAre) {
    const TwoVector<double> off{{0.9, 0.1, -0.2}, {0.05, 1.1, 0.3}};
    EXPECT_EQ(convert(convert(off, Dcm<double>{}), off), off);
}

// The nearest orthonormal pair: what is taken away from the pair is symmetric, B = S^(1/2) (pair).
TEST(TwoVector, NormaliseTakesThePolarFactor) {
    const TwoVector<double> off{{0.9, 0.1, -0.2}, {0.25, 1.1, 0.3}};
    const TwoVector<double> pair = normalise(off);
    EXPECT_NEAR(dot(pair.i_B, pair.i_B), 1, 4e-16);
    EXPECT_NEAR(dot(pair.j_B, pair.j_B), 1, 4e-16);
    EXPECT_NEAR(dot(pair.i_B, pair.j_B), 0, 4e-16);
    EXPECT_NEAR(dot(off.i_B, pair.j_B), dot(off.j_B, pair.i_B), 4e-16);
    EXPECT_GT(dot(off.i_B, pair.i_B), 0);
}

TEST(TwoVector, LengthSurvivesTheQuaternion) {
    const Quaternion<double> q{1.2, -0.4, 0.3, 2.0};
    const Quaternion<double> back = to_quaternion(convert<TwoVector>(q));
    EXPECT_NEAR(norm(back.params()), norm(q.params()), 1e-14);
    EXPECT_LT(angle_between(back, q), 1e-15);
}

}  // namespace two_vector_test
}  // namespace polhode
