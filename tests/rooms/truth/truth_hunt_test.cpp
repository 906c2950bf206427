// A hunt for problems that fool the truth: a body that turns about one axis under a torque of time, whose rate and
// angle are two integrals that need no integrator. Pulses, steps, trains and chirps of every width and place; every
// method that chooses its own steps must find them.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "polhode/truth/truth.hpp"
#include "support/reference_support.hpp"

namespace polhode {
namespace truth_hunt_test {

using reference::digits;
using reference::Result;
using reference::run_text;

// A torque, or a rate, of time with the times between which it is smooth and of moderate size.
struct Forcing {
    std::string text;
    std::function<long double(long double)> value;
    std::vector<double> cuts;
};

// Integral and double integral over [0, end]: Gauss and Legendre with five points on panels that follow the cuts.
void integrate(const Forcing& f, double end, long double& once, long double& twice) {
    static const long double x[] = {0, 0.538469310105683091036L, 0.906179845938663992798L};
    static const long double w[] = {0.568888888888888888889L, 0.478628670499366468041L, 0.236926885056189087514L};
    std::vector<double> cuts = f.cuts;
    cuts.push_back(0);
    cuts.push_back(end);
    std::sort(cuts.begin(), cuts.end());
    once = twice = 0;
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
        const long double a = std::clamp(cuts[i], 0.0, end), b = std::clamp(cuts[i + 1], 0.0, end);
        constexpr int panels = 24;
        for (int p = 0; p < panels; ++p) {
            const long double half = (b - a) / (2 * panels), middle = a + (2 * p + 1) * half;
            for (int k = -2; k <= 2; ++k) {
                const long double t = middle + (k < 0 ? -1 : 1) * x[std::abs(k)] * half,
                                  v = half * w[std::abs(k)] * f.value(t);
                once += v;
                twice += v * (static_cast<long double>(end) - t);
            }
        }
    }
}

double unit() { return (*rc::gen::inRange(0, 1000001)) / 1e6; }
double log_uniform(double low, double high) { return low * std::pow(high / low, unit()); }

// cuts about a feature at `place`, so that each panel sees a part of it
std::vector<double> around(double place, double width, double reach) {
    std::vector<double> cuts;
    for (double d = width; d < reach * width; d *= 1.5) {
        cuts.push_back(place - d);
        cuts.push_back(place + d);
    }
    cuts.push_back(place);
    return cuts;
}

Forcing smooth_pulse(double place, double width, double height) {
    const std::string x = "((t-" + digits(place) + ")/" + digits(width) + ")", h = digits(height) + "*";
    const long double p = place, s = width, a = height;
    switch (*rc::gen::inRange(0, 5)) {
        case 0:
            return {h + "exp(-" + x + "^2)", [=](long double t) { return a * std::exp(-(t - p) / s * (t - p) / s); },
                    around(place, width, 1e6)};
        case 1:
            return {h + "exp(-(1+" + x + "^2)^0.5+1)",
                    [=](long double t) { return a * std::exp(1 - std::sqrt(1 + (t - p) / s * (t - p) / s)); },
                    around(place, width, 1e6)};
        case 2:
            return {h + "1/(1+" + x + "^2)", [=](long double t) { return a / (1 + (t - p) / s * (t - p) / s); },
                    around(place, width, 1e9)};
        case 3:
            return {h + "(1-tanh(" + x + ")^2)",
                    [=](long double t) {
                        const long double c = std::cosh((t - p) / s);
                        return a / (c * c);
                    },
                    around(place, width, 1e6)};
        default:
            return {h + x + "*exp(-" + x + "^2/2)",
                    [=](long double t) { return a * (t - p) / s * std::exp(-(t - p) / s * (t - p) / s / 2); },
                    around(place, width, 1e6)};
    }
}

Forcing box(double place, double width, double height) {
    const double to = place + width;
    const std::string a = digits(place), b = digits(to), h = digits(height);
    const auto value = [=](long double t) -> long double { return t > place && t < to ? height : 0; };
    switch (*rc::gen::inRange(0, 3)) {
        case 0:
            return {"if(t>" + a + ",if(t<" + b + "," + h + ",0),0)", value, {place, to}};
        case 1:
            return {h + "*(t>" + a + ")*(t<" + b + ")", value, {place, to}};
        default:
            return {h + "*(sign(t-" + a + ")-sign(t-" + b + "))/2", value, {place, to}};
    }
}

std::string problem_of(const std::string& forcing, bool rates) {
    if (rates) return "[rates]\nkind = \"formula\"\nvalue = [\"" + forcing + "\", \"0\", \"0\"]\n";
    return "[body]\ninertia = [1.0, 1.0, 1.0]\n[start]\nrate = [0.0, 0.0, 0.0]\n[[torque]]\nkind = \"formula\"\nvalue "
           "= "
           "[\"" +
           forcing + "\", \"0\", \"0\"]\n";
}

// The result of a method against the integrals.
void judge(const Forcing& f, double end, bool rates, const std::string& integrator, double allowed) {
    long double once, twice;
    integrate(f, end, once, twice);
    const auto angle = static_cast<double>(rates ? once : twice);
    const std::string text = problem_of(f.text, rates) + "[method]\nintegrator = \"" + integrator + "\"\n" +
                             "[run]\nduration = " + digits(end) + "\nsample = " + digits(end) + "\n";
    const Result r = run_text(text);
    const Quaternion<double> q = r.last().q_NB, wanted{std::cos(angle / 2), std::sin(angle / 2), 0, 0};
    const double off = angle_between(q, wanted);
    if (!(off <= allowed * (1 + std::fabs(angle)))) RC_FAIL(text + "angle off by " + digits(off));
    if (rates) return;
    const double rate = static_cast<double>(once), rate_off = std::fabs(r.last().w_NB_B[0] - rate);
    if (!(rate_off <= allowed * (1 + std::fabs(rate)))) RC_FAIL(text + "rate off by " + digits(rate_off));
}

struct Claim {
    std::string integrator;
    double allowed;
};
// taylor, dop853 and dopri5 with their default of 1e-10 a step
Claim any_method() {
    return *rc::gen::elementOf(std::vector<Claim>{
        {"reference", 1e-13}, {"default", 1e-9}, {"taylor", 1e-7}, {"dop853", 1e-7}, {"dopri5", 1e-6}});
}

RC_GTEST_PROP(TruthHunt, PulsesOfEveryWidthAndPlace_Long, ()) {
    const double end = 20, width = log_uniform(1e-4, 2), place = end * unit();
    const Claim claim = any_method();
    judge(smooth_pulse(place, width, log_uniform(0.1, 10)), end, *rc::gen::inRange(0, 3) == 0, claim.integrator,
          claim.allowed);
}

RC_GTEST_PROP(TruthHunt, StepsOfEveryWidthAndPlace_Long, ()) {
    const double end = 20, width = log_uniform(1e-7, 5), place = (end - width) * unit();
    const Claim claim = any_method();
    judge(box(place, width, log_uniform(0.1, 10)), end, *rc::gen::inRange(0, 3) == 0, claim.integrator, claim.allowed);
}

RC_GTEST_PROP(TruthHunt, ChirpsAndTrains_Long, ()) {
    const double end = 5 + 5 * unit(), k = log_uniform(0.1, 30), period = log_uniform(0.2, 3),
                 sharp = log_uniform(3, 300);
    const bool chirp = *rc::gen::inRange(0, 2) == 0;
    const long double kk = k, pp = std::numbers::pi_v<long double> / period, ss = sharp;
    Forcing f;
    if (chirp)
        f = {"sin(" + digits(k) + "*t^2)", [=](long double t) { return std::sin(kk * t * t); }, {}};
    else
        f = {"exp(-(" + digits(sharp) + "*sin(" + digits(static_cast<double>(pp)) + "*t))^2)",
             [=](long double t) {
                 const long double s = ss * std::sin(static_cast<long double>(static_cast<double>(pp)) * t);
                 return std::exp(-s * s);
             },
             {}};
    // cuts finer than anything in it
    const int pieces = chirp ? static_cast<int>(k * end * end) + 4 : static_cast<int>(end / period * sharp) + 4;
    for (int i = 1; i < pieces; ++i) f.cuts.push_back(end * i / pieces);
    const Claim claim = any_method();
    judge(f, end, *rc::gen::inRange(0, 3) == 0, claim.integrator, claim.allowed);
}

}  // namespace truth_hunt_test
}  // namespace polhode
