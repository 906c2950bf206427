// What the search for the cheapest method says to programs.
#include <cmath>
#include <nlohmann/json.hpp>

#include "polhode/base/version.hpp"
#include "polhode/output/summary.hpp"
#include "polhode/scenario/method_line.hpp"
#include "polhode/scenario/scenario_writer.hpp"
#include "polhode/study/budget.hpp"
#include "polhode/study/budget_search.hpp"

namespace polhode {

namespace {

using Json = nlohmann::ordered_json;

Json number(const std::optional<double>& x) { return x && std::isfinite(*x) ? Json(*x) : Json(nullptr); }
Json three(const Vec3<double>& v) { return Json::array({v[0], v[1], v[2]}); }

// What a setting had to pass.
Json tried_json(const BudgetAnswer& answer) {
    namespace rules = budget_rules;
    const BudgetProblems& p = answer.problems;
    Json starts = Json::array();
    for (std::size_t k = 1; k < p.all.size(); ++k)
        starts.push_back(
            {{"turned_by_rad", three(p.all[k].start.turn)},
             {"rate_added_rad_s", three(p.all[k].problem.dynamics() ? p.all[k].start.rate : Vec3<double>{})}});
    const std::size_t more = answer.confirmed.all.size();
    return {{"margin", rules::margin},
            {"more_starts_for_the_recommended", more > p.all.size() ? more - p.all.size() : 0},
            {"duration_s", p.duration},
            {"longest_duration_s", p.longest},
            {"other_starts", starts},
            {"standard_deviations_kept_free", rules::deviations},
            {"neighbour_step", rules::neighbour},
            {"neighbour_tolerances", {rules::neighbour, rules::coarser_tolerance}},
            {"neighbour_may_be_worse_by", rules::much_worse},
            {"disturbance_may_grow_by", rules::harmless_growth},
            {"not_tried", p.left_out}};
}

Json proof_of(const BudgetProof& proof) {
    if (proof.errors.empty()) return nullptr;
    return {{"error_over_longest_duration", number(proof.errors.front())},
            {"errors_from_other_starts", std::vector<double>(proof.errors.begin() + 1, proof.errors.end())},
            {"neighbour", proof.neighbour > 0 ? Json(proof.neighbour) : Json(nullptr)},
            {"neighbour_error", proof.neighbour > 0 ? number(proof.neighbour_error) : Json(nullptr)},
            {"disturbance_grows_by", number(proof.growth)}};
}

Json described(const BudgetCandidate& c) {
    Json one{{"method", candidate_name(c.method)},
             {"line", method_line(c.method)},
             {"scenario_lines", method_table_text(c.method)},
             {"step_s", number(c.method.step)},
             {"tolerance", number(c.method.tolerance)},
             {"meets_budget", c.meets},
             {"fixed_step", c.fixed_step},
             {"without_transcendental_functions",
              c.cost.known ? Json(c.cost.without_elementary_functions()) : Json(nullptr)},
             {"error", number(c.trial.error)},
             {"proof", proof_of(c.proof)},
             {"evaluations", c.trial.evaluations},
             {"flops", number(c.flops)},
             {"cpu_s", c.trial.cpu_seconds}};
    Json refused = Json::array();
    for (const BudgetRefusal& r : c.refused)
        refused.push_back({{c.fixed_step ? "step_s" : "tolerance", r.setting}, {"why", r.why}});
    one["refused"] = refused;
    if (!c.remark.empty()) one["remark"] = c.remark;
    return one;
}

}  // namespace

std::string budget_json(const Scenario& scenario, const BudgetAnswer& answer, int indent) {
    const Entry& measure = measure_entry(answer.request.measure);
    const auto chosen = [&](std::optional<std::size_t> i) {
        return i ? described(answer.candidates[*i]) : Json(nullptr);
    };
    Json all{{"polhode_version", version()},
             {"scenario", scenario.file},
             {"settings", scenario.settings},
             {"measure", measure.name},
             {"unit", measure.unit},
             {"at", answer.request.largest ? "max" : "end"},
             {"budget", answer.request.budget},
             {"tried", tried_json(answer)},
             {"truth", answer.truth},
             {"status", answer.interrupted ? "interrupted" : "complete"},
             {"cheapest", {{"by_cpu_time", chosen(answer.by_cpu)}, {"by_flops", chosen(answer.by_flops)}}},
             {"cheapest_fixed_step_without_transcendental_functions",
              {{"by_cpu_time", chosen(answer.plain_by_cpu)}, {"by_flops", chosen(answer.plain_by_flops)}}}};
    Json candidates = Json::array();
    for (const BudgetCandidate& c : answer.candidates) candidates.push_back(described(c));
    all["candidates"] = candidates;
    return all.dump(indent);
}

}  // namespace polhode
