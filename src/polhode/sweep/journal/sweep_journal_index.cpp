#include "polhode/sweep/journal/sweep_journal_index.hpp"

#include <algorithm>

namespace polhode {

// f(first of the shard in a page, how many, the page or null)
template <class F>
void SweepJournalIndex::over_pages(const SweepShard& shard, F&& f) const {
    std::uint64_t block = shard.index - 1;
    while (block < blocks_) {
        const std::uint64_t end = std::min(blocks_, (block / page + 1) * page);
        const std::uint64_t n = (end - block + shard.count - 1) / shard.count;
        f(block, n, pages_[static_cast<std::size_t>(block / page)].get());
        block += n * shard.count;
    }
}

const SweepRecordPlace* SweepJournalIndex::find(std::uint64_t block) const {
    if (block >= blocks_) return nullptr;
    const auto& p = pages_[static_cast<std::size_t>(block / page)];
    if (!p) return nullptr;
    const SweepRecordPlace& f = (*p)[static_cast<std::size_t>(block % page)];
    return f.offset == 0 ? nullptr : &f;
}

std::vector<SweepBlockRange> SweepJournalIndex::missing(const SweepShard& shard) const {
    std::vector<SweepBlockRange> ranges;
    over_pages(shard, [&](std::uint64_t first, std::uint64_t n, const Page* there) {
        for (std::uint64_t k = 0; k < n;) {
            const std::uint64_t block = first + k * shard.count;
            const std::uint64_t more = there ? 1 : n;
            k += more;
            if (there && (*there)[static_cast<std::size_t>(block % page)].offset != 0) continue;
            SweepBlockRange* last = ranges.empty() ? nullptr : &ranges.back();
            if (last && last->first + last->count * last->step == block)
                last->count += more;
            else
                ranges.push_back({block, more, shard.count});
        }
    });
    return ranges;
}

std::uint64_t SweepJournalIndex::count(const SweepShard& shard) const {
    std::uint64_t sum = 0;
    over_pages(shard, [&](std::uint64_t first, std::uint64_t n, const Page* there) {
        for (std::uint64_t k = 0; there && k < n; ++k)
            sum += (*there)[static_cast<std::size_t>((first + k * shard.count) % page)].offset != 0;
    });
    return sum;
}

bool SweepJournalIndex::add(std::uint64_t block, const SweepRecordPlace& place) {
    if (block >= blocks_ || find(block)) return false;
    auto& p = pages_[static_cast<std::size_t>(block / page)];
    if (!p) p = std::make_unique<Page>();
    (*p)[static_cast<std::size_t>(block % page)] = place;
    ++count_;
    return true;
}

}  // namespace polhode
