// Eigen types in and out: same numbers, same meaning.
#include "polhode/eigen.hpp"

#include <gtest/gtest.h>

namespace polhode {
namespace eigen_test {

TEST(Eigen, VectorsGoBothWays) {
    const Vec3<double> v{1, 2, 3};
    EXPECT_EQ(to_eigen(v), Eigen::Vector3d(1, 2, 3));
    EXPECT_EQ(vec_from_eigen(Eigen::Vector3d(1, 2, 3)), v);
    EXPECT_EQ(vec_from_eigen(2.0 * Eigen::Vector3d(1, 2, 3)), 2.0 * v);
    EXPECT_EQ((to_eigen(Vec<float, 4>{1, 2, 3, 4})), Eigen::Vector4f(1, 2, 3, 4));
}

// Eigen stores matrices by columns, Polhode by rows.
TEST(Eigen, MatricesGoBothWays) {
    Mat3<double> m;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) m(i, j) = 10 * i + j;
    const Eigen::Matrix3d e = to_eigen(m);
    EXPECT_EQ(e(0, 2), 2);
    EXPECT_EQ(e(2, 0), 20);
    EXPECT_EQ(mat_from_eigen(e), m);
    EXPECT_EQ(mat_from_eigen(e.transpose()), m.transposed());
}

// Eigen's constructor is (w, x, y, z) but its coefficients are stored (x, y, z, w).
TEST(Eigen, QuaternionsGoByName) {
    const Quaternion<double> q_NB = exp_rotation(Vec3<double>{0.2, -0.5, 0.9});
    const Eigen::Quaterniond e = to_eigen(q_NB);
    EXPECT_EQ(e.w(), q_NB.w);
    EXPECT_EQ(e.coeffs()[3], q_NB.w);
    EXPECT_EQ(e.x(), q_NB.x);
    EXPECT_EQ(quaternion_from_eigen(e), q_NB);
    // an attitude means the same in both
    const Vec3<double> v_B{1, -2, 3};
    EXPECT_LE((e * to_eigen(v_B) - to_eigen(to_world(q_NB, v_B))).norm(), 4e-15);
    EXPECT_LE((e.toRotationMatrix() - to_eigen(convert<Dcm>(q_NB))).norm(), 4e-15);
    EXPECT_LE(angle_between(dcm_from_eigen(e.toRotationMatrix()), q_NB), 4e-15);
}

TEST(Eigen, AxisAndAngleGoBothWays) {
    const Eigen::AngleAxisd e(0.7, Eigen::Vector3d::UnitY());
    const AxisAngle<double> a = axis_angle_from_eigen(e);
    EXPECT_EQ(a, (AxisAngle<double>{{0, 1, 0}, 0.7}));
    EXPECT_EQ(to_eigen(a).angle(), 0.7);
    EXPECT_EQ(to_eigen(a).axis(), e.axis());
}

}  // namespace eigen_test
}  // namespace polhode
