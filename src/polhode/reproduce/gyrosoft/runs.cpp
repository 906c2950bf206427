// GyroSoft 2015: every run that its page needs.
#include "polhode/reproduce/gyrosoft/gyrosoft.hpp"

namespace polhode::gyrosoft {

namespace {

// The starts of scenarios.
const std::array<std::string, 4> motions{"cusp", "loop", "wave", "circle-slow"};

const std::vector<std::string> rules{"start", "average", "j-cycle", "increment", "two-sample"};

std::string motion_setting(std::size_t i) { return "start.motion=" + motions[i]; }

// A run that is measured against nothing.
Later<RunResult> free_run(Laboratory& lab, const std::string& scenario, const std::vector<std::string>& settings) {
    return lab.run({.scenario = scenario, .settings = settings, .against = "", .seconds = 0.03});
}

void ask_motions(Laboratory& lab, GyrosoftRuns& r) {
    r.a_start = lab.run({.scenario = "gyrosoft-figure-6", .settings = {}, .method = "start"});
    r.a_end = lab.run({.scenario = "gyrosoft-figure-6", .settings = {}, .method = "end"});
    for (std::size_t i = 0; i < 4; ++i) r.traces[i] = free_run(lab, "gyrosoft-figure-7", {motion_setting(i)});
    r.film = free_run(lab, "gyrosoft-figure-8", {});
    r.film_caption = free_run(lab, "gyrosoft-figure-8", {"start.tilt_deg=54.57"});
    r.falls = free_run(lab, "gyrosoft-case-1", {"method.preset=gyrosoft-a"});
    r.strong = free_run(lab, "gyrosoft-case-2", {"method.preset=gyrosoft-a"});
    r.normal = free_run(lab, "gyrosoft-case-2", {"method.preset=gyrosoft-a", "torque[0].g=9.8"});
    const char* const starts[5] = {"0,0", "4,0", "0,-4", "0,2.21199767765", "0,4"};
    for (std::size_t i = 0; i < 5; ++i)
        r.reversed[i] =
            free_run(lab, "gyrosoft-case-3", {"start.rate=[" + std::string(starts[i]) + ",-125.66370614359172]"});
    const double spins[3] = {1, 10, 50};
    for (std::size_t i = 0; i < 3; ++i)
        r.remark[i] = free_run(lab, "gyrosoft-remark-10", {setting("start.spin_hz", spins[i]), "run.duration=1.5"});

    r.slow = free_run(lab, "gyroscope-circle-slow", {"method.integrator=dop853", "method.tolerance=1e-13"});
    r.fast = free_run(lab, "gyroscope-circle-fast", {"method.integrator=dop853", "method.tolerance=1e-13"});
    r.slow_level = free_run(lab, "gyroscope-circle-slow",
                            {"method.integrator=dop853", "method.tolerance=1e-13", "start.tilt_deg=90"});
    r.sleeps = free_run(lab, "gyrosoft-case-1", {"start.spin_hz=20", "start.tilt_deg=0.1"});
    r.wakes = free_run(lab, "gyrosoft-case-1", {"start.spin_hz=10", "start.tilt_deg=0.1"});
}

void ask_comparison(Laboratory& lab, GyrosoftRuns& r) {
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
}

void ask_noisy_runs(Laboratory& lab, GyrosoftRuns& r) {
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
}

void ask_step_rules(Laboratory& lab, GyrosoftRuns& r) {
    for (const std::string& rule : rules)
        r.by_rule.push_back(
            lab.sweep({.scenario = "reproduce/gyrosoft-rules", .settings = {"method.rate=" + rule}, .seconds = 0.2},
                      "method.step", r.steps));
    const auto of_rule = [&](const std::string& scenario, const std::string& preset, double seconds) {
        std::array<Later<RunResult>, 4> runs;
        for (std::size_t i = 0; i < 4; ++i)
            runs[i] = lab.run(
                {.scenario = scenario, .settings = {motion_setting(i), "method.preset=" + preset}, .seconds = seconds});
        return runs;
    };
    for (const Rule& rule : a_rules) r.a_table.push_back(of_rule("reproduce/gyrosoft-method-a", rule.preset, 0.05));
    for (const Rule& rule : c_rules) r.c_table.push_back(of_rule("reproduce/gyrosoft-method-c", rule.preset, 0.2));
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

    r.loop_truth = free_run(lab, "gyroscope-loop", {"run.duration=5", "run.sample=5"});
    r.loop_plain = lab.run({.scenario = "reproduce/gyrosoft-method-a", .settings = {"start.motion=loop"}});
    r.loop_plain_fine =
        lab.run({.scenario = "reproduce/gyrosoft-method-a", .settings = {"start.motion=loop", "method.step=2.5e-4"}});
    r.loop_cured = free_run(lab, "gyrosoft-loop-cured", {});
    // half of the way from w0 = (4, 0, w3) to the start of gyrosoft-loop-cured, as the step is half
    r.loop_cured_fine =
        free_run(lab, "gyrosoft-loop-cured",
                 {"method.step=2.5e-4", "start.rate=[4.0055170415755715,0.05262082602870878,125.66370614359172]"});
    const auto coarse = [&](const std::string& preset) {
        return lab.run(
            {.scenario = "reproduce/gyrosoft-method-a",
             .settings = {"start.motion=cusp", "method.preset=" + preset, "method.step=0.002", "run.duration=1"}});
    };
    r.rk4_coarse = coarse("gyrosoft-a");
    r.solver_coarse = coarse("gyrosoft-a-adaptive");
}

void ask_equations(Laboratory& lab, GyrosoftRuns& r) {
    r.summed = lab.run({.scenario = "gyrosoft-summed", .settings = {}, .method = "sum"});
    r.summed_printed = lab.run({.scenario = "gyrosoft-summed", .settings = {}, .method = "sum-as-printed"});
    r.not_summed = lab.run({.scenario = "gyrosoft-summed", .settings = {}, .method = "C"});
    r.asymmetric = lab.sweep({.scenario = "reproduce/gyrosoft-asymmetric", .settings = {}, .seconds = 0.1},
                             "method.step", {0.002, 0.001, 5e-4, 2.5e-4, 1.25e-4});
    r.asymmetric_rows =
        lab.run({.scenario = "reproduce/gyrosoft-asymmetric", .settings = {"run.sample=0.0005"}, .seconds = 0.2});
    r.parts = free_run(lab, "gyroscope-by-parts", {});
    r.parts_weight = free_run(lab, "gyroscope-by-parts", {"body.parts[1].weight=true"});

    r.b_right =
        lab.run({.scenario = "gyroscope-circle-slow",
                 .settings = {"method.preset=gyrosoft-b", "method.tolerance=1e-12", "run.duration=20", "run.sample=1"},
                 .seconds = 0.1});
    r.b_level = lab.run({.scenario = "gyroscope-circle-slow",
                         .settings = {"method.preset=gyrosoft-b", "method.tolerance=1e-12", "run.duration=20",
                                      "run.sample=1", "start.tilt_deg=90"},
                         .seconds = 0.1});
    r.b_upright = free_run(lab, "gyroscope-sleeping", {"method.preset=gyrosoft-b"});
}

}  // namespace

std::shared_ptr<const GyrosoftRuns> ask_runs(Laboratory& lab) {
    auto all = std::make_shared<GyrosoftRuns>();
    ask_motions(lab, *all);
    ask_comparison(lab, *all);
    ask_noisy_runs(lab, *all);
    ask_step_rules(lab, *all);
    ask_equations(lab, *all);
    return all;
}

}  // namespace polhode::gyrosoft
