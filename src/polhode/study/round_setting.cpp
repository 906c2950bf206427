#include "polhode/study/round_setting.hpp"

#include <fmt/format.h>

#include <cmath>

#include "polhode/base/parse_number.hpp"

namespace polhode {

namespace {

// digits x 10^exponent, correctly rounded
double decimal(long digits, int exponent) { return parse_number(fmt::format("{}e{}", digits, exponent)).value_or(0); }

struct TwoDigits {
    long digits;  // 10 to 99
    int exponent;
    double value() const { return decimal(digits, exponent); }
    TwoDigits next_below() const { return digits > 10 ? TwoDigits{digits - 1, exponent} : TwoDigits{99, exponent - 1}; }
};

TwoDigits not_above(double x) {
    TwoDigits d{99, static_cast<int>(std::floor(std::log10(x * (1 + 1e-9)))) - 1};
    while (d.value() > x * (1 + 1e-12)) d = d.next_below();
    return d;
}

}  // namespace

double round_down_to_two_digits(double x) { return x > 0 ? not_above(x).value() : 0; }

double round_step(double step, double sample) {
    if (!(step > 0)) return 0;
    const TwoDigits largest = not_above(step);
    for (TwoDigits d = largest; sample > 0 && d.value() >= 0.75 * step; d = d.next_below()) {
        const double ratio = sample / d.value();
        if (ratio > 0.5 && std::fabs(ratio - std::round(ratio)) <= 1e-9 * ratio) return d.value();
    }
    return largest.value();
}

}  // namespace polhode
