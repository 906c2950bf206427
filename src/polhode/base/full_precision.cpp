#include "polhode/base/full_precision.hpp"

#include <cstdint>
#include <cstdio>
#include <cstring>

namespace polhode {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr int largest_power = 32;  // 2^53 5^32 < 2^128: the largest power of five that keeps the product exact

struct PowersOfFive {
    Wide of[largest_power + 1];
    constexpr PowersOfFive() : of{} {
        of[0] = 1;
        for (int i = 1; i <= largest_power; ++i) of[i] = of[i - 1] * 5;
    }
};
constexpr PowersOfFive five;

constexpr std::uint64_t ten_to_16 = 10'000'000'000'000'000ULL;

struct Pairs {
    char of[200];
    constexpr Pairs() : of{} {
        for (int i = 0; i < 100; ++i) {
            of[2 * i] = static_cast<char>('0' + i / 10);
            of[2 * i + 1] = static_cast<char>('0' + i % 10);
        }
    }
};
constexpr Pairs pairs;

void write_eight(char* at, std::uint32_t n) {
    const std::uint32_t high = n / 10000, low = n % 10000;
    std::memcpy(at, pairs.of + 2 * (high / 100), 2);
    std::memcpy(at + 2, pairs.of + 2 * (high % 100), 2);
    std::memcpy(at + 4, pairs.of + 2 * (low / 100), 2);
    std::memcpy(at + 6, pairs.of + 2 * (low % 100), 2);
}

// m 2^e 10^k rounded to the nearest whole number, ties to even, exact: m 5^k fits and only a shift is left.
std::uint64_t scaled(std::uint64_t m, int e, int k) {
    const Wide product = five.of[k] * m;
    const int shift = -(e + k);
    if (shift <= 0) return static_cast<std::uint64_t>(product << -shift);
    if (shift >= 128) return 0;
    std::uint64_t whole = static_cast<std::uint64_t>(product >> shift);
    const Wide half = static_cast<Wide>(1) << (shift - 1), rest = product & ((half << 1) - 1);
    if (rest > half || (rest == half && (whole & 1))) ++whole;
    return whole;
}

char* write_by_library(char* at, double x) {
    char text[full_precision_room];
    const int n = std::snprintf(text, sizeof text, "%.17g", x);
    std::memcpy(at, text, static_cast<std::size_t>(n));
    return at + n;
}

}  // namespace

char* write_full_precision(char* at, double x) {
    std::uint64_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    const int biased = static_cast<int>((bits >> 52) & 0x7ff);
    if (bits << 1 == 0) {
        if (bits) *at++ = '-';
        *at++ = '0';
        return at;
    }
    // 17 digits of x are those of x 10^k with k = 16 - p, p the decimal exponent; 0 <= k <= 32 here
    if (biased < 1023 - 53 || biased > 1023 + 55) return write_by_library(at, x);
    const std::uint64_t m = (bits & ((1ULL << 52) - 1)) | (1ULL << 52);
    const int e = biased - 1075;
    // floor((biased - 1023) log10 2) is p or p - 1
    int p = ((biased - 1023) * 1233) >> 12;
    if (p < 16 - largest_power || p > 15) return write_by_library(at, x);
    std::uint64_t n = scaled(m, e, 16 - p);
    if (n >= 10 * ten_to_16) n = scaled(m, e, 16 - ++p);
    if (n >= 10 * ten_to_16) {  // 9.99...95 rounded up to the next power of ten
        n = ten_to_16;
        ++p;
    }

    char digits[24];
    digits[0] = static_cast<char>('0' + n / ten_to_16);
    n %= ten_to_16;
    write_eight(digits + 1, static_cast<std::uint32_t>(n / 100'000'000));
    write_eight(digits + 9, static_cast<std::uint32_t>(n % 100'000'000));
    int count = 17;
    while (digits[count - 1] == '0') --count;

    if (bits >> 63) *at++ = '-';
    if (p >= 0) {
        const int whole = p + 1;
        std::memcpy(at, digits, static_cast<std::size_t>(whole));
        at += whole;
        if (count > whole) {
            *at++ = '.';
            std::memcpy(at, digits + whole, static_cast<std::size_t>(count - whole));
            at += count - whole;
        }
    } else if (p >= -4) {
        std::memcpy(at, "0.0000", 6);
        at += 1 - p;
        std::memcpy(at, digits, static_cast<std::size_t>(count));
        at += count;
    } else {
        *at++ = digits[0];
        if (count > 1) {
            *at++ = '.';
            std::memcpy(at, digits + 1, static_cast<std::size_t>(count - 1));
            at += count - 1;
        }
        *at++ = 'e';
        *at++ = '-';
        std::memcpy(at, pairs.of + 2 * -p, 2);
        at += 2;
    }
    return at;
}

std::string full_precision(double x) {
    char text[full_precision_room];
    return std::string(text, write_full_precision(text, x));
}

}  // namespace polhode
