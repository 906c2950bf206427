#include "polhode/sweep/statistics/sweep_student_quantile.hpp"

#include <cmath>
#include <limits>

#include "polhode/arithmetic/elementary.hpp"

namespace polhode {

namespace {

// An angle, its sine, and the square of its cosine with what rounding takes from it: high powers of a cosine near 1
// feel the last digit, and the sine knows it better there.
struct Angle {
    explicit Angle(double angle) : theta(angle) {
        double cosine;
        sincos(angle, sine, cosine);
        const double s2 = sine * sine, c2 = cosine * cosine;
        square = sine < cosine ? 1 - s2 : c2;
        rest = sine < cosine ? ((1 - square) - s2) - fma(sine, sine, -s2) : fma(cosine, cosine, -c2);
    }
    double theta, sine, square, rest;
};

// What lies between -t and t, as a function of theta = atan(t/sqrt(freedom)), in closed form: Abramowitz and Stegun,
// Handbook of Mathematical Functions, eqs. 26.7.3 and 26.7.4.
double between(long freedom, const Angle& a) {
    const bool odd = freedom % 2 == 1;
    const double missing = a.rest / a.square;  // from each factor of a power of the square
    double term = odd ? std::sqrt(a.square) : 1, sum = 0, power = odd ? 0.5 : 0;
    for (long k = odd ? 3 : 2; k <= freedom; k += 2, power += 1) {
        sum += fma(term, power * missing, term);
        term *= a.square * (static_cast<double>(k - 1) / static_cast<double>(k));
    }
    return odd ? (a.theta + a.sine * sum) * (2 / pi<double>()) : a.sine * sum;
}

// For many degrees of freedom: ibid. eq. 26.7.5. The next term is below 0.4/freedom^5.
double by_series(double freedom) {
    const double z = normal_975, z2 = z * z, z3 = z * z2, z5 = z3 * z2, z7 = z5 * z2, z9 = z7 * z2;
    const double g1 = (z3 + z) / 4, g2 = (5 * z5 + 16 * z3 + 3 * z) / 96,
                 g3 = (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / 384,
                 g4 = (79 * z9 + 776 * z7 + 1482 * z5 - 1920 * z3 - 945 * z) / 92160;
    return z + (g1 + (g2 + (g3 + g4 / freedom) / freedom) / freedom) / freedom;
}

}  // namespace

double student_975(double freedom) {
    if (!(freedom >= 1)) return std::numeric_limits<double>::quiet_NaN();
    if (freedom > 1500) return by_series(freedom);
    const auto n = static_cast<long>(freedom);
    // The derivative by theta is slope cos^(n - 1) theta.
    double slope = n % 2 == 1 ? 2 / pi<double>() : 1;
    for (long k = n % 2 == 1 ? 1 : 2; k < n; k += 2) slope *= static_cast<double>(k + 1) / static_cast<double>(k);
    // It rises ever more slowly, so that Newton's steps from 0 come to the root from below.
    Angle at(0);
    for (int i = 0; i < 60; ++i) {
        const double step = (0.95 - between(n, at)) / (slope * pow(at.square, 0.5 * static_cast<double>(n - 1)));
        at = Angle(at.theta + step);
        if (!(step > 1e-15 * at.theta)) break;
    }
    return std::sqrt(static_cast<double>(n) / at.square) * at.sine;
}

}  // namespace polhode
