// The checksum of the journal of a sweep.
#pragma once

#include <cstdint>
#include <string_view>

namespace polhode {

namespace checksum_detail {

inline constexpr std::uint64_t prime[5] = {0x9e3779b185ebca87ULL, 0xc2b2ae3d27d4eb4fULL, 0x165667b19e3779f9ULL,
                                           0x85ebca77c2b2ae63ULL, 0x27d4eb2f165667c5ULL};
constexpr std::uint64_t turned(std::uint64_t x, int n) { return (x << n) | (x >> (64 - n)); }
constexpr std::uint64_t mixed_in(std::uint64_t chain, std::uint64_t word) {
    return turned(chain + word * prime[1], 31) * prime[0];
}

}  // namespace checksum_detail

// Eight bytes as a number, the lowest first.
inline std::uint64_t word_at(const char* at) {
    std::uint64_t x = 0;
    for (int k = 0; k < 8; ++k) x |= static_cast<std::uint64_t>(static_cast<unsigned char>(at[k])) << (8 * k);
    return x;
}

// A checksum against accidents, quick: four chains of multiply and rotate over 32 bytes at a time and a final mixing,
// after xxHash64 (Collet; https://github.com/Cyan4973/xxHash, doc/xxhash_spec.md).
inline std::uint64_t sweep_checksum(std::string_view bytes, std::uint64_t seed) {
    using namespace checksum_detail;
    const char* at = bytes.data();
    std::size_t left = bytes.size();
    std::uint64_t h = seed + prime[4];
    if (left >= 32) {
        std::uint64_t chain[4] = {seed + prime[0] + prime[1], seed + prime[1], seed, seed - prime[0]};
        for (; left >= 32; left -= 32, at += 32)
            for (int k = 0; k < 4; ++k) chain[k] = mixed_in(chain[k], word_at(at + 8 * k));
        h = turned(chain[0], 1) + turned(chain[1], 7) + turned(chain[2], 12) + turned(chain[3], 18);
        for (const std::uint64_t c : chain) h = (h ^ mixed_in(0, c)) * prime[0] + prime[3];
    }
    h += bytes.size();
    for (; left >= 8; left -= 8, at += 8) h = turned(h ^ mixed_in(0, word_at(at)), 27) * prime[0] + prime[3];
    for (; left > 0; --left, ++at) h = turned(h ^ (static_cast<unsigned char>(*at) * prime[4]), 11) * prime[0];
    h = (h ^ (h >> 33)) * prime[1];
    h = (h ^ (h >> 29)) * prime[2];
    return h ^ (h >> 32);
}

}  // namespace polhode
