// Ganapathi 2005: the pair of rockets, figure 6, and the torque within a step (verdicts 9 and 10).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "polhode/closed_form/top_motion.hpp"
#include "polhode/reproduce/ganapathi/ganapathi.hpp"

namespace polhode::ganapathi {

Claim rocket_torque_is_about_z(const GanapathiRuns& r) {
    double vertical = 0, horizontal = 0;
    for (const KeptRow& row : r.rockets->rows) {
        const Vector change = row.L_N - r.rockets->rows.front().L_N;
        vertical = std::max(vertical, std::fabs(change[2]));
        horizontal = std::max(horizontal, std::hypot(change[0], change[1]));
    }
    return {
        .number = "9",
        .text = "The rockets' torque is about the z axis (abstract).",
        .quotation =
            "We show the numerical solution of the example of a rigid body with two rockets on each side of an "
            "ellipsoid, aimed to provide equal and opposite forces, and thus some total torque about the z-axis in the "
            "inertial frame.",
        .place = "abstract",
        .verdict = vertical > 1e-3 ? Verdict::holds : Verdict::fails,
        .explanation = fmt::format("The torque z x x3 has no component along z: it is horizontal. In 100 s the "
                                   "vertical part of the angular momentum changes by {}, the horizontal part by {}.",
                                   significant(vertical, 2), significant(horizontal, 3)),
        .evidence = {{"change of vertical momentum", vertical}, {"of horizontal momentum", horizontal}},
        .command = r.rockets->command};
}

Claim torque_must_be_evaluated_in_every_stage(const GanapathiRuns& r) {
    const double staged = observed_slope(r.staged.values, r.staged.each(at_end(MeasureId::geodesic))),
                 held = observed_slope(r.held.values, r.held.each(at_end(MeasureId::geodesic)));
    return {.number = "10",
            .text = "The torque must be evaluated again in every stage of a Runge-Kutta step.",
            .quotation =
                "The code is very similar to the code with no torque, except that in the Runge-Kutta code, we must "
                "recalculate the torque each time we find a new estimate of the orientation, because the torque is a "
                "function of orientation.",
            .place = "section 7",
            .verdict = staged > 3.5 && held < 1.5 ? Verdict::holds : Verdict::fails,
            .explanation =
                fmt::format("Evaluated in every stage the error goes as dt^{{{}}}; held over the step as dt^{{{}}}.",
                            significant(staged, 3), significant(held, 3)),
            .evidence = {{"order, every stage", staged}, {"order, held", held}},
            .command = r.held.loop};
}

void figure_6(ReportPage& page, const GanapathiRuns& r) {
    const RunResult& run = *r.rockets;
    FigureCurve tilt_curve = run.over_time("tilt", tilt);
    const auto short_end = std::upper_bound(tilt_curve.x.begin(), tilt_curve.x.end(), 3.0) - tilt_curve.x.begin();
    tilt_curve.x.resize(static_cast<std::size_t>(short_end));
    tilt_curve.y.resize(static_cast<std::size_t>(short_end));
    const TopMotion m = top_motion({2, 8, 1}, run.rows.front().q_NB, run.rows.front().w_NB_B);
    const Range range = range_of(run, tilt),
                momentum_tilt =
                    range_of(run, [](const KeptRow&row) { return angle_between(row.L_N, axis_z) / degree; });
    double vertical = 0, energy = 0;
    for (const KeptRow& row : run.rows) {
        vertical = std::max(vertical, std::fabs(row.L_N[2] - run.rows.front().L_N[2]));
        energy = std::max(energy, std::fabs(row.energy - run.rows.front().energy));
    }
    page.figure(
        {.name = "figure-6",
         .title = "Figure 6: a pair of rockets",
         .caption = fmt::format("The document gives no numbers; chosen: moments [2 2 8], k = 1, tilt 30°, spin 3 "
                                "rad/s. The body precesses like a top: tilt {}° to {}° (closed form {}°), nutation "
                                "period {} s, mean precession {} rad/s; l goes round z at {}° to {}°. RK4 with 0.01 s "
                                "keeps the vertical momentum within {} and the energy within {} in 100 s.",
                                significant(range.low, 6), significant(range.high, 7),
                                significant(m.tilt_max / degree, 7), significant(m.nutation_period, 7),
                                significant(m.mean_precession, 7), significant(momentum_tilt.low, 6),
                                significant(momentum_tilt.high, 6), significant(vertical, 2), significant(energy, 2)),
         .description = "The tip of the body axis draws an arc with small waves about the vertical; the tilt swings "
                        "between 30 and 30.2 degrees about twice a second.",
         .panels = {{.title = "Tip of x3 from above",
                     .x = {"x", "x"},
                     .y = {"y", "y"},
                     .curves = {run.curve("x3", tip(0), tip(1))},
                     .equal_scales = true,
                     .key = false},
                    {.title = "Tilt, first three seconds",
                     .x = {"t, s", "t_s"},
                     .y = {"deg", "tilt_deg"},
                     .curves = {tilt_curve},
                     .key = false}},
         .commands = {run.command}});
    page.figure({.name = "torque-order",
                 .title = "Torque in every stage, or held over the step",
                 .caption = fmt::format(
                     "Moments [2 2 3], 4 s. Orders {} and {}.",
                     significant(observed_slope(r.staged.values, r.staged.each(at_end(MeasureId::geodesic))), 3),
                     significant(observed_slope(r.held.values, r.held.each(at_end(MeasureId::geodesic))), 3)),
                 .description = "Error against step on logarithmic scales: a line of slope four and one of slope one.",
                 .panels = {{.x = {"time step, s", "dt_s", true},
                             .y = {"attitude error, rad", "attitude_error_rad", true},
                             .curves = {r.staged.curve("RK4, torque in every stage", r.staged.values,
                                                       at_end(MeasureId::geodesic)),
                                        r.held.curve("torque held", r.held.values, at_end(MeasureId::geodesic))}}},
                 .commands = {r.staged.loop, r.held.loop}});
}

}  // namespace polhode::ganapathi
