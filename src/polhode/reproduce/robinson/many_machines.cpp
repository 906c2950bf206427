// Robinson 1958: many machines in place of the few that he could wire, their drift beside the laws.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "polhode/reproduce/robinson/robinson.hpp"

namespace polhode::robinson {

namespace {

FigureCurve histogram(const std::string& name, const std::vector<double>& numbers, double width, double range) {
    FigureCurve curve{.name = name, .x = {}, .y = {}, .style = Style::line};
    const int bins = static_cast<int>(std::lround(2 * range / width));
    std::vector<double> counts(static_cast<std::size_t>(bins), 0.0);
    for (const double v : numbers) {
        const int k = static_cast<int>(std::floor((v + range) / width));
        if (k >= 0 && k < bins) counts[static_cast<std::size_t>(k)] += 1;
    }
    for (int k = 0; k < bins; ++k) {
        curve.x.push_back(-range + (k + 0.5) * width);
        curve.y.push_back(counts[static_cast<std::size_t>(k)] / (static_cast<double>(numbers.size()) * width));
    }
    return curve;
}
FigureCurve bell(const std::string& name, double sigma, double range, Style style) {
    FigureCurve curve{.name = name, .x = {}, .y = {}, .style = style};
    for (int k = 0; k <= 200; ++k) {
        const double x = -range + 2 * range * k / 200;
        curve.x.push_back(x);
        curve.y.push_back(std::exp(-0.5 * x * x / (sigma * sigma)) / (sigma * std::sqrt(2 * pi)));
    }
    return curve;
}

// What theory says of the standard deviation of the drift in 40 pi s, deg; by circuit where there are two.
struct Laws {
    double prediction[2];      // the report's, of servomultipliers
    double at_rest[2];         // the report's, of electronic multipliers
    double rest_law[2];        // corrected
    double knots, sine, gain;  // errors along the shaft
};
Laws laws_of_drift() {
    Laws law{{times(quaternion_drift_rate(single_axis(measured_sigma))),
              times(cosine_rate(single_axis(measured_sigma), 0, TheoryForm::printed))},
             {times(quaternion_drift_rate(full_scale())), times(cosine_rate(full_scale(), 0, TheoryForm::printed))},
             {},
             secular(secular_factor_of_knots(50, 45)),
             secular(secular_factor_of_sine(50)),
             secular(secular_factor_of_gain(50))};
    // the correction channels err too: K/C in quadrature
    law.rest_law[0] = law.at_rest[0] * std::sqrt(1 + (2.0 / 10) * (2.0 / 10) / 3);
    law.rest_law[1] = times(cosine_rate(full_scale(), taken_off_on_average(full_scale()), TheoryForm::corrected)) *
                      std::sqrt(1 + (2.0 / 10) * (2.0 / 10) / 2);
    return law;
}

void table_of_drifts(ReportPage& page, const RobinsonRuns& r) {
    const Laws law = laws_of_drift();
    ReportTable table{
        .caption =
            "Standard deviation of the drift in 40 pi s, degrees, sigma = 0.053 V: about the input axis, at rest about "
            "the worst axis. Printed: the report's drift rate times the time (cosines: its bound)",
        .heads = {"Circuit", "Errors of the multipliers", "Input", "Printed", "Corrected", "Machines"},
        .rows = {}};
    const auto row = [&](int c, const std::string& errors, const std::string& input, double printed,
                         const std::string& corrected, double found, const std::string& command) {
        table.rows.push_back({c == 0 ? "quaternion" : "cosines", errors, input,
                              (c == 0 ? "" : "at most ") + fixed(printed, 2), corrected,
                              found < 0.1 ? significant(found, 2) : fixed(found, 2)});
        table.commands.push_back(command);
    };
    for (int c = 0; c < 2; ++c) {
        row(c, "electronic, constant", "none", law.at_rest[c], fixed(law.rest_law[c], 2),
            r.uncorrelated_rest[c].worst_drift(), r.uncorrelated_rest[c].command());
        row(c, "electronic, constant", "P", law.at_rest[c], "0 at first order", r.uncorrelated_P[c].worst_drift(),
            r.uncorrelated_P[c].command());
    }
    row(0, "servo, constant", "P", law.prediction[0], "0 at first order", r.constant_P.drift(), r.constant_P.command());
    for (int c = 0; c < 2; ++c) {
        for (int i = 0; i < 3; ++i)
            row(c, "servo, 45 readings along the shaft", std::string(1, "PQR"[i]), law.prediction[c],
                fixed(law.knots, 2), r.knots[c][i].drift(), r.knots[c][i].command());
        row(c, "servo, ten waves along the shaft", "P", law.prediction[c], fixed(law.sine, 2), r.sine_P[c].drift(),
            r.sine_P[c].command());
        row(c, "servo, gain", "P", law.prediction[c], fixed(law.gain, 2), r.gain_P[c].drift(), r.gain_P[c].command());
    }
    page.table(table);
}

void figure_of_machines(ReportPage& page, const RobinsonRuns& r) {
    const Laws law = laws_of_drift();
    page.figure(
        {.name = "machines",
         .title = "How the drift of the quaternion circuit is distributed",
         .caption =
             fmt::format("{} machines, P = 0.5 rad/s, ten revolutions. With 45 independent readings along each shaft "
                         "the drift is normal with {}°; pure gain errors give {}°. Wide: what the report expected.",
                         r.machines, fixed(r.knots[0][0].drift(), 2), fixed(r.gain_P[0].drift(), 2)),
         .description = "A narrow bell of standard deviation 1.2 degrees, one of 2.3 and the predicted one of 3.8.",
         .panels = {{.x = {"drift about x, deg", "drift_deg"},
                     .y = {"machines per degree", "density_per_deg"},
                     .curves = {histogram("45 readings", r.knots[0][0].drifts(), 0.4, 10),
                                histogram("gain errors", r.gain_P[0].drifts(), 0.4, 10),
                                bell("law for 45 readings", law.knots, 10, Style::dots),
                                bell("printed, sigma W T/S", law.prediction[0], 10, Style::dashes)}}},
         .commands = {r.knots[0][0].command(), r.gain_P[0].command()}});
}

void figure_of_sensitivity(ReportPage& page, const RobinsonRuns& r) {
    const Laws law = laws_of_drift();
    FigureCurve process{.name = "smooth errors", .x = {}, .y = {}};
    for (const double length : {1.0, 2.0, 4.3, 8.0, 15.0, 25.0, 40.0, 60.0, 100.0, 200.0, 500.0}) {
        process.x.push_back(length);
        process.y.push_back(secular(secular_factor_of_process(50, length)));
    }
    FigureCurve steps{.name = "independent readings", .x = {}, .y = {}};
    for (const int n : {90, 45, 30, 20, 10}) {
        steps.x.push_back(190.0 / (n - 1));
        steps.y.push_back(secular(secular_factor_of_knots(50, n)));
    }
    const auto level = [](const std::string& name, double y, Style style) {
        return FigureCurve{.name = name, .x = {1, 500}, .y = {y, y}, .style = style};
    };
    const double used = secular(secular_factor_of_gain(50, 50));
    page.figure(
        {.name = "sensitivity",
         .title = "How far this carries",
         .caption = fmt::format(
             "How an error hangs together along the shaft was not reported, and it decides. Smooth random errors of "
             "any correlation length give at most {}°, always below the predicted {}°. Only a pure gain error with "
             "0.053 V rms over the half of the pot in use goes beyond it, {}°. Laws, not machines.",
             fixed(*std::max_element(process.y.begin(), process.y.end()), 1), fixed(law.prediction[0], 1),
             fixed(used, 1)),
         .description = "Drift against correlation length: it rises from 0.8 degrees at 1 V to 2.2 at 25 V and falls "
                        "to 0.3 at 500 V; the predicted 3.8 is a level line above, a gain error on the used range 4.7.",
         .panels = {{.x = {"correlation length or distance of readings, V", "volts", true},
                     .y = {"standard deviation after ten revolutions, deg", "drift_deg", false, 0, 5},
                     .curves = {process, steps, level("gain error over +-100 V", law.gain, Style::dashes),
                                level("gain error over +-50 V", used, Style::dashes),
                                level("printed, sigma W T/S", law.prediction[0], Style::dashes)}}},
         .commands = {r.knots[0][0].command()}});
}

std::vector<Strings> formula_rows(const RobinsonRuns& r) {
    const CorrectionGains K2{.K = 2, .C = 10, .correction_error = true, .squaring_error = true};
    const CorrectionGains k1{.K = 1, .C = 10, .correction_error = true, .squaring_error = true};
    const double off = taken_off_on_average(full_scale());
    const GainWindow q = quaternion_gain_window(full_scale(), 10, 1e-3),
                     p = cosine_gain_window(full_scale(), 10, 1e-3, TheoryForm::printed),
                     d = cosine_gain_window(full_scale(), 10, 1e-3, TheoryForm::corrected);
    const auto window = [](const GainWindow& w) {
        return significant(w.lowest, 2) + " to " + significant(w.highest, 2);
    };
    return std::vector<Strings>{
        {"length error, quaternion", "114",
         significant(quaternion_length_error(full_scale(), K2, TheoryForm::printed), 3),
         significant(quaternion_length_error(full_scale(), K2, TheoryForm::corrected), 3),
         significant(r.length[0][1].length(), 3)},
        {"length error, cosines", "101",
         significant(cosine_length_error(full_scale(), off, k1, TheoryForm::printed), 3),
         significant(cosine_length_error(full_scale(), off, k1, TheoryForm::corrected), 3),
         significant(r.length[1][1].length(), 3)},
        {"drift rate, quaternion, servos at 0.5 rad/s, 0.05 V, rad/s", "119",
         significant(quaternion_apparent_drift_rate(single_axis(predicted_sigma), 0.5, 2, TheoryForm::printed), 4),
         significant(quaternion_drift_rate(single_axis(predicted_sigma)), 4), significant(r.rate[0][0].true_rate(), 4)},
        {"gain K for 0.1 % of length", "115", window(q), window(q), ""},
        {"gain k1 for 0.1 % of length", "102, 103, 107", window(p), window(d), ""}};
}

void table_of_formulas(ReportPage& page, const RobinsonRuns& r) {
    page.table({.caption = "The formulas of the report at its own numbers (sigma = 0.053 V, S = 50 V, electronic: 1 "
                           "rad/s full scale, K = 2, k1 = 1, C = 10), printed and corrected",
                .heads = {"Quantity", "Equation", "Printed", "Corrected", "Machines"},
                .rows = formula_rows(r),
                .commands = {r.length[0][1].command(), r.length[1][1].command(), r.rate[0][0].command()}});
}

}  // namespace

void many_machines(ReportPage& page, const RobinsonRuns& r) {
    page.text(fmt::format(
        "To get a distribution, the report says, the whole set-up would have to be wired again and again with other "
        "pots, and the improved confidence would not justify the immense labour. Here {} machines were run for each "
        "line, each with errors of its own; a standard deviation is known to {} %.{}",
        r.machines, significant(100 * r.knots[0][0].known_to(), 2),
        r.machines < 100000 ? " `polhode reproduce robinson --full` takes 100 000 for each." : ""));
    table_of_drifts(page, r);
    figure_of_machines(page, r);
    figure_of_sensitivity(page, r);
    table_of_formulas(page, r);
}

}  // namespace polhode::robinson
