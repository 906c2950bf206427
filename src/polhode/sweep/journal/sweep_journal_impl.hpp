// What a journal is made of: its files, which blocks are in them, and how they are read and written.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/definition/sweep_identity.hpp"
#include "polhode/sweep/journal/sweep_journal.hpp"
#include "polhode/sweep/journal/sweep_journal_head.hpp"
#include "polhode/sweep/journal/sweep_journal_index.hpp"
#include "polhode/sweep/journal/sweep_journal_record.hpp"
#include "polhode/system/file.hpp"

namespace polhode {

struct SweepJournal::Impl {
    Impl(std::string folder_name, const Sweep& sweep, const SweepShard& which, SweepProgram me)
        : folder(std::move(folder_name)),
          program(std::move(me)),
          identity(sweep_identity(sweep)),
          head(sweep_journal_heads(sweep.runs, program, identity)),
          runs(sweep.runs),
          block_size(sweep.block),
          shard(which),
          index(sweep.blocks()) {}

    struct File {
        std::string path;
        Descriptor descriptor;
        std::uint64_t good = 0;                // what has been read of it
        std::uint64_t runs = 0;                // of the sweep when what comes next in it was written
        std::vector<std::string> revisions{};  // that wrote it
        std::string head{};                    // both heads as they should be, where one of them is damaged
    };

    std::string folder;
    SweepProgram program;
    bool any_revision = false, only_read = false;
    std::vector<std::string> notes;
    SweepIdentity identity;
    std::string head, path;
    std::uint64_t runs, block_size;
    SweepShard shard;
    SweepJournalIndex index;
    std::vector<File> files;  // its own is the first
    struct Part {
        SweepRecordPlace found;
        std::uint64_t runs = 0;
    };
    std::map<std::uint64_t, Part> parts;  // of blocks that are not there
    bool writing = false, unsaved = false, runs_added = false;
    std::uint64_t end = 0;   // of its own file
    std::uint64_t safe = 0;  // blocks that were there when it was last saved
    std::uint64_t damaged = 0;
    std::chrono::steady_clock::time_point saved = std::chrono::steady_clock::now();
    std::string room;  // for one record
    mutable std::mutex mutex;

    // ---- reading

    // What was added to a file since it was last read.
    SweepJournalScan read_on(std::size_t number);
    // The first runs of a block; of several parts the longest counts.
    void take_in_part(std::uint64_t block, const SweepRecordPlace& found, std::string_view payload);
    // A record that says how many runs there are.
    static std::uint64_t runs_in(std::string_view payload);
    // In a block, where there are `all` runs.
    std::uint64_t runs_of(std::uint64_t block, std::uint64_t all) const;
    // What to do about a journal that is refused.
    static std::string elsewhere();
    // Adds a file to those that are read. Throws where what it holds was not computed by this program for this
    // sweep; nothing where there is no record in it.
    std::optional<SweepJournalScan> take_in(const std::string& file, Descriptor descriptor);
    // Whether this program may go on with what another build of the same version has begun.
    void judge_program(const File& file, const SweepProgram& other);
    // False: it is no longer what was found there.
    bool read(std::uint64_t block, const SweepRecordPlace& found, std::string& bytes) const;
    // The journals of other shards, which are only read.
    void take_in_others(const std::string& own_name);

    // ---- writing

    // Says how much is safe.
    [[noreturn]] void refuse(int error) const;
    void write(std::string_view bytes);
    void write_record(std::uint64_t block, std::string_view bytes);
    // Of the two heads of its own file, where one was damaged: the other may be next.
    void repair_head();
    // True too for file systems and devices that have nothing to save to.
    bool saved_to_disk() const;
    void save();
    // From here on the file is ours: cuts off what a kill left incomplete, or begins it.
    void begin_writing(std::uint64_t all_runs, const std::optional<SweepJournalScan>& scan);
};

// "12 of 64 blocks"
std::string blocks_done(std::uint64_t done, std::uint64_t all);

}  // namespace polhode
