#include "polhode/files/sha256.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include "polhode/files/input_file.hpp"

namespace polhode {

namespace {

// First 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2).
constexpr std::uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

constexpr std::uint32_t turned(std::uint32_t x, int n) { return (x >> n) | (x << (32 - n)); }

}  // namespace

void Sha256::block(const std::uint8_t* bytes) {
    std::uint32_t w[64];
    for (int i = 0; i < 16; ++i)
        w[i] = static_cast<std::uint32_t>(bytes[4 * i]) << 24 | static_cast<std::uint32_t>(bytes[4 * i + 1]) << 16 |
               static_cast<std::uint32_t>(bytes[4 * i + 2]) << 8 | bytes[4 * i + 3];
    for (int i = 16; i < 64; ++i) {
        const std::uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (turned(a, 7) ^ turned(a, 18) ^ (a >> 3)) + w[i - 7] +
               (turned(b, 17) ^ turned(b, 19) ^ (b >> 10));
    }
    std::array<std::uint32_t, 8> s = hash_;
    for (int i = 0; i < 64; ++i) {
        const std::uint32_t t1 = s[7] + (turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25)) +
                                 ((s[4] & s[5]) ^ (~s[4] & s[6])) + round_constants[i] + w[i];
        const std::uint32_t t2 =
            (turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        s = {t1 + t2, s[0], s[1], s[2], s[3] + t1, s[4], s[5], s[6]};
    }
    for (std::size_t i = 0; i < 8; ++i) hash_[i] += s[i];
}

void Sha256::add(const void* bytes, std::size_t count) {
    const auto* at = static_cast<const std::uint8_t*>(bytes);
    std::size_t held = length_ % 64;
    length_ += count;
    if (held > 0) {
        const std::size_t take = std::min(count, 64 - held);
        if (take > 0) std::memcpy(pending_.data() + held, at, take);
        held += take;
        at += take;
        count -= take;
        if (held < 64) return;
        block(pending_.data());
    }
    for (; count >= 64; at += 64, count -= 64) block(at);
    if (count > 0) std::memcpy(pending_.data(), at, count);
}

std::string Sha256::hex() const {
    Sha256 last = *this;
    const std::uint64_t bits = length_ * 8;
    const std::uint8_t one = 0x80, zero = 0;
    last.add(&one, 1);
    while (last.length_ % 64 != 56) last.add(&zero, 1);
    std::uint8_t length[8];
    for (int i = 0; i < 8; ++i) length[i] = static_cast<std::uint8_t>(bits >> (56 - 8 * i));
    last.add(length, 8);
    std::string text;
    for (const std::uint32_t h : last.hash_) {
        char part[9];
        std::snprintf(part, sizeof part, "%08x", static_cast<unsigned>(h));
        text += part;
    }
    return text;
}

std::string sha256(std::string_view text) {
    Sha256 hash;
    hash.add(text);
    return hash.hex();
}

std::string sha256_of_file(const std::string& path) {
    if (!unreadable_kind(path).empty()) return "";
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
    if (!file) return "";
    Sha256 hash;
    std::vector<char> buffer(1 << 16);
    std::size_t n;
    while ((n = std::fread(buffer.data(), 1, buffer.size(), file.get())) > 0) hash.add(buffer.data(), n);
    return std::ferror(file.get()) ? "" : hash.hex();
}

}  // namespace polhode
