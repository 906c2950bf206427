#include "polhode/run/rate_rule.hpp"

#include <stdexcept>
#include <utility>

#include "polhode/integrate/rotation_vector_step.hpp"

namespace polhode {

namespace {

using integrate::RateChoice;

// In the order in which they are shown.
const std::vector<std::pair<std::string, RateChoice>>& rate_choices() {
    static const std::vector<std::pair<std::string, RateChoice>> all{
        {"start", RateChoice::start},           {"end", RateChoice::end},
        {"average", RateChoice::average},       {"midpoint", RateChoice::midpoint},
        {"j-cycle", RateChoice::j_cycle},       {"increment", RateChoice::increment},
        {"two-sample", RateChoice::two_sample}, {"increment-previous", RateChoice::increment_previous}};
    return all;
}

RateChoice rate_choice(const std::string& name) {
    for (const auto& [known, choice] : rate_choices())
        if (known == name) return choice;
    throw std::logic_error("no rate of a step is called '" + name + "'");
}

}  // namespace

std::vector<std::string> rate_choice_names() {
    std::vector<std::string> names;
    for (const auto& [name, choice] : rate_choices()) names.push_back(name);
    return names;
}

void resolve_rate_rule(const Problem& problem, const Method& method, const RunSpan&, ResolvedMethod& m) {
    const Values& v = method.integrator_values;
    m.rate = rate_choice(v.text("rate"));
    if (v.has("solver") && v.text("solver") == "adaptive") m.rate.solver = integrate::RateSolver::adaptive;
    if (problem.dynamics() && m.rate.choice == RateChoice::increment_previous)
        v.refuse("rate", "'increment-previous' looks back over given rates; a body under torque has none");
    m.across_rows = v.text("rows") == "across";
    m.start_in_sum = v.has("start_vector") && v.text("start_vector") == "summed";
}

Problem with_rates_across_rows(const Problem& problem) {
    Problem crossed = problem;
    crossed.rates = across_rows(*problem.rates);
    return crossed;
}

}  // namespace polhode
