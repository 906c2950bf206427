// Merson 1957 with the estimate |2 K1 - 9 K3 + 8 K4 - K5|/10, K = (h/3) f (TN D-5302 cites it for its variable step)
#pragma once

#include "../tableau.hpp"

namespace polhode::integrate {

struct Merson {
    static constexpr const char* name = "merson";
    static constexpr const char* summary =
        "Runge-Kutta-Merson, five evaluations; fixed with `step`, or halving and doubling with `e_max`";
    static constexpr const char* orders = "4";
    static constexpr const char* source = "TN D-5302, section on variable step; Merson 1957";
    static constexpr int stages = 5, order = 4;
    static constexpr double A[5][5] = {{0, 0, 0, 0, 0},
                                       {1. / 3, 0, 0, 0, 0},
                                       {1. / 6, 1. / 6, 0, 0, 0},
                                       {0.125, 0, 0.375, 0, 0},
                                       {0.5, 0, -1.5, 2, 0}};
    static constexpr double B[5] = {1. / 6, 0, 0, 2. / 3, 1. / 6};
    static constexpr double C[5] = {0, 1. / 3, 1. / 3, 0.5, 1};
    static constexpr double E[5] = {2. / 30, 0, -9. / 30, 8. / 30, -1. / 30};
};

template <>
struct TableauAt<4> {
    using type = Merson;
};

}  // namespace polhode::integrate
