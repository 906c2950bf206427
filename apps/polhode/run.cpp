// polhode run: one problem with one or more methods.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "import_options.hpp"
#include "interrupt.hpp"
#include "named_text.hpp"
#include "polhode/base/readable.hpp"
#include "polhode/base/stop_question.hpp"
#include "polhode/exchange/attitude_history.hpp"
#include "polhode/output/output_format.hpp"
#include "polhode/output/readings_log.hpp"
#include "polhode/output/run_outputs.hpp"
#include "program.hpp"
#include "progress_bar.hpp"

namespace polhode::app {

namespace {

struct RunCommand {
    std::string scenario;
    std::vector<std::string> settings;
    OutputRequest outputs;
    std::map<std::string, std::string> files;  // --csv FILE, --aem FILE, ...: by the name of the format
    std::vector<std::string> write;            // FORMAT=FILE
    ImportOptions other;                       // of the file named with --against
    std::vector<std::string> align;
    std::string log;
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
    for (const auto& [format, file] : options.files)
        if (!file.empty()) all.push_back({format, file});
    for (const std::string& text : options.write) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
            throw InputError({"--write", 0, ""}, "expected FORMAT=FILE, read '" + without_control_characters(text) +
                                                     "'; example: --write csv=rows.csv");
        all.push_back({text.substr(0, equals), text.substr(equals + 1)});
    }
    return all;
}

// Somebody else's file, where --against names no solution and no method.
std::shared_ptr<OtherAttitude> other_attitude(const RunCommand& options, const Scenario& scenario) {
    AlignRequest align;
    for (const std::string& word : options.align) {
        if (word != "clock" && word != "body" && word != "world")
            refuse_unknown("--align", word, "something that can be aligned", {"clock", "body", "world"});
        (word == "clock" ? align.clock : word == "body" ? align.body : align.world) = true;
    }
    const std::string& path = options.outputs.measures.against;
    const bool named =
        path.empty() || path == "exact" || path == "reference" ||
        std::any_of(scenario.methods.begin(), scenario.methods.end(), [&](const Method& m) { return m.name == path; });
    std::error_code ignored;
    if (named || !std::filesystem::exists(path, ignored)) {
        if (align.any()) throw InputError({"--align", 0, ""}, "only a file named with --against is aligned");
        return nullptr;
    }
    ImportedFile file;
    import_file(path, options.other.from, options.other.request(), file);
    if (!options.quiet) tell_of(file.about, file.notes);
    const double shift = shift_of_epochs(scenario.epoch, file.about, path);
    return std::make_shared<AttitudeHistory>(std::move(file), path, shift, align);
}

int run_command(RunCommand options) {
    const MeasureRequest& measures = options.outputs.measures;
    if (measures.against.empty() && !measures.file.empty())
        throw InputError(
            {"--measures", 0, ""},
            "say what the run is measured against: --against exact, reference, a method of the scenario or a file");
    // Every method is prepared before the first one runs, so that a slip in the last does not cost the work of all.
    const Scenario scenario = scenario_of(read_named_text(options.scenario), options.settings);
    if (!options.quiet)
        for (const std::string& warning : scenario.warnings) note("warning: " + warning);
    if (!options.quiet && !scenario.inputs.empty()) note("the inputs are at rest: `polhode live` flies this scenario");

    if (!options.log.empty() && !scenario.problem.readings)
        throw InputError({"--log", 0, ""},
                         "the scenario has no [readings]: nothing is strapped to the body that could be logged");

    options.outputs.measures.other = other_attitude(options, scenario);
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
    if (!options.log.empty() && !interrupted()) write_readings_log(options.log, *scenario.problem.readings);
    outputs.finish();
    for (std::size_t i = foreseen; i < outputs.warnings().size(); ++i) note("warning: " + outputs.warnings()[i]);

    const bool rows_on_standard_output = outputs.rows_on_standard_output() || options.log == "-";
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
    command->add_option("SCENARIO", options->scenario, "scenario file (TOML); - for standard input")->required();
    command->add_option("--set", options->settings, "KEY=VALUE in place of what the scenario says; may be repeated")
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE");
    for (const OutputFormat& format : output_formats())
        if (format.open)
            command
                ->add_option("--" + format.entry.name, options->files[format.entry.name],
                             "write the trajectory in the format '" + format.entry.name + "'" +
                                 (format.standard_output ? "; - is standard output" : ""))
                ->type_name("FILE");
    command
        ->add_option("--write", options->write,
                     "write the trajectory in a format of `polhode list format`; may be repeated")
        ->allow_extra_args(false)
        ->type_name("FORMAT=FILE");
    command->add_option("--log", options->log, "write what the sensors of [readings] say, for `polhode estimate`")
        ->type_name("FILE");
    command
        ->add_option("--out", options->outputs.folder, "write trajectory, summary, pictures and provenance to a folder")
        ->type_name("DIR");
    command->add_option("--plot", options->outputs.plot, "draw the run: .svg, .png or .pdf")->type_name("FILE");
    command
        ->add_option(
            "--against", options->outputs.measures.against,
            "measure every method against 'exact', 'reference', a method of the scenario, or a file of another program")
        ->type_name("WHAT");
    command
        ->add_option(
            "--align", options->align,
            "find a constant difference to that file from the run: its 'clock', 'body' axes or 'world' axes; may be "
            "repeated")
        ->allow_extra_args(false)
        ->type_name("WHAT");
    options->other.add_to(*command, "Of a file named with --against");
    command->add_option("--measures", options->outputs.measures.file, "the measures of every row as CSV")
        ->type_name("FILE");
    command
        ->add_option("--cycle", options->outputs.measures.cycle,
                     "length of a cycle in s, for speed and errors per cycle")
        ->check(number_between(0, INFINITY, "a number of seconds > 0"))
        ->type_name("SECONDS");
    command
        ->add_option("--columns", options->outputs.columns,
                     "further columns of the trajectory: loads, or by name pivot_x, ROTOR_torque, ROTOR_bearing ...")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("NAME,...");
    command
        ->add_option("--loads", options->outputs.loads,
                     "write forces at the pivot and torques of motors and bearings of every row as CSV")
        ->type_name("FILE");
    command->add_flag("--equilibria", options->outputs.equilibria, "each steady motion, and whether it is stable");
    command->add_flag("--lyapunov", options->outputs.lyapunov,
                      "how fast neighbouring motions part: the largest Lyapunov exponent over the run");
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
        "  polhode run mine.toml --aem rows.aem\n"
        "  polhode run mine.toml --against theirs.aem --align clock\n"
        "  polhode run mine.toml --out results --plot overview.svg\n");
    command->callback([&program, options] {
        options->outputs.command_line = program.words;
        options->outputs.all_panels = options->all;
        options->outputs.trajectories = trajectories_of(*options);
        program.chosen = [options] { return run_command(*options); };
    });
}

}  // namespace polhode::app
