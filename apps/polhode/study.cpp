// polhode study: problems x methods x steps or tolerances; and which is the cheapest for a given error.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "interrupt.hpp"
#include "polhode/files/input_file.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/files/provenance.hpp"
#include "polhode/files/result_folder.hpp"
#include "polhode/picture/gnuplot.hpp"
#include "polhode/study/budget.hpp"
#include "polhode/study/study_file.hpp"
#include "polhode/study/study_log.hpp"
#include "polhode/study/study_report.hpp"
#include "program.hpp"
#include "progress_bar.hpp"

namespace polhode::app {

namespace {

struct StudyCommand {
    StudyWords words;
    double budget = 0;
    std::string csv, plot, folder;
    int threads = 0, repeats = 0;
    bool resume = false, quiet = false, json = false;
    std::vector<std::string> command_line;
    bool methods_given = false, values_given = false, measure_given = false, at_given = false, against_given = false;
};

[[noreturn]] void refuse(const std::string& option, const std::string& why) { throw InputError({option, 0, ""}, why); }

int answer_budget(const StudyCommand& options) {
    if (!options.csv.empty() || !options.plot.empty() || !options.folder.empty() || options.resume ||
        options.values_given)
        refuse("--budget",
               "it searches the steps by itself and prints its answer; leave out --steps, --tolerances, --csv, "
               "--plot, --out and --resume");
    if (is_study_file(options.words.scenario))
        refuse(options.words.scenario, "--budget asks about one problem: name a scenario, not a study");
    StudyWords words = options.words;
    if (!options.at_given) words.at = "max";      // an end may be a point of rest that every wrong way leads to
    const Study checked = study_of_words(words);  // measure, at, against, methods
    const Scenario& scenario = checked.problems.front().scenario;

    BudgetRequest request;
    request.budget = options.budget;
    request.measure = checked.measure;
    request.largest = checked.largest;
    request.against = checked.against;
    if (options.methods_given)
        for (const StudyMethod& m : checked.methods) request.methods.push_back(m.method);
    request.threads = options.threads;
    if (options.repeats > 0) request.repeats = options.repeats;
    watch_for_interrupts();
    BudgetAnswer answer;
    {
        ProgressBar bar("methods", 1, !options.quiet);
        request.progress = [&](std::size_t n, std::size_t all) {
            bar.at(static_cast<double>(n) / static_cast<double>(all));
        };
        request.stop = [] { return interrupted(); };
        answer = find_cheapest(scenario, request);
    }
    if (!answer.warning.empty() && !options.quiet) note("warning: " + answer.warning);
    print(options.json ? budget_json(scenario, answer) + "\n" : budget_text(scenario, answer, terminal_width(110)));
    if (answer.interrupted) note("interrupted: methods not looked at yet are missing");
    return answer.interrupted || !answer.by_cpu ? failed : done;
}

bool is_study_result(const std::string& name) {
    for (const char* one : {"study.csv", "study.svg", "study.json", "provenance.json"})
        if (name == one) return true;
    return false;
}
constexpr ResultKind study_results{{"study.files", "POLHODE STUDY FILES\n", "study", false}, is_study_result};

// What a study leaves: the CSV while it runs, the rest when it has ended.
struct StudyFiles {
    std::vector<StudyPoint> finished;  // before
    std::optional<StudyLog> log;
    std::vector<std::string> written;

    StudyFiles(const StudyCommand& o, const Study& study) : options(o) {
        if (!o.csv.empty() && o.csv != "-") csv = o.csv;
        if (!o.folder.empty()) {
            const std::filesystem::path place(o.folder);
            // a kill leaves its points in the file that was being written
            if (o.resume && csv.empty())
                for (const std::string& file :
                     {(place / "study.csv").string(), part_name((place / "study.csv").string())})
                    for (StudyPoint& p : read_study_csv(file)) finished.push_back(std::move(p));
            folder.emplace(o.folder, study_results);
            if (o.csv.empty()) csv = folder->part("study.csv");
        }
        if (o.resume && !o.csv.empty()) finished = read_study_csv(csv);
        if (!csv.empty()) log.emplace(csv, study, finished);
    }

    void finish(const Study& study, const StudyResult& result) {
        if (log) log->finish(result);
        if (log && !options.csv.empty()) written.push_back(csv);
        if (folder && options.csv.empty()) written.push_back(folder->path("study.csv"));
        const bool in_folder = options.plot.empty() && folder;
        const std::string picture = in_folder ? folder->part("study.svg") : options.plot;
        if (!picture.empty()) try {
                plot_study(study, result, picture);
                written.push_back(in_folder ? folder->path("study.svg") : picture);
            } catch (const PlotError& e) {
                if (in_folder) folder->forget("study.svg");
                note("warning: no picture " + (in_folder ? folder->path("study.svg") : picture) + ": " + e.what());
            }
        if (!folder) return;
        write_file(folder->part("study.json"), study_json(study, result) + "\n");
        written.push_back(folder->path("study.json"));
        complete_with_provenance(*folder, provenance(study, result));
        written.push_back(folder->path("provenance.json"));
    }

 private:
    Provenance provenance(const Study& study, const StudyResult& result) const {
        Provenance p = begun;
        p.command_line = options.command_line;
        p.scenario_file = study.file;
        p.scenario_text = read_input_file(study.file).bytes;
        p.settings = options.words.settings;
        for (const StudyProblem& problem : study.problems)
            if (problem.scenario.file != study.file &&
                std::find(p.input_files.begin(), p.input_files.end(), problem.scenario.file) == p.input_files.end())
                p.input_files.push_back(problem.scenario.file);
        if (result.interrupted) p.status = "interrupted";
        return p;
    }

    const StudyCommand& options;
    std::string csv;  // where the points are written
    std::optional<ResultFolder> folder;
    Provenance begun{};
};

int study_command(StudyCommand options) {
    if (options.budget != 0) return answer_budget(options);
    Study study;
    if (is_study_file(options.words.scenario)) {
        if (options.methods_given || options.values_given || options.measure_given || options.at_given ||
            options.against_given || !options.words.settings.empty())
            refuse(options.words.scenario,
                   "a study file says by itself which methods, steps and errors it is about; "
                   "--methods, --steps, --tolerances, --error, --at, --against and --set belong to "
                   "a scenario");
        study = read_study_file(options.words.scenario);
    } else {
        study = study_of_words(options.words);
    }
    if (options.threads > 0) study.threads = options.threads;
    if (options.repeats > 0) study.repeats = options.repeats;

    if (!options.plot.empty()) picture_format(options.plot);
    if (options.resume && (options.csv.empty() || options.csv == "-") && options.folder.empty())
        refuse("--resume", "it goes on from the points in a CSV; name it with --csv FILE or --out DIR");
    StudyFiles files(options, study);
    std::optional<StudyLog>& log = files.log;
    const std::vector<StudyPoint>& finished = files.finished;

    watch_for_interrupts();
    StudyResult result;
    {
        ProgressBar bar("points", 1, !options.quiet);
        StudyObserver observer;
        observer.point = [&](const StudyPoint& p) {
            if (log) log->add(p);
        };
        observer.progress = [&](std::size_t n, std::size_t all) {
            bar.at(static_cast<double>(n) / static_cast<double>(all));
        };
        observer.stop = [] { return interrupted(); };
        result = run_study(study, finished, observer);
    }
    if (!options.quiet)
        for (const std::string& warning : result.warnings) note("warning: " + warning);
    files.finish(study, result);

    if (options.csv == "-") print(study_csv(study, result));
    std::string text;
    if (options.json) {
        text = study_json(study, result) + "\n";
    } else if (!options.quiet) {
        text = study_table(study, result, terminal_width(110));
        if (!files.written.empty()) text += "\nwritten:\n";
        for (const std::string& file : files.written) text += "  " + file + "\n";
    }
    if (options.csv == "-")
        std::fputs(text.c_str(), stderr);
    else
        print(text);

    std::size_t computed = 0, sound = 0;
    for (const StudyPoint& p : result.points) {
        computed += p.done ? 1 : 0;
        sound += p.done && p.failure.empty() ? 1 : 0;
    }
    if (result.interrupted) {
        note(fmt::format("interrupted: {} of {} points are done{}", computed, result.points.size(),
                         log ? "; the same command with --resume goes on" : ""));
        return failed;
    }
    if (sound == 0) note("no point of the study could be computed");
    return sound == 0 ? failed : done;
}

}  // namespace

void add_study(Program& program) {
    auto options = std::make_shared<StudyCommand>();
    CLI::App* command = program.line.add_subcommand("study", "Compare methods, steps and tolerances against the truth");
    command->add_option("FILE", options->words.scenario, "study file, or a scenario to be studied (TOML)")->required();
    auto* methods =
        command->add_option("--methods", options->words.methods, "which: rk4,merson,taylor:16,rk4+normalise,rk4/dcm")
            ->type_name("LIST");
    auto* steps = command->add_option("--steps", options->words.steps, "steps in s: listed, or FROM:TO:COUNT")
                      ->type_name("VALUES");
    auto* tolerances =
        command->add_option("--tolerances", options->words.tolerances, "tolerances: listed, or FROM:TO:COUNT")
            ->type_name("VALUES");
    auto* error =
        command->add_option("--error", options->words.measure, "what is judged: a name of 'polhode list measure'")
            ->type_name("MEASURE");
    auto* at = command
                   ->add_option("--at", options->words.at,
                                "'end' (default), or 'max' (default with --budget) for the largest error on the way")
                   ->type_name("WHEN");
    auto* against =
        command->add_option("--against", options->words.against, "'truth', 'exact' or 'reference'")->type_name("WHAT");
    command
        ->add_option("--budget", options->budget, "search the registry for what reaches this error at the least cost")
        ->check(number_between(0, INFINITY, "a number > 0, the largest error allowed"))
        ->type_name("ERROR");
    command
        ->add_option("--set", options->words.settings, "KEY=VALUE in place of what the scenario says; may be repeated")
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE");
    command
        ->add_option("--csv", options->csv, "write the points as CSV, each as soon as it is done; - is standard output")
        ->type_name("FILE");
    command->add_option("--plot", options->plot, "draw work against precision: .svg, .png or .pdf")->type_name("FILE");
    command
        ->add_option("--out", options->folder, "write study.csv, study.svg, study.json and provenance.json to a folder")
        ->type_name("DIR");
    command->add_flag("--resume", options->resume, "go on from the points that the CSV holds already");
    command->add_option("--threads", options->threads, "points at a time; default: one for each core")
        ->check(whole_number(1, 4096))
        ->type_name("N");
    command->add_option("--repeats", options->repeats, "runs of each point for its CPU time; default 3")
        ->check(whole_number(1, 1000))
        ->type_name("N");
    command->add_flag("--quiet", options->quiet, "no table, no warnings, no progress");
    command->add_flag("--json", options->json, "the result as one JSON object in place of the table");
    command->footer(
        "The CPU time is that of the thread, the median of the repeats; flops are counted, 20 for each sine.\n"
        "Ctrl-C stops and keeps the points that are done; --resume goes on. A point that breaks down is recorded with\n"
        "its reason. Ends with 0 when done, 2 for bad input, 3 when interrupted or when nothing could be computed.\n"
        "Examples:\n"
        "  polhode study scenarios/studies/gyroscope.toml --out results\n"
        "  polhode study scenarios/gyroscope-cusp.toml --methods rk4,merson --steps 0.002:0.0005:3\n"
        "  polhode study scenarios/toutatis.toml --methods dopri5,dop853 --tolerances 1e-4:1e-12:5 --plot work.svg\n"
        "  polhode study scenarios/gyroscope-cusp.toml --budget 1e-6\n");
    command->callback([&program, options, methods, steps, tolerances, error, at, against] {
        options->methods_given = methods->count() > 0;
        options->values_given = steps->count() > 0 || tolerances->count() > 0;
        options->measure_given = error->count() > 0;
        options->at_given = at->count() > 0;
        options->against_given = against->count() > 0;
        options->command_line = program.words;
        program.chosen = [options] { return study_command(*options); };
    });
}

}  // namespace polhode::app
