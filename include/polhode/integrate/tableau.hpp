// Butcher tableaux of the explicit Runge-Kutta methods, as types: the stepper (runge_kutta.hpp) reads the numbers at
// compile time, so a zero costs nothing and one stepper serves every method.
//
//     stages, order           of the method; A[i][j], B[i], C[i] as in every textbook
//     E[i] (optional)         weights of the embedded error estimate, times h: the part of the step that is doubtful
//     first_same_as_last      the last stage is the derivative at the new point
//     name, summary, orders, source   how lists and messages speak of it
//
// tableaus.hpp lists them all.
//
// Source of the tables: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, 2nd ed. (HNW), II.1-II.5.
#pragma once

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

// Runge 1895: the slope at the middle (HNW II.1 table 1.1)
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

// The mean of the slopes at both ends (seed Gray, integrator "heun")
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

// Kutta 1901, the classical one
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

// Merson 1957 with the estimate |2 K1 - 9 K3 + 8 K4 - K5|/10, K = (h/3) f (TN D-5302 cites it for its variable step)
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

// Dormand and Prince 1980, order 5 with an error estimate of order 4 (HNW II.5 table 5.2)
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

}  // namespace polhode::integrate
