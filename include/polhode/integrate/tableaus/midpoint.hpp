// Runge 1895: the slope at the middle (HNW II.1 table 1.1)
#pragma once

#include "../tableau.hpp"

namespace polhode::integrate {

struct Midpoint {
    static constexpr const char* name = "midpoint";
    static constexpr const char* summary = "Runge's midpoint rule, two evaluations";
    static constexpr const char* orders = "2";
    static constexpr const char* source = "Hairer, Norsett, Wanner, Solving ODEs I II.1 table 1.1";
    static constexpr int stages = 2, order = 2;
    static constexpr double A[2][2] = {{0, 0}, {0.5, 0}};
    static constexpr double B[2] = {0, 1};
    static constexpr double C[2] = {0, 0.5};
};

template <>
struct TableauAt<1> {
    using type = Midpoint;
};

}  // namespace polhode::integrate
