// The journal of a sweep: every finished block is appended to it at once, so that nothing that was computed is lost,
// whatever ends the program. The results are written from it in one pass when all blocks are there.
//
// A folder holds `journal.bin`, or `journal-I-of-N.bin` for each shard; reading takes them all. A file begins with its
// head, twice (sweep_journal_head.hpp): which program of which revision and arithmetic, how many runs, and the identity
// of the sweep; then follow records in the order in which blocks were finished: magic word, check of the head,
// block, length, bytes, checksum of all that. A record that was cut off by a kill is removed when the file is opened
// again to go on; damage in the middle is passed over (the block is computed again), and of two records of a block the
// first counts. Runs can be added: a record in place of a block says how many there are from there on, and the last
// block before it, where it was not full, counts no more. What was finished of a block that was given up is a record
// too (sweep_part.hpp), and so is the name of another revision that goes on.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "polhode/sweep/definition/sweep_program.hpp"
#include "polhode/sweep/journal/sweep_workers.hpp"

namespace polhode {

struct Sweep;

// --shard 3/8: of the blocks 0, 1, 2, ... every eighth, beginning with the third.
struct SweepShard {
    std::uint64_t index = 1, count = 1;
    bool has(std::uint64_t block) const { return block % count == index - 1; }
};

class SweepJournal {
 public:
    enum class Begin {
        fresh,    // refuses where finished blocks are there
        resume,   // goes on with what is there, with more runs where there were fewer
        restart,  // removes what is there (of its shard, or all without shards)
    };
    // To write. Makes the folder. Throws InputError: finished blocks are there already (fresh), the journal is of
    // another sweep or another version of the program, another process is writing it, files in the folder are not
    // known to be a sweep's; OutputError: it cannot be written.
    // Another revision of the program whose arithmetic gives the same bits in its self-test goes on with `any_revision`
    // alone.
    static SweepJournal open(const std::string& folder, const Sweep& sweep, Begin begin = Begin::fresh,
                             const SweepShard& shard = {}, bool any_revision = false,
                             const SweepProgram& program = SweepProgram::here());
    // Throws InputError where open() would because of the files in the folder, and touches none.
    static void check(const std::string& folder, const Sweep& sweep, Begin begin, const SweepShard& shard = {});
    // Only to read, also while others write; whatever revision wrote it. Throws InputError where there is no journal of
    // this sweep.
    static SweepJournal look(const std::string& folder, const Sweep& sweep,
                             const SweepProgram& program = SweepProgram::here());

    ~SweepJournal();
    SweepJournal(SweepJournal&&) noexcept;
    SweepJournal& operator=(SweepJournal&&) noexcept;

    // May be called from several threads. False: the block was there already. Throws OutputError (disk full, ...) with
    // how much is safe; what was appended before is still there.
    bool append(std::uint64_t block, std::string_view bytes);
    // What is finished of a block that was given up (SweepPart::encoded).
    void append_part(std::uint64_t block, std::string_view bytes);
    // How many runs are finished of which blocks that are not there, and the bytes of one; "" where nothing is.
    std::map<std::uint64_t, std::uint64_t> parts() const;
    std::string read_part(std::uint64_t block) const;
    // To the disk now; otherwise when it is closed.
    void flush();
    // The same where the last time was a second ago.
    void flush_if_due();
    // Takes in what other shards have finished since.
    void look_again();

    std::uint64_t blocks() const;  // of the sweep
    std::uint64_t count() const;   // finished
    bool has(std::uint64_t block) const;
    bool complete() const { return count() == blocks(); }
    // Of its shard: the blocks that are not there, and the number of those that are.
    std::vector<SweepBlockRange> missing() const;
    std::uint64_t count_of_shard() const;

    // The bytes of a block. Throws InputError where it is not there or can no longer be read.
    std::string read(std::uint64_t block) const;
    void read(std::uint64_t block, std::string& bytes) const;

    // What whoever goes on with it should know: a damaged head, another revision.
    const std::vector<std::string>& notes() const;
    bool runs_added() const;        // there were fewer when it was opened
    std::uint64_t damaged() const;  // records that were passed over when opening

 private:
    struct Impl;
    explicit SweepJournal(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace polhode
