#include "polhode/sweep/statistics/sweep_student_quantile.hpp"

#include <gtest/gtest.h>

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace polhode {
namespace sweep_student_quantile_test {

// Another computation altogether: Boost inverts the incomplete beta function. With one degree of freedom the quantile
// is a tangent near its pole, which multiplies rounding by 12; with 1500 a term of the sum has come through 2250
// rounded products, which is some 50 half digits of the last place.
TEST(SweepStudentQuantile, IsThatOfBoost_Long) {
    for (int n = 1; n <= 3000; n += n < 1600 ? 1 : 7) {
        const double expected = boost::math::quantile(boost::math::students_t(n), 0.975);
        EXPECT_NEAR(student_975(n) / expected, 1, 2e-14) << n;
    }
    for (const double n : {1e4, 1e6, 1e9, 1e15})
        EXPECT_NEAR(student_975(n) / boost::math::quantile(boost::math::students_t(n), 0.975), 1, 4e-15) << n;
}

TEST(SweepStudentQuantile, NeedsADegreeOfFreedom_Long) { EXPECT_TRUE(std::isnan(student_975(0))); }

}  // namespace sweep_student_quantile_test
}  // namespace polhode
