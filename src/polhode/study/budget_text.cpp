// What the search for the cheapest method says to people.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "polhode/base/parse_number.hpp"
#include "polhode/base/readable.hpp"
#include "polhode/base/shortest.hpp"
#include "polhode/base/terminal/text_table.hpp"
#include "polhode/input/toml_text.hpp"
#include "polhode/output/summary.hpp"
#include "polhode/scenario/scenario_writer.hpp"
#include "polhode/study/budget.hpp"
#include "polhode/study/budget_search.hpp"

namespace polhode {

namespace {

std::string setting_of(const Method& m) {
    if (m.tolerance) return "tolerance " + readable(*m.tolerance, 3);
    if (m.step) return "step " + readable(*m.step, 4) + " s";
    return "";
}

std::string with_setting(const BudgetCandidate& c) {
    const std::string setting = setting_of(c.method);
    return candidate_name(c.method) + (setting.empty() ? "" : " with " + setting);
}

// "rk4 with step 0.01 s (12 ms of CPU time, 1e+06 flops, error 3e-07)", and the cheapest by operations where that is
// another one
std::string price(const BudgetAnswer& answer, std::size_t by_cpu, std::optional<std::size_t> by_flops) {
    const BudgetCandidate& c = answer.candidates[by_cpu];
    std::string text = fmt::format("{} ({} of CPU time", with_setting(c), readable_seconds(c.trial.cpu_seconds));
    if (c.flops) text += fmt::format(", {} flops", readable(*c.flops, 3));
    text += fmt::format(", error {})", readable(c.trial.error, 2));
    if (by_flops && *by_flops != by_cpu) {
        const BudgetCandidate& f = answer.candidates[*by_flops];
        text += fmt::format(", and by counted operations {} ({} flops, {}, error {})", with_setting(f),
                            readable(*f.flops, 3), readable_seconds(f.trial.cpu_seconds), readable(f.trial.error, 2));
    }
    return text;
}

std::string sentences(const BudgetAnswer& answer) {
    const Entry& measure = measure_entry(answer.request.measure);
    const std::string limit =
        fmt::format("{} error of at most {} {} {}", measure.name, readable(answer.request.budget, 3), measure.unit,
                    answer.request.largest ? "all the way" : "at the end");
    std::string text;
    if (answer.by_cpu)
        text += fmt::format("For a {} the cheapest is {}.\n", limit, price(answer, *answer.by_cpu, answer.by_flops));
    else
        text += fmt::format("No method reaches a {}.\n", limit);
    if (answer.plain_by_cpu)
        text += fmt::format("With a fixed step and without transcendental functions it is {}.\n",
                            price(answer, *answer.plain_by_cpu, answer.plain_by_flops));
    else
        text += "With a fixed step and without transcendental functions none does.\n";
    return text;
}

// What stands behind the answer.
std::string tried_text(const BudgetAnswer& answer) {
    namespace rules = budget_rules;
    const BudgetProblems& p = answer.problems;
    const double budget = answer.request.budget;
    std::string text = fmt::format(
        "\ntried, each method with round steps or tolerances:\n"
        "  the problem itself over {} s: the error stays within half the budget, {}\n",
        readable(p.duration, 6), readable(rules::margin * budget, 3));
    text += fmt::format("  {} over {} s: within half the budget too\n",
                        p.all.size() > 1 ? fmt::format("this start and {} others (turned by 0.05 rad, 5 % of the "
                                                       "largest rate added)",
                                                       p.all.size() - 1)
                                         : "this start",
                        readable(p.longest, 6));
    if (const std::size_t more = answer.confirmed.all.size(); more > p.all.size())
        text += fmt::format("  what is recommended, from {} more such starts: the same\n", more - p.all.size());
    if (p.all.size() > 1)
        text += fmt::format("  the spread of those starts: {} standard deviations of the logarithm are kept free\n",
                            readable(rules::deviations, 2));
    text += fmt::format(
        "  the neighbours, {} times the step or {} and {} times the tolerance: not {} times worse\n"
        "  {} times the step: inside the region of linear stability, where the method's region is known\n",
        readable(rules::neighbour, 2), readable(rules::neighbour, 2), readable(rules::coarser_tolerance, 2),
        readable(rules::much_worse, 2), readable(rules::neighbour, 2));
    for (const std::string& why : p.left_out) text += "  not tried: " + without_control_characters(why) + "\n";
    return text;
}

// [method], and [run] where the rows of the scenario would not fall on steps.
std::string lines_to_paste(const Scenario& scenario, const Method& m) {
    std::string text = "\n" + method_table_text(m);
    if (!m.step || m.tolerance || !(scenario.run.sample > 0)) return text;
    const double ratio = scenario.run.sample / *m.step;
    if (std::fabs(ratio - std::round(ratio)) > 1e-9 * ratio || ratio < 0.5) {
        // as many steps as the rows had, in the digits that the step has
        const std::string sample = fmt::format("{:.12g}", std::max(1.0, std::round(ratio)) * *m.step);
        text +=
            fmt::format("[run]\nsample = {}   # a whole number of steps\n", shortest(parse_number(sample).value_or(0)));
    }
    return text;
}

std::string table_of(const BudgetAnswer& answer, int width) {
    TextTable table({"step or tol.", "error", "longer, elsewhere", "evaluations", "flops", "CPU time", "fixed, plain"});
    for (const BudgetCandidate& c : answer.candidates) {
        if (!c.meets) continue;
        table.row(
            "  " + candidate_name(c.method),
            {c.method.tolerance ? readable(*c.method.tolerance, 3)
             : c.method.step    ? readable(*c.method.step, 4) + " s"
                                : "",
             readable(c.trial.error, 2), readable(c.proof.largest_error(), 2), readable_count(c.trial.evaluations),
             c.flops ? readable(*c.flops, 3) : "", readable_seconds(c.trial.cpu_seconds), c.plain() ? "yes" : ""});
    }
    if (table.empty()) return "";
    return table.text(width) +
           "  longer, elsewhere: the largest error over the longest run, from this start and the others\n"
           "  plain: nothing but + - * / and square roots\n";
}

std::string line_about(const BudgetCandidate& c, const std::string& what) {
    const std::string line = "  " + candidate_name(c.method) + (c.fixed_step ? ", fixed step: " : ": ") + what;
    return without_control_characters(line) + "\n";
}

// Settings that would do for this very run and were not taken: the finest of each method.
std::string refusals(const BudgetAnswer& answer) {
    std::string text;
    for (const BudgetCandidate& c : answer.candidates) {
        if (!c.meets || c.refused.empty()) continue;
        const auto finest =
            std::min_element(c.refused.begin(), c.refused.end(),
                             [](const BudgetRefusal& a, const BudgetRefusal& b) { return a.setting < b.setting; });
        text +=
            line_about(c, fmt::format("{}{}: {}", readable(finest->setting, 4), c.fixed_step ? " s" : "", finest->why));
    }
    return text.empty() ? "" : "\nwithin half the budget on this run, and refused\n" + text;
}

std::string failures(const BudgetAnswer& answer) {
    std::string text;
    for (const BudgetCandidate& c : answer.candidates)
        if (!c.meets) text += line_about(c, c.remark.empty() ? "not tried" : c.remark);
    return text.empty() ? "" : "\nnot within the budget\n" + text;
}

}  // namespace

std::string candidate_name(const Method& m) {
    std::string line = m.integrator;
    if (const Entry* entry = find_entry("integrator", m.integrator))
        for (const Parameter& p : entry->parameters)
            if (m.integrator_values.given(p.name)) {
                if (p.type == Type::choice || p.type == Type::text)
                    line += " " + m.integrator_values.text(p.name);
                else if (p.type == Type::integer)
                    line += " " + std::to_string(m.integrator_values.integer(p.name));
            }
    if (m.constraint != "none") line += " " + m.constraint;
    if (m.compensated) line += " compensated";
    if (m.attitude != "quaternion") line += " " + m.attitude;
    return line;
}

std::string budget_text(const Scenario& scenario, const BudgetAnswer& answer, int width) {
    std::string text = sentences(answer);
    if (answer.by_cpu) text += lines_to_paste(scenario, answer.candidates[*answer.by_cpu].method);
    if (answer.plain_by_cpu && answer.plain_by_cpu != answer.by_cpu)
        text += lines_to_paste(scenario, answer.candidates[*answer.plain_by_cpu].method);
    return text + tried_text(answer) + "\nagainst " + answer.truth + "\n" + table_of(answer, width) + refusals(answer) +
           failures(answer);
}

}  // namespace polhode
