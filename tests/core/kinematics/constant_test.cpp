#include "polhode/kinematics/constant.hpp"

#include <gtest/gtest.h>

namespace polhode {
namespace constant_test {

TEST(ConstantRate, IsTheValueAtAnyTime) {
    const kinematics::Constant<double> rate{{0.1, -0.2, 0.3}};
    EXPECT_EQ(rate(0.0), rate(1e9));
    EXPECT_EQ(rate(5.0), (Vec3<double>{0.1, -0.2, 0.3}));
    EXPECT_EQ(rate.as<float>()(5.0f), (Vec3<float>{0.1f, -0.2f, 0.3f}));
}

}  // namespace constant_test
}  // namespace polhode
