// Dormand and Prince 1980, order 5 with an error estimate of order 4 (HNW II.5 table 5.2)
#pragma once

#include "../tableau.hpp"

namespace polhode::integrate {

struct DormandPrince5 {
    static constexpr const char* name = "dopri5";
    static constexpr const char* summary = "Dormand-Prince 5(4), adaptive with dense output (fixed with `step` alone)";
    static constexpr const char* orders = "5(4)";
    static constexpr const char* source = "Hairer, Norsett, Wanner, Solving ODEs I II.5 table 5.2";
    static constexpr int stages = 7, order = 5;
    static constexpr bool first_same_as_last = true;
    static constexpr double A[7][7] = {{0, 0, 0, 0, 0, 0, 0},
                                       {1. / 5, 0, 0, 0, 0, 0, 0},
                                       {3. / 40, 9. / 40, 0, 0, 0, 0, 0},
                                       {44. / 45, -56. / 15, 32. / 9, 0, 0, 0, 0},
                                       {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729, 0, 0, 0},
                                       {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656, 0, 0},
                                       {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84, 0}};
    static constexpr double B[7] = {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84, 0};
    static constexpr double C[7] = {0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1};
    static constexpr double E[7] = {71. / 57600, 0, -71. / 16695, 71. / 1920, -17253. / 339200, 22. / 525, -1. / 40};
    // Continuous extension of order 4 (HNW II.6 eq. 6.12, 6.13): weights of the fifth polynomial
    static constexpr double D[7] = {-12715105075. / 11282082432.,  0,
                                    87487479700. / 32700410799.,   -10690763975. / 1880347072.,
                                    701980252875. / 199316789632., -1453857185. / 822651844.,
                                    69997945. / 29380423.};
};

template <>
struct TableauAt<5> {
    using type = DormandPrince5;
};

}  // namespace polhode::integrate
