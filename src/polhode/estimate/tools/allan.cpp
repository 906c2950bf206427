#include "polhode/estimate/tools/allan.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "polhode/estimate/tools/small_linear.hpp"

namespace polhode::estimate {

namespace {

// The regularised incomplete gamma function P(a, x): series below a + 1, continued fraction above (DLMF 8.11.4, 8.9.2)
double lower_gamma_share(double a, double x) {
    if (x <= 0) return 0;
    const double front = std::exp(a * std::log(x) - x - std::lgamma(a));
    if (x < a + 1) {
        double term = 1 / a, sum = term;
        for (int n = 1; n < 100000 && term > 1e-16 * sum; ++n) sum += term *= x / (a + n);
        return front * sum;
    }
    double b = x + 1 - a, c = 1e300, d = 1 / b, h = d;
    for (int n = 1; n < 100000; ++n) {
        const double an = -n * (n - a);
        b += 2;
        d = 1 / (an * d + b);
        c = b + an / c;
        h *= c * d;
        if (std::fabs(c * d - 1) < 1e-15) break;
    }
    return 1 - front * h;
}

// Sum over all lags of the squared product sum of two second differences of the angle, of m1 and of m2 samples, each -1
// over its first half and +1 over its second.
double squared_overlap(long m1, long m2) {
    const auto sum_until = [m2](long x) {
        return static_cast<double>(x <= 0 || x >= 2 * m2 ? 0 : x <= m2 ? -x : x - 2 * m2);
    };
    double squares = 0;
    for (long lag = -2 * m1; lag <= 2 * m2; ++lag) {
        const double c = sum_until(lag + 2 * m1) - 2 * sum_until(lag + m1) + sum_until(lag);
        squares += c * c;
    }
    return squares;
}

// How Allan variances over m1 <= m2 samples of one record hang together where the noise is white: as the squares of the
// covariances of what they are means of (Isserlis 1918). From 16 samples on only the ratio counts.
double correlation_of(long m1, long m2) {
    while (m1 > 16) {
        m1 /= 2;
        m2 /= 2;
    }
    return squared_overlap(m1, m2) / std::sqrt(squared_overlap(m1, m1) * squared_overlap(m2, m2));
}

// Non-negative least squares of three terms: of all choices of terms the best whose coefficients are not negative.
struct NoiseFit {
    double squares[3]{};
    Matrix covariance;  // of all three at once, where nothing is forced to zero
};
Numbers noise_terms(double tau) { return {1 / tau, 2 * std::numbers::ln2 / std::numbers::pi, tau / 3}; }

// The covariance of three coefficients that least squares with weights 1/sd^2 take from points that hang together:
// G C G^T with G = (A^T W A)^-1 A^T W.
Matrix covariance_of(const Matrix& inverse_normal, const std::vector<AllanPoint>& points, double dt) {
    if (inverse_normal.empty()) return {};
    std::vector<Numbers> g;  // columns of G, each times the deviation of its point
    for (const AllanPoint& p : points) {
        const double sd = p.deviation * p.deviation / std::sqrt(p.freedom / 2);
        const Numbers t = noise_terms(p.tau);
        g.emplace_back(3, 0);
        for (size_t i = 0; i < 3; ++i)
            for (size_t j = 0; j < 3; ++j) g.back()[i] += inverse_normal[i][j] * t[j] / sd;
    }
    Matrix covariance(3, Numbers(3, 0));
    for (size_t k = 0; k < points.size(); ++k)
        for (size_t l = 0; l < points.size(); ++l) {
            const long one = std::lround(points[std::min(k, l)].tau / dt),
                       two = std::lround(points[std::max(k, l)].tau / dt);
            const double together = correlation_of(one, two);
            for (size_t i = 0; i < 3; ++i)
                for (size_t j = 0; j < 3; ++j) covariance[i][j] += together * g[k][i] * g[l][j];
        }
    return covariance;
}

NoiseFit fit_noise(const std::vector<AllanPoint>& points, double dt) {
    NoiseFit best;
    double least = INFINITY;
    const auto& terms = noise_terms;
    for (unsigned chosen = 7; chosen > 0; --chosen) {
        std::vector<size_t> used;
        for (size_t k = 0; k < 3; ++k)
            if (chosen & (1u << k)) used.push_back(k);
        Matrix a(used.size(), Numbers(used.size(), 0));
        Numbers b(used.size(), 0);
        for (const AllanPoint& p : points) {
            const double s2 = p.deviation * p.deviation, weight = std::sqrt(p.freedom / 2) / s2;
            const Numbers t = terms(p.tau);
            for (size_t i = 0; i < used.size(); ++i) {
                b[i] += weight * weight * t[used[i]] * s2;
                for (size_t j = 0; j < used.size(); ++j) a[i][j] += weight * weight * t[used[i]] * t[used[j]];
            }
        }
        if (chosen == 7) best.covariance = covariance_of(inverse_of(a), points, dt);
        const Numbers x = solved(a, b);
        if (x.empty() || std::any_of(x.begin(), x.end(), [](double v) { return !(v >= 0); })) continue;
        double squares[3]{}, cost = 0;
        for (size_t i = 0; i < used.size(); ++i) squares[used[i]] = x[i];
        for (const AllanPoint& p : points) {
            const Numbers t = terms(p.tau);
            const double s2 = p.deviation * p.deviation;
            const double miss =
                (squares[0] * t[0] + squares[1] * t[1] + squares[2] * t[2] - s2) / s2 * std::sqrt(p.freedom / 2);
            cost += miss * miss;
        }
        if (cost >= least) continue;
        least = cost;
        std::copy(squares, squares + 3, best.squares);
    }
    return best;
}

AllanCoefficient coefficient(double square, double variance) {
    AllanCoefficient c;
    c.value = std::sqrt(square);
    const double sd = std::sqrt(std::max(variance, 0.0));
    c.deviation = c.value > 0 ? sd / (2 * c.value) : std::sqrt(sd);
    c.limit = std::sqrt(square + 1.645 * sd);
    c.told = square > 3 * sd;
    return c;
}

}  // namespace

double chi_squared_quantile(double freedom, double p) {
    // Wilson and Hilferty's cube to begin with, then bisection between what it is surely above and below
    double low = 0, high = freedom + 20 * std::sqrt(2 * freedom) + 40;
    for (int i = 0; i < 200 && high - low > 1e-14 * high; ++i) {
        const double middle = 0.5 * (low + high);
        (lower_gamma_share(freedom / 2, middle / 2) < p ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

AllanFit allan_deviation(const std::vector<double>& x, double dt) {
    std::vector<double> angle{0};
    for (const double v : x) angle.push_back(angle.back() + v * dt);
    const auto n = static_cast<double>(angle.size());
    AllanFit fit;
    for (size_t m = 1; m <= x.size() / 8; m *= 2) {
        double sum = 0;
        const size_t many = angle.size() - 2 * m;
        for (size_t k = 0; k < many; ++k) {
            const double d = angle[k + 2 * m] - 2 * angle[k + m] + angle[k];
            sum += d * d;
        }
        const auto mm = static_cast<double>(m);
        AllanPoint p{};
        p.tau = mm * dt;
        p.deviation = std::sqrt(sum / (2 * static_cast<double>(many) * p.tau * p.tau));
        // white noise (Greenhall and Riley 2003)
        p.freedom = (3 * (n - 1) / (2 * mm) - 2 * (n - 2) / n) * 4 * mm * mm / (4 * mm * mm + 5);
        p.low = p.deviation * std::sqrt(p.freedom / chi_squared_quantile(p.freedom, 0.975));
        p.high = p.deviation * std::sqrt(p.freedom / chi_squared_quantile(p.freedom, 0.025));
        fit.points.push_back(p);
    }
    std::vector<AllanPoint> telling;
    for (const AllanPoint& p : fit.points)
        if (p.deviation > 0) telling.push_back(p);
    if (telling.size() < 3) return fit;
    const NoiseFit noise = fit_noise(telling, dt);
    const auto variance = [&noise](size_t k) { return noise.covariance.empty() ? 0 : noise.covariance[k][k]; };
    fit.white = coefficient(noise.squares[0], variance(0));
    fit.flicker = coefficient(noise.squares[1], variance(1));
    fit.walk = coefficient(noise.squares[2], variance(2));
    for (AllanPoint& p : fit.points)
        p.model = std::sqrt(noise.squares[0] / p.tau + 2 * std::numbers::ln2 / std::numbers::pi * noise.squares[1] +
                            noise.squares[2] * p.tau / 3);
    return fit;
}

}  // namespace polhode::estimate
