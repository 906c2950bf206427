#include "sweep_campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "output_error.hpp"
#include "sweep_block.hpp"
#include "sweep_ranks.hpp"
#include "sweep_runs.hpp"
#include "text_table.hpp"
#include "trajectory_csv.hpp"

namespace polhode {

namespace {

const char* const stopped_while_writing = "stopped";  // as sweep_outputs.hpp says

double seconds_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

std::string count_text(std::uint64_t n) { return readable_count(static_cast<long>(n)); }

std::string bytes_text(double bytes) {
    const char* const units[] = {"B", "kB", "MB", "GB", "TB"};
    int u = 0;
    for (; bytes >= 1000 && u < 4; ++u) bytes /= 1000;
    return fmt::format("{:.{}f} {}", bytes, bytes < 10 && u > 0 ? 1 : 0, units[u]);
}

void write_trajectory(const Sweep& sweep, SweepRuns& runs, std::uint64_t run, const std::string& path) {
    std::vector<double> inputs(static_cast<std::size_t>(sweep.inputs.columns()));
    sweep.inputs.draw(run, inputs.data());
    const Scenario one = runs.scenario(inputs.data());
    TrajectoryCsv csv(path, columns_of(one.problem, one.methods.front()));
    Watch watch;
    watch.row = [&](const Row& row) { csv.row(row); };
    watch.stop = [&] { return csv.reader_gone(); };
    Statistics statistics;
    try {
        simulate(one.problem, one.methods.front(), one.run, watch, statistics);
    } catch (...) {
        csv.close();
        throw;
    }
    csv.close();
}

// Trajectories of the runs that were asked for; a run that fails has its rows up to there.
void write_trajectories(const Sweep& sweep, const std::string& folder, const std::function<bool()>& stop,
                        SweepFiles& files) {
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
    if (wanted.empty()) return;
    std::error_code error;
    const std::filesystem::path place = std::filesystem::path(folder) / "trajectories";
    std::filesystem::create_directories(place, error);
    if (error) throw OutputError(place.string(), error.message());
    SweepRuns runs(sweep);
    for (const std::uint64_t r : wanted) {
        if (stop && stop()) throw std::runtime_error(stopped_while_writing);
        const std::string name = fmt::format("run-{}.csv", r);
        const std::filesystem::path path = place / name, unfinished = place / ("." + name + ".part");
        try {
            write_trajectory(sweep, runs, r, unfinished.string());
        } catch (const ComputationFailed&) {
        } catch (const InputError&) {
            continue;  // no scenario, no rows: it stands among the failures
        }
        std::filesystem::rename(unfinished, path, error);
        if (error) throw OutputError(path.string(), error.message());
        files.names.push_back("trajectories/" + name);
    }
}

}  // namespace

SweepOutcomeOfCampaign carry_out(const Sweep& sweep, SweepRanks& ranks, const SweepCampaign& campaign) {
    SweepOutcomeOfCampaign result;
    SweepComputer::Options options;
    options.backend = campaign.backend;
    options.lanes = campaign.lanes;
    options.rank = ranks.rank_here();
    options.stop = [&] { return ranks.stopping(); };
    const SweepComputer computer(sweep, options);
    result.how = computer.description();
    result.why_scalar = computer.why_scalar();
    result.threads = campaign.threads > 0 ? campaign.threads : computer.threads(ranks.threads_here());
    const ComputeBlock compute = [&](std::uint64_t block) { return computer.compute(block); };

    if (!ranks.first()) {
        ranks.work(sweep.fingerprint, result.threads, compute, campaign.stop);
        result.complete = true;
        return result;
    }

    SweepJournal journal = SweepJournal::open(campaign.folder, sweep, campaign.begin, campaign.shard);
    std::vector<std::uint64_t> missing;
    for (std::uint64_t b = 0; b < sweep.blocks(); ++b)
        if (campaign.shard.has(b)) {
            if (journal.has(b))
                result.runs_before += sweep.block_count(b);
            else
                missing.push_back(b);
        }
    result.runs_done = result.runs_before;
    if (journal.damaged() > 0 && campaign.say)
        campaign.say(fmt::format("{} damaged records in the journal were passed over; their blocks are computed again",
                                 journal.damaged()));

    const auto begin = std::chrono::steady_clock::now();
    ServeWatch watch;
    watch.stop = campaign.stop;
    watch.stopping = [&](const std::string& why) {
        journal.flush();
        if (campaign.say)
            campaign.say(fmt::format("{}: {} of {} runs are safe; the same command with --resume goes on", why,
                                     count_text(result.runs_done), count_text(sweep.runs)));
    };
    watch.idle = [&] {
        if (campaign.progress) campaign.progress(result.runs_done);
    };
    ServedBlocks served;
    served.complete = true;
    if (!missing.empty() || ranks.size() > 1)
        served = ranks.serve(
            sweep.fingerprint, missing, result.threads, compute,
            [&](std::uint64_t block, const std::string& bytes) {
                journal.append(block, bytes);
                result.runs_done += sweep.block_count(block);
                if (campaign.progress) campaign.progress(result.runs_done);
            },
            watch);
    journal.flush();
    result.seconds = seconds_since(begin);
    result.card_seconds = computer.card_seconds();
    result.handed_back = computer.declined();
    result.complete = served.complete;
    result.why = served.why;
    if (!served.complete || !journal.complete()) return result;

    SweepOutputOptions outputs;
    outputs.pictures = campaign.pictures;
    outputs.threads = result.threads;
    outputs.stop = campaign.stop;
    try {
        result.files = write_sweep_results(sweep, journal, campaign.folder, outputs);
        write_trajectories(sweep, campaign.folder, campaign.stop, result.files);
    } catch (const std::runtime_error& e) {
        if (std::string(e.what()) != stopped_while_writing) throw;
        result.complete = false;
        result.why = "it was stopped";
        if (campaign.say)
            campaign.say(
                "it was stopped while the results were written; all runs are safe, and the same command with "
                "--resume writes them");
        return result;
    }
    result.results = true;
    return result;
}

std::string sweep_plan(const Sweep& sweep, const SweepCampaign& campaign, SweepRanks& ranks) {
    SweepComputer::Options options;
    options.backend = campaign.backend;
    options.lanes = campaign.lanes;
    const SweepComputer computer(sweep, options);
    const int threads = campaign.threads > 0 ? campaign.threads : computer.threads(ranks.threads_here());

    std::string text = sweep.title.empty() ? "" : sweep.title + "\n\n";
    const auto line = [&](const std::string& what, const std::string& value) {
        text += fmt::format("  {:<14}{}\n", what, value);
    };
    line("runs", count_text(sweep.runs) + fmt::format(", seed {}, in {} blocks of {}", sweep.seed,
                                                      count_text(sweep.blocks()), count_text(sweep.block)));
    for (const SweepInput& input : sweep.inputs.inputs()) {
        std::string keys;
        for (const std::string& key : input.keys)
            if (!key.empty()) keys += (keys.empty() ? "" : ", ") + key;
        line(&input == &sweep.inputs.inputs().front() ? "varied" : "",
             fmt::format("{}: {}{}", input.name, input.kind, keys.empty() ? "" : " -> " + keys));
    }
    std::string outcomes;
    for (const SweepOutcome& o : sweep.outcomes) outcomes += (outcomes.empty() ? "" : ", ") + o.name;
    line("outcomes", outcomes);

    // A few blocks of a copy that is small enough to be timed.
    Sweep sample = sweep;
    sample.block = std::min<std::uint64_t>(sweep.block, 1024);
    const SweepComputer timed(sample, options);
    std::uint64_t runs = 0;
    std::size_t bytes = 0;
    timed.compute(0);  // what is set up once is not counted
    const auto begin = std::chrono::steady_clock::now();
    for (std::uint64_t b = 0; b < sample.blocks() && (runs == 0 || seconds_since(begin) < 0.5); ++b) {
        bytes += timed.compute(b).size();
        runs += sample.block_count(b);
    }
    const double each = seconds_since(begin) / static_cast<double>(runs);
    const double total = each * static_cast<double>(sweep.runs) / (threads * ranks.size());
    line("computed", computer.description() +
                         fmt::format(", {} thread{}{}", threads, threads == 1 ? "" : "s",
                                     ranks.size() > 1 ? fmt::format(" on each of {} ranks", ranks.size()) : ""));
    if (computer.backend() == SweepBackend::scalar && !computer.why_scalar().empty() &&
        campaign.backend != SweepBackend::scalar)
        line("", "not side by side: " + computer.why_scalar());
    line("cost", fmt::format("{} a run on one thread, timed over {} runs; about {} in all", readable_seconds(each),
                             count_text(runs), readable_seconds(total)));
    const double columns = static_cast<double>(sweep.outcomes.size());
    // a block without its runs has about the size of a small one
    const double per_run = static_cast<double>(bytes) / static_cast<double>(runs);
    const double summed = std::max(0.0, per_run * static_cast<double>(sample.block) -
                                            (sweep.keep.runs ? 8 * columns * static_cast<double>(sample.block) : 0));
    const double journal = (sweep.keep.runs ? 8 * columns * static_cast<double>(sweep.runs) : 0) +
                           summed * static_cast<double>(sweep.blocks());
    const double inputs = sweep.keep.inputs ? sweep.inputs.columns() : 0;
    const double kept = sweep.keep.runs ? (columns + inputs) * static_cast<double>(sweep.runs) : 0;
    line("on disk", fmt::format("{} of journal, {} of results{}", bytes_text(journal),
                                bytes_text(8 * kept + (sweep.keep.csv ? 20 * kept : 0) + 2e4),
                                sweep.keep.runs ? "" : " (runs are summed up, not kept)"));
    const double block_bytes = 8 * (columns + inputs + 20) * static_cast<double>(std::min(sweep.block, sweep.runs));
    const double order = sweep.keep.runs ? 8 * static_cast<double>(std::min<std::uint64_t>(sweep.runs, 20000000)) : 0;
    line("in memory", fmt::format("about {}", bytes_text(2e7 + 2 * threads * block_bytes + order)));
    line("to", campaign.folder);
    return text;
}

namespace {

// A tree as a file: values, then tables, then lists of tables.
std::string scenario_text(const TomlNode& tree) {
    const auto is_list_of_tables = [](const TomlNode& n) {
        return n.kind == TomlNode::Kind::array && !n.items.empty() && n.items.front().kind == TomlNode::Kind::table;
    };
    std::string text, tables;
    const auto items = [&](const TomlNode& table) {
        for (const TomlNode& item : table.items) tables += item.name + " = " + toml_literal(item) + "\n";
    };
    for (const TomlNode& node : tree.items) {
        if (node.kind == TomlNode::Kind::table) {
            tables += "\n[" + node.name + "]\n";
            items(node);
        } else if (is_list_of_tables(node)) {
            for (const TomlNode& table : node.items) {
                tables += "\n[[" + node.name + "]]\n";
                items(table);
            }
        } else {
            text += node.name + " = " + toml_literal(node) + "\n";
        }
    }
    return text + tables;
}

}  // namespace

SweepSingleRun run_alone(const Sweep& sweep, std::uint64_t run, const std::string& csv) {
    if (run >= sweep.runs)
        throw InputError({"--run", 0, ""}, fmt::format("there is no run {}; the {} runs of {} are 0 to {}", run,
                                                       sweep.runs, sweep.file, sweep.runs - 1));
    SweepSingleRun alone;
    alone.inputs.resize(static_cast<std::size_t>(sweep.inputs.columns()));
    alone.outcomes.resize(sweep.outcomes.size());
    sweep.inputs.draw(run, alone.inputs.data());
    SweepRuns runs(sweep);
    runs.run(run, alone.outcomes.data(), alone.failure, nullptr);
    if (!csv.empty()) try {
            write_trajectory(sweep, runs, run, csv);
        } catch (const ComputationFailed&) {
            // said by the caller; the rows before it are there
        } catch (const InputError&) {
        }
    TomlNode tree = sweep.tree;
    sweep.inputs.apply(alone.inputs.data(), tree);
    alone.scenario = scenario_text(tree);
    return alone;
}

}  // namespace polhode
