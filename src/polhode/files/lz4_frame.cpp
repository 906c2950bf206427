#include "polhode/files/lz4_frame.hpp"

#include <stdexcept>

#include "polhode/files/compressed_bytes.hpp"

namespace polhode {

namespace {

constexpr std::uint64_t lz4_magic = 0x184D2204;

// A length of 15 goes on in the next bytes, as long as they are 255.
std::size_t lz4_length(CompressedBytes& in, std::size_t begun) {
    if (begun != 15) return begun;
    std::size_t more = 255;
    while (more == 255) {
        more = static_cast<std::size_t>(in.number(1));
        begun += more;
    }
    return begun;
}

// Sequences of literals and of bytes that stood before (lz4_Block_format.md); `out` holds the blocks before this one.
void lz4_block(std::string_view block, UnpackedBytes& out) {
    CompressedBytes in(block);
    while (true) {
        const auto token = static_cast<std::size_t>(in.number(1));
        out.put(in.take(lz4_length(in, token >> 4)));
        if (in.left() == 0) return;  // the last sequence has literals only
        const auto distance = static_cast<std::size_t>(in.number(2));
        out.again(distance, lz4_length(in, token & 15) + 4);
    }
}

}  // namespace

std::string lz4_unpacked(std::string_view frame, std::size_t most) {
    CompressedBytes in(frame);
    if (in.number(4) != lz4_magic) throw std::runtime_error("the compressed bytes do not begin as an LZ4 frame does");
    const std::uint64_t flags = in.number(1);
    (void)in.number(1);  // the largest block: `most` is the limit here
    if (flags >> 6 != 1) throw std::runtime_error("the LZ4 frame is of an unknown version");
    if ((flags & 1) != 0) throw std::runtime_error("the LZ4 frame needs a dictionary, which is not in it");
    const bool block_sums = (flags & 0x10) != 0, size_given = (flags & 8) != 0;
    if (size_given) (void)in.number(8);
    (void)in.number(1);  // checksum of the header
    UnpackedBytes out(most);
    while (const std::uint64_t head = in.number(4)) {
        const std::string_view block = in.take(static_cast<std::size_t>(head & 0x7FFFFFFF));
        if (head >> 31 != 0)
            out.put(block);
        else
            lz4_block(block, out);
        if (block_sums) (void)in.number(4);
    }
    return out.taken();
}

}  // namespace polhode
