#include "polhode/sweep/results/sweep_cost.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "polhode/base/readable.hpp"
#include "polhode/sweep/journal/sweep_block.hpp"
#include "polhode/sweep/journal/sweep_folder.hpp"
#include "polhode/sweep/journal/sweep_ranks.hpp"

namespace polhode {

namespace {

constexpr double long_enough_s = 0.1, too_long_s = 10;
constexpr std::uint64_t most_timed = 1 << 16;
// Measured: of each number of a run while results are written, and of each byte of a block that is summed up.
constexpr double seconds_a_number = 1.5e-7, seconds_a_byte = 1e-8;
constexpr double program_bytes = 2.3e7;

std::string count_text(std::uint64_t n) { return readable_count(static_cast<long>(n)); }

// "1 block", "20 blocks"
std::string counted(std::uint64_t n, const std::string& what) {
    return count_text(n) + " " + what + (n == 1 ? "" : "s");
}

std::string bytes_text(double bytes) {
    const char* const units[] = {"B", "kB", "MB", "GB", "TB"};
    int u = 0;
    for (; bytes >= 1000 && u < 4; ++u) bytes /= 1000;
    return fmt::format("{:.{}f} {}", bytes, bytes < 10 && u > 0 ? 1 : 0, units[u]);
}

// Three digits, in the unit that a person would use: "8.72 days".
std::string duration_text(double s) {
    constexpr std::pair<double, const char*> units[] = {
        {365.25 * 86400, "years"}, {86400, "days"}, {3600, "h"}, {60, "min"}};
    for (const auto& [seconds, name] : units)
        if (s >= 2 * seconds) return fmt::format("{:.3g} {}", s / seconds, name);
    if (s >= 1) return fmt::format("{:.3g} s", s);
    return s >= 1e-3 ? fmt::format("{:.3g} ms", 1e3 * s) : fmt::format("{:.3g} µs", 1e6 * s);
}

// Of the sweep's part, those that are not in the journal.
std::uint64_t runs_left(const SweepOptions& wanted, const Sweep& sweep, const SweepJournal* journal) {
    if (wanted.shard.count == 1 && !journal) return sweep.runs;
    std::uint64_t runs = 0;
    for (std::uint64_t b = wanted.shard.index - 1; b < sweep.blocks(); b += wanted.shard.count)
        if (!journal || !journal->has(b)) runs += sweep.block_count(b);
    if (journal)
        for (const auto& [block, finished] : journal->parts())
            if (wanted.shard.has(block)) runs -= finished;
    return runs;
}

// What is there already, in words, and how many runs are left because of it.
std::string what_stands_in(const SweepOptions& wanted, const Sweep& sweep, std::uint64_t& left) {
    std::error_code error;
    if (!std::filesystem::is_directory(wanted.folder, error)) return "";
    try {
        SweepJournal::check(wanted.folder, sweep, wanted.begin, wanted.shard);
    } catch (const InputError& e) {
        return e.what();
    }
    try {
        const SweepJournal journal = SweepJournal::look(wanted.folder, sweep);
        if (wanted.begin == SweepJournal::Begin::resume) left = runs_left(wanted, sweep, &journal);
        if (journal.complete())
            return "this sweep is complete there; --resume writes its results again, --restart begins anew";
        std::string notes;
        for (const std::string& note : journal.notes()) notes += "; " + note;
        return fmt::format("this sweep was begun there, and {} of {} are done; --resume goes on with it{}",
                           count_text(journal.count()), counted(journal.blocks(), "block"), notes);
    } catch (const InputError& e) {
        return e.place.file != wanted.folder ? e.what() : "";  // there is one, of something else
    }
}

// What a summary takes in memory: a page of 128 counts for each octave, or for 128 finer bins, in which there are
// values.
double bytes_of(const SweepSummary& summary) {
    double bytes = 0;
    const auto add = [&](const SweepSketch& sketch) {
        std::set<std::int64_t> pages;
        sketch.for_each([&](std::int64_t bin, std::uint64_t) { pages.insert(bin >> 7); });
        // with a place for each page between the lowest and the highest, and room to grow
        const double span = pages.empty() ? 0 : static_cast<double>(*pages.rbegin() - *pages.begin() + 1);
        bytes += 1.5 * (1024 * static_cast<double>(pages.size()) + 4 * span) + 128;
    };
    for (const SweepOutcomeSummary& o : summary.outcomes()) {
        add(o.sketch);
        bytes += 24 * static_cast<double>(o.with_inputs.size()) + 16 * static_cast<double>(o.worst.size()) + 128;
    }
    for (std::size_t q = 0; q < summary.quantities(); ++q)
        for (const SweepSketch& sketch : summary.over_time(q)) add(sketch);
    return bytes;
}

}  // namespace

std::string sweep_input_names(const SweepInput& input) {
    if (input.columns.empty() || input.name != input.columns[0]) return input.name;
    constexpr std::size_t most = 6;
    std::string names;
    for (std::size_t i = 0; i < std::min(most, input.columns.size()); ++i)
        names += (i == 0 ? "" : ", ") + input.columns[i];
    return input.columns.size() > most ? fmt::format("{} and {} more", names, input.columns.size() - most) : names;
}

std::string sweep_input_kind(const SweepInput& input) {
    std::string keys;
    for (const std::string& key : input.keys)
        if (!key.empty()) keys += (keys.empty() ? " -> " : ", ") + key;
    return input.kind + keys;
}

SweepCost sweep_cost(const Sweep& sweep, const SweepOptions& wanted, SweepRanks& ranks) {
    auto begin = std::chrono::steady_clock::now();
    const auto since_begin = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    SweepComputer::Options options;
    options.backend = wanted.backend;
    options.lanes = wanted.lanes;
    options.stop = [&] { return since_begin() > too_long_s; };
    const SweepComputer computer(sweep, options);
    SweepCost plan;
    plan.how = computer.description();
    if (computer.backend() == SweepBackend::scalar && wanted.backend != SweepBackend::scalar)
        plan.why_scalar = computer.why_scalar();
    plan.threads = wanted.threads > 0 ? wanted.threads : computer.threads(ranks.threads_here());
    plan.ranks = ranks.size();
    plan.runs_left = runs_left(wanted, sweep, nullptr);
    plan.standing = what_stands_in(wanted, sweep, plan.runs_left);

    // One run, then twice as many, until it takes long enough to be timed: what is set up once then hardly counts.
    SweepBlock block;
    std::size_t bytes = 0;
    for (std::uint64_t n = std::min(computer.at_once(), sweep.runs);; n = std::min({2 * n, sweep.runs, most_timed})) {
        begin = std::chrono::steady_clock::now();
        const std::string some = computer.compute_some(n);
        const double seconds = since_begin();
        if (some.empty()) break;  // given up
        plan.timed_runs = n;
        plan.seconds_a_run = seconds / static_cast<double>(n);
        bytes = some.size();
        if (seconds < long_enough_s && n < sweep.runs && n < most_timed) continue;
        block = SweepBlock::decoded(some);
        break;
    }

    const double runs = static_cast<double>(sweep.runs), blocks = static_cast<double>(sweep.blocks()),
                 outcomes = static_cast<double>(sweep.outcomes.size()), inputs = sweep.inputs.columns(),
                 in_block = static_cast<double>(std::min(sweep.block, sweep.runs));
    const double numbers = sweep.keep.runs ? outcomes * runs : 0,
                 written = sweep.keep.runs ? (outcomes + (sweep.keep.inputs ? inputs : 0)) * runs : 0;
    double reasons = 0;
    for (const SweepFailure& f : block.failures) reasons += static_cast<double>(f.reason.size()) + 4;
    const double summed =
        std::max(0.0, static_cast<double>(bytes) - 8 * static_cast<double>(block.outcomes.size()) - reasons);
    reasons *= runs / static_cast<double>(std::max<std::uint64_t>(1, block.count));
    plan.journal_bytes = 8 * numbers + reasons + (summed + 32) * blocks;
    plan.result_bytes = 8 * written + (sweep.keep.csv ? 20 * written : 0) + reasons + 2e4;
    const double results_s =
        seconds_a_number * (numbers + inputs * (sweep.keep.runs ? runs : 0)) + seconds_a_byte * summed * blocks;
    plan.seconds = plan.seconds_a_run * static_cast<double>(plan.runs_left) / (plan.threads * plan.ranks) + results_s;

    // While blocks are computed: what each thread works with, its block, and the same as bytes until it is journalled.
    const double threads = std::min<double>(plan.threads, blocks), summary = bytes_of(block.summary),
                 kept = sweep.keep.runs ? 8 * outcomes * in_block : 0;
    const double computing = threads * (computer.bytes_of_thread() + 2 * kept + summary + summed) + 16 * blocks;
    // While results are written: some blocks at a time with their inputs, the sum of all, and what percentiles and
    // ranks are made of.
    const double at_once = std::min(blocks, static_cast<double>(sweep_blocks_at_once(sweep)));
    const double sample = sweep.keep.runs ? std::min(runs, 131072.0) : 0;
    const double writing = at_once * (2 * kept + (sweep.keep.runs ? 8 * inputs * in_block : 0) + summary + summed) +
                           (blocks > 1 ? 2 : 1) * summary + 16 * blocks + 8 * (inputs + outcomes) * (sample + 16384) +
                           8 * outcomes * std::min(0.2 * numbers / std::max(1.0, outcomes), 1048576.0);
    plan.memory_bytes = program_bytes + std::max(computing, writing);
    return plan;
}

std::string sweep_cost_text(const Sweep& sweep, const SweepOptions& wanted, const SweepCost& plan) {
    std::string text = sweep.title.empty() ? "" : without_control_characters(sweep.title) + "\n\n";
    const auto line = [&](const std::string& what, const std::string& value) {
        text += fmt::format("  {:<14}{}\n", what, value);
    };
    line("runs", fmt::format("{}, seed {}, in {} of {}", count_text(sweep.runs), sweep.seed,
                             counted(sweep.blocks(), "block"), count_text(sweep.block)));
    for (const SweepInput& input : sweep.inputs.inputs())
        line(&input == &sweep.inputs.inputs().front() ? "varied" : "",
             sweep_input_names(input) + ": " + sweep_input_kind(input));
    std::string outcomes;
    for (const SweepOutcome& o : sweep.outcomes) outcomes += (outcomes.empty() ? "" : ", ") + o.name;
    if (!outcomes.empty()) line("outcomes", outcomes);
    line("computed", fmt::format("{}, {}{}", plan.how, counted(static_cast<std::uint64_t>(plan.threads), "thread"),
                                 plan.ranks > 1 ? fmt::format(" on each of {} ranks", plan.ranks) : ""));
    if (!plan.why_scalar.empty()) line("", "not in SIMD lanes: " + plan.why_scalar);
    line("cost",
         plan.timed_runs == 0
             ? fmt::format("a run takes more than {:.0f} s; how long it all takes was not found out", too_long_s)
             : fmt::format("{} a run on one thread, timed over {}; about {} {}", duration_text(plan.seconds_a_run),
                           counted(plan.timed_runs, "run"), duration_text(plan.seconds),
                           plan.runs_left == sweep.runs
                               ? "in all"
                               : fmt::format("for the {} that {} left", counted(plan.runs_left, "run"),
                                             plan.runs_left == 1 ? "is" : "are")));
    line("on disk",
         fmt::format("{} of journal, {} of results{}", bytes_text(plan.journal_bytes), bytes_text(plan.result_bytes),
                     sweep.keep.runs ? "" : " (runs are summed up, not kept)"));
    line("in memory", fmt::format("about {}", bytes_text(plan.memory_bytes)));
    line("to", wanted.folder);
    if (!plan.standing.empty()) line("", plan.standing);
    return text;
}

std::string sweep_cost_json(const Sweep& sweep, const SweepOptions& wanted, const SweepCost& plan) {
    using Json = nlohmann::ordered_json;
    Json inputs = Json::array(), outcomes = Json::array();
    for (const SweepInput& input : sweep.inputs.inputs())
        inputs.push_back({{"names", input.columns}, {"kind", input.kind}, {"keys", input.keys}});
    for (const SweepOutcome& o : sweep.outcomes) outcomes.push_back(o.name);
    const Json all{{"title", sweep.title},
                   {"sweep", sweep.file},
                   {"settings", sweep.settings},
                   {"runs", sweep.runs},
                   {"seed", sweep.seed},
                   {"blocks", sweep.blocks()},
                   {"block", sweep.block},
                   {"inputs", inputs},
                   {"outcomes", outcomes},
                   {"how", plan.how},
                   {"not_side_by_side", plan.why_scalar.empty() ? Json(nullptr) : Json(plan.why_scalar)},
                   {"threads", plan.threads},
                   {"ranks", plan.ranks},
                   {"timed_runs", plan.timed_runs},
                   {"seconds_a_run", plan.seconds_a_run},
                   {"seconds", plan.seconds},
                   {"runs_left", plan.runs_left},
                   {"journal_bytes", std::llround(plan.journal_bytes)},
                   {"result_bytes", std::llround(plan.result_bytes)},
                   {"memory_bytes", std::llround(plan.memory_bytes)},
                   {"folder", wanted.folder},
                   {"standing", plan.standing.empty() ? Json(nullptr) : Json(plan.standing)}};
    return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace polhode
