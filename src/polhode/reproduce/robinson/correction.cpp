// Robinson 1958: the circuits that hold lengths and right angles, and how well (verdicts 9 to 14).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "polhode/reproduce/robinson/robinson.hpp"

namespace polhode::robinson {

namespace {

// l(t) of a corrected length at rest: [1 + (1/l0^2 - 1) exp(-K t)]^(-1/2) (Robinson 1958 eq. 108; cosines: K = 2 k1).
double decay_law(double t) { return 1 / std::sqrt(1 + (1 / 0.81 - 1) * std::exp(-2 * t)); }

}  // namespace

Claim correction_takes_out_an_error_of_length(const RobinsonRuns& r) {
    double off[2] = {0, 0};
    for (int c = 0; c < 2; ++c)
        for (const KeptRow& row : r.decay[c]->rows)
            off[c] = std::max(off[c], std::fabs(length_of(c)(row) - decay_law(row.t)));
    return {.number = "9",
            .text = "The correction circuit takes out an initial error of length (figure 5).",
            .quotation = "Figure 5 shows the action of the correction circuit as it eliminates an initial error.",
            .place = "section VII A",
            .verdict = std::max(off[0], off[1]) < 1e-8 ? Verdict::holds : Verdict::fails,
            .explanation = fmt::format("From 0.9 the length follows [1 + (1/l_{{0}}^2 - 1) exp(-Kt)]^{{-1/2}}, K = 2, "
                                       "within {}; the cosines with k1 = 1 do the same within {}.",
                                       significant(off[0], 1), significant(off[1], 1)),
            .evidence = {{"largest difference, quaternion", off[0]}, {"largest difference, cosines", off[1]}},
            .command = r.decay[0]->command};
}

Claim equation_82_corrects_with_a_minus_sign(const RobinsonRuns& r) {
    const auto defect = [](const RunResult& run) { return run.last().defect; };
    return {.number = "10",
            .text = "Equation 82: i' = ... - k1 i (1 - i.i).",
            .quotation = "a_{11}' = a_{21}R - a_{31}Q - k_{1}a_{11}(1 - i.i)",
            .place = "equation 82",
            .verdict = defect(*r.sign_minus) > 10 * r.sign_minus->rows.front().defect &&
                               defect(*r.sign_plus) < 1e-3 * r.sign_plus->rows.front().defect
                           ? Verdict::fails
                           : Verdict::holds,
            .explanation = fmt::format(
                "The sign must be plus, as in equations 92, 99 and 108 (the surviving copy may be at fault). From "
                "vectors one per cent short, with plus the error of the lengths falls from {} to {} in four seconds; "
                "with the printed minus it grows to {}: the vectors shrink to nothing.",
                significant(r.sign_plus->rows.front().defect, 2), significant(defect(*r.sign_plus), 2),
                significant(defect(*r.sign_minus), 3)),
            .evidence = {{"error of the lengths at the start", r.sign_plus->rows.front().defect},
                         {"after 4 s, plus", defect(*r.sign_plus)},
                         {"after 4 s, minus as printed", defect(*r.sign_minus)}},
            .command = r.sign_minus->command};
}

Claim indicated_error_of_length_stays_below_a_thousandth(const RobinsonRuns& r) {
    long below = 0, samples = 0;
    double squares = 0, true_squares = 0;
    for (const Later<RunResult>& run : r.histories.runs)
        for (const KeptRow& row : run->rows)
            if (row.t >= 4) {  // settled
                const double indicated = -row.state[4] / 2, real = quaternion_length(row) - 1;
                below += std::fabs(indicated) < 1e-3;
                ++samples;
                squares += indicated * indicated;
                true_squares += real * real;
            }
    const double share = static_cast<double>(below) / static_cast<double>(samples),
                 indicated_rms = std::sqrt(squares / static_cast<double>(samples)),
                 true_rms = std::sqrt(true_squares / static_cast<double>(samples));
    return {.number = "11",
            .text =
                "The indicated error of length stays below 0.1 per cent most of the time; the length itself may be off "
                "by more (figure 6).",
            .quotation =
                "The indicated Δl is less than 0.1 per cent most of the time. This, of course, is merely the amplitude "
                "of the error signal. It does not necessarily mean that l is actually being held to this absolute "
                "precision, but rather that it is being held to the value of l which the computer shows to be unity.",
            .place = "section VII A",
            .verdict = share > 0.9 && true_rms > indicated_rms ? Verdict::holds : Verdict::fails,
            .explanation =
                fmt::format("In {} % of the readings of {} machines. What is indicated has an rms of {}, the true "
                            "length {}: the squares by which it is measured are wrong themselves.",
                            significant(100 * share, 3), r.histories.size(), significant(indicated_rms, 2),
                            significant(true_rms, 2)),
            .evidence = {{"readings below 0.1 per cent", share},
                         {"rms indicated", indicated_rms},
                         {"rms of the true error", true_rms}},
            .command = r.history->command};
}

Claim length_settles_with_the_predicted_deviation(const RobinsonRuns& r) {
    const CorrectionGains gains{.K = 2, .C = 10, .correction_error = true, .squaring_error = true};
    const double printed = quaternion_length_error(full_scale(), gains, TheoryForm::printed),
                 corrected = quaternion_length_error(full_scale(), gains, TheoryForm::corrected),
                 with = r.length[0][1].length(), without = r.length[0][0].length();
    return {.number = "12",
            .text = "The length settles with standard deviation sigma W/(2 S K) (eq. 114).",
            .quotation = "Thus, for the steady-state, σ_{Δl} = (σ_{ε}/200) W_{m}/K",
            .place = "equation 114",
            .verdict = std::fabs(without / printed - 1) < 0.05 && with > 2 * printed ? Verdict::with_condition
                                                                                     : Verdict::fails,
            .explanation =
                fmt::format("Electronic multipliers, 0.053 V: {} by the formula, {} by {} machines whose squares are "
                            "exact, {} when the squares err too, {} times as much (corrected formula {}).",
                            significant(printed, 3), significant(without, 3), r.machines, significant(with, 3),
                            significant(with / printed, 2), significant(corrected, 3)),
            .condition = "the squares that measure the length are exact",
            .evidence = {{"formula", printed},
                         {"machines, exact squares", without},
                         {"machines, squares in error", with},
                         {"corrected formula", corrected}},
            .command = r.length[0][1].command()};
}

Claim root_two_bounds_drift_and_length_of_the_cosines(const RobinsonRuns& r) {
    const CorrectionGains gains1{.K = 1, .C = 10, .correction_error = true, .squaring_error = true};
    const double off_average = taken_off_on_average(full_scale());
    const double bound = cosine_length_error(full_scale(), off_average, gains1, TheoryForm::printed),
                 cosine_without = r.length[1][0].length();
    const double rate_bound = times(cosine_rate(full_scale(), 0, TheoryForm::printed)),
                 rate_exact = times(cosine_rate(full_scale(), off_average, TheoryForm::corrected)),
                 rate_found = r.uncorrelated_rest[1].worst_drift();
    return {.number = "13",
            .text = "For the cosines sqrt(2) sigma W/S bounds drift and change of length (eqs. 97, 98, 101, 106).",
            .quotation =
                "It is not possible to evaluate this expression without knowledge of the particular P_{m}, Q_{m} and "
                "R_{m} involved, but it is possible to determine a convenient upper bound. [...] The deviation in Δl "
                "will then be given by σ_{Δl} = (1/2K_{1}) σ_{u} = (σ_{ε}/(K_{1} 100 sqrt(2))) W_{m}",
            .place = "section VI A, equations 97 and 101",
            .verdict = rate_found < rate_bound && cosine_without < bound ? Verdict::with_condition : Verdict::fails,
            .explanation = fmt::format("As a bound it holds, and is {} times too large: equation 96 has lost its sixth "
                                       "term, with which sigma W/S bounds already. At rest for 40 pi s: bound {}°, "
                                       "corrected law {}°, {} machines {}°. Static length: {} against {}.",
                                       significant(rate_bound / rate_exact, 3), significant(rate_bound, 3),
                                       significant(rate_exact, 3), r.machines, significant(rate_found, 3),
                                       significant(bound, 3), significant(cosine_without, 3)),
            .condition = "equation 101, written as an equality, is read as the bound of which it is made",
            .evidence = {{"bound", rate_bound, "deg"},
                         {"corrected law", rate_exact, "deg"},
                         {"machines", rate_found, "deg"},
                         {"bound over corrected law", rate_bound / rate_exact}},
            .command = r.uncorrelated_rest[1].command()};
}

Claim orthogonality_correction_belongs_into_one_vector(const RobinsonRuns& r) {
    const double one_sided = r.uncorrelated_rest[1].drift(2), both = r.symmetric_rest.drift(2);
    return {
        .number = "14",
        .text =
            "The orthogonality correction belongs into one vector only: fed into both, the drift about z would be "
            "higher when both vectors drift the same way.",
        .quotation =
            "It appears that the above method is a slight improvement on the version given by Corbett in that the "
            "orthogonality correction is added to only one vector rather than to both. The entire drift about the z "
            "axis, then, is determined by the drift of i alone. If the correction were fed into both vectors, the "
            "total drift would be higher in cases where the two vectors tend to drift in the same direction.",
        .place = "section VI A",
        .verdict = both < 0.85 * one_sided ? Verdict::fails : Verdict::holds,
        .explanation =
            fmt::format("On average it is lower: the two drifts are averaged, and the standard deviation about z falls "
                        "from {}° to {}°, by {} (sqrt(2) = 1.414). Nor is it higher when both drift the same way: "
                        "their mean is then larger than the drift of i as often as it is smaller.",
                        significant(one_sided, 3), significant(both, 3), significant(one_sided / both, 3)),
        .evidence = {{"into one vector", one_sided, "deg"}, {"into both", both, "deg"}, {"ratio", one_sided / both}},
        .command = r.symmetric_rest.command()};
}

void figures_5_and_6(ReportPage& page, const RobinsonRuns& r) {
    FigureCurve law{.name = "closed form", .x = {}, .y = {}, .style = Style::line};
    for (const KeptRow& row : r.decay[0]->rows) {
        law.x.push_back(row.t);
        law.y.push_back(decay_law(row.t));
    }
    const auto thin = [](FigureCurve c) {
        FigureCurve some = c;
        some.x.clear();
        some.y.clear();
        for (std::size_t i = 0; i < c.x.size(); i += 4) {
            some.x.push_back(c.x[i]);
            some.y.push_back(c.y[i]);
        }
        return some;
    };
    page.figure(
        {.name = "figure-5",
         .title = "Figure 5: the correction circuit takes out an initial error",
         .caption = "All rates zero, length 0.9 at the start. The recording is lost; the emulation and the closed form "
                    "agree to a line's width and far beyond.",
         .description = "A curve that rises from 0.9 to 1 within three seconds, with dots of the emulation on it.",
         .panels = {{.x = {"t, s", "t_s"},
                     .y = {"length", "length"},
                     .curves = {law, thin(r.decay[0]->over_time("quaternion, K = 2", quaternion_length, Style::dots)),
                                coloured(r.decay[1]->over_time("cosines, k1 = 1", vector_length, Style::dashes), 2)}}},
         .commands = {r.decay[0]->command, r.decay[1]->command}});
    page.figure(
        {.name = "figure-6",
         .title = "Figure 6: the length during a run",
         .caption =
             "P = 0.5 rad/s, machine of seed 1 with errors along every shaft and summers 0.144 % short on average. "
             "What the machine indicates (half the error signal) is held closer than the length itself. The recording "
             "is lost; of the original we know only \"less than 0.1 per cent most of the time\".",
         .description = "Two irregular curves that repeat with every turn, within a tenth of a per cent of zero.",
         .panels = {{.x = {"t, s", "t_s", false, 0, 60},
                     .y = {"error of length", "length_error"},
                     .curves = {r.history->over_time("indicated", [](const KeptRow& row) { return -row.state[4] / 2; }),
                                r.history->over_time("true",
                                                     [](const KeptRow& row) { return quaternion_length(row) - 1; })}}},
         .commands = {r.history->command}});
}

}  // namespace polhode::robinson
