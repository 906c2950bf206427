#include "polhode/closed_form/cycle.hpp"

#include <cmath>
#include <numbers>

#include "polhode/closed_form/top_analysis.hpp"

namespace polhode {

namespace {

std::optional<Cycle> turn(double rate, const char* what) {
    if (!(std::fabs(rate) > 0) || !std::isfinite(rate)) return std::nullopt;
    return Cycle{2 * std::numbers::pi / std::fabs(rate), what};
}

bool usable(double seconds) { return seconds > 0 && std::isfinite(seconds); }

}  // namespace

std::optional<Cycle> cycle_of(const Problem& problem) {
    if (problem.rates) {
        const auto& rates = problem.rates->rates;
        if (const auto* benchmark = std::get_if<kinematics::Benchmark<double>>(&rates))
            return turn(benchmark->rate(), "turn of the benchmark");
        if (const auto* coning = std::get_if<kinematics::Coning<double>>(&rates)) return turn(coning->rate(), "cone");
        try {
            RatesFunction<double> rate(*problem.rates);
            return turn(norm(rate(0.0)), "turn at the starting rate");
        } catch (const std::exception&) {
            return std::nullopt;  // a table that does not begin at 0
        }
    }
    if (const auto top = analyse_top(problem); top && usable(top->nutation_period))
        return Cycle{top->nutation_period, "nutation"};
    if (const auto motion = analyse_free(problem); motion && usable(motion->polhode_period))
        return Cycle{motion->polhode_period, "polhode"};
    return turn(norm(problem.start.rate), "turn at the starting rate");
}

}  // namespace polhode
