#include "polhode/closed_form/complete_elliptic.hpp"

#include <cmath>
#include <limits>

#include "polhode/exact/elliptic.hpp"

namespace polhode {

double complete_integral(double complementary_modulus, double p, double a, double b) {
    const double kc = std::abs(complementary_modulus);
    if (kc == 0) return std::numeric_limits<double>::infinity();
    // The two means approach each other quadratically: stopping at 1e-8 leaves 1e-16. (The core's own limit for one
    // word is a little narrower, and would change the last bit of one period in forty.)
    const double enough = 1e-8;
    const double ps[] = {p}, as[] = {a}, bs[] = {b};
    return exact::complete_integrals<double, double, 1>(kc, ps, as, bs, enough).c[0];
}

double quarter_period(double complementary_modulus) { return complete_integral(complementary_modulus, 1, 1, 1); }

}  // namespace polhode
