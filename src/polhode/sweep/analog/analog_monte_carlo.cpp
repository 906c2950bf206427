#include "polhode/sweep/analog/analog_monte_carlo.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/analog_computer/analog_theory.hpp"
#include "polhode/input/toml_text.hpp"
#include "polhode/run/machines/analog_runs.hpp"
#include "polhode/run/simulate.hpp"
#include "polhode/scenario/toml_setting.hpp"
#include "polhode/sweep/compute/sweep_memory.hpp"
#include "polhode/sweep/compute/sweep_runs.hpp"
#include "polhode/sweep/definition/sweep_outcomes.hpp"
#include "polhode/sweep/inputs/sweep_inputs_reader.hpp"

namespace polhode {

namespace {

// Leaves [method] as the only method of the tree: the first that is on the analog computer.
void choose_method(const Scenario& scenario, TomlNode& tree) {
    const auto on_it = [](const Method& m) { return m.arithmetic == analog_arithmetic; };
    const auto found = std::find_if(scenario.methods.begin(), scenario.methods.end(), on_it);
    if (found == scenario.methods.end())
        throw InputError(scenario.methods.front().at("arithmetic"),
                         "many machines need arithmetic = \"analog\", and no method of this scenario has it");
    const auto place = static_cast<std::size_t>(found - scenario.methods.begin());
    std::vector<TomlNode>& tables = tree.items;
    const auto table = [&](const char* name) {
        return std::find_if(tables.begin(), tables.end(), [&](const TomlNode& n) { return n.name == name; });
    };
    if (place > 0) {
        TomlNode method = table("compare")->items[place - 1];
        method.name = "method";
        if (const auto old = table("method"); old != tables.end()) tables.erase(old);
        tables.push_back(std::move(method));
    }
    if (const auto others = table("compare"); others != tables.end()) tables.erase(others);
}

// Where the seed of a method stands, or would.
std::string seed_key(const TomlNode& tree) {
    const TomlNode* method = tree.find("method");
    const TomlNode* arithmetic = method->find("arithmetic");
    const bool within = arithmetic && arithmetic->kind == TomlNode::Kind::table && !method->find("seed");
    return within ? "method.arithmetic.seed" : "method.seed";
}

const char* const axes[] = {"x", "y", "z"};

void add_outcomes(Sweep& sweep, AnalogCircuit circuit) {
    const bool quaternion = circuit == AnalogCircuit::quaternion;
    const std::vector<std::string> names = sweep_formula_names(sweep);
    const auto add = [&](const std::string& name, const std::string& unit, const std::string& of) {
        SweepOutcome o;
        o.name = name;
        o.unit = unit;
        o.of = Expression(of, names);
        sweep.outcomes.push_back(o);
    };
    for (const char* axis : axes) add(std::string("drift_") + axis, "rad", std::string("drift_") + axis);
    add("length_error", "1", "length_error");
    add("indicated_length_error", "1", quaternion ? "-phi/2" : "-phi_i/2");
    if (!quaternion) return;
    const char* const shown[] = {"P", "Q", "R"};
    for (int i = 0; i < 3; ++i) {
        const std::string axis = axes[i], rate = shown[i], given = "w" + axis;
        add("apparent_rate_error_" + axis, "rad/s", rate + " - " + given);
        add("true_rate_error_" + axis, "rad/s", "1/((length_error + 1)*(length_error + 1))*" + rate + " - " + given);
    }
}

// A machine that fails, once more, for what it throws.
void break_down(const Sweep& sweep, std::uint64_t run) {
    std::vector<double> inputs(static_cast<std::size_t>(sweep.inputs.columns()));
    sweep.inputs.draw(run, inputs.data());
    const Scenario one = SweepRuns(sweep).scenario(inputs.data());
    RunObserver observer;
    observer.row = [](const Row&) {};
    Statistics statistics;
    simulate(one.problem, one.methods.front(), one.run, observer, statistics);
}

}  // namespace

AnalogExperiment analog_experiment(const std::string& text, const std::string& name,
                                   const std::vector<std::string>& settings, const std::string& directory,
                                   long machines, long skip) {
    AnalogExperiment x;
    Sweep& s = x.sweep;
    s.file = s.scenario_file = name;
    s.text = s.scenario_text = text;
    s.directory = directory;
    s.settings = settings;
    s.tree = parse_toml(text, name);
    for (const std::string& setting : settings) apply_setting(s.tree, setting);
    choose_method(read_scenario_tree(s.tree, text, name, settings, directory), s.tree);

    const Scenario one = read_scenario_tree(s.tree, text, name, settings, directory);
    const Method& method = one.methods.front();
    x.settings = analog_settings_of(one.problem, method);
    x.settings.seed += static_cast<std::uint64_t>(skip);
    const auto* constant = std::get_if<kinematics::Constant<double>>(&one.problem.rates->rates);
    if (!constant)
        throw InputError(method.at("arithmetic"),
                         "many machines are compared under a constant rate: [rates] with kind = \"constant\"");
    x.rate = (*constant)(0.0);
    x.duration = one.run.duration;

    // the place on a grid is a whole number but for rounding
    const std::string count = std::to_string(machines);
    const TomlNode varied = parse_toml(
        "[[vary]]\nname = \"machine\"\nkind = \"grid\"\nfrom = 0\nto = " + std::to_string(machines - 1) +
            "\ncount = " + count + "\n[[vary]]\nkey = \"" + seed_key(s.tree) + "\"\nkind = \"formula\"\nof = \"" +
            std::to_string(x.settings.seed) + " + floor(machine + 0.5)\"\n",
        name);
    s.inputs = read_sweep_inputs(varied.find("vary")->items, 1, directory, sweep_row_variables(), s.tree);
    s.base = read_scenario_tree(s.tree, text, name, settings, directory);
    s.own_columns = sweep_own_columns(s);
    add_outcomes(s, x.settings.scaling.circuit);
    s.keep.final_state = false;
    s.runs = static_cast<std::uint64_t>(machines);
    s.block = 32;
    return x;
}

std::string analog_report_scenario(const std::string& circuit) {
    return "title = \"Ten revolutions at 0.5 rad/s about x\"\n[rates]\nkind = \"constant\"\nvalue = [0.5, 0, 0]\n"
           "[method]\nattitude = \"" +
           circuit +
           "\"\nintegrator = \"rk4\"\nstep = 0.1\narithmetic = \"analog\"\n"
           "[run]\nduration = 125.66370614359172\n";
}

double predicted_drift(const AnalogExperiment& x) {
    const AnalogSettings& s = x.settings;
    const bool correlated = s.curve != analog::ErrorCurve::uncorrelated_constant;
    const MultiplierErrors e{s.sigma, s.scaling.volts_per_unit, correlated ? x.rate : s.scaling.full_scale_rate};
    const bool quaternion = s.scaling.circuit == AnalogCircuit::quaternion;
    return (quaternion ? quaternion_drift_rate(e) : cosine_rate(e, 0, TheoryForm::printed)) * x.duration;
}

std::vector<AnalogOutcome> run_machines(const AnalogExperiment& x) {
    SweepInMemory how;
    how.threads = x.threads;
    how.stop = x.stop;
    how.progress = x.progress;
    const SweepTable table = run_in_memory(x.sweep, how);
    std::vector<AnalogOutcome> outcomes;
    if (!table.complete) return outcomes;
    if (!table.failures.empty()) break_down(x.sweep, table.failures.front().run);
    outcomes.resize(static_cast<std::size_t>(x.sweep.runs));
    const auto read = [&](const std::string& name, auto&& number) {
        const std::vector<double>& column = table.outcome(name);
        for (std::size_t n = 0; n < outcomes.size(); ++n) number(outcomes[n]) = column[n];
    };
    const bool quaternion = x.settings.scaling.circuit == AnalogCircuit::quaternion;
    for (int i = 0; i < 3; ++i) {
        const std::string axis = axes[i];
        read("drift_" + axis, [i](AnalogOutcome& o) -> double& { return o.drift[i]; });
        if (!quaternion) continue;
        read("apparent_rate_error_" + axis, [i](AnalogOutcome& o) -> double& { return o.apparent_rate_error[i]; });
        read("true_rate_error_" + axis, [i](AnalogOutcome& o) -> double& { return o.true_rate_error[i]; });
    }
    read("length_error", [](AnalogOutcome& o) -> double& { return o.length_error; });
    read("indicated_length_error", [](AnalogOutcome& o) -> double& { return o.indicated_length_error; });
    return outcomes;
}

Moments moments_of(const std::vector<double>& numbers) {
    Moments m;
    m.count = static_cast<long>(numbers.size());
    if (numbers.empty()) return m;
    const auto n = static_cast<double>(m.count);
    double sum = 0, squares = 0;
    for (double x : numbers) {
        sum += x;
        squares += x * x;
    }
    m.mean = sum / n;
    m.rms = std::sqrt(squares / n);
    double second = 0, fourth = 0;
    for (double x : numbers) {
        const double d = (x - m.mean) * (x - m.mean);
        second += d;
        fourth += d * d;
    }
    if (m.count > 1) m.deviation = std::sqrt(second / (n - 1));
    if (second > 0) m.excess_kurtosis = n * fourth / (second * second) - 3;
    return m;
}

AnalogStatistics statistics_of(const std::vector<AnalogOutcome>& outcomes) {
    AnalogStatistics s;
    const auto of = [&](auto&& number) {
        std::vector<double> list;
        list.reserve(outcomes.size());
        for (const AnalogOutcome& o : outcomes) list.push_back(number(o));
        return moments_of(list);
    };
    for (int i = 0; i < 3; ++i) {
        s.drift[i] = of([i](const AnalogOutcome& o) { return o.drift[i]; });
        s.apparent_rate_error[i] = of([i](const AnalogOutcome& o) { return o.apparent_rate_error[i]; });
        s.true_rate_error[i] = of([i](const AnalogOutcome& o) { return o.true_rate_error[i]; });
    }
    s.rms_total_drift = of([](const AnalogOutcome& o) { return norm(o.drift); }).rms;
    s.length_error = of([](const AnalogOutcome& o) { return o.length_error; });
    s.indicated_length_error = of([](const AnalogOutcome& o) { return o.indicated_length_error; });
    return s;
}

}  // namespace polhode
