// polhode analog: Robinson's analog computer: what it is built of, how it is wired, and how a thousand of them drift.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <numbers>

#include "interrupt.hpp"
#include "polhode/analog_computer/analog_diagram.hpp"
#include "polhode/base/readable.hpp"
#include "polhode/base/terminal/text_table.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/run/machines/analog_runs.hpp"
#include "polhode/scenario/scenario.hpp"
#include "polhode/sweep/analog/analog_monte_carlo.hpp"
#include "program.hpp"
#include "progress_bar.hpp"

namespace polhode::app {

namespace {

using Json = nlohmann::ordered_json;

struct AnalogCommand {
    std::string what;
    std::vector<std::string> settings;
    std::string diagram, csv;
    long machines = 0;
    int threads = 0;
    bool netlist = false, json = false, quiet = false;
};

const std::vector<std::string> circuits{"quaternion", "dcm-two-vector"};

bool is_circuit(const std::string& word) { return word == circuits[0] || word == circuits[1]; }

// What the report states, for comparison beside what the netlist has.
struct Stated {
    int amplifiers, integrators, multiplications, servos;
};
Stated stated_for(AnalogCircuit circuit) {
    return circuit == AnalogCircuit::quaternion ? Stated{36, 4, 26, 8} : Stated{31, 6, 36, 12};
}

int equipment(const AnalogCommand& options) {
    AnalogNetlist nets[2];
    AnalogEquipment q[2], v[2];
    for (int c = 0; c < 2; ++c) {
        AnalogScaling scaling;
        scaling.circuit = c == 0 ? AnalogCircuit::quaternion : AnalogCircuit::direction_cosines;
        nets[c] = analog_netlist(scaling);
        q[c] = equipment_of(nets[c]);
        v[c] = equipment_of(with_vector_transformation(nets[c]));
    }
    if (options.json) {
        Json all;
        for (int c = 0; c < 2; ++c)
            all[circuits[static_cast<std::size_t>(c)]] =
                Json{{"integrators", q[c].integrators},
                     {"multiplications", q[c].multiplications},
                     {"summers", q[c].summers},
                     {"inverters", q[c].inverters},
                     {"sign_inverters", q[c].sign_inverters},
                     {"shafts", q[c].shafts},
                     {"pots_on_each_shaft", q[c].pots},
                     {"servos_of_three_pots", q[c].servos(3)},
                     {"servos_of_four_pots", q[c].servos(4)},
                     {"vector_multiplications", v[c].multiplications - q[c].multiplications},
                     {"vector_new_shafts", v[c].shafts - q[c].shafts}};
        print(all.dump(2) + "\n");
        return done;
    }
    TextTable table({"quaternion", "in the report", "two vectors", "in the report"});
    const auto row = [&](const std::string& label, auto&& number, auto&& stated) {
        std::vector<std::string> cells;
        for (int c = 0; c < 2; ++c) {
            cells.push_back(std::to_string(number(c)));
            cells.push_back(stated(stated_for(nets[c].scaling.circuit)));
        }
        table.row(label, cells);
    };
    const auto none = [](const Stated&) { return std::string(); };
    row(
        "integrators", [&](int c) { return q[c].integrators; },
        [](const Stated& s) { return std::to_string(s.integrators); });
    row(
        "multiplications", [&](int c) { return q[c].multiplications; },
        [](const Stated& s) { return std::to_string(s.multiplications); });
    row(
        "  for one vector more", [&](int c) { return v[c].multiplications - q[c].multiplications; },
        [](const Stated&) { return std::string("9"); });
    row(
        "shafts", [&](int c) { return q[c].shafts; }, none);
    row(
        "servos of three pots", [&](int c) { return q[c].servos(3); },
        [](const Stated& s) { return std::to_string(s.servos); });
    row(
        "summing amplifiers", [&](int c) { return q[c].summers; }, none);
    row(
        "inverting amplifiers", [&](int c) { return q[c].inverters; }, none);
    row(
        "  for products of both signs", [&](int c) { return q[c].sign_inverters; }, none);
    row(
        "amplifiers", [&](int c) { return q[c].amplifiers() + q[c].sign_inverters; },
        [](const Stated& s) { return std::to_string(s.amplifiers); });
    print("Equipment, counted from the netlists (Robinson, WADC TR 58-17, 1958)\n\n" + table.text(terminal_width(100)) +
          "\nThe report's amplifiers hang on figures that are lost; its eight servos of three pots hold 24 of 26 "
          "products.\n");
    return done;
}

std::string netlist_text(const AnalogNetlist& net) {
    std::string text;
    const auto name = [&](int k) { return net.elements[static_cast<std::size_t>(k)].name; };
    for (const AnalogElement& e : net.elements) {
        std::string inputs;
        if (e.kind == AnalogKind::channel)
            inputs = fmt::format("shaft {}, pot {} to {}", name(e.inputs[0].from), name(e.inputs[1].from),
                                 name(e.inputs[2].from));
        else
            for (const AnalogElement::Input& in : e.inputs)
                inputs += fmt::format("{}{:+.6g} {}", inputs.empty() ? "" : "  ", in.gain, name(in.from));
        std::string line =
            fmt::format("{:<8} {:<11} {:<25} {:<16} {}", e.name, name_of(e.kind), name_of(e.role), e.signal, inputs);
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

double in_degrees(double radians) { return radians * 180 / std::numbers::pi; }

int monte_carlo(const AnalogCommand& options, const Scenario& scenario, const std::string& directory) {
    AnalogExperiment x = analog_experiment(scenario.text, scenario.file, options.settings, directory, options.machines);
    const Method& method = x.sweep.base.methods.front();
    x.threads = options.threads;
    watch_for_interrupts();
    std::vector<AnalogOutcome> outcomes;
    {
        ProgressBar bar("machines", 1, !options.quiet);
        x.progress = [&](double part) { bar.at(part); };
        x.stop = [] { return interrupted(); };
        outcomes = run_machines(x);
    }
    if (outcomes.empty()) {
        std::fputs("polhode: interrupted\n", stderr);
        return failed;
    }
    const AnalogStatistics s = statistics_of(outcomes);
    if (!options.csv.empty()) {
        std::string rows = "seed,drift_x,drift_y,drift_z,length_error,indicated_length_error\n";
        for (std::size_t n = 0; n < outcomes.size(); ++n) {
            const AnalogOutcome& o = outcomes[n];
            rows += fmt::format("{},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g}\n", x.settings.seed + n, o.drift[0],
                                o.drift[1], o.drift[2], o.length_error, o.indicated_length_error);
        }
        OutputFile file(options.csv);
        file.write(rows);
        file.close();
        if (options.csv == "-") return done;
    }
    const bool quaternion = x.settings.scaling.circuit == AnalogCircuit::quaternion;
    const double predicted = predicted_drift(x);
    if (options.json) {
        const auto of = [](const Moments& m) {
            return Json{
                {"mean", m.mean}, {"deviation", m.deviation}, {"rms", m.rms}, {"excess_kurtosis", m.excess_kurtosis}};
        };
        const Json all{{"machines", outcomes.size()},
                       {"first_seed", x.settings.seed},
                       {"duration_s", x.duration},
                       {"drift_x_rad", of(s.drift[0])},
                       {"drift_y_rad", of(s.drift[1])},
                       {"drift_z_rad", of(s.drift[2])},
                       {"rms_total_drift_rad", s.rms_total_drift},
                       {"length_error", of(s.length_error)},
                       {"indicated_length_error", of(s.indicated_length_error)},
                       {"predicted_deviation_rad", predicted}};
        print(all.dump(2) + "\n");
        return done;
    }
    if (options.quiet) return done;
    TextTable table({"mean", "standard deviation", "excess kurtosis"});
    const auto row = [&](const std::string& label, const Moments& m, double unit) {
        table.row(label, {readable(m.mean * unit, 4), readable(m.deviation * unit, 4), readable(m.excess_kurtosis, 3)});
    };
    const char* const axes[] = {"x", "y", "z"};
    for (int i = 0; i < 3; ++i) row(fmt::format("drift about {}, deg", axes[i]), s.drift[i], in_degrees(1));
    row("length error", s.length_error, 1);
    row("length error indicated", s.indicated_length_error, 1);
    print(
        fmt::format("{} machines, seeds {} to {}; {}; {} s at ({}, {}, {}) rad/s\n\n",
                    readable_count(static_cast<long>(outcomes.size())), x.settings.seed,
                    x.settings.seed + outcomes.size() - 1, method.attitude, readable(x.duration), readable(x.rate[0]),
                    readable(x.rate[1]), readable(x.rate[2])) +
        table.text(terminal_width(100)) +
        fmt::format("\nThe report's drift rate times the time{}: {} deg; a standard deviation here is known to {} %.\n",
                    quaternion ? "" : " (a bound)", readable(in_degrees(predicted), 3),
                    readable(100 / std::sqrt(2.0 * static_cast<double>(outcomes.size())), 2)));
    return done;
}

int analog(const AnalogCommand& options) {
    const bool asks_one = !options.diagram.empty() || options.netlist || options.machines != 0 ||
                          !options.settings.empty() || !options.csv.empty();
    if (options.what.empty()) {
        if (asks_one) throw InputError({"analog", 0, ""}, "say which: quaternion, dcm-two-vector, or a scenario file");
        return equipment(options);
    }
    if (!is_circuit(options.what) && options.what.find('.') == std::string::npos)
        refuse_unknown("analog", options.what, "a circuit", circuits);
    if (!options.csv.empty() && options.machines == 0)
        throw InputError({"--csv", 0, ""}, "it holds one row for each machine: give --machines");

    const bool from_file = !is_circuit(options.what);
    const std::string directory = from_file ? options.what.substr(0, options.what.find_last_of('/') + 1) : "";
    const Scenario scenario =
        read_scenario(from_file ? read_scenario_text(options.what) : analog_report_scenario(options.what), options.what,
                      options.settings, directory);
    const Method* method = nullptr;
    for (const Method& m : scenario.methods)
        if (!method && m.arithmetic == analog_arithmetic) method = &m;
    if (!method)
        throw InputError(scenario.methods.front().at("arithmetic"),
                         "no method of this scenario has arithmetic = \"analog\"");
    const AnalogSettings settings = analog_settings_of(scenario.problem, *method);
    const AnalogNetlist net = analog_netlist(settings.scaling);
    if (!options.diagram.empty()) {
        if (options.diagram.size() < 5 || options.diagram.substr(options.diagram.size() - 4) != ".svg")
            throw InputError({"--diagram", 0, ""}, "the patch diagram is an SVG picture: name it FILE.svg");
        write_file(options.diagram, analog_diagram(net));
        if (!options.quiet && options.machines == 0 && !options.netlist) print("written:\n  " + options.diagram + "\n");
    }
    if (options.machines > 0) return monte_carlo(options, scenario, directory);
    if (options.netlist || options.diagram.empty()) print(netlist_text(net));
    return done;
}

}  // namespace

void add_analog(Program& program) {
    auto options = std::make_shared<AnalogCommand>();
    CLI::App* command =
        program.line.add_subcommand("analog", "Robinson's analog computer: parts, wiring, many machines");
    command->add_option("WHAT", options->what,
                        "quaternion, dcm-two-vector, or a scenario with arithmetic = \"analog\"");
    command->add_option("--set", options->settings, "KEY=VALUE in place of what the scenario says; may be repeated")
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE");
    command->add_flag("--netlist", options->netlist, "every element with what is wired to it");
    command->add_option("--diagram", options->diagram, "draw the patch diagram")->type_name("FILE.svg");
    command->add_option("--machines", options->machines, "run that many machines, seed after seed")
        ->check(whole_number(1, 100000000))
        ->type_name("N");
    command->add_option("--csv", options->csv, "write how each machine ended; - is standard output")->type_name("FILE");
    command->add_option("--threads", options->threads, "default: as many as the computer has; same numbers for any")
        ->check(whole_number(1, 4096))
        ->type_name("N");
    command->add_flag("--quiet", options->quiet, "no table, no progress");
    command->add_flag("--json", options->json, "as one JSON object in place of the table");
    command->footer(
        "Without a name it counts the equipment of both circuits. A name of a circuit stands for the report's\n"
        "experiment: ten revolutions at 0.5 rad/s about x.\n"
        "Examples:\n"
        "  polhode analog\n"
        "  polhode analog quaternion --diagram patch.svg\n"
        "  polhode analog quaternion --machines 1000\n"
        "  polhode analog dcm-two-vector --machines 1000 --set method.error=\\\"correlated-gain\\\"\n");
    command->callback([&program, options] { program.chosen = [options] { return analog(*options); }; });
}

}  // namespace polhode::app
