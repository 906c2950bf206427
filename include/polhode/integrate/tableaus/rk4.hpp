// Kutta 1901, the classical one
#pragma once

#include "../tableau.hpp"

namespace polhode::integrate {

struct Rk4 {
    static constexpr const char* name = "rk4";
    static constexpr const char* summary = "classical Runge-Kutta, four evaluations";
    static constexpr const char* orders = "4";
    static constexpr const char* source = "Hairer, Norsett, Wanner, Solving ODEs I II.1 table 1.2";
    static constexpr int stages = 4, order = 4;
    static constexpr double A[4][4] = {{0, 0, 0, 0}, {0.5, 0, 0, 0}, {0, 0.5, 0, 0}, {0, 0, 1, 0}};
    static constexpr double B[4] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
    static constexpr double C[4] = {0, 0.5, 0.5, 1};
};

template <>
struct TableauAt<3> {
    using type = Rk4;
};

}  // namespace polhode::integrate
