// GyroSoft 2015, noise on the readings: cases 8 and 9.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "polhode/reproduce/gyrosoft/gyrosoft.hpp"
#include "polhode/scenario/gallery.hpp"
#include "polhode/truth/truth.hpp"

namespace polhode::gyrosoft {

namespace {

// One method of a scenario under seeds 1 .. n: attitude errors at the end, deg.
std::vector<double> errors_of_seeds(const std::string& name, std::vector<std::string> settings, const std::string& key,
                                    const std::string& method_name, int seeds, const Stop& stop) {
    const std::string file = name + ".toml";
    const std::string& text = *scenario_file_text(file);
    std::vector<double> errors;
    settings.push_back("");
    for (int seed = 1; seed <= seeds && !stop(); ++seed) {
        settings.back() = key + "=" + std::to_string(seed);
        const Scenario s = read_scenario(text, "scenarios/" + file, settings);
        std::string why;
        const std::unique_ptr<Truth> truth = exact_truth(s.problem, why);
        if (!truth) throw std::logic_error(file + ": " + why);
        for (const Method& m : s.methods) {
            if (m.name != method_name) continue;
            Quaternion<double> last;
            double end = 0;
            const RunObserver observer{.row =
                                           [&](const Row& row) {
                                               last = row.q_NB;
                                               end = row.t;
                                           },
                                       .progress = {},
                                       .stop = {}};
            Statistics statistics;
            simulate(s.problem, m, s.run, observer, statistics);
            errors.push_back(angle_full(last, truth->at(end).q_NB));
        }
    }
    return errors;
}

Rms rms_of(const std::vector<double>& x) {
    double two = 0, four = 0;
    const auto n = static_cast<double>(x.size());
    for (const double v : x) {
        two += v * v / n;
        four += v * v * v * v / n;
    }
    const double value = std::sqrt(two);
    return {value, value > 0 ? std::sqrt(std::max(0.0, four - two * two) / n) / (2 * value) : 0};
}

}  // namespace

Rms Noisy::rms() const { return rms_of(*errors); }

std::string Noisy::command() const {
    std::string text = first->command;
    const std::string one = key + "=1";
    const std::size_t at = text.find(one);
    if (at != std::string::npos) text.replace(at, one.size(), key + "=$seed");
    return "for seed in $(seq " + std::to_string(seeds) + "); do " + text + "; done";
}

Noisy ask_noise(Laboratory& lab, const std::string& scenario, const std::vector<std::string>& settings,
                const std::string& key, int seeds) {
    Noisy n;
    n.key = key;
    n.seeds = seeds;
    std::vector<std::string> first = settings;
    first.push_back(key + "=1");
    n.first = lab.run({.scenario = scenario, .settings = first, .method = "C"});
    n.errors = lab.job<std::vector<double>>(
        scenario + " under " + std::to_string(seeds) + " seeds", 0.006 * seeds,
        [=](const Stop& stop) { return errors_of_seeds(scenario, settings, key, "C", seeds, stop); });
    return n;
}

Claim noise_has_a_fixed_amplitude(const GyrosoftRuns& r) {
    const Rms one = r.rest_1.rms(), five = r.rest_5.rms();
    const double walk = 1.0 * 0.002 * std::sqrt(2000.0) / degree;
    return {.number = "26",
            .text = "The noise is a random number between -1 and 1 times a fixed amplitude in rad/s (case 8).",
            .quotation =
                "Noise(t) 為一固定 Amplitude 乘上 -1 到 1 的隨機數,固定的 Amplitude 單位為 radian per "
                "second,量值大小可從 b.IncludeNoiseInOmega(5) 中的數字 5 更改。",
            .place = "case 8",
            // of an angle that turned away by one reading after the other, for small angles
            .verdict = std::fabs(one.value / walk - 1) < 0.15 && std::fabs(five.value / (5 * walk) - 1) < 0.15
                           ? Verdict::holds
                           : Verdict::fails,
            .explanation = fmt::format(
                "So it is: the attitude of a body at rest walks away by {} rms in 4 s with 1 rad/s and by {} with 5 "
                "rad/s ({} runs each; A h sqrt(N) = {} and {}). The description of the program has \"w.r.t original "
                "velocity amplitude\" (erratum 19); a body at rest has no amplitude to be relative to.",
                deg(one.value), deg(five.value), r.rest_5.seeds, deg(walk), deg(5 * walk)),
            .evidence = {{"rms, 1 rad/s", one.value, "deg"},
                         {"its standard error", one.error, "deg"},
                         {"rms, 5 rad/s", five.value, "deg"},
                         {"its standard error, 5 rad/s", five.error, "deg"}},
            .command = r.rest_5.command()};
}

Claim noisy_readings_must_be_filtered(const GyrosoftRuns& r) {
    const Rms plain = r.centred[1][0].rms(), centred = r.centred[1][3].rms(), causal = r.causal[1][3].rms(),
              shortest = r.causal[1][1].rms();
    double best = 1e300;  // of all windows and amplitudes, against none
    for (const std::size_t k : {std::size_t{1}, std::size_t{2}})
        for (std::size_t i = 1; i < r.windows.size(); ++i)
            best = std::min({best, r.centred[k][i].rms().value / r.centred[k][0].rms().value,
                             r.causal[k][i].rms().value / r.centred[k][0].rms().value});
    return {.number = "27",
            .text =
                "Noisy readings must be filtered before they are integrated. (Case 9 takes a running average, without "
                "a result.)",
            .quotation =
                "因為任何的量測儀器都會有噪音,因此在輸入 DCM "
                "遞推前,必須先經過過濾。一般常見的過濾方法是卡爾曼濾波,噪音濾波的討論是我下一步的目標。",
            .place = "part V",
            .verdict = best < 0.95 ? Verdict::holds : Verdict::fails,
            .explanation = fmt::format(
                "They need not be. The average does not help, and soon makes it worse: with noise of 1 rad/s at 1500 "
                "Hz the cusp is off by {} rms after 1.2 s unfiltered, by {} behind a centred average over 11 and {} "
                "behind a causal one; a causal one over 3 gives {}. The best of all windows, at 5 rad/s, leaves {} of "
                "the unfiltered error. Integrating already averages white noise, and what is left is noise as slow as "
                "the motion, which a filter of the readings alone cannot tell from it; this one shrinks and delays the "
                "transverse rates, which turn 20 times a second. A filter that knows the torque is another method.",
                deg(plain.value), deg(centred.value), deg(causal.value), deg(shortest.value, 2), significant(best, 3)),
            .evidence = {{"unfiltered", plain.value, "deg"},
                         {"its standard error", plain.error, "deg"},
                         {"centred over 11", centred.value, "deg"},
                         {"causal over 11", causal.value, "deg"},
                         {"causal over 3", shortest.value, "deg"},
                         {"centred over 11, no noise", r.centred[0][3].rms().value, "deg"},
                         {"best of all windows against none", best}},
            .command = r.centred[1][3].command()};
}

void cases_8_and_9(ReportPage& page, const GyrosoftRuns& r) {
    const Rms one = r.rest_1.rms(), five = r.rest_5.rms();
    page.figure(
        {.name = "case-8",
         .title = "Case 8: noise on a body at rest",
         .caption = fmt::format(
             "The tip of the axis from above in 4 s at 500 Hz, seed 1. The document compares two amplitudes; one, 5 "
             "rad/s, is in its program, the other is lost in the copy that exists, and 1 rad/s was taken. Over {} "
             "seeds the attitude is off by {} ± {} and {} ± {} rms at the end; A h sqrt(N), valid for small angles, "
             "says {} and {}. In a data sheet 5 rad/s would be an angle random walk of A sqrt(h/3) = {} rad/sqrt(s).",
             r.rest_1.seeds, deg(one.value), deg(one.error, 1), deg(five.value), deg(five.error, 1),
             deg(0.002 * std::sqrt(2000.0) / degree), deg(0.01 * std::sqrt(2000.0) / degree),
             significant(5 * std::sqrt(0.002 / 3), 3)),
         .description = "Two random walks from the centre, the second five times as wide.",
         .panels = {from_above("1 rad/s", {trace("1 rad/s", *r.rest_1.first)}, false, false),
                    from_above("5 rad/s", {trace("5 rad/s", *r.rest_5.first)}, false, false)},
         .commands = {r.rest_1.command(), r.rest_5.command()}});

    std::vector<FigurePanel> two;
    ReportTable table{.caption = "Attitude error after 1.2 s of the cusp, deg rms (± standard error)",
                      .heads = {"window", "noise, rad/s", "centred", "causal"},
                      .rows = {}};
    std::vector<std::string> commands;
    for (const bool causal : {false, true}) {
        FigurePanel panel{.title = causal ? "Causal average" : "Centred average",
                          .x = {"readings in the window", "window"},
                          .y = {"error after 1.2 s, deg rms", "error_rms_deg", true},
                          .curves = {}};
        for (std::size_t k = 0; k < r.amplitudes.size(); ++k) {
            FigureCurve c;
            c.name = fmt::format("noise {:g} rad/s", r.amplitudes[k]);
            for (std::size_t i = 0; i < r.windows.size(); ++i) {
                c.x.push_back(static_cast<double>(r.windows[i]));
                c.y.push_back((causal ? r.causal : r.centred)[k][i].rms().value);
            }
            panel.curves.push_back(c);
        }
        two.push_back(panel);
        commands.push_back((causal ? r.causal : r.centred)[1][3].command());
    }
    for (std::size_t i = 0; i < r.windows.size(); ++i)
        for (std::size_t k = 0; k < r.amplitudes.size(); ++k) {
            const auto cell = [&](const Noisy& noisy) {
                const Rms rms = noisy.rms();
                return significant(rms.value, 4) + (r.amplitudes[k] > 0 ? " ± " + significant(rms.error, 1) : "");
            };
            table.rows.push_back({std::to_string(r.windows[i]), fmt::format("{:g}", r.amplitudes[k]),
                                  cell(r.centred[k][i]), cell(r.causal[k][i])});
        }
    page.figure(
        {.name = "case-9",
         .title = "Case 9: noise and a running average",
         .caption = fmt::format(
             "Cusp, 1500 Hz, {} seeds for each point with noise; the document plans this case and shows no result. No "
             "window helps: short centred ones change nothing, longer ones and causal ones are worse.",
             r.centred[1][0].seeds),
         .description = "In both panels the error rises with the window, in the first slowly up to 5 readings; the "
                        "causal average passes 40 degrees at 11 readings.",
         .panels = two,
         .commands = commands});
    page.table(table);
}

}  // namespace polhode::gyrosoft
