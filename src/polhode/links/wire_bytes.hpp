// Numbers as other programs want them in a datagram or a file: of fixed width, big or little end first. Appends to a
// text that is used again and again. What does not fit into a narrower type is taken to its nearest end, never wrapped.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace polhode {

// A number that is not one becomes zero: what receives it must not have to know of such.
inline float nearest_float(double x) {
    constexpr double most = std::numeric_limits<float>::max();
    if (!(x == x)) return 0;
    return static_cast<float>(x > most ? most : x < -most ? -most : x);
}
template <class Integer>
Integer nearest_integer(double x) {
    constexpr double least = static_cast<double>(std::numeric_limits<Integer>::min());
    constexpr double most = static_cast<double>(std::numeric_limits<Integer>::max());
    if (!(x == x)) return 0;
    if (x <= least) return std::numeric_limits<Integer>::min();
    if (x >= most) return std::numeric_limits<Integer>::max();
    return static_cast<Integer>(std::nearbyint(x));
}

enum class End { little, big };

template <End end>
class WireWriter {
 public:
    explicit WireWriter(std::string& to) : to_(to) {}

    void u8(std::uint8_t x) { to_.push_back(static_cast<char>(x)); }
    void u16(std::uint16_t x) { fixed(x, 2); }
    void u32(std::uint32_t x) { fixed(x, 4); }
    void u64(std::uint64_t x) { fixed(x, 8); }
    void i16(std::int16_t x) { fixed(static_cast<std::uint16_t>(x), 2); }
    void i32(std::int32_t x) { fixed(static_cast<std::uint32_t>(x), 4); }
    void f32(double x) { fixed(std::bit_cast<std::uint32_t>(nearest_float(x)), 4); }
    void f64(double x) { fixed(std::bit_cast<std::uint64_t>(x), 8); }
    void zeros(std::size_t n) { to_.append(n, '\0'); }

 private:
    void fixed(std::uint64_t x, int n) {
        for (int k = 0; k < n; ++k) u8(static_cast<std::uint8_t>(x >> 8 * (end == End::big ? n - 1 - k : k)));
    }
    std::string& to_;
};

// Reads little end first from a place that the caller knows to be inside.
inline std::uint64_t little_end(std::string_view bytes, std::size_t at, std::size_t n) {
    std::uint64_t x = 0;
    for (std::size_t k = 0; k < n; ++k)
        x |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + k])) << 8 * k;
    return x;
}

}  // namespace polhode
