// TN D-5302: gains at which the constraints become unstable (verdicts 9 and 11).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "polhode/reproduce/nasa/nasa.hpp"

namespace polhode::nasa {

Claim algebraic_constraint_is_stable_up_to_hk_1(const NasaRuns& r) {
    const std::vector<double>& limits_a = *r.boundaries.at("algebraic");
    const auto& beyond = r.algebraic_beyond->rows;
    const double high = beyond[beyond.size() - 1].measured[static_cast<std::size_t>(MeasureId::constraint)],
                 low = beyond[beyond.size() - 2].measured[static_cast<std::size_t>(MeasureId::constraint)];
    return {.number = "9",
            .text = "The algebraic constraint is stable for hK <= 1, whatever the rate.",
            .quotation =
                "When algebraic constraint is employed, the stability condition is h·K ≤ 1, where h is the integration "
                "step size, and K is a positive constant used in implementing the constraint equation. [...] The "
                "important fact that K_{o} is not a function of angular speed ω is quite striking.",
            .place = "conclusion 8, and algebraic constraint",
            .verdict = std::fabs(limits_a.back() - 1) < 1e-3 ? Verdict::holds : Verdict::fails,
            .explanation = fmt::format(
                "Linearised at the settled error the boundary is hK = {} at 10 steps a cycle and {} at 160. Beyond it "
                "the solution does not blow up: at hK = 1.1 eps goes to and fro between {} and {}. K = 1/h is no good "
                "choice either: it has no damping, while hK = 1/2 settles in one step.",
                significant(limits_a[2], 6), significant(limits_a.back(), 10), significant(std::max(high, low), 3),
                significant(std::min(high, low), 3)),
            .evidence = {{"boundary, n = 10", limits_a[2]},
                         {"n = 160", limits_a.back()},
                         {"eps at hK = 1.1", std::max(high, low)},
                         {"and", std::min(high, low)}},
            .command = "polhode stability --constraint algebraic --steps-per-cycle 10,20,40,160"};
}

Claim derivative_constraint_is_stable_below_8(const NasaRuns& r) {
    const std::vector<double>&start = *r.boundaries.at("start"), &lag1 = *r.boundaries.at("lag1"),
          &stage = *r.boundaries.at("stage");
    const auto& settled_beyond = *r.derivative_beyond;
    const double ruined =
        (settled_beyond.at(60, MeasureId::phase) - settled_beyond.at(50, MeasureId::phase)) / 10 / plain_rate(r);
    return {.number = "11",
            .text = "The derivative constraint is stable for M (h w)^2 < 8.",
            .quotation =
                "When derivatives' constraint is used, the stability condition is Mh^2ω^2 ≤ 8, where ω is angular "
                "speed (rad/sec), and M is a positive constant used in implementing the constraint equation.",
            .place = "conclusion 8",
            .verdict = std::fabs(start.back() - 8) < 0.01 ? Verdict::with_condition : Verdict::fails,
            .explanation =
                fmt::format("True if the derivative held is that of the start of the current step: boundary {} at 10 "
                            "steps a cycle, {} at 160. With the derivative of one step earlier, as equation 33 is "
                            "printed, it is {} (8/3); with that of the stage before, {} (16). Beyond 8 the error stays "
                            "bounded but the attitude is ruined: {} times the plain rate at 8.5.",
                            significant(start[2], 5), significant(start.back(), 6), significant(lag1.back(), 5),
                            significant(stage.back(), 5), significant(std::fabs(ruined), 3)),
            .condition = "the derivative held is that of the start of the step, reading (i) below",
            .evidence = {{"boundary (i), n = 160", start.back()},
                         {"(ii)", lag1.back()},
                         {"(iii)", stage.back()},
                         {"attitude rate/plain at 8.5", std::fabs(ruined)}},
            .command = "polhode stability --constraint derivative --reading start --steps-per-cycle 10,20,40,160"};
}

void stability_table(ReportPage& page, const NasaRuns& r) {
    page.text(
        "The gain at which a step, linearised at its settled error, has spectral radius 1, computed from the code of "
        "the step itself. The report argued from eps = 0; for equation 36 its own model gives 4, not 8, once the "
        "product of two small terms is dropped (erratum E10), and 8 was found by trial. The limits for small steps are "
        "1, 8, 8/3 and 16.");
    ReportTable table{
        .caption = "Largest stable gain: hK, and M (h w)^2 by reading of the held derivative",
        .heads = {"steps a cycle", "algebraic", "start (i)", "one step earlier (ii)", "stage before (iii)"},
        .rows = {},
        .commands = {"polhode stability --constraint algebraic",
                     "polhode stability --constraint derivative --reading start",
                     "polhode stability --constraint derivative --reading lag1",
                     "polhode stability --constraint derivative --reading stage"}};
    for (std::size_t i = 0; i < r.boundary_counts.size(); ++i)
        table.rows.push_back({fmt::format("{:g}", r.boundary_counts[i]),
                              fmt::format("{:.9f}", (*r.boundaries.at("algebraic"))[i]),
                              fmt::format("{:.6f}", (*r.boundaries.at("start"))[i]),
                              fmt::format("{:.6f}", (*r.boundaries.at("lag1"))[i]),
                              fmt::format("{:.5f}", (*r.boundaries.at("stage"))[i])});
    table.rows.push_back({"h to 0", significant(small_step_limit(Law::algebraic), 3),
                          significant(small_step_limit(Law::derivative_start), 3),
                          significant(small_step_limit(Law::derivative_lag1), 5),
                          significant(small_step_limit(Law::derivative_stage), 3)});
    page.table(table);
    const auto size = [](const KeptRow& row) { return std::fabs(row.defect); };
    const RunResult& diverged = *r.lag1_beyond;
    page.figure(
        {.name = "beyond-the-limit",
         .title = "Beyond the limit of the derivative constraint (not in the report)",
         .caption = fmt::format(
             "20 steps a cycle. Reading (i) at M (h w)^2 = 8.5 levels off at |eps| = {}, reading (ii) at 3 at {}; {}",
             significant(size(r.derivative_beyond->last()), 2), significant(size(r.lag1_above->last()), 2),
             diverged.failure.empty() ? "at 3.5 too it stays bounded."
                                      : fmt::format("at 3.5 it diverges and breaks down after {} cycles.",
                                                    significant(diverged.statistics.end_time, 3))),
         .description = "The constraint error of reading one and, just above its limit, of reading two level off; "
                        "further above it that of reading two grows until the run breaks down.",
         .panels = {{.x = {"t, cycles", "t_cycles"},
                     .y = {"|eps|", "eps", true, {}, 10.0},
                     .curves = {r.derivative_beyond->over_time("8.5 (i)", size),
                                r.lag1_above->over_time("3 (ii)", size), diverged.over_time("3.5 (ii)", size)}}},
         .commands = {r.derivative_beyond->command, r.lag1_above->command}});
}

}  // namespace polhode::nasa
