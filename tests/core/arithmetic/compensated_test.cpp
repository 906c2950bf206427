#include "polhode/arithmetic/compensated.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "polhode/arithmetic/counting.hpp"
#include "polhode/integrate/runge_kutta.hpp"

namespace compensated_test {

namespace {

using namespace polhode;

TEST(Compensated, AMillionTenthsAreAHundredThousand) {
    Carried<double, 1> sum{};
    double plain = 0;
    for (int i = 0; i < 1000000; ++i) {
        add(sum, Vec<double, 1>{0.1});
        plain += 0.1;
    }
    // 0.1 is held as 0.1 + 5.55e-18, a million of which make 5.55e-12: below half a unit of 1e5 (7.3e-12)
    EXPECT_EQ(sum.value[0], 100000);
    EXPECT_NEAR(sum.carry[0], 1e6 * 5.551115123125783e-18, 1e-20);
    EXPECT_GT(std::fabs(plain - 100000), 1e-7);
}
TEST(Compensated, IncrementsTooSmallToSeeAreNotLost) {
    Carried<double, 2> sum{{1, -1}, {}};
    for (int i = 0; i < 1 << 20; ++i) add(sum, Vec<double, 2>{0x1p-60, -0x1p-60});
    EXPECT_EQ(sum.value[0], 1 + 0x1p-40);
    EXPECT_EQ(sum.value[1], -1 - 0x1p-40);
    EXPECT_EQ(sum.carry[0], 0);
}
TEST(Compensated, MovedServesBothKinds) {
    const Vec<double, 1> y{1}, slope{3};
    EXPECT_EQ(moved(0x1p-60, slope, y)[0], 1);
    const Carried<double, 1> c = moved(0x1p-60, slope, Carried<double, 1>{y, {}});
    EXPECT_EQ(value_of(c)[0], 1);
    EXPECT_EQ(c.carry[0], 3 * 0x1p-60);
    EXPECT_EQ(&value_of(y), &y);
}
TEST(Compensated, CountsItsOperations) {
    Carried<Counting<double>, 1> sum{};
    const OperationCount before = operations();
    add(sum, Vec<Counting<double>, 1>{1.0});
    EXPECT_EQ((operations() - before).additions, 10);  // exact sum 6, the carry 1, renormalised 3
}
// y' = -y in 2^20 steps of RK4: the truth of the discrete map is a power, the rounding is what differs.
TEST(Compensated, RungeKuttaWithTheCarry) {
    const auto f = [](double, const Vec<double, 1>& y) { return -y; };
    const int n = 1 << 20;
    const double h = 1.0 / n;
    Vec<double, 1> plain{1};
    Carried<double, 1> carried{{1}, {}};
    for (int i = 0; i < n; ++i) {
        plain = integrate::runge_kutta_step<integrate::Rk4>(f, 0.0, plain, h);
        carried = integrate::runge_kutta_step<integrate::Rk4>(f, 0.0, carried, h);
    }
    const double truth = 0.36787944117144233;  // e^-1; truncation of RK4 is h^4/120 = 7e-27
    EXPECT_GT(std::fabs(plain[0] - truth), 1e-14);
    EXPECT_LT(std::fabs(carried.value[0] - truth), 1.2e-16);
}

}  // namespace

}  // namespace compensated_test
