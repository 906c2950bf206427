// polhode run: one problem with one or more methods.
#include <fmt/format.h>

#include <cmath>

#include "interrupt.hpp"
#include "polhode/base/stop_question.hpp"
#include "polhode/base/text_table.hpp"
#include "polhode/output/output_format.hpp"
#include "polhode/output/run_outputs.hpp"
#include "program.hpp"
#include "progress_bar.hpp"

namespace polhode::app {

namespace {

struct RunCommand {
    std::string scenario;
    std::vector<std::string> settings;
    OutputRequest outputs;
    std::string csv, hdf5;
    std::vector<std::string> write;  // FORMAT=FILE
    bool quiet = false, json = false, all = false;
};

// The summary goes where the rows do not.
void show(const std::string& text, bool rows_on_standard_output) {
    if (rows_on_standard_output)
        std::fputs(text.c_str(), stderr);
    else
        print(text);
}

std::vector<TrajectoryRequest> trajectories_of(const RunCommand& options) {
    std::vector<TrajectoryRequest> all;
    if (!options.csv.empty()) all.push_back({"csv", options.csv});
    if (!options.hdf5.empty()) all.push_back({"hdf5", options.hdf5});
    for (const std::string& text : options.write) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
            throw InputError({"--write", 0, ""}, "expected FORMAT=FILE, read '" + without_control_characters(text) +
                                                     "'; example: --write csv=rows.csv");
        all.push_back({text.substr(0, equals), text.substr(equals + 1)});
    }
    return all;
}

int run_command(const RunCommand& options) {
    const MeasureRequest& measures = options.outputs.measures;
    if (measures.against.empty() && !measures.file.empty())
        throw InputError(
            {"--measures", 0, ""},
            "say what the run is measured against: --against exact, reference or a method of the scenario");
    // Every method is prepared before the first one runs, so that a slip in the last does not cost the work of all.
    const Scenario scenario = read_scenario_file(options.scenario, options.settings);
    if (!options.quiet)
        for (const std::string& warning : scenario.warnings) note("warning: " + warning);

    RunOutputs outputs(scenario, options.outputs);
    const std::size_t foreseen = outputs.warnings().size();
    for (const std::string& warning : outputs.warnings()) note("warning: " + warning);
    watch_for_interrupts();
    int code = done;
    for (const Plan& plan : scenario.plans) {
        const Method& method = plan.method();
        outputs.begin(method);
        Statistics statistics;
        std::string failure;
        long rows = 0;
        {
            ProgressBar bar(method.name, scenario.run.duration, !options.quiet);
            const RunObserver observer{
                .row =
                    [&](const Row& row) {
                        outputs.row(row);
                        ++rows;
                    },
                .progress = [&](double t) { bar.at(t); },
                .stop = [&] { return interrupted() || outputs.reader_gone(); },
            };
            try {
                simulate(plan, observer, statistics);
            } catch (const ComputationFailed& e) {
                failure = e.what();
            } catch (const Interrupted&) {
                // in the middle of the truth that a row is measured against: the rows before it stand
                statistics.interrupted = true;
            }
        }
        outputs.end(statistics, failure);
        if (!failure.empty()) {
            note(fmt::format("{}{}; {} saved", scenario.methods.size() > 1 ? method.name + ": " : "", failure,
                             rows == 1 ? "1 row" : readable_count(rows) + " rows"));
            code = failed;
        }
        if (interrupted()) {
            note(fmt::format("interrupted at t = {} s; {} saved", readable(statistics.end_time),
                             rows == 1 ? "1 row" : readable_count(rows) + " rows"));
            code = failed;
        }
        if (interrupted() || outputs.reader_gone()) break;
    }
    outputs.finish();
    for (std::size_t i = foreseen; i < outputs.warnings().size(); ++i) note("warning: " + outputs.warnings()[i]);

    const bool rows_on_standard_output = outputs.rows_on_standard_output();
    if (options.json) {
        show(summary_json(outputs.summary()) + "\n", rows_on_standard_output);
    } else if (!options.quiet) {
        std::string text = summary_table(outputs.summary(), terminal_width(100), options.all);
        if (!outputs.files().empty()) {
            text += "\nwritten:\n";
            for (const std::string& file : outputs.files()) text += "  " + file + "\n";
        }
        show(text, rows_on_standard_output);
    }
    return code;
}

}  // namespace

void add_run(Program& program) {
    auto options = std::make_shared<RunCommand>();
    CLI::App* command = program.line.add_subcommand("run", "Run a scenario");
    command->add_option("SCENARIO", options->scenario, "scenario file (TOML)")->required();
    command->add_option("--set", options->settings, "KEY=VALUE in place of what the scenario says; may be repeated")
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE");
    command->add_option("--csv", options->csv, "write the trajectory as CSV; - is standard output")->type_name("FILE");
    if (find_format("hdf5"))
        command->add_option("--hdf5", options->hdf5, "write the trajectory as HDF5")->type_name("FILE");
    command
        ->add_option("--write", options->write,
                     "write the trajectory in a format of `polhode list format`; may be repeated")
        ->allow_extra_args(false)
        ->type_name("FORMAT=FILE");
    command
        ->add_option("--out", options->outputs.folder, "write trajectory, summary, pictures and provenance to a folder")
        ->type_name("DIR");
    command->add_option("--plot", options->outputs.plot, "draw the run: .svg, .png or .pdf")->type_name("FILE");
    command
        ->add_option("--against", options->outputs.measures.against,
                     "measure every method against 'exact', 'reference' or a method of the scenario")
        ->type_name("WHAT");
    command->add_option("--measures", options->outputs.measures.file, "write the measures of every row as CSV")
        ->type_name("FILE");
    command
        ->add_option("--cycle", options->outputs.measures.cycle,
                     "length of a cycle in s, for speed and errors per cycle")
        ->check(number_between(0, INFINITY, "a number of seconds > 0"))
        ->type_name("SECONDS");
    command->add_flag("--all", options->all,
                      "every measure in the table, not three of a kind, and every panel in the pictures");
    command->add_flag("--quiet", options->quiet, "no table, no warnings, no progress");
    command->add_flag("--json", options->json, "the summary as one JSON object in place of the table");
    command->footer(
        "Several methods ([[compare]] in the scenario): FILE holds the first, FILE-NAME the others.\n"
        "Ctrl-C stops at the next step and saves what was computed.\n"
        "Ends with 0 when done, 2 for bad input, 3 when the computation failed (everything before is saved).\n"
        "Examples:\n"
        "  polhode run scenarios/gyroscope-cusp.toml\n"
        "  polhode run mine.toml --set method.step=1e-4 --set run.duration=60\n"
        "  polhode run mine.toml --csv - --quiet | head\n"
        "  polhode run mine.toml --write csv=rows.csv\n"
        "  polhode run mine.toml --out results --plot overview.svg\n");
    command->callback([&program, options] {
        options->outputs.command_line = program.words;
        options->outputs.all_panels = options->all;
        options->outputs.trajectories = trajectories_of(*options);
        program.chosen = [options] { return run_command(*options); };
    });
}

}  // namespace polhode::app
