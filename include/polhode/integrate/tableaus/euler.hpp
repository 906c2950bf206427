// Euler 1768: the slope at the start (HNW II.1)
#pragma once

#include "../tableau.hpp"

namespace polhode::integrate {

struct Euler {
    static constexpr const char* name = "euler";
    static constexpr const char* summary = "forward Euler: one evaluation, for lessons";
    static constexpr const char* orders = "1";
    static constexpr const char* source = "Hairer, Norsett, Wanner, Solving ODEs I II.1";
    static constexpr int stages = 1, order = 1;
    static constexpr double A[1][1] = {{0}};
    static constexpr double B[1] = {1};
    static constexpr double C[1] = {0};
};

template <>
struct TableauAt<0> {
    using type = Euler;
};

}  // namespace polhode::integrate
