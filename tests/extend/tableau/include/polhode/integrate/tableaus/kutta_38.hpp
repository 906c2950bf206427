// Kutta 1901, the 3/8 rule (HNW II.1 table 1.2)
#pragma once

#include "polhode/integrate/tableau.hpp"

namespace polhode::integrate {

struct Kutta38 {
    static constexpr const char* name = "kutta38";
    static constexpr const char* summary = "Kutta's 3/8 rule, four evaluations";
    static constexpr const char* orders = "4";
    static constexpr const char* source = "Hairer, Norsett, Wanner, Solving ODEs I II.1 table 1.2";
    static constexpr int stages = 4, order = 4;
    static constexpr double A[4][4] = {{0, 0, 0, 0}, {1. / 3, 0, 0, 0}, {-1. / 3, 1, 0, 0}, {1, -1, 1, 0}};
    static constexpr double B[4] = {0.125, 0.375, 0.375, 0.125};
    static constexpr double C[4] = {0, 1. / 3, 2. / 3, 1};
};

template <>
struct TableauAt<80> {
    using type = Kutta38;
};

}  // namespace polhode::integrate
