#include "sweep_block.hpp"

#include <stdexcept>

#include "byte_stream.hpp"

namespace polhode {

namespace {

constexpr std::uint32_t magic = 0x4b4c4250;  // "PBLK"
constexpr std::uint8_t format_version = 1;

}  // namespace

// magic, version; index, first, count; outcomes of a run, then all of them; failures: how many, and of each the run
// counted from the first, and the reason; the summary.
std::string SweepBlock::encoded() const {
    ByteWriter to;
    const std::size_t width = count > 0 ? outcomes.size() / static_cast<std::size_t>(count) : 0;
    if (width * count != outcomes.size()) throw std::runtime_error("a block needs as many outcomes of every run");
    to.bytes.reserve(64 + 8 * outcomes.size());
    to.u32(magic);
    to.u8(format_version);
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
    return std::move(to.bytes);
}

SweepBlock SweepBlock::decoded(const std::string& bytes) {
    ByteReader from(bytes);
    if (from.u32() != magic) throw std::runtime_error("these are not the bytes of a block of runs");
    if (const int version = from.u8(); version != format_version)
        throw std::runtime_error("the block of runs has format " + std::to_string(version) +
                                 ", and this program reads format " + std::to_string(format_version));
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
    block.summary = SweepSummary::decoded(from);
    if (from.left() != 0) throw std::runtime_error("there are bytes behind a block of runs");
    return block;
}

}  // namespace polhode
