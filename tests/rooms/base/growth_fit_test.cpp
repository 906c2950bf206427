#include "polhode/base/growth_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace growth_fit_test {

using namespace polhode;

namespace {

Growth fitted(double (*error)(double), double end = 10, int rows = 200) {
    GrowthFit fit;
    for (int i = 0; i <= rows; ++i) fit.add(end * i / rows, error(end * i / rows));
    return fit.best();
}

}  // namespace

TEST(GrowthFit, FindsEachKindAndItsCoefficient) {
    const Growth c = fitted([](double) { return 3e-9; });
    EXPECT_EQ(c.kind, Growth::Kind::constant);
    EXPECT_NEAR(c.coefficient, 3e-9, 1e-22);
    const Growth l = fitted([](double t) { return -2e-7 * t; });
    EXPECT_EQ(l.kind, Growth::Kind::linear);
    EXPECT_NEAR(l.coefficient, -2e-7, 1e-20);
    const Growth q = fitted([](double t) { return 5e-11 * t * t; });
    EXPECT_EQ(q.kind, Growth::Kind::quadratic);
    EXPECT_NEAR(q.coefficient, 5e-11, 1e-24);
    for (const Growth& g : {c, l, q}) EXPECT_NEAR(g.explained, 1, 1e-12);
}

// An oscillation on top, as large as a third of the drift, does not hide it.
TEST(GrowthFit, SeesThroughOscillation) {
    EXPECT_EQ(fitted([](double t) { return 1e-6 * t + 3e-6 * std::sin(7 * t); }).kind, Growth::Kind::linear);
    EXPECT_EQ(fitted([](double t) { return 1e-7 * t * t + 3e-6 * std::sin(7 * t); }).kind, Growth::Kind::quadratic);
    EXPECT_EQ(fitted([](double t) { return 1e-6 + 3e-7 * std::sin(7 * t); }).kind, Growth::Kind::constant);
}

// Twenty thousand days: powers of t in seconds would reach 1e36.
TEST(GrowthFit, LongTimes) {
    const Growth g = fitted([](double t) { return 1e-15 * t; }, 1.7e9);
    EXPECT_EQ(g.kind, Growth::Kind::linear);
    EXPECT_NEAR(g.coefficient, 1e-15, 1e-27);
}

TEST(GrowthFit, NothingToFit) {
    EXPECT_EQ(GrowthFit().best().kind, Growth::Kind::none);
    EXPECT_EQ(fitted([](double) { return 0.0; }).kind, Growth::Kind::none);
    GrowthFit fit;
    fit.add(0, std::numeric_limits<double>::quiet_NaN());
    fit.add(1, std::numeric_limits<double>::infinity());
    EXPECT_EQ(fit.count(), 0);
    EXPECT_EQ(fit.best().kind, Growth::Kind::none);
    EXPECT_STREQ(name_of(Growth::Kind::quadratic), "quadratic");
}

}  // namespace growth_fit_test
