// What the rotation vector promises beyond the laws of every representation: the Bortz equation from zero to two pi.
#include "polhode/rotation/rotation_vector.hpp"

#include <cmath>

#include "core/rotation/attitudes.hpp"

namespace polhode {
namespace rotation_vector_test {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

// The factor of v x (v x w) in long arithmetic: (1 - x cot x)/(4 x^2), x = |v|/2, by its series where that cancels
// (1/12 + v^2/720 + v^4/30240 + v^6/1209600, the Bernoulli numbers).
long double bortz_factor(long double v) {
    if (v < 1e-2L) {
        const long double z = v * v;
        return 1 / 12.0L + z / 720 + z * z / 30240 + z * z * z / 1209600;
    }
    const long double x = v / 2;
    return (1 - x * std::cos(x) / std::sin(x)) / (4 * x * x);
}

// v along z, w along x: v' = (1 - c v^2, v/2, 0). Near 2 pi the factor itself has condition 1/(2 pi - v).
TEST(RotationVector, BortzEquationFromZeroToTwoPi) {
    double largest = 0;
    for (double v = 1e-12; v < 6.28; v = v < 0.1 ? v * 3 : v + 0.01) {
        const Vec<double, 3> d = derivative(RotationVector<double>{0, 0, v}, Vec3<double>{1, 0, 0});
        const long double expected = 1 - bortz_factor(v) * v * v;
        const double bound = 4 * epsilon * (1 + v / (2 * pi<double>() - v));
        EXPECT_NEAR(d[0], static_cast<double>(expected), bound) << v;
        EXPECT_EQ(d[1], v / 2);
        EXPECT_EQ(d[2], 0);
        largest = max(largest, abs(d[0]));
    }
    EXPECT_GT(largest, 50) << "the pole at two pi was not approached";
}

TEST(RotationVector, AtZeroTheDerivativeIsTheRate) {
    const Vec3<double> w{1, 2, 3};
    EXPECT_EQ(derivative(RotationVector<double>{}, w), w);
    EXPECT_EQ(rate(RotationVector<double>{}, w), w);
    EXPECT_EQ(derivative(RotationVector<double>{1e-300, 0, 0}, w), w);
}

// Both sides of the place where a series gives way to the closed form.
TEST(RotationVector, SeriesAndClosedFormMeet) {
    for (const double x : {1.25, 2.0}) {
        const double below = x * (1 - 1e-15), above = x;
        EXPECT_NEAR(detail::sine_minus_x_cosine_over_cube(below, sin(below), cos(below)),
                    detail::sine_minus_x_cosine_over_cube(above, sin(above), cos(above)), 8 * epsilon);
        EXPECT_NEAR(detail::x_minus_sine_over_cube(below, sin(below)),
                    detail::x_minus_sine_over_cube(above, sin(above)), 4 * epsilon);
    }
}

// Up to two pi the rate comes back: 24 roundings of numbers as large as the derivative.
TEST(RotationVector, RateComesBackUpToTwoPi) {
    for (double n = 0.1; n < 6.28; n += 0.07) {
        const RotationVector<double> r{n * 0.36, n * -0.48, n * 0.8};
        const Vec3<double> w{0.3, 0.9, -0.4};
        EXPECT_LE(norm(rate(r, derivative(r, w)) - w), 24 * epsilon * (1 + norm(derivative(r, w)))) << n;
    }
}

TEST(RotationVector, RechartsBeyondHalfATurn) {
    const double p = pi<double>();
    RotationVector<double> r{0, 0, p};
    EXPECT_FALSE(rechart(r));
    r = {0, 0, p + 0.5};
    EXPECT_TRUE(rechart(r));
    EXPECT_NEAR(r.z, 0.5 - p, 4 * epsilon);
    // the rate goes on as it was
    const RotationVector<double> before{1.2, -2.1, 2.4};
    RotationVector<double> after = before;
    EXPECT_TRUE(rechart(after));
    const Vec3<double> w{0.3, 0.9, -0.4};
    EXPECT_LE(norm(rate(before, derivative(before, w)) - rate(after, derivative(after, w))), 32 * epsilon);
}

}  // namespace rotation_vector_test
}  // namespace polhode
