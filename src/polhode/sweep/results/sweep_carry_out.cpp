#include "polhode/sweep/results/sweep_carry_out.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "polhode/base/readable.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/files/save_to_disk.hpp"
#include "polhode/files/written_files.hpp"
#include "polhode/output/trajectory_csv.hpp"
#include "polhode/scenario/scenario_writer.hpp"
#include "polhode/sweep/compute/sweep_runs.hpp"
#include "polhode/sweep/definition/sweep_identity.hpp"
#include "polhode/sweep/journal/sweep_block.hpp"
#include "polhode/sweep/journal/sweep_folder.hpp"
#include "polhode/sweep/journal/sweep_part.hpp"
#include "polhode/sweep/journal/sweep_ranks.hpp"

namespace polhode {

namespace {

double seconds_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

std::string runs_text(std::uint64_t n) { return readable_count(static_cast<long>(n)); }

// False: it was stopped on the way.
bool write_trajectory(const Sweep& sweep, SweepRuns& runs, std::uint64_t run, const std::string& path,
                      const std::function<bool()>& stop) {
    std::vector<double> inputs(static_cast<std::size_t>(sweep.inputs.columns()));
    sweep.inputs.draw(run, inputs.data());
    const Scenario one = runs.scenario(inputs.data());
    TrajectoryCsv csv(path, columns_of(one.problem, one.methods.front()));
    RunObserver observer;
    observer.row = [&](const Row& row) { csv.row(row); };
    bool stopped = false;
    observer.stop = [&] { return csv.reader_gone() || (stopped = stop && stop()); };
    Statistics statistics;
    try {
        simulate(one.problem, one.methods.front(), one.run, observer, statistics);
    } catch (...) {
        csv.close();
        throw;
    }
    csv.close();
    return !stopped;
}

// Trajectories of the runs that were asked for, and no others; a run that fails has its rows up to there.
void write_trajectories(const Sweep& sweep, const std::string& folder, const std::function<bool()>& stop,
                        SweepFiles& files) {
    WrittenFiles record(folder);
    std::vector<std::uint64_t> wanted;
    for (std::uint64_t r = 0; r < std::min(sweep.keep.first, sweep.runs); ++r) wanted.push_back(r);
    for (std::size_t i = 0; i < sweep.outcomes.size() && sweep.keep.worst > 0; ++i) {
        if (sweep.outcomes[i].name != sweep.keep.worst_of) continue;
        const auto& worst = files.statistics.outcomes[i].worst;
        for (std::size_t k = 0; k < std::min<std::size_t>(worst.size(), sweep.keep.worst); ++k)
            wanted.push_back(worst[k].run);
    }
    for (const std::uint64_t r : sweep.keep.named) wanted.push_back(r);
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    std::set<std::string> names;
    for (const std::uint64_t r : wanted) names.insert(fmt::format("run-{}.csv", r));
    remove_other_trajectories(folder, record, names);
    if (wanted.empty()) return;
    std::error_code error;
    const std::filesystem::path place = std::filesystem::path(folder) / "trajectories";
    std::filesystem::create_directories(place, error);
    if (error) throw OutputError(place.string(), error.message());
    SweepRuns runs(sweep);
    for (const std::uint64_t r : wanted) {
        if (stop && stop()) throw SweepStopped();
        const std::string file = fmt::format("run-{}.csv", r), name = "trajectories/" + file;
        const std::filesystem::path unfinished = place / ("." + file + ".part");
        try {
            if (!write_trajectory(sweep, runs, r, unfinished.string(), stop)) throw SweepStopped();
        } catch (const ComputationFailed&) {
        } catch (const InputError&) {
            continue;  // no scenario, no rows: it stands among the failures
        }
        record.put_in_place(unfinished.string(), name);
        files.names.push_back(name);
    }
    save_to_disk(place.string(), place.string());
}

// What is done of a shard, in runs.
std::uint64_t runs_done(const Sweep& sweep, const SweepJournal& journal, const SweepShard& shard) {
    const std::uint64_t last = sweep.blocks() - 1;
    std::uint64_t runs = journal.count_of_shard() * sweep.block;
    for (const auto& [block, finished] : journal.parts())
        if (shard.has(block)) runs += finished;
    return shard.has(last) && journal.has(last) ? runs - (sweep.block - sweep.block_count(last)) : runs;
}

// Runs of blocks that were begun before, as long as these are not there.
std::uint64_t counted_twice(const std::map<std::uint64_t, std::uint64_t>& parts) {
    std::uint64_t sum = 0;
    for (const auto& [block, runs] : parts) sum += runs;
    return sum;
}

Provenance provenance_of(const Sweep& sweep, Provenance p) {
    p.scenario_file = sweep.file;
    p.scenario_text = sweep.text;
    p.settings = sweep.settings;
    p.input_files = sweep_files_read(sweep);
    if (sweep.scenario_file != sweep.file) p.input_files.insert(p.input_files.begin(), sweep.scenario_file);
    p.random_seeds = {sweep.seed};
    return p;
}

// When all blocks of the shard are there.
void write_results(const Sweep& sweep, SweepJournal& journal, const SweepOptions& wanted, int threads,
                   SweepResult& result) {
    if (wanted.writing) wanted.writing(0);
    // Shards that end at the same time: the one that comes last finds the journals of all of them complete.
    const SweepFolderLock lock(wanted.folder, wanted.stop);
    try {
        if (!lock.held()) throw SweepStopped();
        journal.look_again();
        if (!journal.complete()) return;
        if (wanted.shard.count > 1 && sweep_results_are_of(wanted.folder, sweep.fingerprint)) {
            result.others_wrote_them = true;
            return;
        }
        const std::string foreign = foreign_sweep_result(wanted.folder, sweep.keep.has_trajectories(), &lock);
        if (!foreign.empty())
            throw OutputError((std::filesystem::path(wanted.folder) / foreign).string(), not_polhodes_file);
        // written last: where it stands, the results are complete
        remove_sweep_provenance(wanted.folder);
        SweepOutputOptions outputs;
        outputs.pictures = wanted.pictures;
        outputs.threads = threads;
        outputs.stop = wanted.stop;
        outputs.progress = wanted.writing;
        result.files = write_sweep_results(sweep, journal, wanted.folder, outputs);
        write_trajectories(sweep, wanted.folder, wanted.stop, result.files);
        // nobody else writes into the folder before the lock goes
        WrittenFiles record(wanted.folder);
        write_provenance(record, wanted.folder, result.files.names, provenance_of(sweep, wanted.provenance));
        result.results = true;
    } catch (const SweepStopped&) {
        result.complete = false;
        result.why = "it was stopped";
        if (wanted.say)
            wanted.say(
                "it was stopped while the results were written; all runs are safe, and the same command with "
                "--resume writes them");
    } catch (const OutputError& e) {
        throw OutputError(
            e.file,
            e.reason + "; all runs are safe in the journal, and the same command with --resume writes the results");
    }
}

// Opens the journal, and removes results of an earlier sweep, of fewer runs, or of what --restart has thrown away: they
// would be taken for those of this one.
SweepJournal begin_journal(const Sweep& sweep, const SweepOptions& wanted) {
    SweepJournal journal = SweepJournal::open(wanted.folder, sweep, wanted.begin, wanted.shard, wanted.any_revision);
    for (const std::string& note : journal.notes())
        if (wanted.say) wanted.say(note);
    if (wanted.begin == SweepJournal::Begin::restart || journal.count() == 0 || journal.runs_added()) {
        const SweepFolderLock lock(wanted.folder, wanted.stop);
        if (lock.held()) remove_sweep_results(wanted.folder);
    }
    if (journal.damaged() > 0 && wanted.say)
        wanted.say(fmt::format("{} damaged records in the journal were passed over; their blocks are computed again",
                               journal.damaged()));
    return journal;
}

// Computes what is not in the journal, here and on the other ranks, and puts it there.
ServedBlocks serve_blocks(const Sweep& sweep, SweepRanks& ranks, const SweepOptions& wanted, SweepJournal& journal,
                          const SweepComputer& computer, SweepResult& result) {
    const std::vector<SweepBlockRange> missing = journal.missing();
    const ComputeBlock compute = [&](std::uint64_t block) { return computer.compute(block); };
    std::map<std::uint64_t, std::uint64_t> parts = journal.parts();
    for (const auto& [block, runs] : parts) computer.go_on_behind(block, journal.read_part(block));
    const auto say_what_is_safe = [&](const std::string& why) {
        journal.flush();
        if (wanted.say)
            wanted.say(fmt::format("{}: {} of {} runs are safe; the same command with --resume goes on", why,
                                   runs_text(result.runs_done), runs_text(sweep.runs)));
    };
    ServeObserver observer;
    observer.stop = wanted.stop;
    observer.stopping = [&](const std::string& why) {
        // mpirun gives its ranks one second; alone, what is finished of blocks is here at once and counts too
        if (ranks.size() > 1) say_what_is_safe(why);
    };
    observer.begun = [&](std::uint64_t block) { return journal.read_part(block); };
    observer.left_behind = [&] {
        if (!wanted.leave) return;
        say_what_is_safe("it was stopped");
        wanted.leave();
    };
    observer.idle = [&] {
        journal.flush_if_due();
        // what was finished of their blocks before is counted by both
        if (wanted.progress)
            wanted.progress(static_cast<double>(result.runs_done) +
                            std::max(0.0, computer.under_way() - static_cast<double>(counted_twice(parts))));
    };
    const auto arrived = [&](std::uint64_t block, const std::string& bytes) {
        const bool part = SweepPart::is_part(bytes);
        const std::uint64_t before = std::exchange(parts[block], 0);
        if (part)
            journal.append_part(block, bytes);
        else
            journal.append(block, bytes);
        result.runs_done += (part ? SweepPart::runs_in(bytes) : sweep.block_count(block)) - before;
    };
    ServedBlocks served;
    served.complete = true;
    if (!missing.empty() || ranks.size() > 1)
        served = ranks.serve(sweep.fingerprint, missing, result.threads, compute, arrived, observer);
    if (!served.complete && ranks.size() == 1) say_what_is_safe(served.why);
    return served;
}

}  // namespace

SweepResult carry_out(const Sweep& sweep, SweepRanks& ranks, const SweepOptions& wanted) {
    SweepResult result;
    SweepComputer::Options options;
    options.backend = wanted.backend;
    options.lanes = wanted.lanes;
    options.rank = ranks.rank_here();
    options.stop = [&] { return ranks.stopping(); };
    const SweepComputer computer(sweep, options);
    result.how = computer.description();
    result.why_scalar = computer.why_scalar();
    const int threads = wanted.threads > 0 ? wanted.threads : computer.threads(ranks.threads_here());
    result.threads = threads;

    if (!ranks.first()) {
        const ComputeBlock compute = [&](std::uint64_t block) { return computer.compute(block); };
        ranks.work(sweep.fingerprint, result.threads, compute, wanted.stop,
                   [&](std::uint64_t block, const std::string& part) { computer.go_on_behind(block, part); });
        result.complete = true;
        return result;
    }

    SweepJournal journal = begin_journal(sweep, wanted);
    result.runs_before = result.runs_done = runs_done(sweep, journal, wanted.shard);

    const auto begin = std::chrono::steady_clock::now();
    const ServedBlocks served = serve_blocks(sweep, ranks, wanted, journal, computer, result);
    journal.flush();
    result.seconds = seconds_since(begin);
    result.gpu_seconds = computer.gpu_seconds();
    result.complete = served.complete;
    result.why = served.why;
    if (served.threads > 0) result.threads = served.threads;
    if (served.complete) write_results(sweep, journal, wanted, threads, result);
    return result;
}

SweepResult summarise(const Sweep& sweep, const SweepOptions& wanted) {
    SweepResult result;
    SweepJournal journal = SweepJournal::look(wanted.folder, sweep);
    for (const std::string& note : journal.notes())
        if (wanted.say) wanted.say(note);
    result.runs_before = result.runs_done = runs_done(sweep, journal, SweepShard{});
    if (!journal.complete())
        throw InputError({wanted.folder, 0, ""},
                         fmt::format("{} of {} runs are in the journal, and results are made of all of them; the same "
                                     "command with --resume in place of --summarise computes the others",
                                     runs_text(result.runs_done), runs_text(sweep.runs)));
    result.complete = true;
    result.threads = std::max(1, wanted.threads);
    write_results(sweep, journal, wanted, result.threads, result);
    return result;
}

SweepSingleRun run_alone(const Sweep& sweep, std::uint64_t run, const std::string& csv,
                         const std::function<bool()>& stop) {
    if (run >= sweep.runs)
        throw InputError({"--run", 0, ""}, fmt::format("there is no run {}; the {} runs of {} are 0 to {}", run,
                                                       sweep.runs, sweep.file, sweep.runs - 1));
    SweepSingleRun alone;
    alone.inputs.resize(static_cast<std::size_t>(sweep.inputs.columns()));
    alone.outcomes.resize(sweep.outcomes.size());
    sweep.inputs.draw(run, alone.inputs.data());
    SweepRuns runs(sweep);
    // the trajectory first: of a run that is stopped the rows are there, and outcomes are not
    if (!csv.empty()) try {
            alone.csv_written = true;
            alone.stopped = !write_trajectory(sweep, runs, run, csv, stop);
        } catch (const ComputationFailed&) {
            // said below; the rows before it are there
        } catch (const InputError&) {
            alone.csv_written = false;
        }
    alone.stopped = alone.stopped || !runs.run(run, alone.outcomes.data(), alone.failure, nullptr, stop);
    if (alone.stopped) alone.outcomes.clear();
    TomlNode tree = sweep.tree;
    sweep.inputs.apply(alone.inputs.data(), tree);
    find_files_from_anywhere(tree, sweep.directory);
    alone.scenario = scenario_text(tree);
    return alone;
}

}  // namespace polhode
