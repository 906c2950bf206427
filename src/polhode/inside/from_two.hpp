// From numbers of two words to those of a motion, and from these to double.
#pragma once

#include <type_traits>

#include "polhode/arithmetic/two_words_elementary.hpp"
#include "polhode/arithmetic/vec.hpp"

namespace polhode::inside {

using exact::Two;

// A number of two words in another arithmetic: double, two words, or a constant series of either.
template <class T>
T from_two(const Two& a) {
    if constexpr (std::is_same_v<T, double>)
        return a.hi + a.lo;
    else if constexpr (requires { T::capacity; })
        return T(from_two<std::remove_cvref_t<decltype(T().c[0])>>(a));
    else
        return a;
}
template <class T>
Vec3<T> from_two(const Vec3<Two>& a) {
    return {from_two<T>(a[0]), from_two<T>(a[1]), from_two<T>(a[2])};
}
template <class T>
double in_double(const T& a) {
    if constexpr (requires { T::capacity; })
        return in_double(a.c[0]);
    else if constexpr (requires { a.hi; })
        return a.hi + a.lo;
    else
        return a;
}

}  // namespace polhode::inside
