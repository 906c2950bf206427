// Gray, Rubinoff, Sohon 1952: through pitch 90 degrees, with angles and with cosines (verdicts 2 to 6 and 17).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "polhode/reproduce/gray/gray.hpp"

namespace polhode::gray {

namespace {

double highest_pitch_deg(const RunResult& run) {
    double highest = -90;
    for (const KeptRow& row : run.rows)
        highest = std::max(highest, std::asin(std::clamp(-row.state.at(6), -1.0, 1.0)) / degree);
    return highest;
}

}  // namespace

Claim angle_equations_are_indeterminate_at_90_degrees(const GrayRuns& r) {
    const std::vector<double> lost = r.at_90.angles.each(off), kept = r.at_90.cosines.each(off);
    const double smallest_lost = *std::min_element(lost.begin(), lost.end());
    return {.number = "2",
            .text =
                "Two of the three equations of the Euler angles are indeterminate at pitch ±90°, which makes them "
                "difficult to use in point by point computation (section 2).",
            .quotation =
                "The presence of cos θ in the denominator makes two of these equations indeterminate when θ is ±90°. "
                "This makes the equations difficult to use especially where point by point numerical computations are "
                "being performed.",
            .place = "section 2",
            .verdict = yes(smallest_lost > 1e-5),
            .explanation = fmt::format(
                "On a path through exactly 90° the angles are off by {} rad after one turn of 90 steps, and by {} rad "
                "with 5760 steps. Steps 64 times smaller should make the error of RK4 {} times smaller and make it {} "
                "times, by chance: a step ends so near 90° that the last digit decides. Direction cosines with the "
                "same formula: {} and {} rad.",
                significant(lost.front(), 2), significant(lost.back(), 1), significant(std::pow(64.0, 4), 2),
                fmt::format("{:.0f}", lost.front() / lost.back()), significant(kept.front(), 3),
                significant(kept.back(), 1)),
            .evidence = {{"angles, 90 steps", lost.front(), "rad"},
                         {"angles, 5760 steps", lost.back(), "rad"},
                         {"smallest of seven steps", smallest_lost, "rad"},
                         {"angles, a path far from 90°, 360 steps", off(r.near_90.back().angles[0]), "rad"}},
            .command = r.shown_angles->command};
}

Claim limiting_pitch_avoids_the_problem(const GrayRuns& r) {
    const std::vector<double> stuck = r.at_90.clamped.each(off);
    const std::size_t at_85 = place(pitches, 85);
    const RunResult &peak_coarse = r.near_90[at_85].clamped[0], &peak_fine = r.near_90[at_85].clamped[1];
    return {
        .number = "3",
        .text = "To limit pitch to ±85° is to avoid the problem, not to solve it (section 2).",
        .quotation =
            "One common method is to limit the variable θ say to the range ±85°. This is avoiding the problem rather "
            "than solving it.",
        .place = "section 2",
        .verdict = yes(stuck.back() > 0.5 * stuck.front() && stuck.back() > 1e-4),
        .explanation =
            fmt::format("With the divisor cos(pitch) kept from falling below cos 85°, the attitude is off "
                        "by {} rad after one passage of 90° with 90 steps and by {} rad with 5760. A path "
                        "that misses 90° and reaches {}° is worse: {} rad, whatever the step.",
                        significant(stuck.front(), 2), significant(stuck.back(), 3),
                        significant(highest_pitch_deg(r.near_90[at_85].cosines[1]), 3), significant(off(peak_fine), 3)),
        .evidence = {{"through 90°, 90 steps", stuck.front(), "rad"},
                     {"through 90°, 360 steps", stuck[place(passage_steps, 360)], "rad"},
                     {"through 90°, 5760 steps", stuck.back(), "rad"},
                     {"path past 85°, 360 steps", off(peak_coarse), "rad"},
                     {"path past 85°, 1440 steps", off(peak_fine), "rad"},
                     {"power of the step", -observed_slope(passage_steps, stuck)}},
        .command = r.shown_clamped->command};
}

Claim other_axes_have_the_same_difficulty_elsewhere(const GrayRuns& r) {
    const double zyx_90 = off(*r.oblique_zyx), zxz_90 = off(*r.oblique_zxz), zyx_0 = off(*r.level_zyx),
                 zxz_0 = off(*r.level_zxz);
    return {
        .number = "4",
        .text = "Another choice of axes has the same difficulty at another attitude (section 2).",
        .quotation =
            "A different choice of axes for example would present the same difficulty at a different orientation of "
            "the rotating body.",
        .place = "section 2",
        .verdict = yes(zyx_90 > 1e4 * zxz_90 && zxz_0 > 1e4 * zyx_0),
        .explanation =
            fmt::format("Through pitch 90° yaw, pitch and roll are off by {} rad and the angles zxz by {}; "
                        "through the level attitude it is the other way round, {} and {} rad (360 steps).",
                        significant(zyx_90, 1), significant(zxz_90, 2), significant(zyx_0, 2), significant(zxz_0, 1)),
        .evidence = {{"zyx through pitch 90°", zyx_90, "rad"},
                     {"zxz through pitch 90°", zxz_90, "rad"},
                     {"zyx through level", zyx_0, "rad"},
                     {"zxz through level", zxz_0, "rad"}},
        .command = r.level_zxz->command};
}

Claim angles_can_be_eliminated_from_the_motion(const GrayRuns& r) {
    const double top_order = observed_slope(r.top.values, r.top.each(off));
    return {.number = "5",
            .text =
                "The Euler angles can be eliminated from the equations of motion: they occur only in combinations that "
                "are direction cosines (section 3).",
            .quotation =
                "When the equations of motion contain the Eulerian angles they appear in combinations equal to one or "
                "more of the direction cosines. That is, the Eulerian angles can be eliminated from the mechanical "
                "equations of motion by introducing the direction cosines as parameters.",
            .place = "section 3",
            .verdict = yes(top_order > 3.7),
            .explanation = fmt::format("A heavy top, whose torque depends on its attitude, was run without any angle "
                                       "from pitch 90°. Against the closed form it is off by {} rad after 4 s with "
                                       "steps of 0.01 s, and the error goes as the step to the power {}.",
                                       significant(off(r.top[2]), 3), significant(top_order, 3)),
            .evidence = {{"error at 0.01 s", off(r.top[2]), "rad"}, {"power of the step", top_order}},
            .command = r.top[2].command};
}

Claim cosine_equations_have_no_indeterminate_points(const GrayRuns& r) {
    const std::vector<double> kept = r.at_90.cosines.each(off);
    std::vector<double> clear_steps, clear;
    for (std::size_t i = 0; i < passage_steps.size(); ++i)
        if (passage_steps[i] <= 1440) {  // beyond it the error is rounding
            clear_steps.push_back(passage_steps[i]);
            clear.push_back(kept[i]);
        }
    const double order = -observed_slope(clear_steps, clear);
    return {.number = "6",
            .text =
                "The equations of the direction cosines have no indeterminate points. “This is the principal gain” "
                "(section 3).",
            .quotation =
                "The kinematic differential equations for the direction cosines are quite simple and have no "
                "indeterminate points. This is the principal gain.",
            .place = "section 3",
            .verdict = yes(order > 3.9 && order < 4.1),
            .explanation = fmt::format("Through pitch 90° exactly, RK4 keeps its fourth order: {} rad with 90 steps a "
                                       "turn, {} with 360, {} with 1440 (power {}).",
                                       significant(kept[0], 4), significant(kept[place(passage_steps, 360)], 4),
                                       significant(kept[place(passage_steps, 1440)], 4), significant(order, 4)),
            .evidence = {{"90 steps", kept[0], "rad"},
                         {"360 steps", kept[place(passage_steps, 360)], "rad"},
                         {"1440 steps", kept[place(passage_steps, 1440)], "rad"},
                         {"power of the step", order}},
            .command = r.shown_cosines->command};
}

Claim all_quantities_are_finite(const GrayRuns& r) {
    std::vector<double> passed;
    bool finite = true;
    for (const auto& run : r.word_passage) {
        passed.push_back(off(*run));
        finite = finite && run->failure.empty() && run->last().t > 0.999;
    }
    return {
        .number = "17",
        .text = "All quantities are finite for all orientations of the body (section 6).",
        .quotation = "In addition, all quantities are finite for all orientations of the rigid body.",
        .place = "section 6",
        .verdict = if_so(finite && broken_runs(r) == 0),
        .explanation = fmt::format(
            "Through pitch 90° in words of 15, 23, 31 and 39 bits nothing happens: RK4 with 360 steps is off by "
            "{}, {}, {} and {} rad after the turn, by about half of it in the middle, where the Euler angles fail. "
            "In the long runs of verdict 9 pitch passed 90° or -90° more than a thousand times. Method 1 divides "
            "by nothing; method 2 divides, and was run with the largest size (verdict 15).",
            significant(passed[0], 1), significant(passed[1], 1), significant(passed[2], 1), significant(passed[3], 2)),
        .condition = "method 1, or method 2 with the largest *size* as its divisor (verdict 15)",
        .evidence = {{"one turn, 15 bits", passed[0], "rad"},
                     {"one turn, 23 bits", passed[1], "rad"},
                     {"one turn, 31 bits", passed[2], "rad"},
                     {"one turn, 39 bits", passed[3], "rad"},
                     {"one turn, real arithmetic", off(*r.shown_cosines), "rad"}},
        .command = r.word_passage.front()->command};
}

namespace {

FigureCurve error_over_time(const std::string& name, const RunResult& run) {
    return without_zero(run.over_time(name, measured(MeasureId::world_axes)));
}

void figure_of_passage(ReportPage& page, const GrayRuns& r) {
    page.figure(
        {.name = "passage",
         .title = "Cosines, angles and clamped angles through 90°",
         .caption = "RK4. First: attitude error after one turn against the number of steps. The cosines gain a "
                    "factor 16 from each halving of the step, down to rounding; the angles gain little, and "
                    "that by chance; the clamped angles settle at an error of their own. Second: the same turn "
                    "of 360 steps as it goes; pitch is 90° at one half.",
         .description = fmt::format(
             "On logarithmic scales the error of the cosines falls along a line of slope minus four from {} to "
             "{}; those of the angles and the clamped angles stay between {} and {}. Over time the angles' "
             "error jumps at half a turn.",
             plain_of(significant(off(r.at_90.cosines[0]), 2)), plain_of(significant(off(r.at_90.cosines[6]), 1)),
             plain_of(significant(off(r.at_90.clamped[6]), 1)), plain_of(significant(off(r.at_90.angles[0]), 1))),
         .panels = {{.title = "After one turn",
                     .x = {"steps a turn", "steps_per_turn", true},
                     .y = {"attitude error, rad", "attitude_error_rad", true},
                     .curves = {r.at_90.cosines.curve("cosines", passage_steps, off),
                                r.at_90.angles.curve("angles", passage_steps, off),
                                r.at_90.clamped.curve("clamped at 85°", passage_steps, off)}},
                    {.title = "During the turn, 360 steps",
                     .x = {"turns", "t_turns"},
                     .y = {"attitude error, rad", "attitude_error_rad", true, 1e-12, 1.0},
                     .curves = {error_over_time("cosines", *r.shown_cosines),
                                error_over_time("angles", *r.shown_angles),
                                error_over_time("clamped at 85°", *r.shown_clamped)}}},
         .commands = {r.shown_cosines->command, r.shown_angles->command, r.shown_clamped->command}});
}

void table_of_paths_near_90(ReportPage& page, const GrayRuns& r) {
    ReportTable table{
        .caption = "Attitude error after one turn, rad, on paths that pass 90° at a distance",
        .heads = {"pitch at half a turn", "highest pitch", "steps", "cosines", "angles", "clamped at 85°"},
        .rows = {}};
    for (const double n : {360., 1440.}) {
        const std::size_t i = place(passage_steps, n);
        table.rows.push_back({"90°", "90°", fmt::format("{:g}", n), significant(off(r.at_90.cosines[i])),
                              significant(off(r.at_90.angles[i]), 1), significant(off(r.at_90.clamped[i]), 3)});
    }
    for (std::size_t p = 0; p < pitches.size(); ++p)
        for (std::size_t i = 0; i < 2; ++i)
            table.rows.push_back(
                {fmt::format("{:g}°", pitches[p]), fmt::format("{:.1f}°", highest_pitch_deg(r.near_90[p].cosines[1])),
                 i == 0 ? "360" : "1440", significant(off(r.near_90[p].cosines[i])),
                 significant(off(r.near_90[p].angles[i]), 3), significant(off(r.near_90[p].clamped[i]), 3)});
    page.table(table);
    page.text(
        "At exactly 90° the last digit of a sine decides how far the angles are thrown off, so only the size of that "
        "error means anything: another program that is right in the same sense gets another number of this size.");
}

void figure_of_passage_in_words(ReportPage& page, const GrayRuns& r) {
    FigurePanel panel{.x = {"turns", "t_turns"},
                      .y = {"attitude error, rad", "attitude_error_rad", true},
                      .curves = {error_over_time("real arithmetic", *r.shown_cosines)}};
    for (std::size_t i = four_lengths.size(); i-- > 0;)
        panel.curves.push_back(error_over_time(fmt::format("{} bits", four_lengths[i]), *r.word_passage[i]));
    std::vector<std::string> commands{r.shown_cosines->command};
    for (const auto& run : r.word_passage) commands.push_back(run->command);
    page.figure({.name = "passage-words",
                 .title = "The same passage in words of 15 to 39 bits",
                 .caption = "Method 2, RK4, 360 steps; measured against the turn at the rate as the words hold it. "
                            "Nothing happens at one half. At 39 bits the error is that of RK4; with shorter words it "
                            "is that of rounding. Euler angles cannot be run in words at all without a table of sines.",
                 .description = "Five rising curves one above the other, from 5e-9 to a hundredth of a radian at the "
                                "end of the turn; none has a jump in the middle.",
                 .panels = {panel},
                 .commands = commands});
}

}  // namespace

void passage(ReportPage& page, const GrayRuns& r) {
    page.section("Through pitch 90 degrees");
    page.text(
        "Three numbers are enough to say how a body is turned, and yaw, pitch and roll are the familiar three. But "
        "when the nose points straight up, yaw and roll turn about the same axis and only their sum has a meaning: the "
        "equations divide by cos(pitch), which is zero there. Trainers of the time therefore limited pitch to about "
        "85°. The paper's answer is to carry nine numbers in place of three, the cosines between the axes of the body "
        "and those of the world.\n\nThe test motion is a steady turn about the body's direction (1, 2, 2)/3, one turn "
        "a second, begun so that pitch is exactly 90° after half a turn.");
    figure_of_passage(page, r);
    table_of_paths_near_90(page, r);
    figure_of_passage_in_words(page, r);
}

}  // namespace polhode::gray
