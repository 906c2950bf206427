// Numbers as whole numbers in the same order, for sorting and counting by bits.
#pragma once

#include <cstdint>
#include <cstring>

namespace polhode {

// Of a number that is not NaN; -0 and 0 are the same.
inline std::uint64_t ordered_bits(double x) {
    x += 0.0;
    std::uint64_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    return (bits >> 63) != 0 ? ~bits : bits | (1ULL << 63);
}

inline double number_of_ordered_bits(std::uint64_t ordered) {
    const std::uint64_t bits = (ordered >> 63) != 0 ? ordered & ~(1ULL << 63) : ~ordered;
    double x;
    std::memcpy(&x, &bits, sizeof x);
    return x;
}

}  // namespace polhode
