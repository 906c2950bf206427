// The bits of a double: sign, exponent, powers of two, the nearest integer.
#pragma once

#include "scalar.hpp"

namespace polhode {

namespace detail {

POLHODE_INLINE unsigned long long bits_of(double x) {
    unsigned long long b;
    __builtin_memcpy(&b, &x, sizeof b);
    return b;
}
POLHODE_INLINE double from_bits(unsigned long long b) {
    double x;
    __builtin_memcpy(&x, &b, sizeof x);
    return x;
}
POLHODE_INLINE bool sign_bit(double x) { return (bits_of(x) >> 63) != 0; }
POLHODE_INLINE double infinity() { return from_bits(0x7ff0000000000000ull); }
POLHODE_INLINE double not_a_number() { return from_bits(0x7ff8000000000000ull); }
// 2^k for -1022 <= k <= 1023
POLHODE_INLINE double power_of_two(int k) { return from_bits(static_cast<unsigned long long>(k + 1023) << 52); }
// x 2^k with gradual underflow and overflow to infinity
POLHODE_HD inline double scale(double x, int k) {
    if (k > 1023) {
        x *= 0x1p1023;
        k -= 1023;
        if (k > 1023) k = 1023;
    } else if (k < -1022) {
        x *= 0x1p-969;  // leaves 53 bits above the subnormal range, so that only the last product rounds
        k += 969;
        if (k < -1022) {
            x *= 0x1p-969;
            k += 969;
            if (k < -1022) k = -1022;
        }
    }
    return x * power_of_two(k);
}
// nearest integer for |x| < 2^51, ties to even
POLHODE_INLINE double nearest_integer(double x) { return (x + 0x1.8p52) - 0x1.8p52; }

}  // namespace detail

}  // namespace polhode
