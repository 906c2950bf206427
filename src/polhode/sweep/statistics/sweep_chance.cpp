#include "polhode/sweep/statistics/sweep_chance.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {

namespace {

constexpr double listed_by_chance = 0.01;

}  // namespace

SweepColumnShape column_shape(const std::vector<double>& column) {
    const double n = static_cast<double>(column.size());
    if (n < 4) return {};
    double mean = 0, s2 = 0, s3 = 0, s4 = 0;
    for (const double x : column) mean += x / n;
    for (const double x : column) {
        const double d = x - mean, square = d * d;
        s2 += square;
        s3 += square * d;
        s4 += square * square;
    }
    if (!(s2 > 0)) return {};
    const double k2 = s2 / (n - 1), k3 = n * s3 / ((n - 1) * (n - 2)),
                 k4 = n * ((n + 1) * s4 - 3 * (n - 1) / n * s2 * s2) / ((n - 1) * (n - 2) * (n - 3));
    return {k3 / (k2 * std::sqrt(k2)), k4 / (k2 * k2)};
}

SweepChance chance_of(double pairs, const SweepColumnShape& a, const SweepColumnShape& b) {
    const double n = pairs;
    if (n < 4) return {n, 0, 3};
    return {n, (n - 2) / (n * std::sqrt(n - 1)) * a.skewness * b.skewness,
            3 * (n - 1) / (n + 1) * (1 + (n - 2) * (n - 3) / (3 * n * (n - 1) * (n - 1)) * a.excess * b.excess)};
}

double probability_of(double correlation, const SweepChance& chance) {
    if (!(chance.pairs > 2)) return 1;
    const double z = std::fabs(correlation) * std::sqrt(chance.pairs - 1), z2 = z * z;
    const double normal = std::erfc(z / std::sqrt(2.0)), density = std::exp(-0.5 * z2) / std::sqrt(2 * std::acos(-1.0));
    const double excess = chance.fourth - 3;
    const double more =
        2 * density * (excess / 24 * z * (z2 - 3) + chance.cube * chance.cube / 72 * z * (z2 * (z2 - 10) + 15));
    // tails that are lighter than normal are taken as normal
    if (more <= normal) return std::min(1.0, normal + std::max(more, 0.0));
    return std::min({1.0, 1 / z2, chance.fourth / (z2 * z2)});
}

bool beyond_chance(double correlation, const SweepChance& chance, double many) {
    return probability_of(correlation, chance) * many < listed_by_chance;
}

bool beyond_any_chance(double correlation, double pairs, double many) {
    return pairs > 2 && many < listed_by_chance * (pairs - 1) * correlation * correlation;
}

}  // namespace polhode
