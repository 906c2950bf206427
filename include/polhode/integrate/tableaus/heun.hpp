// The mean of the slopes at both ends (seed Gray, integrator "heun")
#pragma once

#include "../tableau.hpp"

namespace polhode::integrate {

struct Heun {
    static constexpr const char* name = "heun";
    static constexpr const char* summary = "mean of the slopes at both ends, two evaluations";
    static constexpr const char* orders = "2";
    static constexpr const char* source = "Hairer, Norsett, Wanner, Solving ODEs I II.1";
    static constexpr int stages = 2, order = 2;
    static constexpr double A[2][2] = {{0, 0}, {1, 0}};
    static constexpr double B[2] = {0.5, 0.5};
    static constexpr double C[2] = {0, 1};
};

template <>
struct TableauAt<2> {
    using type = Heun;
};

}  // namespace polhode::integrate
