// Random numbers by counting: Philox4x32-10 turns (key, counter) into four random words. Nothing is remembered from
// one number to the next, so number n of stream s under a seed is the same on every machine, in any order and by any
// number of threads. The uniform and normal deviates made from the words use the core's own elementary functions and
// so have the same bits everywhere as well.
//
// Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
#pragma once

#include "elementary.hpp"

namespace polhode {

struct Words4 {
    unsigned v[4];
};

// Ten rounds; key and counter as in the paper, least significant word first.
POLHODE_HD inline Words4 philox_4x32(Words4 counter, unsigned key0, unsigned key1) {
    for (int round = 0; round < 10; ++round) {
        const unsigned long long a = 0xD2511F53ull * counter.v[0], b = 0xCD9E8D57ull * counter.v[2];
        counter = {{static_cast<unsigned>(b >> 32) ^ counter.v[1] ^ key0, static_cast<unsigned>(b),
                    static_cast<unsigned>(a >> 32) ^ counter.v[3] ^ key1, static_cast<unsigned>(a)}};
        key0 += 0x9E3779B9u;  // Weyl sequences of the golden ratio and of sqrt(3) - 1
        key1 += 0xBB67AE85u;
    }
    return counter;
}

struct TwoNumbers {
    double first, second;
};

// A stream of random numbers: key = seed, the upper half of the counter = stream.
struct RandomStream {
    unsigned long long seed = 0;
    unsigned long long stream = 0;

    POLHODE_HD Words4 words(unsigned long long n) const {
        return philox_4x32({{static_cast<unsigned>(n), static_cast<unsigned>(n >> 32), static_cast<unsigned>(stream),
                             static_cast<unsigned>(stream >> 32)}},
                           static_cast<unsigned>(seed), static_cast<unsigned>(seed >> 32));
    }
    // Two independent numbers in (0, 1): the middles of 2^52 equal intervals, so that neither end is ever met.
    POLHODE_HD TwoNumbers uniform_pair(unsigned long long n) const {
        const Words4 w = words(n);
        const auto one = [](unsigned low, unsigned high) {
            const unsigned long long bits = (static_cast<unsigned long long>(high) << 32 | low) >> 12;
            return (static_cast<double>(bits) + 0.5) * 0x1p-52;
        };
        return {one(w.v[0], w.v[1]), one(w.v[2], w.v[3])};
    }
    // Two independent normal deviates (Box and Muller, Ann. Math. Stat. 29 (1958) 610)
    POLHODE_HD TwoNumbers normal_pair(unsigned long long n) const {
        const TwoNumbers u = uniform_pair(n);
        const double r = sqrt(-2.0 * log(u.first));
        double s, c;
        sincos(two_pi<double>() * u.second, s, c);
        return {r * c, r * s};
    }
    POLHODE_HD double uniform(unsigned long long n) const {
        const TwoNumbers u = uniform_pair(n / 2);
        return n % 2 == 0 ? u.first : u.second;
    }
    POLHODE_HD double normal(unsigned long long n) const {
        const TwoNumbers z = normal_pair(n / 2);
        return n % 2 == 0 ? z.first : z.second;
    }
};

}  // namespace polhode
