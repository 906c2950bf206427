// Gray, Rubinoff, Sohon 1952: every run that the page needs.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <utility>

#include "polhode/reproduce/gray/gray.hpp"

namespace polhode::gray {

namespace {

const std::string coning = "reproduce/gray-coning", level = "reproduce/gray-level", top = "reproduce/gray-top";

using Settings = std::vector<std::string>;
Settings operator+(Settings a, const Settings& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}
Settings words(int bits) {
    return {fmt::format("method.arithmetic={{ kind = \"fixed-point\", fraction_bits = {} }}", bits)};
}
Settings steps_a_turn(double n) { return {setting("method.step", 1 / n)}; }
Settings turns(double count, double sample) { return {setting("run.duration", count), setting("run.sample", sample)}; }
Settings integrator(const std::string& name) { return {"method.integrator=" + name}; }
Settings constraint(int method) {
    return {"method.constraint=" + (method == 0 ? std::string("none") : "gray-" + std::to_string(method))};
}
const Settings angles{"method.attitude=euler-zyx", "method.constraint=none"};
const Settings clamped{"method.attitude={ kind = \"euler-zyx\", clamp_deg = 85 }", "method.constraint=none"};
const Settings in_quaternion{"method.attitude=quaternion", "method.constraint=normalise-binomial"};

// The rate as words of so many bits hold it, an angle a step rounded: what such a machine turns at. A drift is
// measured against this, so that it is the procedure's and not the input's.
Settings held_rate(int bits, double n) {
    const double w[3] = {2 * pi / 3, 4 * pi / 3, 4 * pi / 3};
    double held[3];
    for (int i = 0; i < 3; ++i) held[i] = n * std::ldexp(std::floor(std::ldexp(w[i] / n, bits) + 0.5), -bits);
    return {fmt::format("rates.value=[{}, {}, {}]", held[0], held[1], held[2])};
}

// The oblique turn, but halfway at yaw and roll 0 and this pitch. Half a turn about the unit vector u is 2 u u^T - 1.
Settings pitch_at_half(double pitch_deg) {
    const double c = std::cos(pitch_deg * degree), s = std::sin(pitch_deg * degree), u[3] = {1. / 3, 2. / 3, 2. / 3};
    const double R[3][3] = {{c, 0, s}, {0, 1, 0}, {-s, 0, c}};
    double A[3][3];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const double along = R[i][0] * u[0] + R[i][1] * u[1] + R[i][2] * u[2];
            A[i][j] = 2 * along * u[j] - R[i][j];
        }
    return {fmt::format("start.attitude={{ matrix = [[{}, {}, {}], [{}, {}, {}], [{}, {}, {}]] }}", A[0][0], A[0][1],
                        A[0][2], A[1][0], A[1][1], A[1][2], A[2][0], A[2][1], A[2][2])};
}

// A run, and runs over numbers of steps a turn.
Later<RunResult> run(Laboratory& lab, const std::string& scenario, Settings settings, double seconds = 0.005,
                     const std::string& against = "truth") {
    return lab.run({.scenario = scenario, .settings = std::move(settings), .against = against, .seconds = seconds});
}
RunSeries over_steps(Laboratory& lab, const Settings& settings, const std::vector<double>& steps) {
    return lab.sweep({.scenario = oblique, .settings = settings, .seconds = 0.005}, steps, steps_a_turn);
}
const Settings every_step{setting("run.sample", 1. / 360)};

void ask_passage(Laboratory& lab, GrayRuns& r) {
    r.at_90 = {over_steps(lab, {}, passage_steps), over_steps(lab, angles, passage_steps),
               over_steps(lab, clamped, passage_steps)};
    const auto finely_sampled = [&](const Settings& settings) {
        return lab.sweep({.scenario = oblique, .settings = settings, .seconds = 0.005}, {360, 1440},
                         [](double n) { return steps_a_turn(n) + Settings{setting("run.sample", 1 / n)}; });
    };
    for (const double pitch : pitches) {
        const Settings there = pitch_at_half(pitch);
        r.near_90.push_back({finely_sampled(there), over_steps(lab, angles + there, {360, 1440}),
                             over_steps(lab, clamped + there, {360, 1440})});
    }

    r.shown_cosines = run(lab, oblique, every_step);
    r.shown_angles = run(lab, oblique, angles + every_step);
    r.shown_clamped = run(lab, oblique, clamped + every_step);
    for (const int bits : four_lengths)
        r.word_passage.push_back(run(lab, oblique, words(bits) + held_rate(bits, 360) + every_step));

    const Settings zxz{"method.attitude=euler-zxz", "method.constraint=none"};
    r.oblique_zyx = run(lab, oblique, angles);
    r.oblique_zxz = run(lab, oblique, zxz);
    r.level_zyx = run(lab, level, {});
    r.level_zxz = run(lab, level, {"method.attitude=euler-zxz"});
    r.top = lab.sweep({.scenario = top}, "method.step", {0.04, 0.02, 0.01, 0.005});
}

void ask_triples(Laboratory& lab, GrayRuns& r) {
    r.triples = triples();
    for (const Triple& t : r.triples)
        if (!t.one_row && !t.one_column)
            r.three_equations.push_back(
                run(lab, oblique,
                    Settings{"method.attitude={ kind = \"dcm-gray\", equations = \"" + t.name + "\" }"} +
                        constraint(0) + every_step));
}

void ask_words(Laboratory& lab, GrayRuns& r) {
    r.unity_wraps =
        run(lab, loop,
            {"method.arithmetic={ kind = \"fixed-point\", fraction_bits = 31, scale = 1, overflow = \"wrap\" }"});
    r.unity_held =
        run(lab, loop,
            {"method.arithmetic={ kind = \"fixed-point\", fraction_bits = 31, scale = 0.5, overflow = \"wrap\" }"});

    // rows every five steps
    const Settings thirty = turns(30, 5. / 360);
    for (const int bits : four_lengths)
        for (const std::string& motion : {loop, oblique}) {
            for (const char* formula : {"euler", "heun", "rk4"})
                for (const int method : {1, 2})
                    r.corrected.push_back(
                        {bits, motion, formula, method,
                         run(lab, motion, words(bits) + integrator(formula) + constraint(method) + thirty, 0.03, "")});
            r.uncorrected.push_back(
                {bits, motion, "rk4", 0, run(lab, motion, words(bits) + constraint(0) + thirty, 0.03, "")});
            r.overflowing.push_back(
                {bits, motion, "euler", 0,
                 run(lab, motion, words(bits) + integrator("euler") + constraint(0) + turns(30, 1), 0.02, "")});
        }
}

void ask_drift(Laboratory& lab, GrayRuns& r) {
    const auto over_lengths = [&](const Settings& settings) {
        return lab.sweep({.scenario = oblique, .settings = settings + turns(10, 1), .seconds = 0.01}, drift_lengths,
                         [](double bits) {
                             const int b = static_cast<int>(bits);
                             return words(b) + held_rate(b, 360);
                         });
    };
    r.drift = {{"method 1", over_lengths(constraint(1))},
               {"method 2", over_lengths(constraint(2))},
               {"uncorrected", over_lengths(constraint(0))},
               {"doubled before rounding",
                over_lengths({"method.constraint={ kind = \"gray-1\", doubling = \"before-rounding\" }"})},
               {"quaternion", over_lengths(in_quaternion)}};
    for (const int method : {0, 1, 2})
        r.real_drift.push_back(run(lab, oblique, constraint(method) + steps_a_turn(90) + turns(10, 1)));
}

void ask_corrections(Laboratory& lab, GrayRuns& r) {
    const auto hundred = [&](const std::string& formula) {
        return run(lab, oblique, integrator(formula) + constraint(1) + steps_a_turn(90) + turns(100, 1), 0.01);
    };
    r.euler = hundred("euler");
    r.heun = hundred("heun");
    r.rk4 = hundred("rk4");
    for (const int method : {0, 1, 2})
        r.euler_order.push_back(over_steps(lab, integrator("euler") + constraint(method), {90, 180, 360, 720}));
    for (const char* order : {"together", "length-first", "direction-first"})
        r.orders.push_back(
            run(lab, oblique,
                integrator("euler") +
                    Settings{fmt::format("method.constraint={{ kind = \"gray-1\", corrections = \"{}\" }}", order)}));
    for (const std::string& motion : {loop, oblique, coning})
        r.residual.push_back(lab.sweep(
            {.scenario = motion,
             .settings = integrator("euler") + constraint(1) + Settings{"run.duration=10"},
             .against = "",
             .seconds = 0.01},
            residual_steps, [](double n) { return steps_a_turn(n) + Settings{setting("run.sample", 1 / n)}; }));
}

}  // namespace

std::shared_ptr<const GrayRuns> ask_runs(Laboratory& lab) {
    auto all = std::make_shared<GrayRuns>();
    GrayRuns& r = *all;
    ask_passage(lab, r);
    ask_triples(lab, r);
    ask_words(lab, r);
    ask_drift(lab, r);
    ask_corrections(lab, r);
    r.counts = lab.job<Counts>("operations of a step", 0.01, [](const Stop&) { return count_operations(); });
    r.trials = lab.job<Trials>("corrections of row 2", 0.05, [](const Stop&) { return try_corrections(); });
    return all;
}

}  // namespace polhode::gray
