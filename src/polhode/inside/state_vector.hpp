// A state of run-time length, so that the steppers of the core take bodies with any number of rotors and states in one
// instance: Vec with the length kept beside the numbers, which stand in place. An empty one counts as zero.
#pragma once

#include <type_traits>

#include "polhode/arithmetic/vec.hpp"

namespace polhode {

inline constexpr int any_length = -1;
// q and H, as many momenta, angles and states as formulas can name, and the work
inline constexpr int longest_state = 56;

template <class T>
struct Vec<T, any_length> {
    using scalar = T;
    T v[longest_state];
    int length = 0;

    Vec() {}
    explicit Vec(int count) {
        stretch(count);
        for (int i = 0; i < count; ++i) v[i] = T(0);
    }
    Vec(const Vec& a) : length(a.length) { take(a); }
    Vec& operator=(const Vec& a) {
        length = a.length;
        take(a);
        return *this;
    }
    // Room for so many numbers, which are still to be given.
    void stretch(int count) {
        length = count;
        if constexpr (by_fours)
            for (int i = count; i % 4 != 0; ++i) v[i] = 0;
    }

    T& operator[](int i) { return v[i]; }
    const T& operator[](int i) const { return v[i]; }

    friend Vec operator+(const Vec& a, const Vec& b) {
        if (a.length == 0) return b;
        return made(a, b, [](const T& x, const T& y) { return x + y; });
    }
    friend Vec operator-(const Vec& a, const Vec& b) {
        return made(a, b, [](const T& x, const T& y) { return x - y; });
    }
    friend Vec operator-(const Vec& a) {
        Vec r;
        r.length = a.length;
        for (int i = 0; i < a.length; ++i) r.v[i] = -a.v[i];
        return r;
    }
    friend Vec operator*(const T& s, const Vec& a) {
        return made(a, a, [&](const T& x, const T&) { return s * x; });
    }
    // s*x + y, each component rounded once
    friend Vec madd(const T& s, const Vec& x, const Vec& y) {
        if (y.length == 0) return s * x;
        return made(x, y, [&](const T& a, const T& b) { return fma(s, a, b); });
    }

 private:
    // Doubles go four at a time, also past the end, where zeros stand: most states are too short for loops to pay. As
    // single numbers, written out: they were just stored one by one, and a register of four of them would have to wait
    // until these stores are done.
    static constexpr bool by_fours = std::is_same_v<T, double>;
    static_assert(longest_state % 4 == 0);
    template <class F>
    static Vec made(const Vec& a, const Vec& b, const F& of) {
        Vec r;
        r.length = a.length;
        if constexpr (by_fours) {
            for (int i = 0; i < a.length; i += 4) {
                const T r0 = of(a.v[i], b.v[i]), r1 = of(a.v[i + 1], b.v[i + 1]), r2 = of(a.v[i + 2], b.v[i + 2]),
                        r3 = of(a.v[i + 3], b.v[i + 3]);
                r.v[i] = r0, r.v[i + 1] = r1, r.v[i + 2] = r2, r.v[i + 3] = r3;
            }
        } else {
            for (int i = 0; i < a.length; ++i) r.v[i] = of(a.v[i], b.v[i]);
        }
        return r;
    }
    void take(const Vec& a) {
        if constexpr (by_fours) {
            for (int i = 0; i < length; i += 4)
                v[i] = a.v[i], v[i + 1] = a.v[i + 1], v[i + 2] = a.v[i + 2], v[i + 3] = a.v[i + 3];
        } else {
            for (int i = 0; i < length; ++i) v[i] = a.v[i];
        }
    }
};

template <class T>
using StateVector = Vec<T, any_length>;

template <class T>
bool is_finite(const StateVector<T>& a) {
    if constexpr (std::is_same_v<T, double>) {
        // 0, or NaN where one of them is not
        double sum = 0;
        for (int i = 0; i < a.length; ++i) sum += a.v[i] - a.v[i];
        return sum == 0;
    }
    for (int i = 0; i < a.length; ++i)
        if (!is_finite(a.v[i])) return false;
    return true;
}

}  // namespace polhode
