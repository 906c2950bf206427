#include "polhode/sweep/results/sweep_outputs.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <stdexcept>

#include "polhode/base/diagnostic.hpp"
#include "polhode/base/job_runner.hpp"
#include "polhode/files/csv_writer.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/files/output_folder.hpp"
#include "polhode/files/save_to_disk.hpp"
#include "polhode/files/sha256.hpp"
#include "polhode/files/written_files.hpp"
#include "polhode/picture/gnuplot.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/journal/sweep_block.hpp"
#include "polhode/sweep/journal/sweep_folder.hpp"
#include "polhode/sweep/journal/sweep_journal.hpp"
#include "polhode/sweep/results/sweep_groups_report.hpp"
#include "polhode/sweep/results/sweep_map_plot.hpp"
#include "polhode/sweep/results/sweep_plot.hpp"
#include "polhode/sweep/results/sweep_run_table.hpp"
#include "polhode/sweep/results/sweep_scatter_plot.hpp"
#include "polhode/sweep/results/sweep_shown_runs.hpp"
#include "polhode/sweep/statistics/sweep_order.hpp"
#include "polhode/sweep/statistics/sweep_rank_correlation.hpp"
#include "polhode/system/file.hpp"

namespace polhode {

namespace {

constexpr std::size_t failures_shown = 20;

// A neighbour that takes its place only when it is complete, and disappears where it never is.
class PendingFile {
 public:
    PendingFile(WrittenFiles& record, OutputFolder& folder, std::string name)
        : record_(record), name_(std::move(name)), path_(folder.file(name_)) {}
    ~PendingFile() {
        if (!in_place_) system::remove_file(part());
    }
    PendingFile(const PendingFile&) = delete;
    PendingFile& operator=(const PendingFile&) = delete;

    const std::string& path() const { return path_; }
    std::string part() const { return path_ + ".part"; }
    void put_in_place() {
        record_.put_in_place(part(), name_);
        in_place_ = true;
    }

 private:
    WrittenFiles& record_;
    std::string name_, path_;
    bool in_place_ = false;
};

// Every message names the file as it will be called.
template <class F>
auto named_after(const PendingFile& file, F&& f) {
    try {
        return f();
    } catch (const OutputError& e) {
        throw OutputError(file.path(), e.reason);
    }
}

// failures.csv: run,reason. It is there only where a run failed.
class FailuresFile {
 public:
    FailuresFile(WrittenFiles& record, OutputFolder& folder) : record_(record), folder_(folder) {}
    void add(const SweepFailure& f) {
        if (!file_) {
            file_.emplace(record_, folder_, "failures.csv");
            named_after(*file_, [&] { csv_.emplace(file_->part()).text("run").text("reason").end_header(); });
        }
        named_after(*file_, [&] { csv_->count(f.run).text(f.reason).end_row(); });
    }
    void close() {
        if (!file_) return;
        named_after(*file_, [&] { csv_->close(); });
        file_->put_in_place();
    }

 private:
    WrittenFiles& record_;
    OutputFolder& folder_;
    std::optional<PendingFile> file_;
    std::optional<CsvWriter> csv_;
};

class Results {
 public:
    Results(const Sweep& sweep, const SweepJournal& journal, const std::string& folder,
            const SweepOutputOptions& options)
        : sweep_(sweep),
          journal_(journal),
          options_(options),
          folder_(folder),
          record_(folder),
          summary_(sweep_shape(sweep)),
          groups_(sweep_group_sums(sweep)),
          inputs_(static_cast<std::size_t>(sweep.inputs.columns())),
          ranks_(sweep.runs, inputs_, sweep.outcomes.size()),
          shown_(options.pictures ? SweepShownRuns(sweep) : SweepShownRuns()) {
        if (!journal.complete())
            throw std::logic_error("the journal has " + std::to_string(journal.count()) + " of " +
                                   std::to_string(journal.blocks()) + " blocks; the results need them all");
        threads_ = std::max(options.threads, 1);
        // passes: all of it once, and where runs are kept once more for their order
        passes_ = sweep.keep.runs ? 1.4 : 1.0;
    }

    SweepFiles write() {
        pass_over_blocks();
        finish_statistics();
        write_texts();
        if (options_.pictures) try {
                const StopPictures watched(options_.stop);
                draw();
            } catch (const PlotStopped&) {
                throw SweepStopped();
            }
        remove_old();
        save_to_disk(folder_.directory(), folder_.directory());
        if (options_.progress) options_.progress(1);
        return std::move(files_);
    }

 private:
    void report(std::uint64_t blocks_done, double before, double part) const {
        if (options_.stop && options_.stop()) throw SweepStopped();
        if (options_.progress)
            options_.progress(
                std::min(1.0, (before + part * static_cast<double>(blocks_done) /
                                            static_cast<double>(std::max<std::uint64_t>(1, sweep_.blocks()))) /
                                  passes_));
    }

    // A block and what belongs to it.
    struct Loaded {
        std::string bytes;
        SweepBlock block;
        std::vector<double> inputs;
        std::vector<std::uint8_t> failed;  // run by run
        std::vector<std::size_t> groups;   // run by run, the group of each grouping among all groups
    };

    void load(std::uint64_t b, bool with_inputs, Loaded& into) const {
        journal_.read(b, into.bytes);
        const auto refuse = [&](const std::string& why) {
            throw InputError({folder_.directory(), 0, ""}, "block " + std::to_string(b) + " of the journal " + why +
                                                               "; --restart computes everything anew");
        };
        try {
            into.block = SweepBlock::decoded(into.bytes);
        } catch (const std::runtime_error& e) {
            refuse(std::string("cannot be read: ") + e.what());
        }
        const SweepBlock& one = into.block;
        const bool fits = one.index == b && one.first == sweep_.block_first(b) && one.count == sweep_.block_count(b) &&
                          one.outcomes.size() == (sweep_.keep.runs ? one.count * sweep_.outcomes.size() : 0) &&
                          one.groups.size() == (sweep_.keep.runs ? 0 : groups_.size());
        if (!fits) refuse("is not of this sweep");
        if (!with_inputs) return;
        into.failed.assign(static_cast<std::size_t>(one.count), 0);
        for (const SweepFailure& f : one.failures) into.failed[static_cast<std::size_t>(f.run - one.first)] = 1;
        if (!sweep_.keep.runs || inputs_ == 0) return;
        into.inputs.resize(static_cast<std::size_t>(one.count) * inputs_);
        for (std::uint64_t r = 0; r < one.count; ++r)
            sweep_.inputs.draw(one.first + r, into.inputs.data() + r * inputs_);
        into.groups.clear();
        for (std::uint64_t r = 0; r < one.count; ++r) {
            std::size_t before = 0;
            for (const SweepGrouping& grouping : sweep_.groups) {
                into.groups.push_back(before + grouping.group_of(into.inputs.data() + r * inputs_));
                before += grouping.size();
            }
        }
    }

    // work(0), work(1), ... work(n - 1), each once, by as many threads as there are.
    template <class Work>
    void shared_out(std::size_t n, Work&& work) const {
        JobOptions options;
        options.threads = threads_;
        run_jobs(
            n, [&](std::size_t i, const auto&) { work(i); }, options);
    }

    // Some blocks at a time: f(blocks, how many).
    template <class F>
    void over_blocks(bool with_inputs, F&& f) {
        const std::uint64_t at_once = sweep_blocks_at_once(sweep_);
        std::vector<Loaded> loaded(static_cast<std::size_t>(std::min(at_once, sweep_.blocks())));
        for (std::uint64_t b = 0; b < sweep_.blocks(); b += at_once) {
            const auto n = static_cast<std::size_t>(std::min(at_once, sweep_.blocks() - b));
            shared_out(n, [&](std::size_t i) { load(b + i, with_inputs, loaded[i]); });
            f(loaded, n);
        }
    }

    // A table of the runs, and the file it is written to.
    struct OpenTable {
        std::unique_ptr<PendingFile> file;
        std::unique_ptr<SweepRunTable> table;
    };

    std::vector<OpenTable> open_tables() {
        std::vector<OpenTable> tables;
        bool hdf5 = false;
        for (const SweepRunTableFormat& format : sweep_run_table_formats()) {
            hdf5 = hdf5 || std::string_view(format.format) == "hdf5";
            if (!format.wanted(sweep_)) continue;
            tables.push_back({std::make_unique<PendingFile>(record_, folder_, format.file), nullptr});
            OpenTable& t = tables.back();
            named_after(*t.file, [&] { t.table = format.open(t.file->part(), t.file->path(), sweep_); });
        }
        if (sweep_.keep.runs && !hdf5)
            files_.notes.push_back("runs.h5 was left out: this program was built without HDF5");
        return tables;
    }

    static SweepRows rows_of(const Loaded& loaded) {
        return {loaded.block.first, loaded.block.count, loaded.inputs.data(), loaded.block.outcomes.data(),
                loaded.failed.data()};
    }

    static void write_rows(const OpenTable& t, const std::vector<Loaded>& blocks, std::size_t n) {
        named_after(*t.file, [&] {
            for (std::size_t i = 0; i < n; ++i) {
                for (const SweepFailure& f : blocks[i].block.failures) t.table->failure(f.run, f.reason);
                t.table->add(rows_of(blocks[i]));
            }
        });
    }

    // What a block adds to sums, ranks and pictures.
    void take(const Loaded& loaded, FailuresFile& failures) {
        const SweepBlock& one = loaded.block;
        for (const SweepFailure& f : one.failures) {
            if (failures_ < failures_shown) first_failures_.push_back({f.run, f.reason});
            failures.add(f);
            ++failures_;
        }
        summary_.merge(one.summary);
        if (!sweep_.keep.runs) {
            merge_groups(groups_, one.groups);
            return;
        }
        const double* const inputs = loaded.inputs.data();
        summary_.add(one.first, one.count, inputs, one.outcomes.data(), loaded.failed.data());
        add_to_groups(sweep_, groups_, one.first, one.count, inputs, one.outcomes.data(), loaded.failed.data());
        const std::size_t width = sweep_.outcomes.size();
        for (std::uint64_t r = 0; r < one.count; ++r) {
            const double* const outcomes = one.outcomes.data() + r * width;
            if (ranks_.takes(one.first + r)) rank(inputs + r * inputs_, outcomes, loaded.failed[r] != 0);
            if (options_.pictures) shown_.add(one.first + r, inputs + r * inputs_, outcomes, loaded.failed[r] != 0);
        }
    }

    void pass_over_blocks() {
        const std::vector<OpenTable> tables = open_tables();
        FailuresFile failures(record_, folder_);
        Sha256 hash;
        // each in the order of the blocks, and beside each other where there are threads
        over_blocks(true, [&](const std::vector<Loaded>& blocks, std::size_t n) {
            // what reports and asks is the first: it stays on the calling thread
            std::vector<std::function<void()>> tasks{[&] {
                for (std::size_t i = 0; i < n; ++i) {
                    report(blocks[i].block.index, 0, 1);
                    take(blocks[i], failures);
                }
            }};
            for (const OpenTable& table : tables)
                tasks.push_back([&table, &blocks, n] { write_rows(table, blocks, n); });
            tasks.push_back([&] {
                for (std::size_t i = 0; i < n; ++i) hash.add(blocks[i].bytes);
            });
            shared_out(tasks.size(), [&](std::size_t i) { tasks[i](); });
        });
        files_.statistics.hash = hash.hex();
        for (const OpenTable& t : tables) {
            named_after(*t.file, [&] { t.table->close(files_.statistics.hash); });
            t.file->put_in_place();
        }
        failures.close();
    }

    void rank(const double* inputs, const double* outcomes, bool failed) {
        ranked_.assign(outcomes, outcomes + sweep_.outcomes.size());
        for (std::size_t o = 0; o < ranked_.size(); ++o)
            if (!failed && std::isnan(ranked_[o]) && sweep_.outcomes[o].can_be_never()) ranked_[o] = never_s;
        ranks_.add(inputs, ranked_.data());
    }

    void finish_statistics() {
        const std::string hash = files_.statistics.hash;
        SweepStatistics& s = files_.statistics;
        s = sweep_statistics(sweep_, summary_, failures_);
        s.hash = hash;
        s.first_failures = first_failures_;
        std::size_t next = 0;
        for (const SweepGrouping& grouping : sweep_.groups) {
            s.groups.emplace_back();
            for (std::size_t g = 0; g < grouping.size(); ++g, ++next)
                s.groups.back().push_back(
                    {groups_[next].summary.runs(), groups_[next].failed,
                     sweep_statistics(sweep_, groups_[next].summary, groups_[next].failed).outcomes});
        }
        if (!sweep_.keep.runs) return;

        const std::vector<std::vector<SweepRankCorrelation>> ranked = ranks_.correlations();
        s.ranked_runs = ranks_.size();
        for (std::size_t o = 0; o < ranked.size(); ++o)
            for (std::size_t i = 0; i < ranked[o].size(); ++i) {
                s.outcomes[o].correlations[i].ranked = ranked[o][i].r;
                s.outcomes[o].correlations[i].chance = ranked[o][i].chance;
            }

        put_in_order();
        s.exact = true;
    }

    // Percentiles and histograms from the values themselves, of all runs and of every group.
    void put_in_order() {
        SweepStatistics& s = files_.statistics;
        const std::size_t width = s.outcomes.size(), groupings = sweep_.groups.size();
        // of outcome o: orders[o] of all runs, then of each group
        std::vector<std::vector<SweepOrder>> orders(width);
        const std::size_t room = std::size_t{1} << 20, room_of_group = room / std::max<std::size_t>(1, groups_.size());
        for (std::size_t o = 0; o < width; ++o) {
            const auto add = [&](const SweepSummary& summary, const SweepOutcomeStatistics& one, std::size_t most) {
                orders[o].emplace_back(summary.outcomes()[o], sweep_.keep.percentiles, sweep_.keep.bins, most,
                                       one.never);
            };
            add(summary_, s.outcomes[o], room);
            std::size_t next = 0;
            for (const auto& grouping : s.groups)
                for (const SweepStatistics::Group& group : grouping)
                    add(groups_[next++].summary, group.outcomes[o], room_of_group);
        }
        const auto done = [](const std::vector<SweepOrder>& of_outcome) {
            return std::all_of(of_outcome.begin(), of_outcome.end(), [](const SweepOrder& o) { return o.done(); });
        };
        while (!std::all_of(orders.begin(), orders.end(), done)) {
            over_blocks(groupings > 0, [&](const std::vector<Loaded>& blocks, std::size_t n) {
                report(blocks[0].block.index, 1, 0.4);
                shared_out(width, [&](std::size_t o) {
                    if (done(orders[o])) return;
                    for (std::size_t i = 0; i < n; ++i) {
                        const double* x = blocks[i].block.outcomes.data() + o;
                        for (std::uint64_t r = 0; r < blocks[i].block.count; ++r, x += width) {
                            if (!std::isfinite(*x)) continue;
                            if (!orders[o][0].done()) orders[o][0].add(*x);
                            for (std::size_t g = 0; g < groupings; ++g)
                                if (SweepOrder& one = orders[o][1 + blocks[i].groups[r * groupings + g]]; !one.done())
                                    one.add(*x);
                        }
                    }
                });
            });
            for (std::vector<SweepOrder>& of_outcome : orders)
                for (SweepOrder& o : of_outcome)
                    if (!o.done()) o.end_pass();
        }
        for (std::size_t o = 0; o < width; ++o) {
            const auto put = [](const SweepOrder& from, SweepOutcomeStatistics& to) {
                to.percentiles = from.percentiles();
                to.histogram = from.histogram();
            };
            put(orders[o][0], s.outcomes[o]);
            std::size_t next = 1;
            for (auto& grouping : s.groups)
                for (SweepStatistics::Group& group : grouping) put(orders[o][next++], group.outcomes[o]);
        }
    }

    void put(const char* name, std::string_view text) {
        PendingFile pending(record_, folder_, name);
        named_after(pending, [&] {
            OutputFile file(pending.part());
            file.write(text);
            file.close();
        });
        pending.put_in_place();
    }

    void write_texts() {
        files_.text = sweep_summary_text(sweep_, files_.statistics);
        if (!sweep_.keep.over_time.empty()) put("over-time.csv", sweep_over_time_csv(sweep_, files_.statistics));
        if (!sweep_.outcomes.empty()) put("histograms.csv", sweep_histograms_csv(sweep_, files_.statistics));
        if (!sweep_.groups.empty() && !sweep_.outcomes.empty())
            put("groups.csv", sweep_groups_csv(sweep_, files_.statistics));
        put("summary.json", sweep_summary_json(sweep_, files_.statistics));
        put("summary.txt", files_.text);
    }

    void draw() {
        const auto draw_one = [&](const char* name, auto plot) {
            try {
                const TemporaryFolder drawn;
                plot(drawn.file(name));
                std::ifstream file(drawn.file(name), std::ios::binary);
                put(name, std::string((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>()));
            } catch (const PlotError& e) {
                if (std::find(files_.notes.begin(), files_.notes.end(), e.what()) == files_.notes.end())
                    files_.notes.push_back(e.what());
            }
        };
        const SweepStatistics& s = files_.statistics;
        using Picture = SweepShownRuns::Picture;
        const bool over_grids = shown_.picture() == Picture::map || shown_.picture() == Picture::curves;
        // how many of the places of a grid give a number says nothing
        if (!sweep_.outcomes.empty() && !over_grids)
            draw_one("histograms.svg", [&](const std::string& file) {
                plot_sweep_histograms(sweep_, s, file, sweep_.keep.runs ? &shown_ : nullptr);
            });
        if (!sweep_.keep.over_time.empty())
            draw_one("over-time.svg", [&](const std::string& file) { plot_sweep_over_time(sweep_, s, file); });
        if (shown_.picture() == Picture::map)
            draw_one("map.svg", [&](const std::string& file) { plot_sweep_map(sweep_, s, shown_, file); });
        if (shown_.picture() == Picture::curves)
            draw_one("curves.svg", [&](const std::string& file) { plot_sweep_curves(sweep_, s, shown_, file); });
        if (shown_.picture() == Picture::scatter)
            draw_one("scatter.svg", [&](const std::string& file) { plot_sweep_scatter(sweep_, s, shown_, file); });
        if (!sweep_.keep.runs && !sweep_.outcomes.empty())
            files_.notes.push_back("no picture shows outcomes over what varies: keep.runs is false");
    }

    // What an earlier sweep left here under the same names, and this one does not have, would be taken for its own.
    void remove_old() {
        for (const std::string& name : sweep_result_names()) {
            const std::vector<std::string>& written = folder_.files();
            if (std::find(written.begin(), written.end(), name) != written.end())
                files_.names.push_back(name);
            else if (record_.knows(name))
                system::remove_file((std::filesystem::path(folder_.directory()) / name).string());
        }
    }

    const Sweep& sweep_;
    const SweepJournal& journal_;
    const SweepOutputOptions& options_;
    OutputFolder folder_;
    WrittenFiles record_;
    SweepSummary summary_;
    std::vector<SweepGroupSum> groups_;
    std::size_t inputs_;
    SweepRankSample ranks_;
    std::vector<double> ranked_;  // outcomes of a run
    SweepShownRuns shown_;
    double passes_ = 1;
    int threads_;
    std::uint64_t failures_ = 0;
    std::vector<SweepStatistics::Failure> first_failures_;
    SweepFiles files_;
};

}  // namespace

// Few where each holds many histograms over time, which are large.
std::uint64_t sweep_blocks_at_once(const Sweep& sweep) {
    const double histograms = static_cast<double>(sweep.keep.over_time.size()) *
                              std::ceil(sweep.base.run.duration / sweep.base.run.sample + 1);
    const double most = std::min(64.0, 4000 / std::max(1.0, histograms));
    return static_cast<std::uint64_t>(std::clamp(32768 / static_cast<double>(sweep.block), 1.0, std::max(1.0, most)));
}

SweepFiles write_sweep_results(const Sweep& sweep, const SweepJournal& journal, const std::string& folder,
                               const SweepOutputOptions& options) {
    return Results(sweep, journal, folder, options).write();
}

}  // namespace polhode
