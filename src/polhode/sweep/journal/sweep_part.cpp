#include "polhode/sweep/journal/sweep_part.hpp"

#include <stdexcept>

#include "polhode/base/byte_stream.hpp"

namespace polhode {

namespace {

constexpr std::uint32_t part_magic = 0x54525050;  // "PPRT"

}  // namespace

// magic; runs; numbers that are pending, then all of them; the block
std::string SweepPart::encoded() const {
    ByteWriter to;
    to.u32(part_magic);
    to.count(block.count);
    to.count(pending.size());
    to.numbers(pending.data(), pending.size());
    return to.bytes + block.encoded();
}

SweepPart SweepPart::decoded(std::string_view bytes) {
    ByteReader from(bytes);
    if (from.u32() != part_magic) throw std::runtime_error("these are not the bytes of a part of a block");
    const std::uint64_t runs = from.count();
    SweepPart part;
    part.pending.resize(from.count_of(8));
    from.numbers(part.pending.data(), part.pending.size());
    part.block = SweepBlock::decoded(std::string(bytes.substr(bytes.size() - from.left())));
    if (part.block.count != runs) throw std::runtime_error("a part of a block has another number of runs than it says");
    return part;
}

bool SweepPart::is_part(std::string_view bytes) { return bytes.size() >= 4 && ByteReader(bytes).u32() == part_magic; }

std::uint64_t SweepPart::runs_in(std::string_view bytes) {
    ByteReader from(bytes);
    if (from.u32() != part_magic) throw std::runtime_error("these are not the bytes of a part of a block");
    return from.count();
}

}  // namespace polhode
