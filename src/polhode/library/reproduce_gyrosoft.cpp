// GyroSoft 2015: figures 6 to 8 and 10 to 12, cases 1 to 9, its author's open questions, and the errata.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "gallery.hpp"
#include "polhode/rotation/exponential.hpp"
#include "polhode/rotation/quaternion.hpp"
#include "reproduce.hpp"
#include "top_motion.hpp"
#include "truth.hpp"

namespace polhode {

namespace {

using std::numbers::pi;
using Style = FigureCurve::Style;
using Vector = Vec3<double>;
using OfRow = std::function<double(const KeptRow&)>;

constexpr double degree = pi / 180;
constexpr Vector axis_z{0, 0, 1};
const Vector axis_111{1 / std::sqrt(3.0), 1 / std::sqrt(3.0), 1 / std::sqrt(3.0)};

// The gyroscope of all figures but the eighth, as the document prints it.
constexpr double I1 = 5.76875e-4, I3 = 9.375e-5, Mgl = 0.3 * 9.8 * 0.01, w3 = 40 * pi;

// ---- reading rows ---------------------------------------------------------------------------------------------------

Vector in_world(const Quaternion<double>& q_NB, const Vector& v_B) { return to_world(normalise(q_NB), v_B); }

double angle_between(const Vector& a, const Vector& b) { return std::atan2(norm(cross(a, b)), dot(a, b)); }

// Between two attitudes, deg.
double angle_full(const Quaternion<double>& a, const Quaternion<double>& b) {
    const Quaternion<double> d = conjugate(normalise(a)) * normalise(b);
    return 2 * std::atan2(norm(d.vector()), std::fabs(d.w)) / degree;
}

// Between the same direction of two bodies, deg.
using Apart = std::function<double(const KeptRow&, const KeptRow&)>;
Apart apart_along(const Vector& axis) {
    return [axis](const KeptRow& a, const KeptRow& b) {
        return angle_between(in_world(a.q_NB, axis), in_world(b.q_NB, axis)) / degree;
    };
}

double tilt(const KeptRow& row) { return angle_between(in_world(row.q_NB, axis_z), axis_z) / degree; }

// The rate at which body z goes round the vertical.
double precession(const KeptRow& row) {
    const Vector e = in_world(row.q_NB, axis_z), de = cross(in_world(row.q_NB, row.w_NB_B), e);
    return (e[0] * de[1] - e[1] * de[0]) / (e[0] * e[0] + e[1] * e[1]);
}

OfRow tip(int i) {
    return [i](const KeptRow& row) { return in_world(row.q_NB, axis_z)[i]; };
}
OfRow true_tip(int i) {
    return [i](const KeptRow& row) { return in_world(row.truth.q_NB, axis_z)[i]; };
}

struct Range {
    double low = 1e300, high = -1e300;
    void add(double v) {
        low = std::min(low, v);
        high = std::max(high, v);
    }
};
Range range_of(const RunResult& run, const OfRow& value) {
    Range range;
    for (const KeptRow& row : run.rows) range.add(value(row));
    return range;
}

double end_deg(const RunResult& run) { return run.end(MeasureId::geodesic) / degree; }
double at_deg(const RunResult& run, double t, MeasureId id = MeasureId::geodesic) { return run.at(t, id) / degree; }
double largest_deg(const RunResult& run, MeasureId id) { return run.largest(id) / degree; }

double apart_at(const RunResult& a, const RunResult& b, double t, const Apart& apart) {
    return apart(a.row_at(t), b.row_at(t));
}
double largest_apart(const RunResult& a, const RunResult& b, const Apart& apart) {
    double value = 0;
    for (std::size_t i = 0; i < a.rows.size() && i < b.rows.size(); ++i)
        value = std::max(value, apart(a.rows[i], b.rows[i]));
    return value;
}
double mean_apart(const RunResult& a, const RunResult& b, const Apart& apart) {
    double sum = 0;
    const std::size_t n = std::min(a.rows.size(), b.rows.size());
    for (std::size_t i = 0; i < n; ++i) sum += apart(a.rows[i], b.rows[i]);
    return sum / static_cast<double>(n);
}

// At most a thousand points: a picture shows no more.
FigureCurve thinned(FigureCurve c) {
    const std::size_t every = (c.x.size() + 999) / 1000;
    if (every < 2) return c;
    FigureCurve some = c;
    some.x.clear();
    some.y.clear();
    for (std::size_t i = 0; i < c.x.size(); i += every) {
        some.x.push_back(c.x[i]);
        some.y.push_back(c.y[i]);
    }
    return some;
}

FigureCurve apart_curve(const std::string& name, const RunResult& a, const RunResult& b, const Apart& apart,
                        Style style, int colour) {
    FigureCurve c;
    c.name = name;
    c.style = style;
    c.colour = colour;
    for (std::size_t i = 0; i < a.rows.size() && i < b.rows.size(); ++i) {
        c.x.push_back(a.rows[i].t);
        c.y.push_back(apart(a.rows[i], b.rows[i]));
    }
    return thinned(c);
}

// The tip of body z from above.
FigureCurve trace(const std::string& name, const RunResult& run, Style style = Style::line, int colour = -1) {
    FigureCurve c = thinned(run.curve(name, tip(0), tip(1), style));
    c.colour = colour;
    return c;
}

// The largest value in each second before t.
FigureCurve envelope(const std::string& name, const RunResult& run, MeasureId id, Style style) {
    FigureCurve c;
    c.name = name;
    c.style = style;
    double high = 0, edge = 1;
    for (const KeptRow& row : run.rows) {
        if (row.t > edge + 1e-9) {
            c.x.push_back(edge);
            c.y.push_back(high / degree);
            high = 0;
            edge += 1;
        }
        high = std::max(high, row.measured[static_cast<std::size_t>(id)]);
    }
    c.x.push_back(edge);
    c.y.push_back(high / degree);
    return c;
}
double value_at(const FigureCurve& c, double x) {
    std::size_t best = 0;
    for (std::size_t i = 0; i < c.x.size(); ++i)
        if (std::fabs(c.x[i] - x) < std::fabs(c.x[best] - x)) best = i;
    return c.y.at(best);
}
// The first x from which `a` stays above `b`; not a number if it does not.
double stays_above(const FigureCurve& a, const FigureCurve& b) {
    double since = std::nan("");
    for (std::size_t i = 0; i < a.x.size() && i < b.x.size(); ++i) {
        if (!(a.y[i] > b.y[i]))
            since = std::nan("");
        else if (std::isnan(since))
            since = a.x[i];
    }
    return since;
}

TopMotion motion_of(const RunResult& run, double weight_moment = Mgl) {
    const Vector moments = run.scenario->problem.body->principal_moments;
    return top_motion({moments[0], moments[2], weight_moment}, run.rows.front().q_NB, run.rows.front().w_NB_B);
}

// ---- noise ----------------------------------------------------------------------------------------------------------

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
            const Watch watch{.row =
                                  [&](const Row& row) {
                                      last = row.q_NB;
                                      end = row.t;
                                  },
                              .progress = {},
                              .stop = {}};
            Statistics statistics;
            simulate(s.problem, m, s.run, watch, statistics);
            errors.push_back(angle_full(last, truth->at(end).q_NB));
        }
    }
    return errors;
}

struct Rms {
    double value = 0, error = 0;  // its standard error
};
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

struct Noisy {
    Later<RunResult> first;  // seed 1, all its rows
    Later<std::vector<double>> errors;
    std::string key;
    int seeds = 0;

    Rms rms() const { return rms_of(*errors); }
    std::string command() const {
        std::string text = first->command;
        const std::string one = key + "=1";
        const std::size_t at = text.find(one);
        if (at != std::string::npos) text.replace(at, one.size(), key + "=$seed");
        return "for seed in $(seq " + std::to_string(seeds) + "); do " + text + "; done";
    }
};

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

// ---- runs -----------------------------------------------------------------------------------------------------------

constexpr std::size_t cusp = 0, loop = 1, wave = 2, circle = 3;
const std::array<std::string, 4> motions{"cusp", "loop", "wave", "circle-slow"};
const std::array<std::string, 4> motion_names{"cusp", "loop", "wave", "circle"};

struct Trio {
    Later<RunResult> B, A, C;
};
struct Pair {
    Later<RunResult> B, C;
};

const std::vector<std::pair<std::string, std::string>> a_rules{{"w(t_{i})", "gyrosoft-a-start"},
                                                               {"w(t_{i+1})", "gyrosoft-a"},
                                                               {"J-cycle", "gyrosoft-a-j-cycle"},
                                                               {"midpoint torque", "gyrosoft-a-midpoint"}};
const std::vector<std::pair<std::string, std::string>> c_rules{{"w(t_{i})", "gyrosoft-c"},
                                                               {"mean of both ends", "gyrosoft-c-average"},
                                                               {"J-cycle", "gyrosoft-c-j-cycle"},
                                                               {"increment", "gyrosoft-c-increment"},
                                                               {"two increments", "gyrosoft-c-two-sample"}};
const std::vector<std::string> rules{"start", "average", "j-cycle", "increment", "two-sample"};

struct GyrosoftRuns {
    Later<RunResult> a_start, a_end;                  // figure 6
    std::array<Later<RunResult>, 4> traces;           // figure 7
    Later<RunResult> film, film_caption;              // figure 8
    Later<RunResult> falls, strong, normal;           // cases 1, 2
    std::array<Later<RunResult>, 5> reversed;         // case 3
    std::array<Trio, 4> as_run, right;                // figures 10, 11
    Pair tilted_as_run, tilted, level_as_run, level;  // figure 12
    std::array<Later<RunResult>, 2> long_a, long_c;   // case 6: cusp, loop
    std::vector<RunSeries> by_rule;                   // case 7, over the steps
    std::vector<double> steps{0.002, 0.001, 5e-4, 2.5e-4};
    Noisy rest_1, rest_5;  // case 8
    std::vector<long> windows{1, 3, 5, 11, 21};
    std::vector<double> amplitudes{0, 1, 5};
    std::vector<std::vector<Noisy>> centred, causal;  // case 9: by amplitude, window
    std::array<Later<RunResult>, 3> remark;           // 1, 10, 50 Hz
    Later<RunResult> slow, fast, slow_level;          // eq. 22
    Later<RunResult> sleeps, wakes;
    Later<RunResult> summed, summed_printed, not_summed;            // eq. 14
    std::vector<std::array<Later<RunResult>, 4>> a_table, c_table;  // by rule and motion
    Later<RunResult> lag_start, lag_j, lag_true, lag_end;           // circle, 1 s
    Later<RunResult> c_end;
    Later<RunResult> loop_truth, loop_plain, loop_plain_fine, loop_cured, loop_cured_fine;
    Later<RunResult> rk4_coarse, solver_coarse;
    RunSeries asymmetric;
    Later<RunResult> asymmetric_rows;
    Later<RunResult> parts, parts_weight;
    Later<RunResult> b_right, b_level, b_upright;
};

std::string motion_setting(std::size_t i) { return "start.motion=" + motions[i]; }

std::shared_ptr<const GyrosoftRuns> ask_runs(Laboratory& lab) {
    auto all = std::make_shared<GyrosoftRuns>();
    GyrosoftRuns& r = *all;
    const auto free_run = [&](const std::string& scenario, const std::vector<std::string>& settings) {
        return lab.run({.scenario = scenario, .settings = settings, .against = "", .seconds = 0.03});
    };
    r.a_start = lab.run({.scenario = "gyrosoft-figure-6", .settings = {}, .method = "start"});
    r.a_end = lab.run({.scenario = "gyrosoft-figure-6", .settings = {}, .method = "end"});
    for (std::size_t i = 0; i < 4; ++i) r.traces[i] = free_run("gyrosoft-figure-7", {motion_setting(i)});
    r.film = free_run("gyrosoft-figure-8", {});
    r.film_caption = free_run("gyrosoft-figure-8", {"start.tilt_deg=54.57"});
    r.falls = free_run("gyrosoft-case-1", {"method.preset=gyrosoft-a"});
    r.strong = free_run("gyrosoft-case-2", {"method.preset=gyrosoft-a"});
    r.normal = free_run("gyrosoft-case-2", {"method.preset=gyrosoft-a", "torque[0].g=9.8"});
    const char* const starts[5] = {"0,0", "4,0", "0,-4", "0,2.21199767765", "0,4"};
    for (std::size_t i = 0; i < 5; ++i)
        r.reversed[i] =
            free_run("gyrosoft-case-3", {"start.rate=[" + std::string(starts[i]) + ",-125.66370614359172]"});

    for (std::size_t i = 0; i < 4; ++i)
        for (const bool author : {true, false}) {
            std::vector<std::string> settings{
                motion_setting(i), std::string("run.duration=") + (i == cusp ? "20" : "5"), "run.sample=0.002"};
            if (!author) settings.push_back("method.spin_constant=rate");
            const auto one = [&](const std::string& method) {
                return lab.run({.scenario = "gyrosoft-figure-10",
                                .settings = settings,
                                .method = method,
                                .against = "",
                                .seconds = i == cusp ? 0.3 : 0.1});
            };
            (author ? r.as_run : r.right)[i] = {one("B"), one("A"), one("C")};
        }
    const auto pair = [&](double angle, bool author) {
        std::vector<std::string> settings{setting("start.tilt_deg", angle)};
        if (!author) settings.push_back("method.spin_constant=rate");
        const auto one = [&](const std::string& method) {
            return lab.run({.scenario = "gyrosoft-figure-12", .settings = settings, .method = method, .against = ""});
        };
        return Pair{one("B"), one("C")};
    };
    r.tilted_as_run = pair(55, true);
    r.tilted = pair(55, false);
    r.level_as_run = pair(90, true);
    r.level = pair(90, false);

    for (const std::size_t i : {cusp, loop}) {
        const auto one = [&](const std::string& method) {
            return lab.run({.scenario = "gyrosoft-case-6",
                            .settings = {motion_setting(i), i == cusp ? "run.duration=100" : "run.duration=60",
                                         "run.sample=0.0035"},
                            .method = method,
                            .against = "exact",
                            .seconds = 0.8});
        };
        r.long_a[i] = one("A");
        r.long_c[i] = one("C");
    }
    for (const std::string& rule : rules)
        r.by_rule.push_back(
            lab.sweep({.scenario = "reproduce/gyrosoft-rules", .settings = {"method.rate=" + rule}, .seconds = 0.2},
                      "method.step", r.steps));

    r.rest_1 =
        ask_noise(lab, "gyrosoft-case-8", {"rates.noise.amplitude=1"}, "rates.noise.seed", lab.full() ? 2000 : 300);
    r.rest_5 =
        ask_noise(lab, "gyrosoft-case-8", {"rates.noise.amplitude=5"}, "rates.noise.seed", lab.full() ? 2000 : 300);
    for (const double amplitude : r.amplitudes) {
        const int seeds = amplitude > 0 ? (lab.full() ? 2000 : 60) : 1;
        const auto with = [&](const std::string& kind, long window) {
            return ask_noise(lab, "gyrosoft-case-9",
                             {setting("readings.noise.amplitude", amplitude), "readings.average.kind=" + kind,
                              "readings.average.length=" + std::to_string(window), "run.sample=1.2"},
                             "readings.noise.seed", seeds);
        };
        std::vector<Noisy> centred, causal;
        for (const long window : r.windows) {
            centred.push_back(with("centred", window));
            causal.push_back(with("causal", window));
        }
        r.centred.push_back(centred);
        r.causal.push_back(causal);
    }
    const double spins[3] = {1, 10, 50};
    for (std::size_t i = 0; i < 3; ++i)
        r.remark[i] = free_run("gyrosoft-remark-10", {setting("start.spin_hz", spins[i]), "run.duration=1.5"});

    r.slow = free_run("gyroscope-circle-slow", {"method.integrator=dop853", "method.tolerance=1e-13"});
    r.fast = free_run("gyroscope-circle-fast", {"method.integrator=dop853", "method.tolerance=1e-13"});
    r.slow_level =
        free_run("gyroscope-circle-slow", {"method.integrator=dop853", "method.tolerance=1e-13", "start.tilt_deg=90"});
    r.sleeps = free_run("gyrosoft-case-1", {"start.spin_hz=20", "start.tilt_deg=0.1"});
    r.wakes = free_run("gyrosoft-case-1", {"start.spin_hz=10", "start.tilt_deg=0.1"});

    r.summed = lab.run({.scenario = "gyrosoft-summed", .settings = {}, .method = "sum"});
    r.summed_printed = lab.run({.scenario = "gyrosoft-summed", .settings = {}, .method = "sum-as-printed"});
    r.not_summed = lab.run({.scenario = "gyrosoft-summed", .settings = {}, .method = "C"});

    const auto of_rule = [&](const std::string& scenario, const std::string& preset, double seconds) {
        std::array<Later<RunResult>, 4> runs;
        for (std::size_t i = 0; i < 4; ++i)
            runs[i] = lab.run(
                {.scenario = scenario, .settings = {motion_setting(i), "method.preset=" + preset}, .seconds = seconds});
        return runs;
    };
    for (const auto& rule : a_rules) r.a_table.push_back(of_rule("reproduce/gyrosoft-method-a", rule.second, 0.05));
    for (const auto& rule : c_rules) r.c_table.push_back(of_rule("reproduce/gyrosoft-method-c", rule.second, 0.2));
    r.c_end = lab.run({.scenario = "reproduce/gyrosoft-method-c",
                       .settings = {"start.motion=cusp", "method.preset=gyrosoft-c-end"},
                       .seconds = 0.2});

    const auto circle_second = [&](const std::string& preset) {
        return lab.run({.scenario = "reproduce/gyrosoft-method-a",
                        .settings = {"start.motion=circle-slow", "method.preset=" + preset, "run.duration=1",
                                     "run.sample=0.0005"}});
    };
    r.lag_start = circle_second("gyrosoft-a-start");
    r.lag_j = circle_second("gyrosoft-a-j-cycle");
    r.lag_true = circle_second("gyrosoft-a-two-sample");
    r.lag_end = circle_second("gyrosoft-a");

    r.loop_truth = free_run("gyroscope-loop", {"run.duration=5", "run.sample=5"});
    r.loop_plain = lab.run({.scenario = "reproduce/gyrosoft-method-a", .settings = {"start.motion=loop"}});
    r.loop_plain_fine =
        lab.run({.scenario = "reproduce/gyrosoft-method-a", .settings = {"start.motion=loop", "method.step=2.5e-4"}});
    r.loop_cured = free_run("gyrosoft-loop-cured", {});
    // half of the way from w0 = (4, 0, w3) to the start of gyrosoft-loop-cured, as the step is half
    r.loop_cured_fine = free_run("gyrosoft-loop-cured", {"method.step=2.5e-4",
                                                         "start.rate=[4.0055170415755715,0.05262082602870878,"
                                                         "125.66370614359172]"});
    const auto coarse = [&](const std::string& preset) {
        return lab.run(
            {.scenario = "reproduce/gyrosoft-method-a",
             .settings = {"start.motion=cusp", "method.preset=" + preset, "method.step=0.002", "run.duration=1"}});
    };
    r.rk4_coarse = coarse("gyrosoft-a");
    r.solver_coarse = coarse("gyrosoft-a-adaptive");

    r.asymmetric = lab.sweep({.scenario = "reproduce/gyrosoft-asymmetric", .settings = {}, .seconds = 0.1},
                             "method.step", {0.002, 0.001, 5e-4, 2.5e-4, 1.25e-4});
    r.asymmetric_rows =
        lab.run({.scenario = "reproduce/gyrosoft-asymmetric", .settings = {"run.sample=0.0005"}, .seconds = 0.2});
    r.parts = free_run("gyroscope-by-parts", {});
    r.parts_weight = free_run("gyroscope-by-parts", {"body.parts[1].weight=true"});

    r.b_right =
        lab.run({.scenario = "gyroscope-circle-slow",
                 .settings = {"method.preset=gyrosoft-b", "method.tolerance=1e-12", "run.duration=20", "run.sample=1"},
                 .seconds = 0.1});
    r.b_level = lab.run({.scenario = "gyroscope-circle-slow",
                         .settings = {"method.preset=gyrosoft-b", "method.tolerance=1e-12", "run.duration=20",
                                      "run.sample=1", "start.tilt_deg=90"},
                         .seconds = 0.1});
    r.b_upright = free_run("gyroscope-sleeping", {"method.preset=gyrosoft-b"});
    return all;
}

// ---- numbers that several places need -------------------------------------------------------------------------------

// Change of the vertical momentum in a run.
double vertical_change(const RunResult& run) { return run.last().L_N[2] - run.rows.front().L_N[2]; }

// What a lag s of the torque behind the rate feeds into it, along the run as it went:
// dLZ/dt = s Mgl sin^2(tilt) (w3 - phidot cos(tilt)).
double predicted_change(const RunResult& run, double lag) {
    double sum = 0;
    for (std::size_t i = 0; i + 1 < run.rows.size(); ++i) {
        const KeptRow& row = run.rows[i];
        const double sine = std::sin(tilt(row) * degree), cosine = std::cos(tilt(row) * degree);
        sum += (run.rows[i + 1].t - row.t) * lag * Mgl * sine * sine * (row.w_NB_B[2] - precession(row) * cosine);
    }
    return sum;
}

// What is left of the error of the rate at the start of the step once it is put half a step forward, deg:
// R_C(t) = exp((h/2) w_N(0)) R(t) exp(-(h/2) w_B(t)).
double beyond_half_sample(const RunResult& run) {
    const double half = *run.method.step / 2;
    const KeptRow &first = run.rows.front(), &last = run.last();
    const Vector w_N = in_world(first.truth.q_NB, first.truth.w_NB_B);
    const Quaternion<double> predicted =
        exp_rotation(half * w_N) * last.truth.q_NB * exp_rotation(-half * last.truth.w_NB_B);
    return angle_full(predicted, last.q_NB);
}

// Coning drift of a circle in `time`, deg: k h^2 psidot^2 phidot sin^2(tilt).
double coning(double k, double h, double time, const TopMotion& m) {
    const double psidot = w3 - m.mean_precession * std::cos(m.tilt_min), sine = std::sin(m.tilt_min);
    return k * h * h * psidot * psidot * m.mean_precession * sine * sine * time / degree;
}

double loop_error(const GyrosoftRuns& r, const RunResult& run) {
    return angle_full(run.last().q_NB, r.loop_truth->last().q_NB);
}

// The rate phidot0 cos(tilt) by which psidot differs from w3 at the start.
double spin_mix_up(const RunResult& run) {
    return precession(run.rows.front()) * std::cos(tilt(run.rows.front()) * degree);
}

// Zero where it is only rounding.
std::string near_zero(double value, int digits) { return std::fabs(value) < 1e-9 ? "0" : shown(value, digits); }

std::string deg(double value, int digits = 3) { return shown(value, digits) + "°"; }

// ---- claims ---------------------------------------------------------------------------------------------------------

void claims_of_method_a(ReportPage& page, const GyrosoftRuns& r) {
    const double z_start = r.a_start->end(MeasureId::axis_z) / degree, z_end = r.a_end->end(MeasureId::axis_z) / degree;
    const double c_start = at_deg(*r.c_table[0][cusp], 1), c_end = at_deg(*r.c_end, 1);
    page.claim(
        {.number = "1",
         .text = "In method A the rotation of a step should be taken from the rate at its end, w(t_{i+1}), not at its "
                 "start (figure 6).",
         .verdict = z_end < 0.1 * z_start ? Verdict::with_condition : Verdict::fails,
         .explanation = fmt::format("After 1 s of the cusp the axis is off by {} with the rate of the start and by {} "
                                    "with that of the end. In method C, which is given the rates, it makes no "
                                    "difference: {} and {} for the whole attitude.",
                                    deg(z_start), deg(z_end), deg(c_start), deg(c_end)),
         .condition = "the torque is held over the step, as in method A",
         .evidence = {{"axis, rate of the start", z_start, "deg"},
                      {"axis, rate of the end", z_end, "deg"},
                      {"method C, rate of the start", c_start, "deg"},
                      {"method C, rate of the end", c_end, "deg"}},
         .command = r.a_end->command});

    const double measured_start = vertical_change(*r.lag_start), measured_j = vertical_change(*r.lag_j),
                 measured_true = vertical_change(*r.lag_true), measured_end = vertical_change(*r.lag_end);
    const double h = 5e-4, said_start = predicted_change(*r.lag_start, h),
                 said_true = predicted_change(*r.lag_true, h / 2);
    const bool rotation_alone = std::fabs(measured_true) < 10 * std::fabs(measured_end);
    page.claim(
        {.number = "2",
         .text = "It is better because the rate of the end is the better rotation vector for the step (equation 20).",
         .verdict = rotation_alone ? Verdict::holds : Verdict::fails,
         .explanation = fmt::format(
             "Then the true rotation vector would be better still. It is not: with it the vertical momentum "
             "of the circle, which must not change, changes by {} kg m^2/s in 1 s, with the rate of the end by {}. "
             "The torque held over the step is late by h/2; the rate of the end is early by h/2, and the "
             "two cancel. A lag s feeds s Mgl sin^2(tilt)(w3 - phidot cos(tilt)): for h/2 {}, as seen; "
             "for h, the rate of the start, {}, where {} is seen.",
             shown(measured_true, 4), shown(measured_end, 1), shown(said_true, 4), shown(said_start, 4),
             shown(measured_start, 4)),
         .evidence = {{"momentum gained, true rotation vector", measured_true, "kg m^2/s"},
                      {"rate of the end", measured_end, "kg m^2/s"},
                      {"rate of the start", measured_start, "kg m^2/s"},
                      {"J-cycle", measured_j, "kg m^2/s"},
                      {"predicted for a lag of h/2", said_true, "kg m^2/s"}},
         .command = r.lag_true->command});
}

void claims_of_motions(ReportPage& page, const GyrosoftRuns& r) {
    std::array<Range, 4> tilts, rates;
    for (std::size_t i = 0; i < 4; ++i) {
        tilts[i] = range_of(*r.traces[i], tilt);
        rates[i] = range_of(*r.traces[i], precession);
    }
    const bool four = std::fabs(rates[cusp].low) < 1e-6 && rates[loop].low < -1 && rates[wave].low > 0.1 &&
                      tilts[circle].high - tilts[circle].low < 1e-6;
    page.claim(
        {.number = "3",
         .text = "Four releases of one gyroscope give cusps, loops, waves and a circle (figure 7).",
         .verdict = four ? Verdict::holds : Verdict::fails,
         .explanation = fmt::format(
             "The precession comes to rest at the cusps (0 to {} rad/s, tilt {} to {}), turns back in the loops ({} to "
             "{} rad/s, {} to {}), stays forward in the waves ({} to {} rad/s, {} to {}) and is steady in the circle "
             "({} rad/s at {}).",
             shown(rates[cusp].high, 5), deg(tilts[cusp].low, 4), deg(tilts[cusp].high, 5), shown(rates[loop].low, 4),
             shown(rates[loop].high, 4), deg(tilts[loop].low, 5), deg(tilts[loop].high, 5), shown(rates[wave].low, 3),
             shown(rates[wave].high, 5), deg(tilts[wave].low, 5), deg(tilts[wave].high, 4),
             shown(rates[circle].high, 7), deg(tilts[circle].high, 4)),
         .evidence = {{"largest tilt, cusp", tilts[cusp].high, "deg"},
                      {"least precession, loop", rates[loop].low, "rad/s"},
                      {"least precession, wave", rates[wave].low, "rad/s"},
                      {"precession, circle", rates[circle].high, "rad/s"}},
         .command = r.traces[loop]->command});

    const Range slow = range_of(*r.slow, tilt), fast = range_of(*r.fast, tilt), level = range_of(*r.slow_level, tilt);
    const double slow_rate = precession(r.slow->last()), fast_rate = precession(r.fast->last()),
                 level_rate = precession(r.slow_level->last()), free_rate = I3 * w3 / (I1 * 0.5);
    const double widest = std::max({slow.high - slow.low, fast.high - fast.low, level.high - level.low});
    page.claim(
        {.number = "4",
         .text = "Steady precession has two rates (equation 22), a slow one, and a fast one as of a body without "
                 "weight; at 90° one is left.",
         .verdict = widest < 1e-6 ? Verdict::holds : Verdict::fails,
         .explanation = fmt::format("At 60° the tilt stays within {} with {} and with {} rad/s; a body without weight "
                                    "would turn at {}. At 90° with {} rad/s.",
                                    deg(widest, 1), shown(slow_rate, 10), shown(fast_rate, 10), shown(free_rate, 4),
                                    shown(level_rate, 10)),
         .evidence = {{"slow", slow_rate, "rad/s"},
                      {"fast", fast_rate, "rad/s"},
                      {"without weight", free_rate, "rad/s"},
                      {"at 90°", level_rate, "rad/s"},
                      {"largest change of tilt", widest, "deg"}},
         .command = r.fast->command});

    const double limit = sleeping_limit({I1, I3, Mgl}), awake = range_of(*r.wakes, tilt).high,
                 asleep = range_of(*r.sleeps, tilt).high;
    page.claim(
        {.number = "5",
         .text = "A fast top that starts upright stays upright: the sleeping top.",
         .verdict = asleep < 1 && awake > 10 ? Verdict::with_condition : Verdict::fails,
         .explanation = fmt::format("Started 0.1° from upright, it leans to {} at most with 20 Hz, but falls to {} "
                                    "with 10 Hz. The limit is w3^2 = 4 Mgl I1/I3^2: {} rad/s, {} Hz.",
                                    deg(asleep, 2), deg(awake, 4), shown(limit, 4), shown(limit / (2 * pi), 4)),
         .condition = "w3 above 2 sqrt(Mgl I1)/I3, here 13.98 Hz",
         .evidence = {{"largest tilt at 20 Hz", asleep, "deg"},
                      {"at 10 Hz", awake, "deg"},
                      {"limit", limit / (2 * pi), "Hz"}},
         .command = r.wakes->command});

    std::array<double, 3> falls{};
    for (std::size_t i = 0; i < 3; ++i) falls[i] = range_of(*r.remark[i], tilt).high;
    const double thumb = std::sqrt(0.1 * 10 * std::sin(60 * degree) / (2 * pi * 0.00125));
    page.claim(
        {.number = "6",
         .text = "A body behaves as a gyroscope when its spin is well above sqrt(arm M g sin(tilt)/(2 pi I)), in the "
                 "example above 10 Hz (equation 26, remark 10).",
         .verdict = falls[0] > 150 && falls[2] < 75 ? Verdict::with_condition : Verdict::fails,
         .explanation =
             fmt::format("Released at 60°, it falls to {} at 1 Hz, still to {} at 10 Hz, and only nods to {} "
                         "at 50 Hz. With I = 0.00125 kg m^2 the rule says {} Hz (11.3 for a level axis), not 10.",
                         deg(falls[0], 5), deg(falls[1], 5), deg(falls[2], 4), shown(thumb, 3)),
         .condition = "\"well above\" means several times; I is the moment about the spin axis and then needs no "
                      "factor G",
         .evidence = {{"largest tilt at 1 Hz", falls[0], "deg"},
                      {"at 10 Hz", falls[1], "deg"},
                      {"at 50 Hz", falls[2], "deg"},
                      {"the rule", thumb, "Hz"}},
         .command = r.remark[1]->command});
}

void claims_of_equations(ReportPage& page, const GyrosoftRuns& r) {
    const double apart_soon = at_deg(*r.summed, 0.01), apart_later = at_deg(*r.summed, 0.05),
                 apart_end = end_deg(*r.summed), printed = at_deg(*r.summed_printed, 0.01),
                 plain = largest_deg(*r.not_summed, MeasureId::geodesic);
    page.claim(
        {.number = "7",
         .text = "When all rotation vectors are small, one rotation by their sum can stand for the product of the "
                 "rotations, and is cheaper (equation 14).",
         .verdict = apart_end < 2 * plain ? Verdict::holds : Verdict::fails,
         .explanation =
             fmt::format("Rotations do not add, however small each is: what counts is the angle of the whole. "
                         "With the start vector in the sum, as printed, the attitude is off by {} after "
                         "0.01 s; without it by {} after 0.01 s, {} after 0.05 s and {} after 0.5 s. The "
                         "product of the same rotations stays within {}.",
                         deg(printed, 2), deg(apart_soon, 2), deg(apart_later, 2), deg(apart_end, 2), deg(plain, 2)),
         .evidence = {{"as printed, 0.01 s", printed, "deg"},
                      {"start apart, 0.01 s", apart_soon, "deg"},
                      {"start apart, 0.05 s", apart_later, "deg"},
                      {"start apart, 0.5 s", apart_end, "deg"},
                      {"product, largest", plain, "deg"}},
         .command = r.summed->command});

    // the third of Euler's equations, where it says most
    const std::vector<KeptRow>& rows = r.asymmetric_rows->rows;
    const Vector moments = r.asymmetric_rows->scenario->problem.body->principal_moments;
    std::size_t best = 1;
    const auto product = [&](std::size_t i) { return rows[i].truth.w_NB_B[0] * rows[i].truth.w_NB_B[1]; };
    for (std::size_t i = 1; i + 1 < rows.size(); ++i)
        if (std::fabs(product(i)) > std::fabs(product(best))) best = i;
    const double slope = (rows[best + 1].truth.w_NB_B[2] - rows[best - 1].truth.w_NB_B[2]) /
                         (rows[best + 1].t - rows[best - 1].t),
                 as_printed = -(moments[0] - moments[1]) * product(best) / moments[2],
                 corrected = -(moments[1] - moments[0]) * product(best) / moments[2];
    page.claim(
        {.number = "8",
         .text = "The third of Euler's equations is Gz = Iz wz' + (Ix - Iy) wx wy (equation 18).",
         .verdict = std::fabs(slope - as_printed) < std::fabs(slope - corrected) ? Verdict::holds : Verdict::fails,
         .explanation = fmt::format(
             "The sign is wrong: it is (Iy - Ix) wx wy. On a body with three different moments (no torque about z) wz' "
             "is {} rad/s^2 at t = {} s; the right equation gives {}, the printed one {}. Where Ix = Iy, as in all "
             "runs "
             "of the document, the term is zero.",
             shown(slope, 4), shown(rows[best].t, 3), shown(corrected, 4), shown(as_printed, 4)),
         .evidence = {{"wz' of the motion", slope, "rad/s^2"},
                      {"corrected equation", corrected, "rad/s^2"},
                      {"as printed", as_printed, "rad/s^2"}},
         .command = r.asymmetric_rows->command});

    const std::vector<double> errors = r.asymmetric.read(at_end(MeasureId::geodesic));
    const double order = observed_slope(r.asymmetric.values, errors);
    page.claim(
        {.number = "9",
         .text = "Method A works for any rigid body, also with three different moments.",
         .verdict = order > 0.7 && errors.back() < 0.01 ? Verdict::holds : Verdict::fails,
         .explanation = fmt::format("With moments 5.769, 5.0 and 0.9375 times 10^{{-4}} the error after 0.5 s is {} "
                                    "at 2000 Hz and goes as the power {} of the step.",
                                    deg(errors[2] / degree, 2), shown(order, 2)),
         .evidence = {{"error at 2000 Hz", errors[2] / degree, "deg"}, {"power of the step", order}},
         .command = r.asymmetric.loop});

    const Vector of_parts = r.parts->scenario->problem.body->principal_moments;
    page.claim(
        {.number = "10",
         .text = "The default gyroscope has Ix = Iy = 5.76875 × 10^{-4} kg m^2.",
         .verdict = std::fabs(of_parts[0] - I1) < 1e-8 ? Verdict::holds : Verdict::fails,
         .explanation = fmt::format("Its parts give {} kg m^2. The term M L^2/12 = 6.25 × 10^{{-7}} is missing: in the "
                                    "author's language 1/12 was an integer division and gave zero. The largest tilt of "
                                    "the cusp becomes {} in place of {}. The printed value is used here, to reproduce.",
                                    shown(of_parts[0], 6), deg(range_of(*r.parts, tilt).high, 7),
                                    deg(range_of(*r.traces[cusp], tilt).high, 7)),
         .evidence = {{"moment from the parts", of_parts[0], "kg m^2"},
                      {"as printed", I1, "kg m^2"},
                      {"largest tilt from the parts", range_of(*r.parts, tilt).high, "deg"}},
         .command = r.parts->command});

    const TopMotion light = motion_of(*r.parts), heavy = motion_of(*r.parts_weight, (0.3 * 0.01 - 0.05 * 0.1) * 9.8);
    page.claim({.number = "11",
                .text =
                    "Adding a counterweight that does not spin to the moments of inertia describes the real instrument "
                    "(case 3).",
                .verdict = light.mean_precession * heavy.mean_precession > 0 ? Verdict::holds : Verdict::fails,
                .explanation =
                    fmt::format("Its weight was left out, and it is the larger part: 0.05 kg at 0.1 m has the moment "
                                "0.049 N m, the disk 0.0294. With its weight, on the other side of the pivot, the "
                                "gyroscope precesses the other way: {} in place of {} rad/s. On the same side the "
                                "moment would be 2.7 times that of the disk alone.",
                                shown(heavy.mean_precession, 4), shown(light.mean_precession, 4)),
                .evidence = {{"mean precession with the weight", heavy.mean_precession, "rad/s"},
                             {"without", light.mean_precession, "rad/s"},
                             {"last row with the weight", precession(r.parts_weight->last()), "rad/s"}},
                .command = r.parts_weight->command});

    const double right = largest_deg(*r.b_right, MeasureId::geodesic),
                 level = largest_deg(*r.b_level, MeasureId::geodesic),
                 wrong = angle_full(r.as_run[circle].B->row_at(1).q_NB, r.right[circle].B->row_at(1).q_NB),
                 nods = range_of(*r.tilted_as_run.B, tilt).high - range_of(*r.tilted_as_run.B, tilt).low;
    page.claim(
        {.number = "12",
         .text = "Method B, the equations of the Euler angles under a solver that controls its error, is the right "
                 "answer against which A and C are judged.",
         .verdict = right < 1e-3 && wrong > 10 ? Verdict::with_condition : Verdict::fails,
         .explanation =
             fmt::format("The equations are right, and with the spin constant w3 they follow the circle to {} "
                         "for 20 s. But the author's B was given psidot, which differs from w3 by phidot cos(tilt): it "
                         "is {} off after 1 s, and its circle at 55° nods by {}, where a circle must not nod at all.",
                         deg(right, 1), deg(wrong, 4), deg(nods, 2)),
         .condition = "the constant is w3 = psidot + phidot cos(tilt), not psidot; and the axis keeps away from the "
                      "vertical",
         .evidence = {{"largest error with w3, 20 s", right, "deg"},
                      {"error with psidot, circle, 1 s", wrong, "deg"},
                      {"change of tilt with psidot, circle at 55°", nods, "deg"}},
         .command = r.as_run[circle].B->command});

    const bool upright_fails = !r.b_upright->failure.empty();
    page.claim(
        {.number = "13",
         .text = "The Euler angles of method B have their singular place at 90°.",
         .verdict = upright_fails && level < 1e-3 ? Verdict::fails : Verdict::holds,
         .explanation = fmt::format("For the sequence z-x'-z'' it is at 0° and 180°, where sin(tilt) is zero; the "
                                    "document says so itself elsewhere. At 90° method B is off by {} in 20 s. "
                                    "Upright it {}.",
                                    deg(level, 1), upright_fails ? "cannot start" : "starts"),
         .evidence = {{"largest error at 90°", level, "deg"},
                      {"rows computed upright", static_cast<double>(r.b_upright->rows.size())}},
         .command = r.b_level->command});
}

void claims_of_cases(ReportPage& page, const GyrosoftRuns& r) {
    const Range falls = range_of(*r.falls, tilt);
    double back = 1e300, when = 0;
    for (const KeptRow& row : r.falls->rows)
        if (row.t > 1 && row.t < 2.5 && tilt(row) < back) {
            back = tilt(row);
            when = row.t;
        }
    page.claim({.number = "14",
                .text = "With hardly any spin it falls like a pendulum and comes back to its first height (case 1).",
                .verdict = falls.high > 160 && std::fabs(back - 1) < 0.05 ? Verdict::holds : Verdict::fails,
                .explanation = fmt::format(
                    "1 Hz, released 1° from upright: down to {} and back to {} after {} s (closed "
                    "form {} and {} s).",
                    deg(falls.high, 6), deg(back, 4), shown(when, 4), deg(motion_of(*r.falls).tilt_max / degree, 6),
                    shown(motion_of(*r.falls).nutation_period, 6)),
                .evidence = {{"largest tilt", falls.high, "deg"},
                             {"tilt on return", back, "deg"},
                             {"time of return", when, "s"}},
                .command = r.falls->command});

    const Range strong = range_of(*r.strong, tilt), normal = range_of(*r.normal, tilt);
    const TopMotion of_strong = motion_of(*r.strong, 0.3 * 20 * 0.01), of_normal = motion_of(*r.normal);
    page.claim(
        {.number = "15",
         .text = "With stronger gravity the arcs between the cusps become larger and longer (case 2).",
         .verdict = strong.high - strong.low > 1.5 * (normal.high - normal.low) ? Verdict::holds : Verdict::fails,
         .explanation = fmt::format("With g = 20 m/s^2 the tilt goes from 55° to {}, with 9.8 to {}; in one arc it "
                                    "goes round by {} in place of "
                                    "{}. The arc takes almost the same time, {} and {} s.",
                                    deg(strong.high, 6), deg(normal.high, 6),
                                    deg(of_strong.mean_precession * of_strong.nutation_period / degree, 4),
                                    deg(of_normal.mean_precession * of_normal.nutation_period / degree, 4),
                                    shown(of_strong.nutation_period, 4), shown(of_normal.nutation_period, 4)),
         .evidence = {{"largest tilt, g = 20", strong.high, "deg"},
                      {"largest tilt, g = 9.8", normal.high, "deg"},
                      {"mean precession, g = 20", of_strong.mean_precession, "rad/s"},
                      {"mean precession, g = 9.8", of_normal.mean_precession, "rad/s"}},
         .command = r.strong->command});

    const Range as_wave = range_of(*r.reversed[2], precession), other_wave = range_of(*r.reversed[4], precession),
                as_cusp = range_of(*r.reversed[0], precession);
    page.claim({.number = "16",
                .text = "With the spin reversed the same four settings show the same four motions (case 3).",
                .verdict = as_cusp.high < 1e-6 && as_wave.high > 1 && other_wave.high < 0 ? Verdict::with_condition
                                                                                          : Verdict::fails,
                .explanation = fmt::format("The precession reverses ({} rad/s on average in the cusp) and cusp, loop "
                                           "and circle mirror themselves. But "
                                           "the push (0, -4) that made a wave now goes against the precession and "
                                           "makes a loop, {} to {} rad/s; (0, 4) "
                                           "gives the wave, {} to {} rad/s.",
                                           shown(motion_of(*r.reversed[0]).mean_precession, 6), shown(as_wave.low, 4),
                                           shown(as_wave.high, 4), shown(other_wave.low, 4), shown(other_wave.high, 3)),
                .condition = "the push of the wave is reversed as well",
                .evidence = {{"mean precession, cusp", motion_of(*r.reversed[0]).mean_precession, "rad/s"},
                             {"largest precession, (0, -4)", as_wave.high, "rad/s"},
                             {"largest precession, (0, 4)", other_wave.high, "rad/s"},
                             {"mean precession, loop", motion_of(*r.reversed[1]).mean_precession, "rad/s"}},
                .command = r.reversed[2]->command});
}

void claims_of_comparison(ReportPage& page, const GyrosoftRuns& r) {
    const Apart by_111 = apart_along(axis_111), by_z = apart_along(axis_z);
    const double cusp_end = apart_at(*r.as_run[cusp].A, *r.as_run[cusp].B, 20, by_111),
                 cusp_largest = largest_apart(*r.as_run[cusp].A, *r.as_run[cusp].B, by_111);
    page.claim({.number = "17",
                .text = "In the cusp, method A stays within about half a degree of B for 20 s (case 4, figure 10).",
                .verdict = cusp_largest < 1 ? Verdict::holds : Verdict::fails,
                .explanation = fmt::format("{} at 20 s, {} at most.", deg(cusp_end), deg(cusp_largest)),
                .evidence = {{"at 20 s", cusp_end, "deg"}, {"largest", cusp_largest, "deg"}},
                .command = r.as_run[cusp].A->command});

    const auto both = [&](std::size_t i, bool author, bool of_c, double t) {
        const Trio& trio = author ? r.as_run[i] : r.right[i];
        return apart_at(of_c ? *trio.C : *trio.A, *trio.B, t, by_111);
    };
    const double right_a = std::max(largest_apart(*r.right[wave].A, *r.right[wave].B, by_111),
                                    largest_apart(*r.right[circle].A, *r.right[circle].B, by_111)),
                 right_c = std::max(largest_apart(*r.right[wave].C, *r.right[wave].B, by_111),
                                    largest_apart(*r.right[circle].C, *r.right[circle].B, by_111));
    page.claim({.number = "18",
                .text =
                    "In waves and circles methods A and C run away from the right answer, by 100° within 5 s (case 4, "
                    "figure 10).",
                .verdict = right_a < 5 && right_c < 5 ? Verdict::fails : Verdict::holds,
                .explanation = fmt::format("The reference was wrong, not they: B had psidot for w3. As it was run, the "
                                           "(1,1,1) directions are apart by "
                                           "{} (A) and {} (C) after 1 s of the wave, {} and {} of the circle. With the "
                                           "right constant it is {}, {}, {} "
                                           "and {}, and in 5 s never more than {} (A) and {} (C).",
                                           deg(both(wave, true, false, 1)), deg(both(wave, true, true, 1), 4),
                                           deg(both(circle, true, false, 1)), deg(both(circle, true, true, 1)),
                                           deg(both(wave, false, false, 1), 2), deg(both(wave, false, true, 1), 2),
                                           deg(both(circle, false, false, 1), 2), deg(both(circle, false, true, 1), 2),
                                           deg(right_a, 2), deg(right_c, 2)),
                .evidence = {{"wave, A, as it was run", both(wave, true, false, 1), "deg"},
                             {"wave, C, as it was run", both(wave, true, true, 1), "deg"},
                             {"circle, A, as it was run", both(circle, true, false, 1), "deg"},
                             {"circle, C, as it was run", both(circle, true, true, 1), "deg"},
                             {"wave, A, right constant", both(wave, false, false, 1), "deg"},
                             {"circle, A, right constant", both(circle, false, false, 1), "deg"},
                             {"largest in 5 s, A, right constant", right_a, "deg"},
                             {"largest in 5 s, C, right constant", right_c, "deg"}},
                .command = r.right[wave].A->command});

    const double z_share = mean_apart(*r.right[wave].A, *r.right[wave].B, by_z) /
                           mean_apart(*r.right[wave].A, *r.right[wave].B, by_111),
                 z_share_circle = mean_apart(*r.right[circle].A, *r.right[circle].B, by_z) /
                                  mean_apart(*r.right[circle].A, *r.right[circle].B, by_111),
                 z_share_author = mean_apart(*r.as_run[wave].A, *r.as_run[wave].B, by_z) /
                                  mean_apart(*r.as_run[wave].A, *r.as_run[wave].B, by_111);
    page.claim(
        {.number = "19",
         .text = "In these motions the z axis can be trusted where x and y cannot (figure 11).",
         .verdict = z_share < 0.5 && z_share_circle < 0.5 ? Verdict::holds : Verdict::fails,
         .explanation = fmt::format(
             "Only against the wrong reference, whose x and y axes turn away at phidot0 cos(tilt) while z feels a spin "
             "wrong by about 1 to 2 %: z differs by {} of what (1,1,1) does on average in 5 s of the wave ({} at 1 s, "
             "{} at 5 s). "
             "Against the right one z is off as much as the rest: {} times in the wave, {} times in the circle.",
             shown(z_share_author, 2), deg(apart_at(*r.as_run[wave].A, *r.as_run[wave].B, 1, by_z)),
             deg(apart_at(*r.as_run[wave].A, *r.as_run[wave].B, 5, by_z)), shown(z_share, 2), shown(z_share_circle, 2)),
         .evidence = {{"z to (1,1,1), wave, right constant", z_share},
                      {"z to (1,1,1), circle, right constant", z_share_circle},
                      {"z to (1,1,1), wave, as it was run", z_share_author},
                      {"z of the circle as it was run, 1 s",
                       apart_at(*r.as_run[circle].A, *r.as_run[circle].B, 1, by_z), "deg"},
                      {"at 5 s", apart_at(*r.as_run[circle].A, *r.as_run[circle].B, 5, by_z), "deg"}},
         .command = r.right[wave].A->command});

    const double tilted_author = apart_at(*r.tilted_as_run.C, *r.tilted_as_run.B, 1, by_z),
                 level_author = largest_apart(*r.level_as_run.C, *r.level_as_run.B, by_z),
                 tilted = largest_apart(*r.tilted.C, *r.tilted.B, by_z),
                 level = largest_apart(*r.level.C, *r.level.B, by_z);
    page.claim({.number = "20",
                .text = "On a circle method C is bad at 55° and excellent at 90° (case 5, figure 12).",
                .verdict = tilted < 2 * level ? Verdict::fails : Verdict::holds,
                .explanation = fmt::format(
                    "It is equally good at both: the axis is off by at most {} at 55° and {} at 90°, half a "
                    "sample of delay (w3 h/2 = 1.8°). The author's {} at 55° came from rates that did not fit "
                    "together, wx and wy from the wrong B with the right wz; phidot cos(tilt), by which they "
                    "disagreed, is zero at 90°.",
                    deg(tilted), deg(level), deg(tilted_author)),
                .evidence = {{"55°, right constant, largest", tilted, "deg"},
                             {"90°, right constant, largest", level, "deg"},
                             {"55°, as it was run, 1 s", tilted_author, "deg"},
                             {"90°, as it was run, largest", level_author, "deg"},
                             {"highest z of C at 55°, as it was run", range_of(*r.tilted_as_run.C, tip(2)).high},
                             {"wobble of z at 90°", range_of(*r.level_as_run.C, tip(2)).high}},
                .command = r.tilted.C->command});

    const FigureCurve a_cusp = envelope("", *r.long_a[cusp], MeasureId::axis_111, Style::line),
                      c_cusp = envelope("", *r.long_c[cusp], MeasureId::axis_111, Style::line),
                      a_loop = envelope("", *r.long_a[loop], MeasureId::axis_111, Style::line),
                      c_loop = envelope("", *r.long_c[loop], MeasureId::axis_111, Style::line);
    const double meet_cusp = stays_above(a_cusp, c_cusp), meet_loop = stays_above(a_loop, c_loop);
    page.claim(
        {.number = "21",
         .text = "Method A's error accumulates, so that C overtakes it: after 40 s in the cusp, after 5 s in the loop.",
         .verdict = std::fabs(meet_cusp - 40) < 8 && std::fabs(meet_loop - 5) < 1 ? Verdict::holds : Verdict::fails,
         .explanation = fmt::format(
             "It does accumulate, but the times are others: {} s in the cusp and {} s in the loop. Largest angle of "
             "(1,1,1) in the second before 40 s of the cusp: A {}, C {}; before 5 s of the loop: A {}, C {}.",
             shown(meet_cusp, 3), shown(meet_loop, 2), deg(value_at(a_cusp, 40)), deg(value_at(c_cusp, 40)),
             deg(value_at(a_loop, 5)), deg(value_at(c_loop, 5))),
         .evidence = {{"C overtakes A, cusp", meet_cusp, "s"},
                      {"C overtakes A, loop", meet_loop, "s"},
                      {"A at 40 s, cusp", value_at(a_cusp, 40), "deg"},
                      {"C at 40 s, cusp", value_at(c_cusp, 40), "deg"}},
         .command = r.long_a[cusp]->command});

    const double c_plain = at_deg(*r.c_table[0][circle], 5), a_plain = at_deg(*r.a_table[1][circle], 5),
                 c_best = at_deg(*r.c_table[4][circle], 5), a_loop_5 = at_deg(*r.a_table[1][loop], 5),
                 c_loop_5 = at_deg(*r.c_table[0][loop], 5);
    page.claim(
        {.number = "22",
         .text = "Of the three methods C has the largest error (table of methods).",
         .verdict = c_plain > a_plain && c_best < 0.01 * a_plain ? Verdict::with_condition : Verdict::fails,
         .explanation = fmt::format(
             "As built, in the circle at 5 s: C {}, A {}. But in the loop C is better ({} against {}), and given two "
             "increments a step with the term for coning C is off by {}: a sensor that integrates loses nothing by not "
             "knowing the torque.",
             deg(c_plain), deg(a_plain), deg(c_loop_5), deg(a_loop_5), deg(c_best, 2)),
         .condition = "one reading a step, and no loop",
         .evidence = {{"C, circle, 5 s", c_plain, "deg"},
                      {"A, circle, 5 s", a_plain, "deg"},
                      {"C with two increments", c_best, "deg"},
                      {"C, loop, 5 s", c_loop_5, "deg"},
                      {"A, loop, 5 s", a_loop_5, "deg"}},
         .command = r.c_table[4][circle]->command});
}

void claims_of_options(ReportPage& page, const GyrosoftRuns& r) {
    std::vector<double> at_2000, orders;
    for (const RunSeries& sweep : r.by_rule) {
        const std::vector<double> errors = sweep.read(end_deg);
        at_2000.push_back(errors[2]);
        orders.push_back(observed_slope({sweep.values[2], sweep.values[3]}, {errors[2], errors[3]}));
    }
    page.claim({.number = "23",
                .text = "Another rotation vector can make method C more accurate in waves and circles (case 7).",
                .verdict = at_2000[4] < 1e-3 * at_2000[0] ? Verdict::with_condition : Verdict::fails,
                .explanation =
                    fmt::format("Circle, 5 s, 2000 Hz: rate of the start {}, J-cycle as built {}, mean of both ends "
                                "{}, true increment {}, two "
                                "increments with the right coning term {}. The J-cycle as built still goes as the "
                                "first power of the step: its "
                                "mean rate lags by h/6 and its coning factor is 2/27 in place of 1/12.",
                                deg(at_2000[0]), deg(at_2000[2]), deg(at_2000[1]), deg(at_2000[3]), deg(at_2000[4], 2)),
                .condition =
                    "the rule is d1 + d2 + (2/3) d1 x d2 of true increments; the J-cycle as built gains a factor of 3",
                .evidence = {{"rate of the start", at_2000[0], "deg"},
                             {"J-cycle as built", at_2000[2], "deg"},
                             {"two increments", at_2000[4], "deg"},
                             {"power of the step, J-cycle", orders[2]},
                             {"power of the step, two increments", orders[4]}},
                .command = r.by_rule[4].loop});

    const double with_j = at_deg(*r.a_table[2][cusp], 1), with_end = at_deg(*r.a_table[1][cusp], 1);
    page.claim(
        {.number = "24",
         .text = "The J-cycle is a more precise option for method A.",
         .verdict = with_j < with_end ? Verdict::holds : Verdict::fails,
         .explanation = fmt::format("It is much worse: {} against {} after 1 s of the cusp. A better rotation vector "
                                    "takes away the early rate that cancels the late torque (verdict 2); the lag "
                                    "is h/2 + h/6.",
                                    deg(with_j), deg(with_end)),
         .evidence = {{"J-cycle", with_j, "deg"},
                      {"rate of the end", with_end, "deg"},
                      {"momentum gained in the circle, J-cycle", vertical_change(*r.lag_j), "kg m^2/s"},
                      {"predicted for a lag of 2h/3", predicted_change(*r.lag_j, 1e-3 / 3), "kg m^2/s"}},
         .command = r.a_table[2][cusp]->command});

    const double own = end_deg(*r.rk4_coarse), library = end_deg(*r.solver_coarse);
    page.claim(
        {.number = "25",
         .text = "With a library solver for the rate in place of its own RK4, method A can sample far more slowly "
                 "(log of 10 February 2015).",
         .verdict = library < 0.2 * own ? Verdict::holds : Verdict::fails,
         .explanation = fmt::format("At 500 Hz, after 1 s of the cusp: own RK4 {}, solver {}. The error is that of "
                                    "holding the torque, which no solver inside the step can see.",
                                    deg(own), deg(library)),
         .evidence = {{"own RK4, 500 Hz", own, "deg"}, {"solver, 500 Hz", library, "deg"}},
         .command = r.solver_coarse->command});

    const Rms one = r.rest_1.rms(), five = r.rest_5.rms();
    const double walk = 1.0 * 0.002 * std::sqrt(2000.0) / degree;
    page.claim({.number = "26",
                .text = "The amplitude of the noise is relative to the amplitude of the rate (description of "
                        "IncludeNoiseInOmega).",
                .verdict = five.value < 1e-6 ? Verdict::holds : Verdict::fails,
                .explanation = fmt::format(
                    "It is absolute, in rad/s: a body at rest has no amplitude to be relative to, yet its attitude "
                    "walks away by {} "
                    "rms in 4 s with 1 rad/s and by {} with 5 rad/s ({} runs each; A h sqrt(N) = {} and {}).",
                    deg(one.value), deg(five.value), r.rest_5.seeds, deg(walk), deg(5 * walk)),
                .evidence = {{"rms, 1 rad/s", one.value, "deg"},
                             {"its standard error", one.error, "deg"},
                             {"rms, 5 rad/s", five.value, "deg"},
                             {"its standard error, 5 rad/s", five.error, "deg"}},
                .command = r.rest_5.command()});

    const Rms plain = r.centred[1][0].rms(), centred = r.centred[1][3].rms(), causal = r.causal[1][3].rms(),
              shortest = r.causal[1][1].rms();
    double best = 1e300;  // of all windows and amplitudes, against none
    for (const std::size_t k : {std::size_t{1}, std::size_t{2}})
        for (std::size_t i = 1; i < r.windows.size(); ++i)
            best = std::min({best, r.centred[k][i].rms().value / r.centred[k][0].rms().value,
                             r.causal[k][i].rms().value / r.centred[k][0].rms().value});
    page.claim(
        {.number = "27",
         .text =
             "Noisy readings must be filtered before they are integrated, for instance by a running average (cases 8 "
             "and 9).",
         .verdict = best < 0.95 ? Verdict::holds : Verdict::fails,
         .explanation = fmt::format(
             "The average does not help, and soon makes it worse. With noise of 1 rad/s at 1500 Hz the cusp is off by "
             "{} rms after 1.2 s unfiltered, "
             "by {} behind a centred average over 11 and {} behind a causal one; a causal one "
             "over 3 gives {}. The best of all windows, at 5 rad/s, leaves {} of the unfiltered error. Integrating "
             "already averages white noise; the filter shrinks and delays the transverse rates, "
             "which turn 20 times a second.",
             deg(plain.value), deg(centred.value), deg(causal.value), deg(shortest.value, 2), shown(best, 3)),
         .evidence = {{"unfiltered", plain.value, "deg"},
                      {"its standard error", plain.error, "deg"},
                      {"centred over 11", centred.value, "deg"},
                      {"causal over 11", causal.value, "deg"},
                      {"causal over 3", shortest.value, "deg"},
                      {"centred over 11, no noise", r.centred[0][3].rms().value, "deg"},
                      {"best of all windows against none", best}},
         .command = r.centred[1][3].command()});
}

// ---- figures --------------------------------------------------------------------------------------------------------

// `whole`: the unit circle, that traces can be compared by eye.
FigurePanel from_above(const std::string& title, std::vector<FigureCurve> curves, bool key = true, bool whole = true) {
    FigurePanel panel{.title = title,
                      .x = {"x", "x"},
                      .y = {"y", "y"},
                      .curves = std::move(curves),
                      .equal_scales = true,
                      .key = key};
    if (whole) {
        panel.x.from = panel.y.from = -1;
        panel.x.to = panel.y.to = 1;
    }
    return panel;
}

void figures_6_to_8(ReportPage& page, const GyrosoftRuns& r) {
    const FigureCurve exact = thinned(r.a_end->curve("exact", true_tip(0), true_tip(1)));
    page.figure({.name = "figure-6",
                 .title = "Figure 6: which rate stands for the step",
                 .caption = fmt::format(
                     "Cusp, 2000 Hz, 1 s. First: the tip of the axis from above. With the rate of the start the "
                     "top climbs and leaves its track; with the rate of the end it cannot be told from the exact "
                     "motion. Second: the angle of the axis from the exact one, {} and {} after 1 s.",
                     deg(r.a_start->end(MeasureId::axis_z) / degree), deg(r.a_end->end(MeasureId::axis_z) / degree)),
                 .description =
                     "Three traces of arches seen from above, of which two coincide and one drifts inwards; the errors "
                     "differ by a factor of 250 at the end.",
                 .panels = {from_above("Tip of the axis from above", {exact, trace("A, w(t_{i})", *r.a_start),
                                                                      trace("A, w(t_{i+1})", *r.a_end, Style::dashes)}),
                            {.title = "Angle from the exact axis",
                             .x = {"t, s", "t_s"},
                             .y = {"deg", "axis_error_deg", true},
                             .curves = {r.a_start->over_time("A, w(t_{i})",
                                                             [](const KeptRow& row) {
                                                                 return measured(MeasureId::axis_z)(row) / degree;
                                                             }),
                                        r.a_end->over_time("A, w(t_{i+1})",
                                                           [](const KeptRow& row) {
                                                               return measured(MeasureId::axis_z)(row) / degree;
                                                           })}}},
                 .commands = {r.a_end->command}});

    std::vector<FigurePanel> four;
    std::vector<std::string> commands;
    ReportTable table{
        .caption = "The four motions, closed form",
        .heads = {"motion", "tilt, deg", "precession, rad/s", "nutation period, s", "mean precession, rad/s"},
        .rows = {}};
    for (std::size_t i = 0; i < 4; ++i) {
        four.push_back(from_above(motion_names[i], {trace(motion_names[i], *r.traces[i])}, false));
        commands.push_back(r.traces[i]->command);
        const TopMotion m = motion_of(*r.traces[i]);
        const bool steady = i == circle;
        table.rows.push_back({motion_names[i],
                              steady ? shown(m.tilt_min / degree, 7)
                                     : shown(m.tilt_min / degree, 7) + " to " + shown(m.tilt_max / degree, 7),
                              steady ? shown(m.mean_precession, 7)
                                     : near_zero(m.precession_min, 6) + " to " + shown(m.precession_max, 6),
                              shown(m.nutation_period, 7), shown(m.mean_precession, 7)});
    }
    page.figure(
        {.name = "figure-7",
         .title = "Figure 7: four ways to let go",
         .caption = "The tip of the axis from above, 1.3 s, tilt 60°, 20 Hz. Start rates across the axis: (0, 0), (4, "
                    "0), (0, -4) rad/s, and the slow root of equation 22.",
         .description = "From above: arches that meet in cusps, arches joined by small loops, a wavy line, a circle.",
         .panels = four,
         .commands = commands});
    page.table(table);

    const auto of_momentum = [](int i) { return [i](const KeptRow& row) { return row.L_N[i] / norm(row.L_N); }; };
    const auto of_rate = [](int i) {
        return [i](const KeptRow& row) {
            const Vector w = in_world(row.q_NB, row.w_NB_B);
            return w[i] / norm(w);
        };
    };
    const RunResult& film = *r.film_caption;
    const TopMotion m = motion_of(film, 9.8 * 0.04), m60 = motion_of(*r.film, 9.8 * 0.04);
    const FigureCurve rate = thinned(film.curve("rate", of_rate(0), of_rate(1), Style::dashes));
    page.figure(
        {.name = "figure-8",
         .title = "Figure 8: the gyroscope of the film",
         .caption =
             fmt::format("I = 0.002, Is = 0.0008 kg m^2, M = 1 kg, arm 0.04 m, 20 Hz. The figure is one picture of an "
                         "animation at a time that is not given; here are the traces of its three vectors, from above. "
                         "With 54.57° as in the caption: tilt to {}, nutation period {} s, mean precession {} rad/s; "
                         "with 60° as in the program {}, {} s, {} rad/s. The angular momentum keeps its height to {} "
                         "of itself: the weight has no moment about the vertical.",
                         deg(m.tilt_max / degree, 6), shown(m.nutation_period, 6), shown(m.mean_precession, 6),
                         deg(m60.tilt_max / degree, 7), shown(m60.nutation_period, 7), shown(m60.mean_precession, 7),
                         shown((range_of(film, [](const KeptRow& row) { return row.L_N[2]; }).high -
                                range_of(film, [](const KeptRow& row) { return row.L_N[2]; }).low) /
                                   norm(film.rows.front().L_N),
                               1)),
         .description =
             "From above: the axis draws arches with cusps, the angular momentum a nearly smooth curve inside them, "
             "the rate arches close to those of the axis.",
         .panels = {from_above("Directions from above",
                               {trace("body z", film),
                                thinned(film.curve("angular momentum", of_momentum(0), of_momentum(1))), rate}),
                    {.title = "Tilt",
                     .x = {"t, s", "t_s"},
                     .y = {"deg", "tilt_deg"},
                     .curves = {thinned(film.over_time("54.57°", tilt)),
                                thinned(r.film->over_time("60°", tilt, Style::dashes))}}},
         .commands = {film.command, r.film->command}});
}

void cases_1_to_3(ReportPage& page, const GyrosoftRuns& r) {
    page.figure(
        {.name = "case-1",
         .title = "Cases 1 and 2: almost no spin, and stronger gravity",
         .caption =
             "First, 1 Hz from 1°: it swings through the bottom and comes back. Second, 20 Hz from 55°: with g = 20 "
             "m/s^2 the arcs are larger. Both by method A, as in the document.",
         .description =
             fmt::format("The tilt rises from 1 to {} degrees and returns; two rows of arches, one twice as wide "
                         "as the other.",
                         plain_of(shown(range_of(*r.falls, tilt).high, 5))),
         .panels = {{.title = "Tilt, 1 Hz",
                     .x = {"t, s", "t_s"},
                     .y = {"deg", "tilt_deg"},
                     .curves = {thinned(r.falls->over_time("tilt", tilt))},
                     .key = false},
                    from_above("From above, 20 Hz", {trace("g = 9.8", *r.normal), trace("g = 20", *r.strong)})},
         .commands = {r.falls->command, r.normal->command, r.strong->command}});
    std::vector<FigureCurve> curves;
    std::vector<std::string> commands;
    const char* const names[5] = {"cusp", "loop", "(0, -4): a loop", "circle", "(0, 4): the wave"};
    for (std::size_t i = 0; i < 5; ++i) {
        curves.push_back(trace(names[i], *r.reversed[i]));
        commands.push_back(r.reversed[i]->command);
    }
    page.figure({.name = "case-3",
                 .title = "Case 3: the spin reversed",
                 .caption = fmt::format(
                     "-20 Hz, tilt 55°. Everything precesses the other way. The setting of the wave makes "
                     "a loop, tilt {} to {}; the push has to be reversed too.",
                     deg(range_of(*r.reversed[2], tilt).low, 4), deg(range_of(*r.reversed[2], tilt).high, 6)),
                 .description = "From above: five traces running clockwise, two of them with loops.",
                 .panels = {from_above("From above", {curves[0], curves[1], curves[3]}),
                            from_above("The wave's setting", {curves[2], curves[4]})},
                 .commands = commands});
    page.lost(
        "Case 3, film of a real gyroscope",
        "The film and the other animations were kept by a picture host that no longer exists. The document says of the "
        "film that friction in the bearings damped the nutation within seconds; friction is in none of its equations.");
}

void figures_10_to_12(ReportPage& page, const GyrosoftRuns& r) {
    const Apart by_111 = apart_along(axis_111), by_z = apart_along(axis_z);
    for (const bool author : {true, false}) {
        std::vector<FigurePanel> four;
        std::vector<std::string> commands;
        for (std::size_t i = 0; i < 4; ++i) {
            const Trio& trio = author ? r.as_run[i] : r.right[i];
            four.push_back({.title = motion_names[i],
                            .x = {"t, s", "t_s"},
                            .y = {"deg", "angle_111_deg"},
                            .curves = {apart_curve("A and B", *trio.A, *trio.B, by_111, Style::line, 0),
                                       apart_curve("C and B", *trio.C, *trio.B, by_111, Style::dashes, 1)},
                            .key = i == 0});
            commands.push_back(trio.A->command);
        }
        page.figure(
            {.name = author ? "figure-10" : "figure-10-right",
             .title = author ? "Figure 10 as the author ran it" : "Figure 10 with the right spin constant",
             .caption =
                 author
                     ? "Angle between the body's (1,1,1) directions, 2000 Hz. B has psidot for its spin constant. In "
                       "waves and circles everything seems to run away within seconds; where phidot starts at zero, "
                       "only A in the loop drifts, slowly."
                     : "The same with w3. Nothing runs away: C wobbles by half a sample of delay, A stays close, and "
                       "only its loop drifts (question 4). Mind the scales.",
             .description = author ? "Four panels; cusp and loop stay within a few degrees, wave and circle climb to "
                                     "about 100 degrees."
                                   : "Four panels, in all of which the angle between C and B stays below 3.2 degrees.",
             .panels = four,
             .commands = commands});
    }
    ReportTable table{.caption = "Angles at 1 s and 5 s, deg",
                      .heads = {"motion", "constant", "A (1,1,1), 1 s", "C (1,1,1), 1 s", "A z, 1 s", "A (1,1,1), 5 s",
                                "C (1,1,1), 5 s", "A z, 5 s"},
                      .rows = {}};
    for (std::size_t i = 0; i < 4; ++i)
        for (const bool author : {true, false}) {
            const Trio& trio = author ? r.as_run[i] : r.right[i];
            std::vector<std::string> row{motion_names[i], author ? "psidot" : "w3"};
            for (const double t : {1.0, 5.0}) {
                row.push_back(shown(apart_at(*trio.A, *trio.B, t, by_111), 4));
                row.push_back(shown(apart_at(*trio.C, *trio.B, t, by_111), 4));
                row.push_back(shown(apart_at(*trio.A, *trio.B, t, by_z), 4));
            }
            table.rows.push_back(row);
        }
    page.table(table);

    std::vector<FigurePanel> two;
    for (const std::size_t i : {wave, circle})
        two.push_back({.title = motion_names[i],
                       .x = {"t, s", "t_s"},
                       .y = {"deg", "angle_z_deg"},
                       .curves = {apart_curve("as it was run", *r.as_run[i].A, *r.as_run[i].B, by_z, Style::line, 0),
                                  apart_curve("right constant", *r.right[i].A, *r.right[i].B, by_z, Style::line, 2)}});
    page.figure(
        {.name = "figure-11",
         .title = "Figure 11: the z axes of A and B",
         .caption =
             "With psidot for w3 the spin of B is wrong by 1 % (circle) or 2 % (wave), and so is its precession: "
             "the axes part slowly. With the right constant they do not part.",
         .description = fmt::format("Two rising curves, {} and {} degrees at 5 s, and two that stay below one degree.",
                                    plain_of(shown(apart_at(*r.as_run[wave].A, *r.as_run[wave].B, 5, by_z), 3)),
                                    plain_of(shown(apart_at(*r.as_run[circle].A, *r.as_run[circle].B, 5, by_z), 3))),
         .panels = two,
         .commands = {r.as_run[wave].A->command, r.as_run[circle].A->command, r.right[wave].A->command,
                      r.right[circle].A->command}});

    const double half_angle = std::atan(std::tan(55 * degree) / 2) / degree;
    const auto of_pair = [](const std::string& title, const Pair& pair) {
        return from_above(title, {trace("B", *pair.B), trace("C", *pair.C, Style::dashes)});
    };
    page.figure(
        {.name = "figure-12",
         .title = "Figure 12: circles by methods B and C",
         .caption = fmt::format(
             "The tip of the axis from above, 1.3 s. As it was run, C at 55° leaves the circle and rises to z = "
             "{} (the author's data: 0.959); at 90° it wobbles by {} = w3 h/2 (0.031417). The rates given to "
             "C did not fit together: wx, wy turned at the psidot of the wrong B, wz was w3. The axis then "
             "draws a circle of half angle atan(tan(55°)/2) = {}. With the right constant C keeps to the circle "
             "at 55° as well.",
             shown(range_of(*r.tilted_as_run.C, tip(2)).high, 3), shown(range_of(*r.level_as_run.C, tip(2)).high, 5),
             deg(half_angle)),
         .description =
             "Three panels: at 55 degrees as it was run the two traces part; at 90 degrees, and at 55 degrees with the "
             "right constant, they coincide.",
         .panels = {of_pair("55°, as it was run", r.tilted_as_run), of_pair("90°, as it was run", r.level_as_run),
                    of_pair("55°, right constant", r.tilted)},
         .commands = {r.tilted_as_run.C->command, r.level_as_run.C->command, r.tilted.C->command}});
    page.text(
        "The document's own curves of figures 10 and 11 are not printed as numbers and are lost; what its text says of "
        "them is "
        "compared above. For figure 12 the author published traces with five decimals: B at 55° nods between z = "
        "0.57049 and "
        "0.57358, as the wrong constant makes it do here.");
}

void cases_6_and_7(ReportPage& page, const GyrosoftRuns& r) {
    std::vector<FigurePanel> two;
    ReportTable table{.caption = "Largest (1,1,1) error in the second before, deg",
                      .heads = {"motion", "method", "20 s", "40 s", "60 s"},
                      .rows = {}};
    for (const std::size_t i : {cusp, loop}) {
        const FigureCurve a = envelope("A", *r.long_a[i], MeasureId::axis_111, Style::line),
                          c = envelope("C", *r.long_c[i], MeasureId::axis_111, Style::dashes);
        two.push_back({.title = motion_names[i],
                       .x = {"t, s", "t_s"},
                       .y = {"largest in each second, deg", "error_111_deg"},
                       .curves = {a, c}});
        for (const auto& [name, curve] : {std::pair{"A", a}, std::pair{"C", c}})
            table.rows.push_back({motion_names[i], name, shown(value_at(curve, 20), 3), shown(value_at(curve, 40), 3),
                                  shown(value_at(curve, 60), 3)});
    }
    page.figure(
        {.name = "case-6",
         .title = "Case 6: long runs",
         .caption = "2000 Hz, against the exact motion. The error of A grows evenly, quickly in the loop. That of C is "
                    "mostly half a sample of delay, which does not grow; under it lies a slow drift.",
         .description = "In the cusp a rising line for A crosses a nearly level one for C at about 80 seconds; in the "
                        "loop A rises to 90 degrees in a minute.",
         .panels = two,
         .commands = {r.long_a[cusp]->command, r.long_a[loop]->command}});
    page.table(table);

    std::vector<FigureCurve> curves;
    std::vector<std::string> commands;
    const std::vector<std::string> names{"rate of the start", "mean of both ends", "J-cycle as built", "true increment",
                                         "two increments, coning term"};
    for (std::size_t i = 0; i < rules.size(); ++i) {
        curves.push_back(r.by_rule[i].curve(names[i], r.steps, end_deg));
        commands.push_back(r.by_rule[i].loop);
    }
    page.figure(
        {.name = "case-7",
         .title = "Case 7: other rotation vectors in C",
         .caption =
             "Circle at 60°, error after 5 s against the step. One reading and the J-cycle as built are of first "
             "order, the mean and the increment of second, two increments with d1 + d2 + (2/3) d1 x d2 of fourth.",
         .description =
             "Five lines on logarithmic scales: two of slope one, two of slope two, one of slope four far below "
             "the others.",
         .panels = {{.x = {"step, s", "step_s", true},
                     .y = {"attitude error, deg", "attitude_error_deg", true},
                     .curves = curves}},
         .commands = commands});
    ReportTable methods{
        .caption = "Attitude error at 2000 Hz, deg, after 1 and 5 s; beyond 90 only that it is large has meaning",
        .heads = {"method", "cusp 1 s", "5 s", "loop 1 s", "5 s", "wave 1 s", "5 s", "circle 1 s", "5 s"},
        .rows = {}};
    const auto add = [&](const std::string& name, const std::array<Later<RunResult>, 4>& runs) {
        std::vector<std::string> row{name};
        for (const Later<RunResult>& run : runs)
            for (const double t : {1.0, 5.0}) row.push_back(shown(at_deg(*run, t), 3));
        methods.rows.push_back(row);
        methods.commands.push_back(runs[cusp]->command);
    };
    for (std::size_t i = 0; i < a_rules.size(); ++i) add("A, " + a_rules[i].first, r.a_table[i]);
    for (std::size_t i = 0; i < c_rules.size(); ++i) add("C, " + c_rules[i].first, r.c_table[i]);
    page.table(methods);
}

void cases_8_and_9(ReportPage& page, const GyrosoftRuns& r) {
    const Rms one = r.rest_1.rms(), five = r.rest_5.rms();
    page.figure(
        {.name = "case-8",
         .title = "Case 8: noise on a body at rest",
         .caption = fmt::format(
             "The tip of the axis from above in 4 s at 500 Hz, seed 1. The document compares two amplitudes; one, "
             "5 rad/s, is in its program, the other is lost in the copy that exists, and 1 rad/s was taken. Over {} "
             "seeds the attitude is off by {} ± {} and {} ± {} rms at the end; A h sqrt(N), valid for small "
             "angles, says {} and {}. In a data sheet 5 rad/s would be an angle random walk of A sqrt(h/3) = {} "
             "rad/sqrt(s).",
             r.rest_1.seeds, deg(one.value), deg(one.error, 1), deg(five.value), deg(five.error, 1),
             deg(0.002 * std::sqrt(2000.0) / degree), deg(0.01 * std::sqrt(2000.0) / degree),
             shown(5 * std::sqrt(0.002 / 3), 3)),
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
                return shown(rms.value, 4) + (r.amplitudes[k] > 0 ? " ± " + shown(rms.error, 1) : "");
            };
            table.rows.push_back({std::to_string(r.windows[i]), fmt::format("{:g}", r.amplitudes[k]),
                                  cell(r.centred[k][i]), cell(r.causal[k][i])});
        }
    page.figure(
        {.name = "case-9",
         .title = "Case 9: noise and a running average",
         .caption = fmt::format(
             "Cusp, 1500 Hz, {} seeds for each point with noise; the document plans this case and shows "
             "no result. No window helps: short centred ones change nothing, longer ones and causal ones are worse.",
             r.centred[1][0].seeds),
         .description = "In both panels the error rises with the window, in the first slowly up to 5 readings; the "
                        "causal average passes 40 degrees at 11 readings.",
         .panels = two,
         .commands = commands});
    page.table(table);
}

void remark_10(ReportPage& page, const GyrosoftRuns& r) {
    std::vector<FigureCurve> curves;
    const char* const names[3] = {"1 Hz", "10 Hz", "50 Hz"};
    std::vector<std::string> commands;
    for (std::size_t i = 0; i < 3; ++i) {
        curves.push_back(thinned(r.remark[i]->over_time(names[i], tilt)));
        commands.push_back(r.remark[i]->command);
    }
    page.figure({.name = "remark-10",
                 .title = "Remark 10: from pendulum to gyroscope",
                 .caption = "M = 1 kg, arm 0.1 m, g = 10 m/s^2, I = 0.00125 kg m^2, released at rest at 60°.",
                 .description = "At 1 and 10 Hz the tilt swings far down, at 50 Hz it only nods by a few degrees.",
                 .panels = {{.x = {"t, s", "t_s"}, .y = {"tilt, deg", "tilt_deg"}, .curves = curves}},
                 .commands = commands});
}

// ---- open questions -------------------------------------------------------------------------------------------------

void questions(ReportPage& page, const GyrosoftRuns& r) {
    const double d_circle = spin_mix_up(*r.right[circle].B), d_wave = spin_mix_up(*r.right[wave].B);
    const auto law = [](double d) { return std::acos((1 + 2 * std::cos(d)) / 3) / degree; };
    page.text(fmt::format(
        "Question 1: *Why do A and C run away in waves and circles, why not at 90°, and why does the z axis stay "
        "good?* It is neither physics "
        "nor coning. Method B was run with psidot where w3 = psidot + phidot cos(tilt) belongs. The two "
        "differ by d = phidot0 "
        "cos(tilt): zero in cusp and loop, where phidot0 = 0, and at 90°; {} rad/s in the circle and {} in "
        "the wave. The x and y axes "
        "of B turn away at d, so that cos(angle of (1,1,1)) = (1 + 2 cos(d t))/3: {} after 1 s of the "
        "circle, where {} is seen, "
        "and {} of the wave, where {} is seen. The z axis knows the spin only through I3 w3 and so follows "
        "within 1 or 2 %.",
        shown(d_circle, 4), shown(d_wave, 4), deg(law(d_circle)),
        deg(apart_at(*r.as_run[circle].A, *r.as_run[circle].B, 1, apart_along(axis_111))), deg(law(d_wave)),
        deg(apart_at(*r.as_run[wave].A, *r.as_run[wave].B, 1, apart_along(axis_111)))));

    const TopMotion m = motion_of(*r.traces[circle]);
    const double kept = end_deg(r.by_rule[0][2]), left_1000 = beyond_half_sample(r.by_rule[0][1]),
                 left_2000 = beyond_half_sample(r.by_rule[0][2]), left_4000 = beyond_half_sample(r.by_rule[0][3]);
    page.text(fmt::format(
        "Question 2: *Does the error of C accumulate?* Its largest part does not. The rate of the start of the step "
        "is half a sample late, and "
        "R_{{C}}(t) = exp((h/2) w_{{lab}}(0)) R(t) exp(-(h/2) w_{{body}}(t)): a fixed tilt and a fixed "
        "delay, at most h|w| = 3.6° at 2000 Hz, of "
        "which {} are seen after 5 s of the circle. What is left when this is taken out drifts as h^2: {}, "
        "{} and {} at 1000, 2000 and "
        "4000 Hz. It is the coning drift k h^2 psidot^2 phidot sin^2(tilt) about the vertical.",
        deg(kept), deg(left_1000), deg(left_2000), deg(left_4000)));
    ReportTable drift{.caption = "Coning drift after 5 s of the circle at 2000 Hz, deg",
                      .heads = {"rule", "k", "k h^{2} law", "seen"},
                      .rows = {}};
    const double h = 5e-4;
    drift.rows.push_back(
        {"one end, half a sample taken out", "1/24", shown(coning(1.0 / 24, h, 5, m)), shown(left_2000)});
    drift.rows.push_back({"true increment", "1/12", shown(coning(1.0 / 12, h, 5, m)), shown(end_deg(r.by_rule[3][2]))});
    drift.rows.push_back(
        {"mean of both ends", "1/6", shown(coning(1.0 / 6, h, 5, m)), shown(end_deg(r.by_rule[1][2]))});
    drift.rows.push_back({"two increments, coning term", "0", "0", shown(end_deg(r.by_rule[4][2]), 2)});
    drift.commands = {r.by_rule[0].loop, r.by_rule[4].loop};
    page.table(drift);

    ReportTable lag{.caption = "Method A: vertical momentum gained in 1 s of the circle, kg m^{2}/s",
                    .heads = {"rate of the step", "lag", "predicted", "seen"},
                    .rows = {}};
    lag.rows.push_back(
        {"start", "h", shown(predicted_change(*r.lag_start, h), 5), shown(vertical_change(*r.lag_start), 5)});
    lag.rows.push_back(
        {"J-cycle", "2h/3", shown(predicted_change(*r.lag_j, 2 * h / 3), 5), shown(vertical_change(*r.lag_j), 5)});
    lag.rows.push_back({"true rotation vector", "h/2", shown(predicted_change(*r.lag_true, h / 2), 5),
                        shown(vertical_change(*r.lag_true), 5)});
    lag.rows.push_back({"end", "0", "0", shown(vertical_change(*r.lag_end), 2)});
    lag.commands = {r.lag_start->command, r.lag_j->command, r.lag_true->command, r.lag_end->command};
    page.text(
        "Question 3: *Why does w(t_{i+1}) beat w(t_{i}) in A, and why does the J-cycle make A worse?* A torque held "
        "over the "
        "step is late by "
        "h/2. The rate of the end is early by h/2, and the two cancel as in a leapfrog; with the rate of the start "
        "they add. A lag s feeds "
        "the vertical momentum with s Mgl sin^2(tilt)(w3 - phidot cos(tilt)) a second, and the top climbs.");
    page.table(lag);

    page.text(fmt::format(
        "Question 4: *Why is A good in cusp, wave and circle and poorer in the loop?* A with the rate of the end "
        "follows, but for terms in h^2, the exact "
        "motion of another start, w0 + (h/2) w0'. Where the tilt is at a turning point that changes energy "
        "and vertical momentum only "
        "at second order; in the loop the axis is pushed down at the start, and they change at first "
        "order. So start it at w0 - (h/2) w0': "
        "after 5 s of the loop {} become {} at 2000 Hz, and {} become {} at 4000 Hz.",
        deg(end_deg(*r.loop_plain), 4), deg(loop_error(r, *r.loop_cured)), deg(end_deg(*r.loop_plain_fine), 4),
        deg(loop_error(r, *r.loop_cured_fine))));
    page.commands("The loop, started half a step earlier:", {r.loop_cured->command, r.loop_plain->command});

    const double cusp_self = angle_full(r.as_run[cusp].B->last().q_NB, r.right[cusp].B->last().q_NB),
                 loop_self = angle_full(r.as_run[loop].B->last().q_NB, r.right[loop].B->last().q_NB),
                 level_self = angle_full(r.level_as_run.B->last().q_NB, r.level.B->last().q_NB),
                 circle_self = angle_full(r.as_run[circle].B->row_at(1).q_NB, r.right[circle].B->row_at(1).q_NB);
    page.text(fmt::format(
        "Question 5: *Can the special accuracy at 90° be used in control?* There is none. What can be used is this: "
        "the half sample of question 2 can be "
        "taken out of any attitude that was made from one reading a step; k h^2 says which sample rate a "
        "drift budget needs; and a run with "
        "both spin constants is a good test of a program: they must agree in cusp ({} after 20 s), loop "
        "({} after 5 s) and at 90° ({}), and "
        "must not in the circle ({} after 1 s). A disagreement that vanishes exactly there is this mix-up.",
        deg(cusp_self, 1), deg(loop_self, 1), deg(level_self, 1), deg(circle_self)));
}

void errata(ReportPage& page, const GyrosoftRuns& r) {
    const double limit = sleeping_limit({I1, I3, Mgl});
    page.table(
        {.caption = "What is wrong in the text, and what is right",
         .heads = {"Number", "Place", "Problem", "Right form", "Evidence"},
         .rows = {{"1", "equation 18, third line", "sign", "Gz = Iz wz' + (Iy - Ix) wx wy", "verdict 8"},
                  {"2", "equation 14", "dt missing; rotation vectors added", "the product of the rotations (13)",
                   "verdict 7"},
                  {"3", "after equation 10", "transpose of CK", "no transpose, as in 13 and 21",
                   "CK(w dt) turns s into b (10)"},
                  {"4", "matrix eps, \"passive or active\"", "one matrix cannot be right-handed in both senses",
                   "passive right-handed, which is active left-handed", "a small turn about x, written out"},
                  {"5", "before equation 14", "(AB)C = A(BC) called commutative", "associative", "words"},
                  {"6", "equation 16", "C at t_{i+1} and t_{i}, rate at t", "C' = C [w x], all at t", "equation 15"},
                  {"7", "before equation 18", "differences of differentials", "dw/dt = (w_{b}(t+dt) - w_{s}(t))/dt",
                   "dimensions"},
                  {"8", "equation 20", "exponential of a sum; taken as the reason for w(t_{i+1})",
                   "the held torque is late by h/2", "verdict 2"},
                  {"9", "\"Calvin Klein\"", "name", "Cayley-Klein", "words"},
                  {"10", "label of Ix", "0.5 M R^2, copied from Iz", "the formula of Iy",
                   "the printed values are equal"},
                  {"11", "Iy = 5.76875 × 10^{-4}", "M L^2/12 lost to an integer division", "5.775 × 10^{-4} kg m^2",
                   "verdict 10"},
                  {"12", "counterweight", "no weight", "its moment is 0.049 N m, the disk's 0.0294", "verdict 11"},
                  {"13", "Euler angles \"z-x'-z'\"", "third axis", "z-x'-z''", "equations 23 to 25"},
                  {"14", "comparison of A and B", "singular at 90°", "at 0° and 180°", "verdict 13"},
                  {"15", "freq", "read as psidot", "it is w3 = psidot + phidot cos(tilt)", "verdict 12"},
                  {"16", "method B as run", "psidot0 for the constant w3", "w3", "verdicts 12, 18 and 20"},
                  {"17", "J-cycle", "left sums: lag h/6, coning factor 2/27",
                   "d1 + d2 + (2/3) d1 x d2 of true increments", "verdict 23"},
                  {"18", "J-cycle in C", "3(N+1) samples spaced tn/(3N+2), used as h/3", "3N+1 samples", "arithmetic"},
                  {"19", "IncludeNoiseInOmega", "\"with respect to original amplitude\"", "absolute, rad/s",
                   "verdict 26"},
                  {"20", "change log", "2013/3/5", "2015/3/5", "order of the entries"},
                  {"21", "equation 26", "I and a factor G together", "I, or M R^2 times G", "verdict 6"},
                  {"22", "case 4", "A worse in wave and circle", "as good as in the cusp", "verdict 18"},
                  {"23", "\"fast top\" for a root of equation 22", "it is the precession that is fast",
                   fmt::format("sleeping is stable above {} Hz", shown(limit / (2 * pi), 4)), "verdict 5"},
                  {"24", "list of functions", "arguments and module names differ from the examples", "",
                   "the text itself"}},
         .commands = {r.summed->command},
         .text = true});
}

WritePage ask(Laboratory& lab) {
    const auto runs = ask_runs(lab);
    return [runs](ReportPage& page) {
        const GyrosoftRuns& r = *runs;
        page.asked(
            "How does a gyroscope move when it is let go, and how well can its attitude be computed in three ways? "
            "Method A knows the "
            "torque and turns the body by many small rotations. Method B solves the equations of the Euler angles and "
            "is taken as the right "
            "answer. Method C is given only what a sensor on the body reads, the rate of turning. The author, a writer "
            "of a simulator for "
            "students, compares them in four motions and is left with puzzles: why do A and C seem to fail in some "
            "motions and at some angles, "
            "and could the cases where they do not fail be of use?");
        page.done(
            "All three methods, with every variant that the document has, were run again on the same gyroscope: a disk "
            "of 0.3 kg that spins 20 "
            "times a second, computed 2000 times a second. Where the author compared with his method B, the comparison "
            "was made twice: with B as "
            "he ran it, to get his figures again, and with the exact motion, which is known in closed form. The cases "
            "that he planned and did "
            "not carry out (long runs, other rotation vectors, noise with a filter) were carried out, those with noise "
            "many times over.");
        claims_of_method_a(page, r);
        claims_of_motions(page, r);
        claims_of_equations(page, r);
        claims_of_cases(page, r);
        claims_of_comparison(page, r);
        claims_of_options(page, r);
        int held = 0, conditional = 0, failing = 0;
        for (const Claim& c : page.claims())
            ++(c.verdict == Verdict::holds ? held : c.verdict == Verdict::with_condition ? conditional : failing);
        page.came_out(fmt::format(
            "The methods are better than their author thought: what failed was the reference. Method B had been given "
            "the rate of an Euler "
            "angle, psidot, where the spin of the body belongs, and every puzzle about waves, circles and 90 degrees "
            "follows from that one "
            "constant. Put right, nothing runs away.\n\nOf {} claims {} hold, {} hold with a condition and {} do not. "
            "The motions are all as "
            "described. His best idea, to turn by the rate of the end of the step, is good ({} in place of {} after a "
            "second), though for "
            "another reason than he gives. A running average does not help against noise, and rotation vectors must "
            "not "
            "be added.",
            page.claims().size(), held, conditional, failing, deg(r.a_end->end(MeasureId::axis_z) / degree, 2),
            deg(r.a_start->end(MeasureId::axis_z) / degree)));
        page.section("How a gyroscope moves");
        figures_6_to_8(page, r);
        cases_1_to_3(page, r);
        remark_10(page, r);
        page.section("Three methods compared");
        figures_10_to_12(page, r);
        cases_6_and_7(page, r);
        page.section("Noise");
        cases_8_and_9(page, r);
        page.section("What the author asked");
        questions(page, r);
        page.section("What is lost");
        page.text(
            "Figures 1 to 5 and 9 are drawings of axes and a flow chart: there is nothing to compute. The pictures of "
            "figures 6 to 8 and 10 to "
            "12 and of cases 1, 2 and 8 are missing from the copy that exists; they were made again from the "
            "parameters in the text and the "
            "author's program. Cases 6, 7 and 9 are announced in the document without a result.");
        page.section("Errata");
        errata(page, r);
    };
}

}  // namespace

ReportDocument gyrosoft_document() {
    return {"gyrosoft", "GyroSoft (2015)",
            "From Euler's equations to rotation vectors in attitude computation: a simulator of gyroscopes", ask};
}

}  // namespace polhode
