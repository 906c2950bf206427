// TN D-5302: every run that the page needs.
#include <algorithm>
#include <cmath>
#include <memory>
#include <tuple>

#include "polhode/reproduce/nasa/nasa.hpp"

namespace polhode::nasa {

namespace {

const Experiment euler{.scenario = "reproduce/nasa-euler-fixed", .seconds = 0.002};
const Experiment merson{.scenario = "reproduce/nasa-euler-variable", .seconds = 0.01};
const Experiment quaternion{.scenario = "reproduce/nasa-quaternion", .seconds = 0.001};
const Experiment algebraic{.scenario = "reproduce/nasa-algebraic", .seconds = 0.002};
const Experiment derivative{.scenario = "reproduce/nasa-derivative", .seconds = 0.002};

Experiment with(Experiment e, std::vector<std::string> more) {
    for (std::string& s : more) e.settings.push_back(std::move(s));
    return e;
}

std::vector<double> inverse(const std::vector<double>& n) {
    std::vector<double> h;
    for (const double v : n) h.push_back(1 / v);
    return h;
}

void ask_fixed_steps(Laboratory& lab, NasaRuns& r) {
    for (const double b0 : r.tilts)
        r.euler.push_back(lab.sweep(with(euler, {setting("rates.b0_deg", b0)}), "method.step", inverse(r.steps)));
    for (double b0 = 20; b0 <= 88; b0 += 2) r.fine_tilts.push_back(b0);
    r.euler_by_tilt = lab.sweep(with(euler, {"method.step=0.0125"}), "rates.b0_deg", r.fine_tilts);
    r.quaternion = lab.sweep(quaternion, "method.step", inverse({10, 20, 40, 80, 160}));
    for (const double b0 : {0.0, 30.0, 85.0})
        r.quaternion_tilts.push_back(
            lab.sweep(with(quaternion, {setting("rates.b0_deg", b0)}), "method.step", inverse({10, 20, 40, 80, 160})));
    const std::vector<std::string> far{"run.duration=2000", "run.sample=2000"};
    Experiment timed = with(quaternion, far), timed_euler = with(euler, far);
    timed.seconds = 0.02;
    timed_euler.seconds = 0.1;
    timed.against = timed_euler.against = "";
    r.speed_quaternion = lab.sweep(timed, "method.step", inverse({10, 20, 40, 80, 160}));
    r.speed_euler = lab.sweep(timed_euler, "method.step", inverse({10, 20, 40, 80, 160}));
}

// Merson's rule, a fixed step with as many evaluations, and Merson's rule with e_min below e_max.
VariableStep ask_variable_step(Laboratory& lab, double b0, double limit) {
    const double e_max = 2 * pi * limit;
    VariableStep v;
    v.b0 = b0;
    v.e_max = limit;
    std::tie(v.variable, v.fixed) = lab.run_then(
        with(merson, {setting("rates.b0_deg", b0), setting("method.e_max", e_max), setting("method.e_min", e_max)}),
        [=](const RunResult& run) {
            // as many evaluations with a fixed step: 4 a step, 10 cycles, a whole number of steps a cycle
            const double n = std::max(2.0, std::floor(static_cast<double>(run.statistics.evaluations) / 40 + 0.5));
            return with(euler, {setting("rates.b0_deg", b0), setting("method.step", 1 / n), "run.duration=10",
                                "run.sample=10"});
        });
    v.wide = lab.run(with(
        merson, {setting("rates.b0_deg", b0), setting("method.e_max", e_max), setting("method.e_min", e_max / 32)}));
    return v;
}

void ask_variable_steps(Laboratory& lab, NasaRuns& r) {
    for (const double limit : r.limits) {
        r.variable_loops.push_back(
            lab.loop(with(merson, {setting("method.e_max", 2 * pi * limit), setting("method.e_min", 2 * pi * limit)}),
                     "rates.b0_deg", r.variable_tilts));
        for (const double b0 : r.variable_tilts) r.variable[limit].push_back(ask_variable_step(lab, b0, limit));
    }
}

void ask_constraints(Laboratory& lab, NasaRuns& r) {
    for (const double n : r.counts) {
        const std::string step = setting("method.step", 1 / n);
        r.plain[n] = lab.run(with(quaternion, {step, "run.duration=20"}));
        std::vector<double> k, m;
        for (const double v : r.hk) k.push_back(v * n);
        for (const double v : r.mhw) m.push_back(derivative_gain(v, n));
        r.algebraic[n] = lab.sweep(with(algebraic, {step}), "method.constraint.gain", k);
        r.derivative[n] = lab.sweep(with(derivative, {step}), "method.constraint.gain", m);
    }
    r.algebraic_half = lab.run(algebraic);
    r.algebraic_stage = lab.run(with(algebraic, {"method.constraint.evaluate=\"stage\""}));
    r.algebraic_beyond = lab.run(with(algebraic, {"method.constraint.gain=22", "run.duration=20", "run.sample=0.05"}));
    const Experiment normalized{.scenario = "reproduce/nasa-normalized", .seconds = 0.002};
    r.scaled = lab.run(normalized);
    r.scaled_coarse = lab.run(with(normalized, {"method.step=0.1", "run.duration=50", "run.sample=1"}));
    r.substituted = lab.run(with(normalized, {"method.constraint.reading=\"substituted\""}));
    const Experiment state{.scenario = "reproduce/nasa-normalise-state", .seconds = 0.002};
    r.state_exact = lab.run(state);
    r.state_binomial = lab.run(with(state, {"method.constraint=\"normalise-binomial\""}));
    r.plain_rows = lab.run(with(quaternion, {"run.duration=20", "run.sample=0.5"}));
    for (const Interpretation& one : interpretations()) {
        const double limit = one.key == "lag1" ? 8.0 / 3 : one.key == "stage" ? 16 : 8;
        std::vector<double> values;
        for (const double f : {0.0625, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 0.9375})
            values.push_back(derivative_gain(f * limit, 20));
        r.by_interpretation[one.key] = lab.sweep(with(derivative, {"method.constraint.reading=\"" + one.key + "\""}),
                                                 "method.constraint.gain", values);
    }
}

void ask_limits(Laboratory& lab, NasaRuns& r) {
    const std::vector<std::string> longer{"run.duration=60", "run.sample=1"};
    r.derivative_beyond =
        lab.run(with(derivative, {setting("method.constraint.gain", derivative_gain(8.5, 20)), longer[0], longer[1]}));
    const auto lag1 = [&](double value, const std::string& sample) {
        return lab.run(
            with(derivative, {"method.constraint.reading=\"lag1\"",
                              setting("method.constraint.gain", derivative_gain(value, 20)), longer[0], sample}));
    };
    r.lag1_above = lag1(3, longer[1]);
    r.lag1_beyond = lag1(3.5, "run.sample=0.05");
    // 0.999 of the limit settles slowly: 1/(1 - 0.998) = 500 steps = 25 cycles
    const std::vector<std::string> slow{"run.duration=400", "run.sample=400"};
    r.algebraic_at_limit = lab.run(with(algebraic, {setting("method.constraint.gain", 0.999 * 20), slow[0], slow[1]}));
    r.derivative_at_limit = lab.run(
        with(derivative, {setting("method.constraint.gain", derivative_gain(0.999 * 8, 20)), slow[0], slow[1]}));
    r.exact = lab.run(with(quaternion, {"method.integrator=\"exact\"", "run.sample=0.13"}));

    const auto boundaries = [&](const std::string& name, Law law) {
        r.boundaries[name] = lab.job<std::vector<double>>("stability boundary: " + name, 0.05,
                                                          [law, counts = r.boundary_counts](const Stop&) {
                                                              std::vector<double> found;
                                                              for (const double n : counts)
                                                                  found.push_back(stability_boundary({law, "rk4", n}));
                                                              return found;
                                                          });
    };
    boundaries("algebraic", Law::algebraic);
    for (const Interpretation& one : interpretations()) boundaries(one.key, one.law);
}

}  // namespace

std::shared_ptr<const NasaRuns> ask_runs(Laboratory& lab) {
    auto all = std::make_shared<NasaRuns>();
    ask_fixed_steps(lab, *all);
    ask_variable_steps(lab, *all);
    ask_constraints(lab, *all);
    ask_limits(lab, *all);
    return all;
}

}  // namespace polhode::nasa
