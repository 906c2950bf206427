// DEFLATE undone (RFC 1951), with a limit on what may come out: bytes of strangers can swell a thousandfold.
#pragma once

#include <string>
#include <string_view>

namespace polhode {

// The bytes that were compressed. Throws std::runtime_error in words where the stream is broken, ends too early, or
// gives more than `most` bytes.
std::string inflate(std::string_view deflated, std::size_t most);
// The same in its wrapper of RFC 1950, with its checksum.
std::string inflate_zlib(std::string_view stream, std::size_t most);

}  // namespace polhode
