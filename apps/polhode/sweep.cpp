// polhode sweep: one scenario many times over, with some of its numbers varied.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "interrupt.hpp"
#include "last_word.hpp"
#include "polhode/base/readable.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/sweep/definition/sweep_file.hpp"
#include "polhode/sweep/definition/sweep_identity.hpp"
#include "polhode/sweep/journal/sweep_ranks.hpp"
#include "polhode/sweep/results/sweep_cost.hpp"
#include "polhode/sweep/results/sweep_report.hpp"
#include "polhode/system/host/process.hpp"
#include "program.hpp"
#include "progress_bar.hpp"

namespace polhode::app {

namespace {

using Json = nlohmann::ordered_json;

struct SweepCommand {
    std::string file, folder, backend = "auto", shard, csv, scenario;
    std::vector<std::string> settings, command_line;
    int threads = 0, lanes = 0;
    std::uint64_t run = 0;
    bool single = false, resume = false, restart = false, summarise = false, any_revision = false, dry_run = false,
         quiet = false, json = false, no_pictures = false;
};

SweepShard shard_of(const std::string& text) {
    SweepShard shard;
    if (text.empty()) return shard;
    const std::size_t slash = text.find('/');
    const auto number = [&](const std::string& part) -> std::uint64_t {
        if (part.empty() || part.size() > 9 || part.find_first_not_of("0123456789") != std::string::npos) return 0;
        return std::stoull(part);
    };
    if (slash != std::string::npos) {
        shard.index = number(text.substr(0, slash));
        shard.count = number(text.substr(slash + 1));
    } else {
        shard.index = 0;
    }
    if (shard.index == 0 || shard.count == 0 || shard.index > shard.count)
        throw InputError({"--shard", 0, ""}, "expected I/N, as 3/8 for the third of eight parts, read '" + text + "'");
    return shard;
}

CLI::Validator not_empty(const std::string& what) {
    return CLI::Validator(
        [=](const std::string& text) { return text.empty() ? "expected the name of " + what + ", read ''" : ""; }, "");
}

// "1 run", "20 000 runs"
std::string counted_runs(std::uint64_t n) { return readable_count(static_cast<long>(n)) + (n == 1 ? " run" : " runs"); }

std::string dumped(const nlohmann::ordered_json& json) {
    // a name or reason may hold bytes that are no UTF-8
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

// The folder a sweep has where none was named: in the present one, whose it is, and not beside the file, which may
// stand in a gallery; called after the file.
std::string default_folder(const std::string& file) { return std::filesystem::path(file).stem().string() + ".sweep"; }

// "3340 runs/s", "1.2 million runs/s"
std::string rate_text(double rate) {
    if (rate >= 1e6) return fmt::format("{:.3g} million runs/s", 1e-6 * rate);
    return rate >= 100 ? fmt::format("{:.0f} runs/s", rate) : fmt::format("{:.3g} runs/s", rate);
}

std::string number_text(double x) { return fmt::format("{:.17g}", x); }

int run_one(const Sweep& sweep, const SweepCommand& options) {
    if (options.resume || options.restart || options.summarise || !options.shard.empty() || options.dry_run ||
        !options.folder.empty())
        throw InputError({"--run", 0, ""},
                         "it computes one run and keeps nothing; leave out --out, --resume, --restart, --summarise, "
                         "--shard and --dry-run");
    if (options.csv == "-" && options.scenario == "-")
        throw InputError({"--scenario", 0, ""}, "--csv and --scenario cannot both go to standard output");
    const SweepSingleRun one = run_alone(sweep, options.run, options.csv, [] { return interrupted(); });
    if (one.stopped) {
        note("it was stopped" +
             std::string(one.csv_written && !options.csv.empty() ? "; the rows before are there" : ""));
        return failed;
    }
    if (options.scenario == "-")
        print(one.scenario);
    else if (!options.scenario.empty())
        write_file(options.scenario, one.scenario);
    // the text that an input stands for; null where it is a number
    const auto choice = [&](std::size_t column) -> const std::string* {
        const std::vector<std::string>* texts = sweep.inputs.choices(static_cast<int>(column));
        return texts ? &(*texts)[static_cast<std::size_t>(one.inputs[column])] : nullptr;
    };
    std::string text;
    if (options.json) {
        Json json;
        json["run"] = options.run;
        for (std::size_t i = 0; i < one.inputs.size(); ++i)
            json["inputs"][sweep.inputs.names()[i]] = choice(i) ? Json(*choice(i)) : Json(one.inputs[i]);
        for (std::size_t i = 0; i < one.outcomes.size(); ++i)
            json["outcomes"][sweep.outcomes[i].name] =
                std::isfinite(one.outcomes[i]) ? Json(one.outcomes[i]) : Json(nullptr);
        if (!one.failure.empty()) json["failure"] = one.failure;
        json["scenario"] = one.scenario;
        text = dumped(json);
    } else if (!options.quiet) {
        text = fmt::format("run {} of {}\n\nvaried\n", options.run,
                           without_control_characters(sweep.title.empty() ? sweep.file : sweep.title));
        for (std::size_t i = 0; i < one.inputs.size(); ++i)
            text += fmt::format("  {:<24} {}{}\n", sweep.inputs.names()[i], number_text(one.inputs[i]),
                                choice(i) ? "  " + without_control_characters(*choice(i)) : "");
        if (!one.outcomes.empty()) text += "outcomes\n";
        for (std::size_t i = 0; i < one.outcomes.size(); ++i) {
            const std::string& unit = sweep.outcomes[i].unit;
            const bool there = std::isfinite(one.outcomes[i]);
            text +=
                fmt::format("  {:<24} {}{}\n", sweep.outcomes[i].name, there ? number_text(one.outcomes[i]) : "none",
                            there && !unit.empty() && unit != "1" ? " " + unit : "");
        }
        if (options.scenario.empty())
            text += "\n--scenario FILE writes its scenario, for `polhode run` and the studio\n";
        for (const std::string& file : {one.csv_written ? options.csv : std::string(), options.scenario})
            if (!file.empty() && file != "-") text += "\nwritten: " + file + "\n";
    }
    if (options.csv == "-" || options.scenario == "-")
        std::fputs(text.c_str(), stderr);
    else
        print(text);
    if (one.failure.empty()) return done;
    note("run " + std::to_string(options.run) + " fails: " + one.failure);
    return failed;
}

// One process is enough.
SweepResult summarise_alone(const Sweep& sweep, const SweepOptions& wanted, const SweepRanks& ranks) {
    if (!ranks.first()) return {};
    SweepOptions alone = wanted;
    if (alone.threads == 0) alone.threads = ranks.threads_here();
    return summarise(sweep, alone);
}

void check_together(const SweepCommand& options) {
    if (options.resume && options.restart)
        throw InputError({"--restart", 0, ""}, "--resume goes on and --restart begins anew: say one of them");
    if (!options.summarise) return;
    const std::pair<bool, const char*> others[] = {{options.resume, "--resume"},
                                                   {options.restart, "--restart"},
                                                   {options.dry_run, "--dry-run"},
                                                   {!options.shard.empty(), "--shard"}};
    for (const auto& [given, name] : others)
        if (given)
            throw InputError(
                {"--summarise", 0, ""},
                fmt::format("it makes the results of what is in the journal and runs nothing; leave out {}", name));
}

// The same command that goes on with what is there.
constexpr const char* safe =
    "it was stopped; what is finished is safe in {}, and the same command with --resume goes on";

// What the command line asks of a sweep.
SweepOptions options_of(const SweepCommand& options) {
    SweepOptions wanted;
    wanted.folder = options.folder.empty() ? default_folder(options.file) : options.folder;
    wanted.begin = options.resume    ? SweepJournal::Begin::resume
                   : options.restart ? SweepJournal::Begin::restart
                                     : SweepJournal::Begin::fresh;
    wanted.shard = shard_of(options.shard);
    wanted.backend = sweep_backend_named(options.backend);
    if (options.lanes > 0) {
        if (wanted.backend == SweepBackend::automatic) wanted.backend = SweepBackend::simd;
        if (wanted.backend != SweepBackend::simd)
            throw InputError({"--lanes", 0, ""},
                             "lanes are those of --backend simd, read --backend " + options.backend);
    }
    wanted.lanes = options.lanes;
    wanted.threads = options.threads;
    wanted.pictures = !options.no_pictures;
    wanted.any_revision = options.any_revision;
    wanted.stop = [] { return interrupted(); };
    wanted.say = note;
    wanted.provenance.command_line = options.command_line;
    return wanted;
}

void warn_before(const Sweep& sweep, const SweepOptions& wanted, const SweepRanks& ranks) {
    for (const std::string& warning : sweep.warnings) note("warning: " + warning);
    for (const std::string& warning : sweep.base.warnings) note("warning: " + warning);
    if (const std::string advice = ranks.advice(); !advice.empty()) note(advice);
    // Said at the start too: where a rank dies, MPI may end this process before it can say anything.
    if (ranks.size() > 1)
        note(
            fmt::format("{} ranks; should one die, what is done is safe in {}, and the same command with --resume "
                        "goes on",
                        ranks.size(), wanted.folder));
}

// Computes and writes, with a bar that shows how far it is.
SweepResult carry_out_with_bar(const Sweep& sweep, const SweepCommand& options, SweepOptions wanted, SweepRanks& ranks,
                               std::optional<LastWord>& last_word) {
    const auto begin = std::chrono::steady_clock::now();
    std::optional<ProgressBar> bar(
        std::in_place, options.summarise ? "results" : "runs",
        options.summarise ? 1.0 : static_cast<double>(sweep.runs) / static_cast<double>(wanted.shard.count),
        !options.quiet && ranks.first());
    double first_seen = -1, most = 0;
    wanted.progress = [&](double runs) {
        // who computes is told, and says what is safe
        if (last_word) last_word->expect("");
        // a block is passed on when it is finished, and for a moment nobody has it
        most = std::max(most, runs);
        if (first_seen < 0) bar->begin_at(first_seen = runs);
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        bar->at(most, rate_text((most - first_seen) / seconds));
    };
    bool writing = options.summarise;
    wanted.writing = [&](double part) {
        if (last_word)
            last_word->expect(
                "it was stopped while the results were written; all runs are safe, and the same command with " +
                std::string(options.summarise ? "--summarise" : "--resume") + " writes them");
        if (!std::exchange(writing, true)) bar->go_on_with("results", 1);
        bar->at(part);
    };
    wanted.leave = [&] {
        bar.reset();
        std::fflush(nullptr);
        system::end_at_once(failed);
    };
    const SweepResult result =
        options.summarise ? summarise_alone(sweep, wanted, ranks) : carry_out(sweep, ranks, wanted);
    if (last_word) last_word->expect("");
    return result;
}

// "20 000 runs computed in 3.1 s (6450 runs/s): 8 SIMD lanes (AVX-512), 16 threads"
std::string speed_text(const SweepResult& result, const SweepCommand& options, const SweepRanks& ranks) {
    const std::uint64_t computed = result.runs_done - result.runs_before;
    return options.summarise ? "made again of " + counted_runs(result.runs_done) + " in the journal"
           : computed == 0   ? std::string("nothing was left to compute")
                             : fmt::format("{} computed in {} ({}): {}, {} thread{}{}", counted_runs(computed),
                                           readable_seconds(result.seconds),
                                           rate_text(static_cast<double>(computed) / result.seconds), result.how,
                                           result.threads, result.threads == 1 ? "" : "s",
                                         ranks.size() > 1 ? fmt::format(", {} ranks", ranks.size()) : "");
}

// Of a shard that has written no results: a summary of a part is none of the sweep.
void report_part(const Sweep& sweep, const SweepCommand& options, const std::string& folder, const SweepResult& result,
                 const std::string& speed) {
    if (options.json) {
        nlohmann::ordered_json json;
        json["sweep"] = sweep.file;
        json["shard"] = options.shard;
        json["results"] = result.others_wrote_them;
        json["runs"] = sweep.runs;
        json["runs_done"] = result.runs_done;
        json["runs_computed"] = result.runs_done - result.runs_before;
        json["seconds"] = result.seconds;
        json["how"] = result.how;
        json["threads"] = result.threads;
        json["folder"] = folder;
        print(dumped(json));
    } else if (!options.quiet) {
        note(speed);
        note(result.others_wrote_them
                 ? fmt::format("this part is done, and the results of all are in {}", folder)
                 : fmt::format("this part is done, others are missing in {}; the last to end writes the results, and "
                               "so does --resume without --shard",
                               folder));
    }
}

void report_results(const Sweep& sweep, const SweepCommand& options, const SweepOptions& wanted,
                    const SweepResult& result, const std::string& speed) {
    if (options.json) {
        print(sweep_summary_json(sweep, result.files.statistics) + "\n");
    } else if (!options.quiet) {
        std::string text = sweep_summary_text(sweep, result.files.statistics, terminal_width(110));
        text += "\n" + speed + "\n";
        if (result.gpu_seconds > 0)
            text += fmt::format("the GPU was busy for {:.1f} % of that\n", 100 * result.gpu_seconds / result.seconds);
        if (!options.summarise && result.how == "one by one" && !result.why_scalar.empty() &&
            wanted.backend == SweepBackend::automatic)
            text += "not in SIMD lanes: " + result.why_scalar + "\n";
        text += "\nwritten to " + wanted.folder + ":\n ";
        for (const std::string& name : result.files.names) text += " " + name;
        print(text + " provenance.json\n");
        for (const std::string& line : result.files.notes) note(line);
    }
}

int sweep(const SweepCommand& options, SweepRanks& ranks) {
    check_together(options);
    watch_for_interrupts();
    // whatever it is at: under MPI the first rank decides
    std::optional<LastWord> last_word;
    if (ranks.size() == 1) last_word.emplace(failed, "it was stopped before anything was computed");
    const Sweep sweep = read_sweep_file(options.file, options.settings);
    if (options.single) return ranks.first() ? run_one(sweep, options) : done;
    if (!options.csv.empty())
        throw InputError({"--csv", 0, ""}, "it takes the trajectory of one run: say --run N with it");
    if (!options.scenario.empty())
        throw InputError({"--scenario", 0, ""}, "it takes the scenario of one run: say --run N with it");

    const SweepOptions wanted = options_of(options);
    if (options.dry_run) {
        if (!ranks.first()) return done;
        const SweepCost cost = sweep_cost(sweep, wanted, ranks);
        print(options.json ? sweep_cost_json(sweep, wanted, cost) : sweep_cost_text(sweep, wanted, cost));
        return done;
    }
    if (ranks.first() && !options.quiet) warn_before(sweep, wanted, ranks);
    if (last_word) last_word->expect(fmt::format(safe, wanted.folder));
    const SweepResult result = carry_out_with_bar(sweep, options, wanted, ranks, last_word);
    if (!ranks.first()) return done;
    if (!result.complete) return failed;  // said already
    const std::string speed = speed_text(result, options, ranks);
    if (!result.results) {
        report_part(sweep, options, wanted.folder, result, speed);
        return done;
    }
    report_results(sweep, options, wanted, result, speed);
    const SweepStatistics& s = result.files.statistics;
    if (s.failed == s.runs) {
        note("every run failed" + (s.first_failures.empty() ? std::string() : ": " + s.first_failures.front().reason));
        return failed;
    }
    return done;
}

}  // namespace

void add_sweep(Program& program) {
    auto options = std::make_shared<SweepCommand>();
    CLI::App* command =
        program.line.add_subcommand("sweep", "Run a scenario many times with some of its numbers varied");
    command->add_option("FILE", options->file, "sweep file: a scenario with [sweep], [[vary]], [[outcome]], [keep]")
        ->required();
    command
        ->add_option("--out", options->folder,
                     "folder for journal and results; default: NAME.sweep here, for NAME.toml")
        ->check(not_empty("a folder"))
        ->type_name("DIR");
    command->add_option("--set", options->settings, "KEY=VALUE in place of what the file says; may be repeated")
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE");
    command->add_option("--backend", options->backend, "'auto', 'scalar', 'simd' or 'gpu': the results are the same")
        ->type_name("WHICH");
    command->add_option("--threads", options->threads, "blocks of runs at a time; default: one for each core")
        ->check(whole_number(1, 4096))
        ->type_name("N");
    command->add_option("--lanes", options->lanes, "SIMD lanes of simd; default: the most there are")
        ->check(whole_number(1, 64))
        ->type_name("N");
    command->add_option("--shard", options->shard, "only part I of N, for batch arrays; all into one folder")
        ->type_name("I/N");
    command->add_flag("--resume", options->resume, "go on with what the folder holds");
    command->add_flag("--restart", options->restart, "throw away what the folder holds and begin anew");
    command->add_flag("--summarise", options->summarise,
                      "make the results again from the folder's journal, as the file asks for them now; run nothing");
    command->add_flag(
        "--any-revision", options->any_revision,
        "with --resume: also after another revision of this version, if its self-test gives the same bits");
    command->add_flag("--dry-run", options->dry_run, "say what would be done, with its cost, and do nothing");
    auto* one = command->add_option("--run", options->run, "this run alone, by its number, from 0")
                    ->check(whole_number(0, 999999999999999999))
                    ->type_name("NUMBER");
    command->add_option("--csv", options->csv, "with --run: its trajectory as CSV; - is standard output")
        ->check(not_empty("a file"))
        ->type_name("FILE");
    command->add_option("--scenario", options->scenario, "with --run: its scenario as TOML; - is standard output")
        ->check(not_empty("a file"))
        ->type_name("FILE");
    command->add_flag("--no-pictures", options->no_pictures, "do not draw histograms");
    command->add_flag("--quiet", options->quiet, "no table, no warnings, no progress");
    command->add_flag("--json", options->json, "summary, plan or run as one JSON object in place of text");
    command->footer(
        "Each run's numbers depend on the seed and its number alone. Whatever ends the program, --resume goes on, and\n"
        "the results are the same bytes; a run that fails is recorded with its reason. Under mpirun all ranks work on\n"
        "one sweep. Ends with 0 when done, 2 for bad input or a full disk, 3 when interrupted or all runs failed.\n"
        "Examples:\n"
        "  polhode sweep scenarios/sweeps/tip-off.toml\n"
        "  polhode sweep scenarios/sweeps/tip-off.toml --dry-run --set sweep.runs=1000000\n"
        "  polhode sweep scenarios/sweeps/tip-off.toml --run 17 --csv run-17.csv\n"
        "  mpirun -n 64 polhode sweep sweep.toml --out results --resume\n");
    command->callback([&program, options, one] {
        options->single = one->count() > 0;
        options->command_line = program.words;
        program.chosen = [options] {
            SweepRanks& ranks = SweepRanks::start();
            return ranks.together([&] { return sweep(*options, ranks); });
        };
    });
}

}  // namespace polhode::app
