// Numbers as bytes, little end first, the same on every machine, and back again without trusting them: a reader throws
// std::runtime_error where the bytes end too early, and no size that was read is believed before there are bytes for
// it.
#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

namespace polhode {

class ByteWriter {
 public:
    std::string bytes;

    void u8(std::uint8_t x) { bytes.push_back(static_cast<char>(x)); }
    void u32(std::uint32_t x) { fixed(x, 4); }
    void u64(std::uint64_t x) { fixed(x, 8); }
    // Seven bits a byte, the lowest first, the eighth says that more follow.
    void count(std::uint64_t x) {
        for (; x >= 0x80; x >>= 7) u8(static_cast<std::uint8_t>(x | 0x80));
        u8(static_cast<std::uint8_t>(x));
    }
    // All that is not a number is written as one and the same: machines differ in the sign they give it.
    void number(double x) { u64(bits_of(x)); }
    void numbers(const double* x, std::size_t n) {
        const std::size_t before = bytes.size();
        bytes.resize(before + 8 * n);
        char* at = bytes.data() + before;
        for (std::size_t i = 0; i < n; ++i, at += 8) {
            const std::uint64_t bits = bits_of(x[i]);
            for (int k = 0; k < 8; ++k) at[k] = static_cast<char>(bits >> (8 * k));
        }
    }
    void text(std::string_view t) {
        count(t.size());
        bytes.append(t);
    }

 private:
    static std::uint64_t bits_of(double x) {
        if (x != x) return 0x7ff8000000000000ULL;
        std::uint64_t bits;
        std::memcpy(&bits, &x, sizeof bits);
        return bits;
    }
    void fixed(std::uint64_t x, int n) {
        for (int k = 0; k < n; ++k) u8(static_cast<std::uint8_t>(x >> (8 * k)));
    }
};

class ByteReader {
 public:
    explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

    std::size_t left() const { return rest_.size(); }
    std::uint8_t u8() { return static_cast<std::uint8_t>(take(1)[0]); }
    std::uint32_t u32() { return static_cast<std::uint32_t>(fixed(take(4), 4)); }
    std::uint64_t u64() { return fixed(take(8), 8); }
    std::uint64_t count() {
        std::uint64_t x = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            const std::uint8_t b = u8();
            if (shift == 63 && b > 1) break;
            x |= static_cast<std::uint64_t>(b & 0x7f) << shift;
            if (b < 0x80) return x;
        }
        throw std::runtime_error("a count in the bytes is too large");
    }
    // A count of things that take at least `bytes_each` of the bytes that are left.
    std::size_t count_of(std::size_t bytes_each) {
        const std::uint64_t n = count();
        if (n > rest_.size() / bytes_each) throw std::runtime_error("the bytes end too early");
        return static_cast<std::size_t>(n);
    }
    double number() {
        const std::uint64_t bits = u64();
        double x;
        std::memcpy(&x, &bits, sizeof x);
        return x;
    }
    void numbers(double* x, std::size_t n) {
        if (n > rest_.size() / 8) throw std::runtime_error("the bytes end too early");
        const std::string_view from = take(8 * n);
        for (std::size_t i = 0; i < n; ++i) {
            const std::uint64_t bits = fixed(from.substr(8 * i, 8), 8);
            std::memcpy(x + i, &bits, sizeof bits);
        }
    }
    std::string_view text() { return take(count_of(1)); }

 private:
    std::string_view take(std::size_t n) {
        if (n > rest_.size()) throw std::runtime_error("the bytes end too early");
        const std::string_view taken = rest_.substr(0, n);
        rest_.remove_prefix(n);
        return taken;
    }
    static std::uint64_t fixed(std::string_view from, int n) {
        std::uint64_t x = 0;
        for (int k = 0; k < n; ++k)
            x |= static_cast<std::uint64_t>(static_cast<unsigned char>(from[static_cast<std::size_t>(k)])) << (8 * k);
        return x;
    }

    std::string_view rest_;
};

}  // namespace polhode
