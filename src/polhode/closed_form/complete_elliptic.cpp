#include "polhode/closed_form/complete_elliptic.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace polhode {

double complete_integral(double complementary_modulus, double p, double a, double b) {
    double kc = std::abs(complementary_modulus);
    if (kc == 0) return std::numeric_limits<double>::infinity();
    // The two means approach each other quadratically: stopping at 1e-8 leaves 1e-16.
    const double enough = 1e-8;
    double e = kc, m = 1;
    p = std::sqrt(p);
    b /= p;
    for (;;) {
        const double a_old = a;
        a += b / p;
        double g = e / p;
        b += a_old * g;
        b += b;
        p += g;
        g = m;
        m += kc;
        if (!(std::abs(g - kc) > enough * g)) break;
        kc = 2 * std::sqrt(e);
        e = kc * m;
    }
    return std::numbers::pi / 2 * (a * m + b) / (m * (m + p));
}

double quarter_period(double complementary_modulus) { return complete_integral(complementary_modulus, 1, 1, 1); }

}  // namespace polhode
