// Robinson 1958: every run that the page needs.
#include <cmath>
#include <memory>

#include "polhode/reproduce/robinson/robinson.hpp"

namespace polhode::robinson {

namespace {

const std::string quaternion_file = "reproduce/robinson-quaternion", cosine_file = "reproduce/robinson-cosines";
const std::string ten_revolutions_setting = "run.duration=125.66370614359172";

std::string word(const std::string& key, const std::string& value) { return "method.arithmetic." + key + "=" + value; }
std::string part(const std::string& key, double value) { return setting("method.arithmetic." + key, value); }
std::string error_named(const std::string& name) { return word("error", "\"" + name + "\""); }
std::string about(char axis) {
    return axis == 'P'   ? "rates.value=[0.5, 0, 0]"
           : axis == 'Q' ? "rates.value=[0, 0.5, 0]"
           : axis == 'R' ? "rates.value=[0, 0, 0.5]"
                         : "rates.value=[0, 0, 0]";
}

constexpr char axes[] = {'P', 'Q', 'R'};

void ask_single_machines(Laboratory& lab, RobinsonRuns& r) {
    for (int c = 0; c < 2; ++c) {
        const std::string file = c == 0 ? quaternion_file : cosine_file;
        // figures 3, 4, 7: the last half second, with the gain error that the tables ask for
        const Strings end{"run.duration=126", "run.sample=0.1"};
        for (int i = 0; i < 3; ++i) {
            r.gain_error[c][i] = std::round(-observed(c, axes[i]).mean / turned_degrees * 1e5) / 1e5;
            Strings settings = end;
            settings.push_back(about(axes[i]));
            settings.push_back(part("gain_error", r.gain_error[c][i]));
            r.short_of[c][i] = lab.run({.scenario = file, .settings = settings, .seconds = 0.01});
        }
        r.ideal_end[c] = lab.run({.scenario = file, .settings = end, .seconds = 0.01});
        const double g = c == 0 ? 1.44e-3 : 2.9e-3;
        r.short_whole[c] = lab.run({.scenario = file, .settings = {part("gain_error", g)}, .seconds = 0.01});
        r.short_half[c] = lab.run(
            {.scenario = file, .settings = {part("gain_error", g), "run.duration=62.83185307179586"}, .seconds = 0.01});
        r.correction_gain[c] = lab.run({.scenario = file, .settings = {part("correction_gain", 0.99)}});
        // figure 5
        r.decay[c] = lab.run({.scenario = file,
                              .settings = {about('0'),
                                           c == 0 ? "start.attitude={quaternion=[0.9, 0, 0, 0]}"
                                                  : "start.attitude={quaternion=[0.9486832980505138, 0, 0, 0]}",
                                           "method.step=0.01", "run.sample=0.05", "run.duration=4"}});
    }
    r.inverter_gain = lab.run({.scenario = quaternion_file, .settings = {part("inverter_gain", 1 - 1.44e-3)}});
    // figure 6: the errors of figure 18 and gains as in figure 4; their spread is an assumption
    const Strings working{error_named("correlated-knots"), part("gain_error", 1.44e-3), part("gain_spread", 4e-4)};
    r.history = lab.run({.scenario = quaternion_file, .settings = working});
    std::vector<double> seeds;
    for (int n = 1; n <= 100; ++n) seeds.push_back(n);
    r.histories =
        lab.sweep({.scenario = quaternion_file, .settings = working, .seconds = 0.01}, "method.arithmetic.seed", seeds);
    r.rest_1 = lab.run({.scenario = "robinson-analog-rest", .settings = {}, .method = "1 rad per s"});
    r.rest_5 = lab.run({.scenario = "robinson-analog-rest", .settings = {}, .method = "5 rad per s"});
    r.sign_plus = lab.run({.scenario = "reproduce/robinson-sign", .settings = {}, .against = ""});
    r.sign_minus =
        lab.run({.scenario = "reproduce/robinson-sign", .settings = {"method.constraint.k1=-1"}, .against = ""});
}

void ask_lag(Laboratory& lab, RobinsonRuns& r) {
    for (int c = 0; c < 2; ++c) {
        const std::string file = c == 0 ? quaternion_file : cosine_file;
        // the lag, uncorrected
        Strings lag{about('Q'), part("lag", 0.02), "method.step=0.01", "run.sample=0.1"};
        if (c == 0) lag.push_back(part("K", 0));
        if (c == 1) {
            lag.push_back(part("k1", 0));
            lag.push_back(part("k2", 0));
        }
        r.lag_free[c] = lab.run({.scenario = file, .settings = lag, .seconds = 0.05});
    }
    for (int n = 0; n < 2; ++n) {
        const std::string duration = n == 0 ? "run.duration=62.83185307179586" : ten_revolutions_setting;
        for (const bool on : {true, false})
            (on ? r.lag_on : r.lag_off)[n] = lab.run({.scenario = "robinson-analog-lag",
                                                      .settings = {duration},
                                                      .method = on ? "on the shaft" : "beside it",
                                                      .seconds = 0.05});
    }
    r.lag_gains = lab.sweep(
        {.scenario = cosine_file, .settings = {about('Q'), part("lag", 0.02), "method.step=0.01"}, .seconds = 0.05},
        "method.arithmetic.k1", {0.5, 1, 2, 4, 8});
    r.lag_corrected = lab.sweep({.scenario = cosine_file,
                                 .settings = {about('Q'), word("lagged_correction", "false"), "method.step=0.01"},
                                 .seconds = 0.05},
                                "method.arithmetic.lag", {0.02, 0.05, 0.1});
}

void ask_many_machines(Laboratory& lab, RobinsonRuns& r) {
    const long n = r.machines = lab.full() ? 100000 : 3000;
    const double once[2] = {2.2e-4, 3e-4};  // s of one core for ten revolutions
    for (int c = 0; c < 2; ++c) {
        const std::string file = c == 0 ? quaternion_file : cosine_file;
        // a step of 0.2 s is good to 0.003 deg in ten revolutions, where degrees are looked for
        const auto many = [&](const std::string& error, char axis, double step = 0.2) {
            return Machines(lab, file, {error_named(error), about(axis), setting("method.step", step)}, axis, n,
                            once[c] * 0.1 / step);
        };
        r.uncorrelated_rest[c] = many("uncorrelated-constant", '0');
        r.uncorrelated_P[c] = many("uncorrelated-constant", 'P', 0.1);
        for (int i = 0; i < 3; ++i) r.knots[c][i] = many("correlated-knots", axes[i]);
        r.sine_P[c] = many("correlated-sine", 'P');
        r.gain_P[c] = many("correlated-gain", 'P');
        for (const bool squares : {false, true})
            r.length[c][squares] = Machines(lab, file,
                                            {error_named("uncorrelated-constant"), about('0'), "run.duration=10",
                                             word("squaring_error", squares ? "true" : "false")},
                                            '0', n, once[c] / 12);
    }
    r.constant_P = Machines(lab, quaternion_file, {error_named("correlated-constant"), about('P')}, 'P', n, once[0]);
    r.symmetric_rest =
        Machines(lab, cosine_file,
                 {error_named("uncorrelated-constant"), about('0'), word("symmetric", "true"), "method.step=0.2"}, '0',
                 n, once[1] / 2);
    r.servo_rest = Machines(lab, quaternion_file, {error_named("correlated-knots"), about('0'), "method.step=0.2"}, '0',
                            n / 3, once[0] / 2);
    for (const bool knots : {false, true})
        for (const bool slow : {false, true})
            r.rate[knots][slow] =
                Machines(lab, quaternion_file,
                         {error_named(knots ? "correlated-knots" : "correlated-constant"), part("K", slow ? 0.5 : 2),
                          part("sigma", predicted_sigma), word("squaring_error", "false"), "run.duration=20"},
                         'P', n, once[0] / 6);
}

}  // namespace

std::shared_ptr<const RobinsonRuns> ask_runs(Laboratory& lab) {
    auto all = std::make_shared<RobinsonRuns>();
    ask_single_machines(lab, *all);
    ask_lag(lab, *all);
    ask_many_machines(lab, *all);
    return all;
}

}  // namespace polhode::robinson
