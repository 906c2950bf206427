// Complete elliptic integrals by the arithmetic-geometric mean, for periods and mean rates.
#pragma once

namespace polhode {

// Bulirsch's general complete integral (R. Bulirsch, Numer. Math. 13 (1969) 305; DLMF 19.2.11)
//
//     cel(k', p, a, b) = int_0^(pi/2) (a cos^2 + b sin^2) / ((cos^2 + p sin^2) sqrt(cos^2 + k'^2 sin^2))
//
// for k' > 0 and p > 0. It takes the complementary modulus, so that moduli near 1 lose nothing, and while a and b have
// one sign every step adds numbers of one sign: full relative accuracy. Infinite for k' = 0 (unless the numerator
// vanishes there, which the caller knows better).
double complete_integral(double complementary_modulus, double p, double a, double b);

// K(k) from k' = sqrt(1 - k^2); infinity for k' = 0
double quarter_period(double complementary_modulus);

}  // namespace polhode
