// Zstandard frames undone (RFC 8878), with a limit on what may come out. Frames that need a dictionary are refused;
// checksums of the frame are passed over: what stands around it (MCAP's chunks) has one of its own.
#pragma once

#include <string>
#include <string_view>

namespace polhode {

// The bytes that were compressed, of all frames in turn. Throws std::runtime_error in words where a frame is broken,
// ends too early, or gives more than `most` bytes.
std::string zstd_unpacked(std::string_view frames, std::size_t most);

}  // namespace polhode
