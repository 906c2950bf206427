// LZ4 frames undone (github.com/lz4/lz4, doc/lz4_Frame_format.md and lz4_Block_format.md), with a limit on what may
// come out. Checksums of the frame are passed over: what stands around it (MCAP's chunks) has one of its own.
#pragma once

#include <string>
#include <string_view>

namespace polhode {

// The bytes that were compressed. Throws std::runtime_error in words where the frame is broken, ends too early, or
// gives more than `most` bytes.
std::string lz4_unpacked(std::string_view frame, std::size_t most);

}  // namespace polhode
