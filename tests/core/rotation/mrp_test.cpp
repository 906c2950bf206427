// What modified Rodrigues parameters promise beyond the laws of every representation.
#include "polhode/rotation/mrp.hpp"

#include "core/rotation/attitudes.hpp"

namespace polhode {
namespace mrp_test {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

TEST(ModifiedRodrigues, IsTheTangentOfAQuarterOfTheAngle) {
    for (double angle = 0.1; angle < 3.14; angle += 0.1) {
        const auto m = convert<ModifiedRodrigues>(AxisAngle<double>{{0, 1, 0}, angle});
        EXPECT_NEAR(m.y, tan(angle / 4), 4 * epsilon);
        EXPECT_EQ(m.x, 0);
    }
    const auto half_turn = convert<ModifiedRodrigues>(Quaternion<double>{0, 0, 0, 1});
    EXPECT_EQ(half_turn.z, 1);
}

// The shadow is the same attitude; far out, where s^2 would overflow, too.
TEST(ModifiedRodrigues, TheShadowIsTheSameAttitude) {
    for (const double n : {1.5, 3.0, 1e5, 1e160, 1e300}) {
        ModifiedRodrigues<double> m{0.6 * n, 0, -0.8 * n};
        const Quaternion<double> q = to_quaternion(m);
        EXPECT_TRUE(is_finite(q.params()));
        EXPECT_NEAR(norm(q.params()), 1, 4 * epsilon);
        EXPECT_TRUE(rechart(m));
        EXPECT_NEAR(norm(m.params()) * n, 1, 4 * epsilon);
        EXPECT_LE(angle_between(m, q), 4 * epsilon);
    }
    ModifiedRodrigues<double> inside{0.6, 0, -0.8};
    EXPECT_FALSE(rechart(inside));
}

TEST(ModifiedRodrigues, ConversionsTakeTheShorterWay) {
    const auto m = convert<ModifiedRodrigues>(Quaternion<double>{-0.9, 0.1, 0.2, 0.3});
    EXPECT_LT(norm(m.params()), 1);
    EXPECT_LT(m.x, 0);
}

}  // namespace mrp_test
}  // namespace polhode
