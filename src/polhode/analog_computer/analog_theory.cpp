#include "polhode/analog_computer/analog_theory.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "polhode/analog/machine.hpp"

namespace polhode {

namespace {

constexpr double sqrt2 = std::numbers::sqrt2;

// Mean over a turn. The integrands are periodic and smooth, or have corners at the knots only: the rectangle rule with
// many points is then good to 1e-8 or better.
double mean_over_turn(const std::function<double(double cosine)>& f, int points) {
    double sum = 0;
    for (int n = 0; n < points; ++n) {
        const double c = std::cos(2 * std::numbers::pi * (n + 0.5) / points);
        sum += f(c);
    }
    return sum / points;
}

}  // namespace

double taken_off(const MultiplierErrors& e, const Vec3<double>& a) {
    double sum = 0;
    for (int i = 0; i < 3; ++i) sum += a[i] * a[i] * e.rates[i] * e.rates[i];
    return sum;
}
double taken_off_on_average(const MultiplierErrors& e) { return e.W() * e.W() / 3; }

double quaternion_length_rate(const MultiplierErrors& e) { return e.s() * e.W() / 2; }
double quaternion_drift_rate(const MultiplierErrors& e) { return e.s() * e.W(); }
double quaternion_apparent_drift_rate(const MultiplierErrors& e, double P, double K, TheoryForm form) {
    const double ratio = P * P / (K * K) / (form == TheoryForm::printed ? sqrt2 : 1);
    return e.s() * e.W() * std::sqrt(1 + ratio);
}
double cosine_rate(const MultiplierErrors& e, double off, TheoryForm form) {
    if (form == TheoryForm::printed) return sqrt2 * e.s() * e.W();
    return e.s() * std::sqrt(e.W() * e.W() - off);
}

namespace {

// The squares hold the length at a wrong value: half of 100/S^2 times the sum of their errors.
double squaring_part(const MultiplierErrors& e, int squares) {
    return 0.5 * 100 / (e.volts_per_unit * e.volts_per_unit) * e.sigma * std::sqrt(squares);
}
double length_error(const MultiplierErrors& e, double W2, const CorrectionGains& g, int squares) {
    const double correction = g.correction_error ? g.K * g.K / (g.C * g.C) : 0;
    const double held = e.s() / (2 * g.K) * std::sqrt(W2 + correction);
    return g.squaring_error ? std::hypot(held, squaring_part(e, squares)) : held;
}

}  // namespace

double quaternion_length_error(const MultiplierErrors& e, const CorrectionGains& g, TheoryForm form) {
    if (form == TheoryForm::printed) return e.s() * e.W() / (2 * g.K);
    return length_error(e, e.W() * e.W(), g, 4);
}
double cosine_length_error(const MultiplierErrors& e, double off, const CorrectionGains& g, TheoryForm form) {
    if (form == TheoryForm::printed) return e.s() * e.W() / (sqrt2 * g.K);
    return length_error(e, e.W() * e.W() - off, g, 3);
}

GainWindow quaternion_gain_window(const MultiplierErrors& e, double C, double tolerance) {
    return {e.s() * e.W() / (2 * tolerance), C * e.W() / 4};
}
GainWindow cosine_gain_window(const MultiplierErrors& e, double C, double tolerance, TheoryForm form) {
    const double bound = form == TheoryForm::printed ? sqrt2 : 1;
    return {bound * e.s() * e.W() / (2 * tolerance), C * e.W() / 4};
}

double secular_factor_of_gain(double S, double rms_range) { return std::sqrt(6.0) / 2 * S / rms_range; }

double secular_factor_of_sine(double S) {
    // sine and cosine parts of the curve; the sine part is odd in the shaft, the cosine part even and averages out
    const double k = 2 * std::numbers::pi * 10 / 200;
    return sqrt2 * std::fabs(mean_over_turn([&](double c) { return c * std::sin(k * S * c); }, 4096));
}

std::vector<double> knot_weights(double S, int knots) {
    const double first = analog::first_knot_volts, last = analog::last_knot_volts;
    const double width = (last - first) / (knots - 1);
    std::vector<double> weights(static_cast<std::size_t>(knots), 0.0);
    const int points = 1 << 18;
    for (int n = 0; n < points; ++n) {
        const double c = std::cos(2 * std::numbers::pi * (n + 0.5) / points);
        const double place = std::clamp((S * c - first) / width, 0.0, static_cast<double>(knots - 1));
        const int cell = std::min(static_cast<int>(place), knots - 2);
        const auto k = static_cast<std::size_t>(cell);
        weights[k] += c * (cell + 1 - place) / points;
        weights[k + 1] += c * (place - cell) / points;
    }
    return weights;
}

double secular_factor_of_knots(double S, int knots) {
    double sum = 0;
    for (double w : knot_weights(S, knots)) sum += w * w;
    return std::sqrt(2 * 1.5 * sum);
}

double secular_factor_of_process(double S, double length) {
    // enough points that neighbours are a quarter of the correlation length apart
    const int points = std::clamp(static_cast<int>(2 * std::numbers::pi * S * 4 / length), 256, 8192);
    std::vector<double> c;
    for (int n = 0; n < points; ++n) c.push_back(std::cos(2 * std::numbers::pi * (n + 0.5) / points));
    double sum = 0;
    for (double a : c)
        for (double b : c) {
            const double d = S * (a - b) / length;
            sum += a * b * std::exp(-0.5 * d * d);
        }
    return std::sqrt(2 * sum) / points;
}

// A covariance is a mixture of waves cos(k d), and an error that is one wave has the factor sqrt(2) |J1(k S)|: the mean
// over a turn of cos(t) exp(i k S cos(t)) is i J1(k S) (Abramowitz and Stegun 9.1.21). |J1| is largest where its
// derivative first vanishes, at 1.8411837813406593 (their table 9.5).
double largest_secular_factor() {
    constexpr double x = 1.8411837813406593;
    constexpr int points = 64;  // of a smooth function over a whole turn: exact to rounding
    double sum = 0;
    for (int n = 0; n < points; ++n) {
        const double c = std::cos(2 * std::numbers::pi * n / points);
        sum += c * std::sin(x * c);
    }
    return std::sqrt(2.0) * sum / points;
}

}  // namespace polhode
