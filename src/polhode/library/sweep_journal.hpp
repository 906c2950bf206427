// The journal of a campaign: every finished block is appended to it at once, so that nothing that was computed is lost,
// whatever ends the program. The results are written from it in one pass when all blocks are there.
//
// A folder holds `journal.bin`, or `journal-I-of-N.bin` for each shard; reading takes them all. A file begins with a
// magic word, the version of the format and the fingerprint of the campaign; then follow records in the order in which
// blocks were finished: magic word, check of the head, block, length, bytes, checksum of all that. A record that was
// cut off by a kill is removed when the file is opened again to go on; damage in the middle is passed over (the block
// is computed again), and of two records of a block the first counts.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

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
        resume,   // goes on with what is there
        restart,  // removes what is there (of its shard, or all without shards)
    };
    // To write. Makes the folder. Throws InputError: finished blocks are there already (fresh), the journal is of
    // another campaign, another process is writing it; OutputError: it cannot be written.
    static SweepJournal open(const std::string& folder, const Sweep& sweep, Begin begin = Begin::fresh,
                             const SweepShard& shard = {});
    // Only to read, also while others write. Throws InputError where there is no journal of this campaign.
    static SweepJournal look(const std::string& folder, const Sweep& sweep);

    ~SweepJournal();
    SweepJournal(SweepJournal&&) noexcept;
    SweepJournal& operator=(SweepJournal&&) noexcept;

    // May be called from several threads. False: the block was there already. Throws OutputError (disk full, ...) with
    // how much is safe; the journal is then as it was before.
    bool append(std::uint64_t block, std::string_view bytes);
    // To the disk now; otherwise about once a second, and when it is closed.
    void flush();

    std::uint64_t blocks() const;  // of the campaign
    std::uint64_t count() const;   // finished
    bool has(std::uint64_t block) const;
    bool complete() const { return count() == blocks(); }
    // Those not there, in order; at most `most` of them.
    std::vector<std::uint64_t> missing(std::uint64_t most = UINT64_MAX) const;
    // The next one of the shard at or after `from` that is not there; blocks() where there is none.
    std::uint64_t next_missing(std::uint64_t from) const;

    // The bytes of a block. Throws std::runtime_error where it is not there or can no longer be read.
    std::string read(std::uint64_t block) const;
    void read(std::uint64_t block, std::string& bytes) const;

    // SHA-256 over the bytes of all blocks in their order: the hash of the results. All blocks must be there.
    std::string hash() const;

    std::uint64_t damaged() const;  // records that were passed over when opening
    const std::string& folder() const;
    std::vector<std::string> files() const;  // full paths

 private:
    struct Impl;
    explicit SweepJournal(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace polhode
