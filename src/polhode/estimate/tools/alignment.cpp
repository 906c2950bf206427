#include "polhode/estimate/tools/alignment.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "polhode/base/diagnostic.hpp"
#include "polhode/estimate/tools/small_linear.hpp"

namespace polhode::estimate {

namespace {

using Vectors = std::vector<Vec3<double>>;
constexpr int smooth_half = 4;  // nine samples, raised cosine

// A signal with rows that do not count.
struct RateSignal {
    Vectors x;
    std::vector<char> good;
};

RateSignal smoothed_signal(const RateSignal& in) {
    double weight[2 * smooth_half + 1], sum = 0;
    for (int k = -smooth_half; k <= smooth_half; ++k)
        sum += weight[k + smooth_half] = 1 + std::cos(std::numbers::pi * k / (smooth_half + 1));
    RateSignal out{Vectors(in.x.size()), std::vector<char>(in.x.size(), 0)};
    const auto n = static_cast<long>(in.x.size());
    for (long i = smooth_half; i + smooth_half < n; ++i) {
        Vec3<double> s;
        bool good = true;
        for (int k = -smooth_half; k <= smooth_half; ++k) {
            const auto at = static_cast<size_t>(i + k);
            good = good && in.good[at];
            s = s + (weight[k + smooth_half] / sum) * in.x[at];
        }
        out.x[static_cast<size_t>(i)] = s;
        out.good[static_cast<size_t>(i)] = good;
    }
    return out;
}

// Davenport's quaternion of the rotation that best turns a into b, from sum b a^T (top eigenvector of a 4x4 matrix).
Quaternion<double> best_rotation(const Mat3<double>& c) {
    const double trace = c(0, 0) + c(1, 1) + c(2, 2);
    const double z[3] = {c(2, 1) - c(1, 2), c(0, 2) - c(2, 0), c(1, 0) - c(0, 1)};
    Matrix k(4, Numbers(4, 0));
    k[0][0] = trace;
    for (size_t i = 0; i < 3; ++i) {
        k[0][i + 1] = k[i + 1][0] = z[i];
        for (size_t j = 0; j < 3; ++j) {
            const int a = static_cast<int>(i), b = static_cast<int>(j);
            k[i + 1][j + 1] = c(a, b) + c(b, a) - (i == j ? trace : 0);
        }
    }
    const Numbers v = symmetric_eigen(k).vectors.back();
    return normalise(Quaternion<double>{v[0], v[1], v[2], v[3]});
}

struct LagFit {
    double cost = INFINITY;
    Quaternion<double> rotation;
    size_t used = 0;
    Mat3<double> spread;  // sum of (|a|^2 I - a a^T): what the rotation rests on
};

// Gyro a at i against the attitudes' rate b at i + lag (a fraction: between two samples), for i in [from, to).
LagFit fit_at_lag(const RateSignal& a, const RateSignal& b, double lag, size_t from, size_t to) {
    const auto whole = static_cast<long>(std::floor(lag));
    const double share = lag - static_cast<double>(whole);
    Vectors pairs_a, pairs_b;
    Vec3<double> mean_a, mean_b;
    for (size_t i = from; i < to; ++i) {
        const long j = static_cast<long>(i) + whole;
        if (j < 0 || j + 1 >= static_cast<long>(b.x.size()) || !a.good[i]) continue;
        const auto at = static_cast<size_t>(j);
        if (!b.good[at] || !b.good[at + 1]) continue;
        pairs_a.push_back(a.x[i]);
        pairs_b.push_back((1 - share) * b.x[at] + share * b.x[at + 1]);
        mean_a = mean_a + pairs_a.back();
        mean_b = mean_b + pairs_b.back();
    }
    LagFit fit;
    fit.used = pairs_a.size();
    if (fit.used < 20) return fit;
    const double n = static_cast<double>(fit.used);
    mean_a = mean_a / n;
    mean_b = mean_b / n;
    Mat3<double> c;
    for (size_t i = 0; i < fit.used; ++i) {
        const Vec3<double> x = pairs_a[i] = pairs_a[i] - mean_a, y = pairs_b[i] = pairs_b[i] - mean_b;
        for (int r = 0; r < 3; ++r)
            for (int k = 0; k < 3; ++k) {
                c(r, k) += y[r] * x[k];
                fit.spread(r, k) += (r == k ? dot(x, x) : 0) - x[r] * x[k];
            }
    }
    fit.rotation = best_rotation(c);
    fit.cost = 0;
    for (size_t i = 0; i < fit.used; ++i) {
        const Vec3<double> d = pairs_b[i] - to_world(fit.rotation, pairs_a[i]);
        fit.cost += dot(d, d) / n;
    }
    return fit;
}

// The lag of least cost: whole samples first, then golden section between the neighbours of the best.
double best_lag(const RateSignal& a, const RateSignal& b, int most, size_t from, size_t to) {
    double best = 0, least = INFINITY;
    for (int lag = -most; lag <= most; ++lag) {
        const double cost = fit_at_lag(a, b, lag, from, to).cost;
        if (cost < least) {
            least = cost;
            best = lag;
        }
    }
    const double ratio = (std::sqrt(5.0) - 1) / 2;
    double low = best - 1, high = best + 1;
    double x = high - ratio * (high - low), y = low + ratio * (high - low);
    double fx = fit_at_lag(a, b, x, from, to).cost, fy = fit_at_lag(a, b, y, from, to).cost;
    while (high - low > 1e-4) {
        if (fx < fy) {
            high = y;
            y = x;
            fy = fx;
            x = high - ratio * (high - low);
            fx = fit_at_lag(a, b, x, from, to).cost;
        } else {
            low = x;
            x = y;
            fx = fy;
            y = low + ratio * (high - low);
            fy = fit_at_lag(a, b, y, from, to).cost;
        }
    }
    return 0.5 * (low + high);
}

// Neighbouring samples share the smoothing window: so many count about once.
constexpr double samples_that_count_once = 2 * smooth_half + 1;

// The standard deviation of a lag, in samples, from how the cost bends about it; 0: it does not.
double lag_deviation(const RateSignal& a, const RateSignal& b, double lag, const LagFit& fit, size_t from, size_t to) {
    const double step = 0.5, independent = static_cast<double>(fit.used) / samples_that_count_once;
    const double beside = fit_at_lag(a, b, lag + step, from, to).cost + fit_at_lag(a, b, lag - step, from, to).cost;
    const double bend = (beside - 2 * fit.cost) / (step * step);
    return bend > 0 ? std::sqrt(2 * (fit.cost / 3) / (independent * bend)) : 0;
}

// A line through the offsets of windows of 20 s: how much one clock runs faster than the other.
void fit_clock_rate(const RateSignal& a, const RateSignal& b, double dt, int most, Alignment& out) {
    const auto window = static_cast<size_t>(20 / dt);
    std::vector<double> t, lag, deviation;
    for (size_t from = 0; window > 0 && from + window <= b.x.size(); from += window) {
        const LagFit here = fit_at_lag(a, b, 0, from, from + window);
        // nothing turns here: the lag would be noise
        double moved = 0;
        for (int i = 0; i < 3; ++i) moved += here.spread(i, i);
        if (here.used < window / 2 || moved / static_cast<double>(2 * here.used) < 0.04) continue;
        t.push_back((static_cast<double>(from) + 0.5 * static_cast<double>(window)) * dt);
        const double best = best_lag(a, b, most, from, from + window);
        lag.push_back(best * dt);
        deviation.push_back(
            dt * lag_deviation(a, b, best, fit_at_lag(a, b, best, from, from + window), from, from + window));
    }
    if (t.size() < 3) return;
    const double n = static_cast<double>(t.size());
    double mt = 0, ml = 0, tt = 0, tl = 0, rest = 0, own = 0;
    for (size_t i = 0; i < t.size(); ++i) {
        mt += t[i] / n;
        ml += lag[i] / n;
    }
    for (size_t i = 0; i < t.size(); ++i) {
        tt += (t[i] - mt) * (t[i] - mt);
        tl += (t[i] - mt) * (lag[i] - ml);
    }
    const double slope = tl / tt;
    for (size_t i = 0; i < t.size(); ++i) {
        rest += std::pow(lag[i] - ml - slope * (t[i] - mt), 2);
        own += std::pow((t[i] - mt) * deviation[i] / tt, 2);
    }
    out.rate_ppm = 1e6 * slope;
    // few points may lie on a line by luck, but no better than each of them is known
    out.rate_deviation_ppm = 1e6 * std::sqrt(std::max(rest / (n - 2) / tt, own));
}

}  // namespace

Alignment align_recordings(const Vectors& gyro, const std::vector<Quaternion<double>>& attitudes,
                           const std::vector<char>& has_attitude, double dt, int most) {
    const size_t n = gyro.size();
    RateSignal a{gyro, std::vector<char>(n, 1)}, b{Vectors(n), std::vector<char>(n, 0)};
    for (size_t i = 1; i + 1 < n; ++i) {
        if (!has_attitude[i - 1] || !has_attitude[i + 1] || !has_attitude[i]) continue;
        b.x[i] = (0.5 / dt) * log_rotation(conjugate(attitudes[i - 1]) * attitudes[i + 1]);
        b.good[i] = 1;
    }
    a = smoothed_signal(a);
    b = smoothed_signal(b);
    Alignment out;
    const double lag = best_lag(a, b, most, 0, n);
    const LagFit fit = fit_at_lag(a, b, lag, 0, n);
    out.used = fit.used;
    out.offset = lag * dt;
    out.rotation_vector = log_rotation(fit.rotation);
    out.rotation = to_matrix(fit.rotation);
    out.residual = std::sqrt(fit.cost);
    if (fit.used < 20 || !std::isfinite(fit.cost)) return out;
    out.offset_deviation = dt * lag_deviation(a, b, lag, fit, 0, n);
    Matrix spread(3, Numbers(3));
    for (size_t r = 0; r < 3; ++r)
        for (size_t k = 0; k < 3; ++k) spread[r][k] = fit.spread(static_cast<int>(r), static_cast<int>(k));
    const Matrix inverse = inverse_of(spread);
    for (size_t i = 0; i < inverse.size(); ++i)
        out.rotation_deviation[static_cast<int>(i)] =
            std::sqrt(std::max(inverse[i][i], 0.0) * fit.cost / 3 * samples_that_count_once);
    fit_clock_rate(a, b, dt, most, out);
    return out;
}

TwoRecordings recordings_in(const SensorLog& log) {
    if (!log.has_truth)
        throw InputError({log.name, 0, "qw"}, "the log has no attitudes to align with: columns qw, qx, qy, qz");
    const LogSamples samples = samples_of(log, {true, true});
    TwoRecordings both{{}, {}, {}, samples.time.median};
    for (size_t i = 0; i < samples.samples.size(); ++i) {
        both.gyro.push_back(samples.samples[i].gyro);
        both.attitudes.push_back(log.rows[samples.row[i]].truth);
        both.has_attitude.push_back(log.rows[samples.row[i]].has_truth);
    }
    return both;
}

Alignment align_log(const SensorLog& log, int most) {
    const TwoRecordings both = recordings_in(log);
    const Alignment a = align_recordings(both.gyro, both.attitudes, both.has_attitude, both.dt, most);
    if (a.used < 20)
        throw InputError({log.name, 0, "qw"}, "fewer than 20 rows have a gyro reading and attitudes around them");
    return a;
}

}  // namespace polhode::estimate
