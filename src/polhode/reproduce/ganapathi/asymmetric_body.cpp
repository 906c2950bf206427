// Ganapathi 2005: a free asymmetric body, figures 4 and 5, and bodies that can exist (verdicts 5 to 7 and 12).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "polhode/reproduce/ganapathi/ganapathi.hpp"

namespace polhode::ganapathi {

namespace {

// The angle between a body axis and the angular momentum, deg.
OfRow axis_to_momentum(const Vector& axis) {
    return [axis](const KeptRow& row) { return angle_between(in_world(row.q_NB, axis), row.L_N) / degree; };
}

}  // namespace

Claim drawn_ellipsoid_has_the_given_moments(const GanapathiRuns& r) {
    const Vector moments = r.ellipsoid->scenario->problem.body->principal_moments;
    return {
        .number = "5",
        .text =
            "An ellipsoid drawn with semi-axes I1, I2, I3 and uniform density has these moments, up to a scale factor.",
        .quotation =
            "The various dimensions of the ellipsoid are scaled by the moment of inertia about that axis, so that if "
            "we considered the ellipsoid as a volume of constant density, the moments of inertia would be correct to a "
            "scale factor.",
        .place = "section 5",
        // 2 : 2 : 8 up to a factor
        .verdict = std::fabs(moments[2] / moments[0] - 4) < 0.1 ? Verdict::holds : Verdict::fails,
        .explanation = fmt::format("No factor makes them so. Semi-axes 2, 2, 8 with mass 1 have moments {}, {}, {}: "
                                   "the last is {} of the others where it should be 4 times them, and even the order "
                                   "is reversed. For given moments a^2 = 5 (I2 + I3 - I1)/(2m), and so on in turn.",
                                   significant(moments[0], 3), significant(moments[1], 3), significant(moments[2], 3),
                                   significant(moments[2] / moments[0], 2)),
        .evidence = {{"moment about the long axis", moments[2]},
                     {"across it", moments[0]},
                     {"ratio, drawn", moments[2] / moments[0]},
                     {"ratio, given", 4}},
        .command = r.ellipsoid->command};
}

Claim ellipsoid_stands_for_every_body(const GanapathiRuns& r) {
    // the least of the squared semi-axes of an ellipsoid of mass 1
    const auto squared = [](const RunResult& run) {
        const Vector m = run.scenario->problem.body->principal_moments;
        return 2.5 * (m[0] + m[1] + m[2] - 2 * std::max({m[0], m[1], m[2]}));
    };
    const double symmetric = squared(*r.spiral), asymmetric = squared(*r.middle),
                 possible = squared(*r.physical_middle);
    return {
        .number = "6",
        .text = "An ellipsoid can stand for every possible body.",
        .quotation =
            "Since any inertia tensor is defined by the three diagonal elements in the principal axis frame, the "
            "ellipsoid representing the body can cover any possible case.",
        .place = "section 5",
        .verdict = possible <= 0                     ? Verdict::fails
                   : symmetric > 0 && asymmetric > 0 ? Verdict::holds
                                                     : Verdict::with_condition,
        .explanation = fmt::format(
            "Moments that a body can have are those of an ellipsoid (its smallest a^2 for [2 4 5] is {}). But all "
            "figures of the document have moments that no body has: the largest exceeds the sum of the others (8 > 2 + "
            "2, 8 > 2 + 4), and the ellipsoid would need a^2 = {} and {}. As mathematics these runs are sound.",
            significant(possible), significant(symmetric), significant(asymmetric)),
        .condition =
            "no moment is larger than the sum of the other two; [2 2 8] and [2 8 4], the only moments in the document, "
            "are not such",
        .evidence = {{"a^2 for [2 2 8], mass 1", symmetric}, {"for [2 8 4]", asymmetric}, {"for [2 4 5]", possible}},
        .command = "polhode check scenarios/reproduce/ganapathi-symmetric.toml"};
}

Claim spin_about_the_middle_moment_alone_is_unstable(const GanapathiRuns& r) {
    const Range stable = range_of(*r.largest, axis_to_momentum(axis_y)),
                tumbling = range_of(*r.middle, axis_to_momentum(axis_z)),
                longest = range_of(*r.physical_smallest, axis_to_momentum(axis_x));
    return {
        .number = "7",
        .text =
            "A body turns stably about the axes of the smallest and the largest moment, unstably about the middle one.",
        .quotation =
            "As we know from analysis of the Euler equations, a top with all different inertia values rotates stably "
            "about either its minor or major principal axis (Figure 4), but rotates unstably about the principal axis "
            "with the median moment. (Figure 5)",
        .place = "section 6",
        .verdict = stable.high < 10 && longest.high < 30 && tumbling.high > 150 ? Verdict::holds : Verdict::fails,
        .explanation = fmt::format(
            "Spun about the largest moment its axis stays within {}° to {}° of the angular momentum; about the middle "
            "one it turns over, from {}° to {}°. About the smallest (moments [2 4 5]) it stays within {}°.",
            significant(stable.low, 3), significant(stable.high, 3), significant(tumbling.low, 4),
            significant(tumbling.high, 5), significant(longest.high, 3)),
        .evidence = {{"largest angle, largest moment", stable.high, "deg"},
                     {"middle moment", tumbling.high, "deg"},
                     {"smallest moment", longest.high, "deg"}},
        .command = r.middle->command};
}

Claim rigid_body_motion_is_chaotic(const GanapathiRuns& r) {
    const double back = norm(r.returns->last().w_NB_B - r.returns->rows.front().w_NB_B);
    std::vector<double> times, apart;
    double widest = 0;
    for (std::size_t i = 1; i < r.near_a->rows.size(); ++i) {
        widest = std::max(widest, norm(r.near_a->rows[i].w_NB_B - r.near_b->rows[i].w_NB_B));
        if (r.near_a->rows[i].t >= 50) {
            times.push_back(r.near_a->rows[i].t);
            apart.push_back(widest);
        }
    }
    const double growth = observed_slope(times, apart);
    return {
        .number = "12",
        .text = "The motion of a rigid body is chaotic and complicated.",
        .quotation = "The behavior of a body undergoing rigid-body rotation is surprisingly chaotic and complicated.",
        .place = "section 8",
        .verdict = back > 1e-3 || growth > 1.5 ? Verdict::holds : Verdict::fails,
        .explanation = fmt::format(
            "Complicated it may be called; chaotic it is not. The bodies of the document, free ones and symmetric "
            "tops, move regularly. After a hundred periods of {} s the tumbling body of figure 5 is back at its first "
            "rate within {} rad/s, and two starts 10^{{-6}} rad/s apart separate as t^{{{}}}, where chaos would be "
            "exponential: {} rad/s after 1600 s.",
            significant(motion_of(*r.middle).polhode_period, 9), significant(back, 1), significant(growth, 2),
            significant(widest, 2)),
        .evidence = {{"distance after 100 periods", back, "rad/s"},
                     {"power of time of the separation", growth},
                     {"separation after 1600 s", widest, "rad/s"}},
        .command = r.returns->command};
}

// Rates over time and the angle of one axis from the angular momentum.
void asymmetric(ReportPage& page, const std::string& name, const std::string& title, const std::string& remark,
                const RunResult& run, const Vector& axis, const std::string& axis_name) {
    const FreeMotion m = motion_of(run);
    const Range angle = range_of(run, axis_to_momentum(axis));
    FigurePanel rates{.title = "Rate in body axes", .x = {"t, s", "t_s"}, .y = {"rad/s", "rate_rad_s"}, .curves = {}};
    const char* names[3] = {"wx", "wy", "wz"};
    for (int i = 0; i < 3; ++i) rates.curves.push_back(run.over_time(names[i], rate_component(i)));
    page.figure(
        {.name = name,
         .title = title,
         .caption = fmt::format(
             "{} Period {} s. wx {} to {}, wy {} to {}, wz {} to {} rad/s; {} axis {}° to {}° from "
             "l. RK4 with 0.01 s keeps the energy to {} and |l| to {} of themselves in 60 s.",
             remark, significant(m.polhode_period, 10), significant(m.rate_min[0], 4), significant(m.rate_max[0], 4),
             significant(m.rate_min[1], 5), significant(m.rate_max[1], 5), significant(m.rate_min[2], 3),
             significant(m.rate_max[2], 3), axis_name, significant(angle.low, 4), significant(angle.high, 5),
             significant(run.statistics.energy_drift / std::fabs(run.statistics.energy_start), 1),
             significant(run.statistics.momentum_drift / norm(run.statistics.momentum_start), 1)),
         .description = fmt::format("Three components of the rate over 60 s with period {} s; the angle of the {} axis "
                                    "from the angular momentum moves between {} and {} degrees.",
                                    plain_of(significant(m.polhode_period, 4)), axis_name,
                                    plain_of(significant(angle.low, 3)), plain_of(significant(angle.high, 4))),
         .panels = {rates,
                    {.title = "Body " + axis_name + " axis",
                     .x = {"t, s", "t_s"},
                     .y = {"angle from l, deg", "angle_deg"},
                     .curves = {run.over_time(axis_name + " axis", axis_to_momentum(axis))},
                     .key = false}},
         .commands = {run.command}});
}

}  // namespace polhode::ganapathi
