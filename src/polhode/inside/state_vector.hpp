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
    explicit Vec(int count) : length(count) {
        for (int i = 0; i < count; ++i) v[i] = T(0);
    }
    Vec(const Vec& a) : length(a.length) { take(a); }
    Vec& operator=(const Vec& a) {
        length = a.length;
        take(a);
        return *this;
    }

    T& operator[](int i) { return v[i]; }
    const T& operator[](int i) const { return v[i]; }

    friend Vec operator+(const Vec& a, const Vec& b) {
        if (a.length == 0) return b;
        Vec r;
        r.length = a.length;
        for (int i = 0; i < a.length; ++i) r.v[i] = a.v[i] + b.v[i];
        return r;
    }
    friend Vec operator-(const Vec& a, const Vec& b) {
        Vec r;
        r.length = a.length;
        for (int i = 0; i < a.length; ++i) r.v[i] = a.v[i] - b.v[i];
        return r;
    }
    friend Vec operator-(const Vec& a) {
        Vec r;
        r.length = a.length;
        for (int i = 0; i < a.length; ++i) r.v[i] = -a.v[i];
        return r;
    }
    friend Vec operator*(T s, const Vec& a) {
        Vec r;
        r.length = a.length;
        for (int i = 0; i < a.length; ++i) r.v[i] = s * a.v[i];
        return r;
    }

 private:
    void take(const Vec& a) {
        if constexpr (std::is_same_v<T, double>) {
            // four at a time, also past the end: most states are too short for a call of memmove to pay
            static_assert(longest_state % 4 == 0);
            for (int i = 0; i < length; i += 4) __builtin_memcpy(v + i, a.v + i, 4 * sizeof(double));
        } else {
            for (int i = 0; i < length; ++i) v[i] = a.v[i];
        }
    }
};

template <class T>
using StateVector = Vec<T, any_length>;

// a*x + y, each component rounded once
template <class T>
StateVector<T> madd(T a, const StateVector<T>& x, const StateVector<T>& y) {
    if (y.length == 0) return a * x;
    StateVector<T> r;
    r.length = x.length;
    for (int i = 0; i < x.length; ++i) r.v[i] = fma(a, x.v[i], y.v[i]);
    return r;
}

template <class T>
bool is_finite(const StateVector<T>& a) {
    for (int i = 0; i < a.length; ++i)
        if (!is_finite(a.v[i])) return false;
    return true;
}

}  // namespace polhode
