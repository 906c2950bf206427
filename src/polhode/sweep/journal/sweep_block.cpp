#include "polhode/sweep/journal/sweep_block.hpp"

#include <stdexcept>

#include "polhode/base/byte_stream.hpp"

namespace polhode {

namespace {

constexpr std::uint32_t block_magic = 0x4b4c4250;  // "PBLK"
// Of blocks without histograms, and of those with some, whose form has changed: results that hold none keep their hash.
// Those with groups of runs have them behind the summary.
constexpr std::uint8_t plain_format = 1, histogram_format = 2, grouped_format = 3;
std::uint8_t format_of(bool histograms) { return histograms ? histogram_format : plain_format; }

}  // namespace

// magic, version; index, first, count; outcomes of a run, then all of them; failures: how many, and of each the run
// counted from the first, and the reason; the summary; the groups, where there are some.
std::string SweepBlock::encoded() const {
    ByteWriter to;
    const std::size_t width = count > 0 ? outcomes.size() / static_cast<std::size_t>(count) : 0;
    if (width * count != outcomes.size()) throw std::runtime_error("a block needs as many outcomes of every run");
    to.bytes.reserve(64 + 8 * outcomes.size());
    to.u32(block_magic);
    to.u8(groups.empty() ? format_of(!summary.outcomes().empty() || summary.quantities() > 0) : grouped_format);
    to.count(index);
    to.count(first);
    to.count(count);
    to.count(width);
    to.numbers(outcomes.data(), outcomes.size());
    to.count(failures.size());
    for (const SweepFailure& f : failures) {
        if (f.run < first || f.run - first >= count) throw std::runtime_error("a run that failed is not of its block");
        to.count(f.run - first);
        to.text(f.reason);
    }
    summary.encode(to);
    if (!groups.empty()) encode_groups(groups, to);
    return std::move(to.bytes);
}

SweepBlock SweepBlock::decoded(const std::string& bytes) {
    ByteReader from(bytes);
    if (from.u32() != block_magic) throw std::runtime_error("these are not the bytes of a block of runs");
    const int version = from.u8();
    const auto other_format = [&](int reads) {
        return std::runtime_error("the block of runs has format " + std::to_string(version) +
                                  ", and this program reads format " + std::to_string(reads));
    };
    if (version < plain_format || version > grouped_format) throw other_format(grouped_format);
    SweepBlock block;
    block.index = from.count();
    block.first = from.count();
    block.count = from.count();
    const std::uint64_t width = from.count();
    if (width > 0 && (width > from.left() / 8 || block.count > from.left() / 8 / width))
        throw std::runtime_error("the bytes of a block of runs end too early");
    block.outcomes.resize(static_cast<std::size_t>(width * block.count));
    from.numbers(block.outcomes.data(), block.outcomes.size());
    const std::size_t failures = from.count_of(2);
    block.failures.reserve(failures);
    for (std::size_t i = 0; i < failures; ++i) {
        const std::uint64_t run = from.count();
        if (run >= block.count) throw std::runtime_error("a run that failed is not of its block");
        block.failures.push_back({block.first + run, std::string(from.text())});
    }
    // how many outcomes and quantities over time the summary has, behind its runs and inputs
    ByteReader ahead = from;
    ahead.count();
    ahead.count();
    const bool sums_up = ahead.count() > 0, over_time = ahead.count() > 0;
    const int needed = version == grouped_format ? grouped_format : format_of(sums_up || over_time);
    if (version != needed) throw other_format(needed);
    block.summary = SweepSummary::decoded(from);
    if (version == grouped_format) block.groups = decoded_groups(from);
    if (from.left() != 0) throw std::runtime_error("there are bytes behind a block of runs");
    return block;
}

}  // namespace polhode
