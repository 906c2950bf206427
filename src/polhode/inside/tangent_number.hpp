// A number that carries its derivative along a tangent: a series of one term. A motion over such numbers is one beside
// its nearest neighbours, y + e z with e^2 = 0, and a time t + e d one at which a neighbour comes to where the motion
// is at t (analysis/lyapunov.hpp).
#pragma once

#include <type_traits>

#include "polhode/arithmetic/series.hpp"

namespace polhode {

using TangentNumber = Series<double>;

template <class T>
inline constexpr bool has_tangent = std::is_same_v<T, TangentNumber>;

template <class T>
T without_tangent(const T& a) {
    if constexpr (has_tangent<T>)
        return T(a.c[0]);
    else
        return a;
}

}  // namespace polhode
