// The twelve Euler sequences: what they mean, and how they behave at and next to gimbal lock.
#include "polhode/rotation/euler_angles.hpp"

#include "core/rotation/attitudes.hpp"

namespace polhode {
namespace euler_angles_test {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

static_assert(euler_sequence("zyx") == EulerSequence{2, 1, 0});
static_assert(EulerSequence{} == euler_sequence("zyx"));
static_assert(!euler_sequence("xxz").valid() && !euler_sequence("abc").valid() && !euler_sequence("zyxz").valid());
static_assert(euler_sequence("zxz").repeated() && euler_sequence("zxz").handedness() == 1);
static_assert(!euler_sequence("zyx").repeated() && euler_sequence("zyx").handedness() == -1);

TEST(EulerSequence, AWrongNameLeavesTheSequenceAsItWas) {
    EulerSequence s = euler_sequence("yxy");
    for (const char* wrong : {"", "z", "zy", "zzx", "yxx", "ZYX", "zyxx", "z x", "ijk"})
        EXPECT_FALSE(parse_euler_sequence(wrong, s)) << wrong;
    EXPECT_EQ(s, euler_sequence("yxy"));
}

Quaternion<double> about(int axis, double angle) {
    Vec3<double> v;
    v[axis] = angle;
    return exp_rotation(v);
}
Mat3<double> matrix_about(int axis, double angle) {
    const int j = (axis + 1) % 3, k = (axis + 2) % 3;
    Mat3<double> R = Mat3<double>::identity();
    R(j, j) = R(k, k) = cos(angle);
    R(k, j) = sin(angle);
    R(j, k) = -sin(angle);
    return R;
}
double largest_difference(const Mat3<double>& a, const Mat3<double>& b) {
    double worst = 0;
    for (int i = 0; i < 3; ++i) worst = max(worst, norm((a - b).row(i)));
    return worst;
}

class Sequence : public testing::TestWithParam<const char*> {
 public:
    const EulerSequence s = euler_sequence(GetParam());
    EulerAngles<double> angles(double A, double B, double C) const { return {A, B, C, s}; }
    // the same attitude, extracted again from the quaternion and from the matrix
    EulerAngles<double> from_quaternion(const EulerAngles<double>& a) const {
        EulerAngles<double> r = a;
        assign_quaternion(r, to_quaternion(a));
        return r;
    }
    EulerAngles<double> from_matrix(const EulerAngles<double>& a) const {
        EulerAngles<double> r = a;
        assign_matrix(r, to_matrix(a));
        return r;
    }
    // where the lock is: +-90 deg, or 0 and 180 deg
    std::vector<double> locks() const {
        if (s.repeated()) return {0.0, pi<double>()};
        return {half_pi<double>(), -half_pi<double>()};
    }
};

// Intrinsic: R_i(A) R_j(B) R_k(C). Six sines and cosines and at most three products: 4 epsilon.
TEST_P(Sequence, IsTheProductOfThreeTurns) {
    for (double A = -3.1; A < 3.2; A += 0.7)
        for (double B = -3.1; B < 3.2; B += 0.7)
            for (double C = -3.1; C < 3.2; C += 0.7) {
                const auto a = angles(A, B, C);
                EXPECT_LE(angle_between(to_quaternion(a), about(s.i, A) * about(s.j, B) * about(s.k, C)), 4 * epsilon);
                const Mat3<double> R = matrix_about(s.i, A) * matrix_about(s.j, B) * matrix_about(s.k, C);
                EXPECT_LE(largest_difference(to_matrix(a), R), 4 * epsilon);
            }
}

// Regular angles come back; A and C are as ill-determined as 1/distance from the lock.
TEST_P(Sequence, AnglesComeBack) {
    for (double A = -3.1; A < 3.2; A += 0.31)
        for (double distance = 1e-6; distance < 3.1; distance *= 1.7)
            for (double C = -3.1; C < 3.2; C += 0.31) {
                const double B = s.repeated() ? distance : half_pi<double>() - distance;
                const auto a = angles(A, B, C);
                for (const auto& r : {from_quaternion(a), from_matrix(a)}) {
                    const double bound = 16 * epsilon / sin(distance);
                    EXPECT_NEAR(r.B, B, 8 * epsilon) << A << " " << B << " " << C;
                    EXPECT_NEAR(r.A, A, bound) << A << " " << B << " " << C;
                    EXPECT_NEAR(r.C, C, bound) << A << " " << B << " " << C;
                }
            }
}

TEST_P(Sequence, RangesAreThoseDocumented) {
    const double lowest = s.repeated() ? 0 : -half_pi<double>(),
                 highest = s.repeated() ? pi<double>() : half_pi<double>();
    rc::detail::checkGTest([&] {
        const auto q = attitudes::attitude();
        EulerAngles<double> fq = angles(0, 0, 0), fm = fq;
        assign_quaternion(fq, q);
        assign_matrix(fm, to_matrix(q));
        for (const auto& r : {fq, fm}) {
            RC_ASSERT(abs(r.A) <= pi<double>());
            RC_ASSERT(abs(r.C) <= pi<double>());
            RC_ASSERT(lowest <= r.B);
            RC_ASSERT(r.B <= highest);
        }
    });
}

// At the lock the third angle is exactly 0, the second is the lock, and the attitude is right.
TEST_P(Sequence, AtTheLockTheThirdAngleIsZero) {
    for (const double B : locks())
        for (double A = -3; A < 3.1; A += 0.37)
            for (double C = -3; C < 3.1; C += 0.37) {
                const auto a = angles(A, B, C);
                for (const auto& r : {from_quaternion(a), from_matrix(a)}) {
                    EXPECT_EQ(r.C, 0) << A << " " << B << " " << C;
                    EXPECT_FALSE(detail::sign_bit(r.C));
                    EXPECT_NEAR(r.B, B, 4 * epsilon);
                    EXPECT_LE(angle_between(r, a), 12 * epsilon) << A << " " << B << " " << C;
                }
            }
}

// Next to it: the second angle and the attitude are right to rounding, whatever A and C are.
TEST_P(Sequence, NextToTheLockTheAttitudeIsRight) {
    for (const double lock : locks())
        for (int k = 3; k <= 15; ++k)
            for (const double side : {-1.0, 1.0})
                for (double A = -3; A < 3.1; A += 0.7)
                    for (double C = -3; C < 3.1; C += 0.7) {
                        const auto a = angles(A, lock + side * pow(10.0, -1.0 * k), C);
                        for (const auto& r : {from_quaternion(a), from_matrix(a)}) {
                            EXPECT_LE(angle_between(r, a), 12 * epsilon) << A << " " << a.B << " " << C;
                            // beyond the lock the other set of angles takes over, as far on this side of it
                            EXPECT_NEAR(abs(r.B - lock), abs(a.B - lock), 4 * epsilon) << A << " " << a.B << " " << C;
                        }
                    }
}

// A tilt far below epsilon is a good attitude for a set with a repeated axis, and keeps its direction.
TEST_P(Sequence, ATinyTiltKeepsItsDirection) {
    if (!s.repeated()) return;
    for (const double B : {1e-18, 1e-30, 1e-100, 1e-300}) {
        const auto r = from_quaternion(angles(0.4, B, 1.9));
        EXPECT_NEAR(r.A, 0.4, 8 * epsilon);
        EXPECT_NEAR(r.B / B, 1, 8 * epsilon);
        EXPECT_NEAR(r.C, 1.9, 8 * epsilon);
    }
}

// A single turn about one axis gives exactly one angle.
TEST_P(Sequence, ATurnAboutTheFirstAxisIsOneAngle) {
    EulerAngles<double> r = angles(0, 0, 0);
    assign_quaternion(r, about(s.i, 0.5));
    EXPECT_NEAR(r.A, 0.5, epsilon);
    EXPECT_EQ(r.B, 0);
    EXPECT_EQ(r.C, 0);
    assign_matrix(r, matrix_about(s.i, 0.5));
    EXPECT_NEAR(r.A, 0.5, epsilon);
    EXPECT_EQ(r.B, 0);
    EXPECT_EQ(r.C, 0);
}

// A length is dropped: the angles of a scaled matrix or quaternion are those of the rotation.
TEST_P(Sequence, LengthDoesNotMatter) {
    const auto a = angles(0.3, 0.8, -1.2);
    for (const double f : {1e-3, 7.0}) {
        EulerAngles<double> r = a;
        assign_quaternion(r, Quaternion<double>{}.with(f * to_quaternion(a).params()));
        EXPECT_LE(norm(r.params() - a.params()), 16 * epsilon);
        assign_matrix(r, f * to_matrix(a));
        EXPECT_LE(norm(r.params() - a.params()), 16 * epsilon);
    }
}

// At the lock the rates of the angles are beyond any bound while the rate from them stays regular.
TEST_P(Sequence, RatesGrowAsOneOverTheDistance) {
    const Vec3<double> w{0.3, -0.4, 0.5};
    const double lock = locks()[0];
    for (int k = 2; k <= 8; ++k) {
        const double d = pow(10.0, -1.0 * k), toward = s.repeated() ? d : -d;
        const auto near = derivative(angles(0.2, lock + toward, 0.1), w);
        const auto nearer = derivative(angles(0.2, lock + toward / 10, 0.1), w);
        EXPECT_NEAR(nearer[0] / near[0], 10, 0.01);
        EXPECT_NEAR(nearer[1], near[1], 1e-12);
    }
    EXPECT_TRUE(is_finite(rate(angles(0.2, lock, 0.1), Vec3<double>{1, 2, 3})));
}

INSTANTIATE_TEST_SUITE_P(All, Sequence, testing::ValuesIn(attitudes::sequences),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace euler_angles_test
}  // namespace polhode
