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

// Products of two second differences of the angle, of m1 and of m2 samples, summed over all lags, by what goes in:
// samples of white noise (each -1 over its first half and +1 over its second), steps of a random walk (the running sum
// of that, a triangle), or one of each.
struct Overlap {
    double white = 0, mixed = 0, walk = 0;
};
Overlap squared_overlap(long m1, long m2, double rows) {
    const auto sum_until = [m2](long x) {
        return static_cast<double>(x <= 0 || x >= 2 * m2 ? 0 : x <= m2 ? -x : x - 2 * m2);
    };
    Overlap sum;
    for (long lag = -2 * m1; lag <= 2 * m2; ++lag) {
        const double white = sum_until(lag + 2 * m1) - 2 * sum_until(lag + m1) + sum_until(lag);
        double walk = 0;
        for (long k = 1; k < 2 * m1; ++k) walk += static_cast<double>(k <= m1 ? -k : k - 2 * m1) * sum_until(lag + k);
        // so many of the differences are so far apart
        const double share =
            std::max(0.0, 1 - std::fabs(static_cast<double>(lag - (m2 - m1))) / (rows - 2.0 * static_cast<double>(m2)));
        sum.white += share * white * white;
        sum.mixed += share * white * walk;
        sum.walk += share * walk * walk;
    }
    return sum;
}

// The covariance of Allan variances over m1 <= m2 samples of one record of `rows`, in white noise N and random walk K:
// squares of covariances of what they are means of (Isserlis 1918). From 16 samples on, longer samples stand for
// several.
struct PairOfVariances {
    double white = 0, mixed = 0, walk = 0;  // times N^4, 2 N^2 K^2, K^4
    double at(double n2, double k2) const { return n2 * n2 * white + 2 * n2 * k2 * mixed + k2 * k2 * walk; }
};
PairOfVariances covariance_of_pair(long m1, long m2, double dt, double rows) {
    while (m1 > 16) {
        m1 /= 2;
        m2 /= 2;
        dt *= 2;
        rows /= 2;
    }
    const Overlap o = squared_overlap(m1, m2, rows);
    const auto one = static_cast<double>(m1), two = static_cast<double>(m2);
    // a sample of white noise has the variance N^2/dt, a step of the walk K^2 dt
    const double norm = 2 / ((rows - 2 * two) * 4 * one * one * two * two);
    return {norm * o.white / (dt * dt), norm * o.mixed, norm * o.walk * dt * dt};
}

// Non-negative least squares of three terms: of all choices of terms the best whose coefficients are not negative.
struct NoiseFit {
    double squares[3]{};
    Matrix inverse_normal;  // of all three at once, where nothing is forced to zero
};
Numbers noise_terms(double tau) { return {1 / tau, 2 * std::numbers::ln2 / std::numbers::pi, tau / 3}; }

// How the coefficients of a record scatter, whatever its noise is: G C G^T with G = (A^T W A)^-1 A^T W of least squares
// with weights 1/sd^2, and C the covariance of the points in that noise.
class CoefficientScatter {
 public:
    CoefficientScatter(const NoiseFit& fit, const std::vector<AllanPoint>& points, double dt, double rows)
        : points_(points), told_(!fit.inverse_normal.empty()) {
        if (!told_) return;
        for (const AllanPoint& p : points) {
            const double sd = p.deviation * p.deviation / std::sqrt(p.freedom / 2);
            const Numbers t = noise_terms(p.tau);
            g_.emplace_back(3, 0);
            for (size_t i = 0; i < 3; ++i)
                for (size_t j = 0; j < 3; ++j) g_.back()[i] += fit.inverse_normal[i][j] * t[j] / (sd * sd);
        }
        for (size_t k = 0; k < points.size(); ++k)
            for (size_t l = 0; l <= k; ++l)
                pairs_.push_back(
                    covariance_of_pair(std::lround(points[l].tau / dt), std::lround(points[k].tau / dt), dt, rows));
    }
    // The variance of the square of a coefficient where the noise has these squares. Flicker is taken to scatter as
    // what is there beside it.
    double variance(size_t coefficient, const double (&squares)[3]) const {
        if (!told_) return 0;
        Numbers more(points_.size(), 1);
        for (size_t k = 0; k < points_.size(); ++k) {
            const Numbers t = noise_terms(points_[k].tau);
            const double plain = squares[0] * t[0] + squares[2] * t[2];
            if (plain > 0) more[k] += squares[1] * t[1] / plain;
        }
        double sum = 0;
        size_t pair = 0;
        for (size_t k = 0; k < points_.size(); ++k)
            for (size_t l = 0; l <= k; ++l)
                sum += (k == l ? 1 : 2) * pairs_[pair++].at(squares[0], squares[2]) * more[k] * more[l] *
                       g_[k][coefficient] * g_[l][coefficient];
        return std::max(sum, 0.0);
    }

 private:
    const std::vector<AllanPoint>& points_;
    bool told_;
    Matrix g_;
    std::vector<PairOfVariances> pairs_;
};

NoiseFit fit_noise(const std::vector<AllanPoint>& points) {
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
        if (chosen == 7) best.inverse_normal = inverse_of(a);
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

// The square that is not exceeded with 95 %: one of which a record shows as little as this only once in twenty times.
// What a record shows is skew as chi squared is (Cornish and Fisher 1938).
double limit_of_square(const CoefficientScatter& scatter, const NoiseFit& fit, size_t k) {
    double squares[3];
    std::copy(fit.squares, fit.squares + 3, squares);
    const double seen = fit.squares[k];
    const auto short_of_it = [&](double square) {
        squares[k] = square;
        const double sd = std::sqrt(scatter.variance(k, squares)),
                     skew = square > 0 ? std::min(2 * sd / square, 2.0) : 0;
        return square - (1.645 - (1.645 * 1.645 - 1) / 6 * skew) * sd < seen;
    };
    double low = seen, high = seen + 2 * std::sqrt(scatter.variance(k, squares));
    for (int i = 0; i < 40 && short_of_it(high); ++i) high *= 2;
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        (short_of_it(middle) ? low : high) = middle;
    }
    return high;
}

AllanCoefficient coefficient(const CoefficientScatter& scatter, const NoiseFit& fit, size_t k) {
    AllanCoefficient c;
    c.value = std::sqrt(fit.squares[k]);
    const double sd = std::sqrt(scatter.variance(k, fit.squares));
    c.deviation = c.value > 0 ? sd / (2 * c.value) : std::sqrt(sd);
    c.limit = std::sqrt(limit_of_square(scatter, fit, k));
    c.told = fit.squares[k] > 3 * sd;
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
    const NoiseFit noise = fit_noise(telling);
    const CoefficientScatter scatter(noise, telling, dt, static_cast<double>(x.size()));
    fit.white = coefficient(scatter, noise, 0);
    fit.flicker = coefficient(scatter, noise, 1);
    fit.walk = coefficient(scatter, noise, 2);
    for (AllanPoint& p : fit.points)
        p.model = std::sqrt(noise.squares[0] / p.tau + 2 * std::numbers::ln2 / std::numbers::pi * noise.squares[1] +
                            noise.squares[2] * p.tau / 3);
    return fit;
}

}  // namespace polhode::estimate
