// TN D-5302: the plain quaternion, figure 5, and beside it Euler angles (verdicts 1, 3 and 4).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "polhode/reproduce/nasa/nasa.hpp"

namespace polhode::nasa {

namespace {

constexpr double cycle = 1;  // s: the scenarios turn once a second

// The value of x at which y, given at rising x, passes 1; on a logarithmic scale of y.
double passes_one(const std::vector<double>& x, const std::vector<double>& y) {
    for (std::size_t i = 1; i < x.size(); ++i)
        if ((y[i - 1] < 1) != (y[i] < 1))
            return x[i - 1] + (x[i] - x[i - 1]) * std::log(1 / y[i - 1]) / std::log(y[i] / y[i - 1]);
    return std::nan("");
}

}  // namespace

Claim attitude_error_of_rk4_goes_as_h_cubed(const NasaRuns& r) {
    const RunSeries& quaternion = r.quaternion;
    const std::vector<double> attitude = r.quaternion.each(at_end(MeasureId::axes));
    const RunSeries& mild = r.euler.front();
    const std::vector<double> small_h(mild.values.begin() + 1, mild.values.begin() + 5);
    const std::vector<double> euler_error = mild.each(at_end(MeasureId::axes));
    const double slope_euler = observed_slope(small_h, {euler_error.begin() + 1, euler_error.begin() + 5});
    const double slope_quaternion = observed_slope(quaternion.values, attitude);
    return {.number = "1",
            .text = "The attitude error per cycle of RK4 goes as h^3.",
            .quotation =
                "The estimated error per step for the integration technique is of the order of h^4, which gives an "
                "error per cycle of the order h^3; the curves of constant B_{o} have this form.",
            .place = "fixed-step integration",
            .verdict = std::fabs(slope_euler - 3) < 0.2 && std::fabs(slope_quaternion - 3) < 0.2 ? Verdict::holds
                                                                                                 : Verdict::fails,
            .explanation = fmt::format(
                "It goes as h^4, for Euler angles and for quaternions: halving the step divides the error by {}. RK4 "
                "makes an error of h^5 in each step; only Merson's *estimate* of it goes as h^4 a step.",
                significant(attitude[3] / attitude[4], 3)),
            .evidence = {{"slope, Euler angles at B0 = 15°", slope_euler}, {"slope, quaternion", slope_quaternion}},
            .command = quaternion.loop};
}

Claim quaternions_are_superior_to_euler_angles(const NasaRuns& r) {
    const double quaternion80 = r.quaternion[3].end(MeasureId::axes);
    const std::vector<double> ratio = divided(r.euler_by_tilt.each(at_end(MeasureId::axes_unfolded)), quaternion80);
    const double crossing = passes_one(r.fine_tilts, ratio);
    const auto ratio_at = [&](double b0) {
        return ratio[static_cast<std::size_t>(std::find(r.fine_tilts.begin(), r.fine_tilts.end(), b0) -
                                              r.fine_tilts.begin())];
    };
    return {
        .number = "3",
        .text = "Quaternions are superior to Euler angles in accuracy and speed.",
        .quotation = "The quaternion method is superior for accuracy and speed.",
        .place = "conclusion 2",
        .verdict = std::isfinite(crossing) ? Verdict::with_condition : Verdict::holds,
        .explanation =
            fmt::format("At 80 steps a cycle Euler angles have {} of the quaternion's error at 30°, and {} "
                        "times as much at 60°. The two are equal near {}°. At B0 = 0 Euler angles are "
                        "exact. On speed the report is right: no sines and cosines.",
                        significant(ratio_at(30), 2), significant(ratio_at(60), 2), significant(crossing, 3)),
        .condition = fmt::format("the second angle swings beyond about {}°; below, Euler angles err less at equal step",
                                 significant(crossing, 2)),
        .evidence = {{"error ratio at 30°", ratio_at(30)},
                     {"at 60°", ratio_at(60)},
                     {"equal at", crossing, "deg"},
                     {"time of a cycle, Euler angles/quaternion",
                      r.speed_quaternion[3].cycles_per_second(cycle) / r.speed_euler[3].cycles_per_second(cycle)}},
        .command = r.euler_by_tilt.loop};
}

Claim quaternion_errors_do_not_depend_on_b0(const NasaRuns& r) {
    const RunSeries& quaternion = r.quaternion;
    const std::vector<double> defect = quaternion.each(at_end(MeasureId::constraint));
    double spread = 0;
    for (const RunSeries& s : r.quaternion_tilts)
        for (std::size_t i = 0; i < s.size(); ++i)
            spread = std::max(spread, std::fabs(s[i].end(MeasureId::constraint) - defect[i]) +
                                          std::fabs(std::fabs(s[i].end(MeasureId::phase)) -
                                                    std::fabs(quaternion[i].end(MeasureId::phase))));
    return {.number = "4",
            .text = "Errors of quaternions do not depend on B0.",
            .quotation =
                "For the benchmark problem, both types of errors are independent of the angle B_{0}. They are "
                "functions of step size h only.",
            .place = "quaternions, after equation 18",
            .verdict = spread < 1e-13 ? Verdict::holds : Verdict::fails,
            .explanation = fmt::format(
                "For B0 = 0°, 30° and 85° and five steps, phase and constraint error agree to {}, which is rounding.",
                significant(spread, 2)),
            .evidence = {{"largest difference", spread}},
            .command = r.quaternion_tilts.back().loop};
}

void figure_5(ReportPage& page, const NasaRuns& r) {
    FigurePanel errors{
        .title = "Errors of the first cycle",
        .x = step_axis(),
        .y = {"attitude error, rad; constraint error", "error_per_cycle", true},
        .curves = {r.quaternion.curve("attitude", r.quaternion.values, at_end(MeasureId::axes)),
                   r.quaternion.curve("constraint, eps", r.quaternion.values, at_end(MeasureId::constraint))}};
    FigureCurve law = errors.curves[0];
    law.name = "pi^5 h^4/60 and pi^6 h^5/72";
    law.style = Style::dashes;
    law.colour = 6;
    FigureCurve law5 = law;
    law5.name = "";
    for (std::size_t i = 0; i < law.x.size(); ++i) {
        law.y[i] = std::pow(pi, 5) * std::pow(law.x[i], 4) / 60;
        law5.y[i] = std::pow(pi, 6) * std::pow(law.x[i], 5) / 72;
    }
    errors.curves.push_back(law);
    errors.curves.push_back(law5);
    const OfRun time = [](const RunResult& run) {
        return run.statistics.cpu_seconds / run.statistics.end_time * cycle;
    };
    FigurePanel speed{.title = "Computing time, this computer",
                      .x = step_axis(),
                      .y = {"time of a cycle, s", "time_per_cycle_s", true},
                      .curves = {r.speed_quaternion.curve("quaternion", r.speed_quaternion.values, time),
                                 r.speed_euler.curve("Euler angles", r.speed_euler.values, time)}};
    const std::vector<double> attitude = r.quaternion.each(at_end(MeasureId::axes)),
                              defect = r.quaternion.each(at_end(MeasureId::constraint));
    page.figure(
        {.name = "figure-5",
         .title = "Figure 5: quaternion, fixed step",
         .caption = fmt::format("Slopes {} (attitude) and {} (constraint), the same for every B0. Dashed: the closed "
                                "forms, from RK4 acting as the complex factor 1 + ix - x^2/2 - ix^3/6 + x^4/24, x = pi "
                                "h. The time of a cycle goes as 1/h.",
                                significant(observed_slope(r.quaternion.values, attitude), 3),
                                significant(observed_slope(r.quaternion.values, defect), 3)),
         .description =
             fmt::format("Two straight lines: attitude error from {} at a step of 0.1 cycle to {} at 1/160; "
                         "constraint error from {} to {}. Computing time falls in proportion to the step.",
                         plain_of(significant(attitude.front(), 3)), plain_of(significant(attitude.back(), 3)),
                         plain_of(significant(defect.front(), 3)), plain_of(significant(defect.back(), 3))),
         .panels = {errors, speed},
         .commands = {r.quaternion.loop, r.speed_quaternion.loop, r.speed_euler.loop}});
    ReportTable table{
        .caption = "Plain quaternion, first cycle",
        .heads = {"steps a cycle", "attitude error, rad", "constraint error", "evaluations", "cycles a second"},
        .rows = {},
        .commands = {r.quaternion.loop}};
    for (std::size_t i = 0; i < r.quaternion.size(); ++i)
        table.rows.push_back({fmt::format("{:g}", 1 / r.quaternion.values[i]), significant(attitude[i], 5),
                              significant(defect[i], 5), std::to_string(r.quaternion[i].statistics.evaluations),
                              significant(r.speed_quaternion[i].cycles_per_second(cycle), 2)});
    page.table(table);
}

}  // namespace polhode::nasa
