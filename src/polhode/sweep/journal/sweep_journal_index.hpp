// Which blocks of a sweep are in its journal, and where. It takes memory only where there are blocks: a sweep may be
// far from complete.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "polhode/sweep/journal/sweep_journal.hpp"
#include "polhode/sweep/journal/sweep_journal_record.hpp"

namespace polhode {

class SweepJournalIndex {
 public:
    explicit SweepJournalIndex(std::uint64_t blocks)
        : blocks_(blocks), pages_(static_cast<std::size_t>((blocks + page - 1) / page)) {}
    std::uint64_t blocks() const { return blocks_; }
    std::uint64_t count() const { return count_; }
    // Null where it is not there.
    const SweepRecordPlace* find(std::uint64_t block) const;
    // Of the shard: where blocks are missing, or how many are there.
    std::vector<SweepBlockRange> missing(const SweepShard& shard) const;
    std::uint64_t count(const SweepShard& shard) const;

    // False: it is there already, or no block of the sweep.
    bool add(std::uint64_t block, const SweepRecordPlace& place);

 private:
    static constexpr std::uint64_t page = 4096;  // blocks
    using Page = std::array<SweepRecordPlace, page>;

    template <class F>
    void over_pages(const SweepShard& shard, F&& f) const;

    std::uint64_t blocks_, count_ = 0;
    std::vector<std::unique_ptr<Page>> pages_;
};

}  // namespace polhode
