#include "polhode/base/interval.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "polhode/arithmetic/series.hpp"
#include "polhode/input/expression.hpp"

namespace polhode {
namespace interval_test {

double unit() { return (*rc::gen::inRange(-1000000, 1000001)) / 1e6; }

// Sizes from 1e-6 to 1e6, both signs.
double number() { return unit() * std::pow(10.0, *rc::gen::inRange(-6, 7)); }

Interval interval() {
    const double a = number(), b = *rc::gen::inRange(0, 3) == 0 ? a : a + std::fabs(number());
    return {a, b};
}
// A number in it, its ends now and then.
double inside(const Interval& x) {
    const int where = *rc::gen::inRange(0, 12);
    if (where == 0) return x.lo;
    if (where == 1) return x.hi;
    return std::clamp(x.lo + 0.5 * (1 + unit()) * (x.hi - x.lo), x.lo, x.hi);
}
void holds(const Interval& enclosure, double value) {
    if (std::isnan(value)) return;  // outside the function's domain
    RC_ASSERT(enclosure.lo <= value);
    RC_ASSERT(value <= enclosure.hi);
}

RC_GTEST_PROP(Interval, EveryOperationEnclosesEveryResult, ()) {
    const Interval x = interval(), y = interval();
    const double a = inside(x), b = inside(y);
    holds(x + y, a + b);
    holds(x - y, a - b);
    holds(x * y, a * b);
    holds(x / y, a / b);
    holds(sqrt(x), std::sqrt(a));
    holds(exp(x), std::exp(a));
    holds(log(x), std::log(a));
    holds(sinh(x), std::sinh(a));
    holds(cosh(x), std::cosh(a));
    holds(tanh(x), std::tanh(a));
    holds(atan2(x, y), std::atan2(a, b));
    holds(pow(x, y), std::pow(a, b));
    Interval sine, cosine;
    sincos(x, sine, cosine);
    holds(sine, std::sin(a));
    holds(cosine, std::cos(a));
}

// Coefficients about every point of an interval: what the guard of formulas rests on.
RC_GTEST_PROP(Interval, SeriesEncloseTheCoefficientsAtEveryPoint, ()) {
    const std::string text = *rc::gen::element<std::string>(
        "10*exp(-((t-5.05)/0.02)^2)", "sin(3*t^2)", "1/(1+((t-2)/0.1)^2)", "tanh((t-3)/0.01)", "t^5/(1+t)",
        "sqrt(1+t^2)*cos(t)", "exp(-t)*sin(40*t)", "log(2+sin(t))", "(1+t)^1.5", "atan2(t,1+t^2)");
    const Expression formula(text, {"t"});
    const double begin = 5 * (1 + unit()), length = std::pow(10.0, *rc::gen::inRange(-4, 1)) * (1 + unit());
    const Interval span(begin, begin + length);
    constexpr int order = 12;
    Series<Interval>::order = order;
    Series<Interval> t(span);
    t.grow(1) = Interval(1.0);
    const Series<Interval> enclosed = formula(&t);
    Series<double>::order = order;
    Series<double> point(inside(span));
    point.grow(1) = 1;
    const Series<double> value = formula(&point);
    // a coefficient in double has its own rounding, of the size of what it was made of
    double largest = 0;
    for (int k = 0; k <= order; ++k) {
        largest = std::max(largest, std::fabs(value.at(k)));
        if (!std::isfinite(value.at(k))) return;
        const double rounding = 1e-9 * largest;
        RC_ASSERT(enclosed.at(k).lo - rounding <= value.at(k));
        RC_ASSERT(value.at(k) <= enclosed.at(k).hi + rounding);
    }
}

TEST(Interval, TheWholeLineWhereNothingIsKnown) {
    const Interval both(-1.0, 1.0);
    EXPECT_FALSE(is_finite(Interval(1.0) / both));
    EXPECT_FALSE(is_finite(log(both)));
    EXPECT_FALSE(is_finite(sqrt(Interval(-2.0, -1.0))));
    EXPECT_EQ(Interval(3.0, 20.0).magnitude(), 20);
}

}  // namespace interval_test
}  // namespace polhode
