#include "polhode/sweep/results/sweep_report_style.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "polhode/base/readable.hpp"
#include "polhode/sweep/definition/sweep.hpp"

namespace polhode {

namespace {

int exponent(double x) { return static_cast<int>(std::floor(std::log10(std::fabs(x)))); }

std::string fixed(double x, int places) {
    const std::string text = fmt::format("{:.{}f}", x, std::max(places, 0));
    return text.find_first_not_of("-0.") == std::string::npos && text[0] == '-' ? text.substr(1) : text;
}
std::string scientific(double x, int digits) { return fmt::format("{:.{}e}", x, std::clamp(digits, 1, 17) - 1); }

// A number of which no spread is known.
std::string alone(double x, double size) { return readable(x, size >= 1e6 && size < 1e12 ? 12 : 6); }

// Whether numbers up to this size, of which the last digit that counts is so many places behind the point, are written
// without an exponent: where that takes no zeros in place of digits.
bool without_exponent(double size, int places) {
    return size >= 1e-4 && (size < 1e7 || places >= 0) && exponent(size) + places < 17;
}

}  // namespace

std::string count_of(std::uint64_t n) { return readable_count(static_cast<long>(n)); }

std::string percentile_name(double percent) { return readable(percent, 12) + " %"; }

SweepNumberStyle::SweepNumberStyle(const std::vector<double>& values, double deviation) {
    for (const double x : values)
        if (std::isfinite(x)) {
            size_ = std::max(size_, std::fabs(x));
            whole_ = whole_ && x == std::floor(x);
        }
    whole_ = whole_ && size_ < 1e7;
    spreads_ = deviation > 0 && std::isfinite(deviation) && size_ > 0;
    if (!spreads_) return;
    places_ = 2 - exponent(deviation);
    fixed_ = without_exponent(size_, places_);
}

std::string SweepNumberStyle::operator()(double x) const {
    if (x == never_s) return "never";
    if (!std::isfinite(x)) return "-";
    if (whole_) return fixed(x, 0);
    if (!spreads_) return alone(x, size_);
    if (!fixed_) return x == 0 ? "0" : scientific(x, std::max(exponent(x) + places_ + 1, 4));
    const int places = std::max(places_, 0);
    if (x == 0) return fixed(x, places);
    // small ones beside large ones keep three digits
    const int more = 2 - exponent(x) - places;
    return more > 4 ? scientific(x, 3) : fixed(x, places + std::max(more, 0));
}

std::string with_half(const SweepEstimate& e) {
    if (!std::isfinite(e.value)) return "-";
    const double half = (e.high - e.low) / 2;
    if (!(half > 0) || !std::isfinite(half)) return alone(e.value, std::fabs(e.value));
    const int places = 1 - exponent(half);
    if (without_exponent(std::max(std::fabs(e.value), half), places))
        return fixed(e.value, places) + " ± " + fixed(half, places);
    const int digits = e.value == 0 ? 2 : std::max(exponent(e.value) + places + 1, 2);
    return scientific(e.value, digits) + " ± " + scientific(half, 2);
}

std::string with_ends(const SweepEstimate& e) {
    const double below = e.value - e.low, above = e.high - e.value;
    const double shorter = below > 0 && above > 0 ? std::min(below, above) : std::max(below, above);
    if (!(shorter > 0)) return readable(e.value);
    const int places = 1 - exponent(shorter);
    const bool plain = without_exponent(e.high, places);
    const auto text = [&](double x) {
        return x == 0 || x == 1 ? readable(x) : plain ? fixed(x, places) : scientific(x, 2);
    };
    return text(e.value) + " (" + text(e.low) + " to " + text(e.high) + ")";
}

SweepNumberStyle style_of(const SweepOutcomeStatistics& one) {
    std::vector<double> values{one.lowest.value, one.highest.value};
    for (const SweepPercentile& p : one.percentiles) values.push_back(p.estimate.value);
    return SweepNumberStyle(values, one.deviation.value);
}

std::string with_unit_of(const SweepOutcome& outcome) {
    const std::string name = without_control_characters(outcome.name);
    return outcome.unit.empty() || outcome.unit == "1" ? name : name + ", " + without_control_characters(outcome.unit);
}

std::vector<std::size_t> shown_outcomes(const Sweep& sweep) {
    std::vector<std::size_t> declared, all;
    for (std::size_t o = 0; o < sweep.outcomes.size(); ++o) {
        all.push_back(o);
        if (!sweep.outcomes[o].of_final_state) declared.push_back(o);
    }
    return declared.empty() ? all : declared;
}

}  // namespace polhode
