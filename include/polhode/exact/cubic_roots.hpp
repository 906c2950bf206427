// Roots of a cubic with three real roots in two words, each good in its own last digits: the one that stands apart by
// Newton's method, the other two from what remains.
#pragma once

#include "two_words.hpp"

namespace polhode::exact {

// x^3 + b x^2 + c x + d
template <class T>
struct Cubic {
    TwoWords<T> b, c, d;
};
template <class T>
struct TwoRoots {
    TwoWords<T> smaller, larger, distance;
};

// Newton's method from the right of all roots, where it is monotone; started at Samuelson's bound
// -b/3 + (2/3) sqrt(b^2 - 3c) (P. A. Samuelson, J. Amer. Stat. Assoc. 63 (1968) 1522), exact for a double smaller root.
template <class T>
POLHODE_HD TwoWords<T> largest_root(const Cubic<T>& h) {
    using Fine = TwoWords<T>;
    const Fine under = h.b * h.b - h.c * T(3);
    T x = (sqrt(under) * T(2) - h.b).hi / T(3);
    const T b = h.b.hi, c = h.c.hi, d = h.d.hi;
    const T near = sqrt(std::numeric_limits<T>::epsilon());
    for (int i = 0; i < 40; ++i) {
        const T slope = fma(x, fma(T(3), x, T(2) * b), c);
        const T step = fma(x, fma(x, x + b, c), d) / slope;
        if (!(step > T(0))) break;
        x = x - step;
        if (step < near * abs(x)) break;
    }
    Fine r(x);
    for (int i = 0; i < 8; ++i) {
        const Fine slope = r * (r * T(3) + h.b * T(2)) + h.c;
        if (!(abs(slope.hi) > T(0))) break;
        const Fine step = (r * (r * (r + h.b) + h.c) + h.d) / slope;
        r = r - step;
        if (!(abs(step.hi) > std::numeric_limits<T>::epsilon() * abs(r.hi))) break;
    }
    return r;
}

// x^2 - sum x - H = 0 with H >= 0: one root of each sign, neither from a difference
template <class T>
POLHODE_HD TwoRoots<T> roots_of_opposite_sign(const TwoWords<T>& sum, const TwoWords<T>& H) {
    using Fine = TwoWords<T>;
    TwoRoots<T> r;
    r.distance = sqrt(sum * sum + scaled(H, T(4)));
    const Fine big = scaled(sum.hi < T(0) ? sum - r.distance : sum + r.distance, T(0.5));
    const Fine other = big.hi == T(0) ? Fine() : -(H / big);
    r.smaller = sum.hi < T(0) ? big : other;
    r.larger = sum.hi < T(0) ? other : big;
    return r;
}

}  // namespace polhode::exact
