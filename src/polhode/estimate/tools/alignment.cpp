#include "polhode/estimate/tools/alignment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "polhode/base/diagnostic.hpp"
#include "polhode/estimate/tools/fit_scatter.hpp"
#include "polhode/estimate/tools/small_linear.hpp"

namespace polhode::estimate {

namespace {

using Vectors = std::vector<Vec3<double>>;
constexpr int smooth_half = 4;  // nine samples, raised cosine
constexpr size_t fewest_rows = 20;

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

// Where the attitudes stand in the rows of the gyro: at row i + lag + rate (i - middle).
struct Clocks {
    double lag = 0, rate = 0, middle = 0;  // rows
    double at(size_t row) const {
        const double i = static_cast<double>(row);
        return i + lag + rate * (i - middle);
    }
};

// What lies between rows, and its slope per row: by the quintic through six neighbours, or by a line between two. The
// line takes noise away half way, and so draws every lag there.
struct Between {
    Vec3<double> x, slope;
};
bool quintic_at(const RateSignal& b, double where, Between& out) {
    const double whole = std::floor(where), u = where - whole;
    if (!(whole >= 2) || whole + 3 >= static_cast<double>(b.x.size())) return false;
    const auto first = static_cast<size_t>(whole) - 2;
    out = {};
    for (int k = 0; k < 6; ++k) {
        if (!b.good[first + static_cast<size_t>(k)]) return false;
        // Lagrange's polynomial of the node k - 2, and its derivative
        double value = 1, slope = 0;
        for (int j = 0; j < 6; ++j) {
            if (j == k) continue;
            const double over = 1.0 / (k - j), by = (u - (j - 2)) * over;
            slope = slope * by + value * over;
            value *= by;
        }
        const Vec3<double>& y = b.x[first + static_cast<size_t>(k)];
        out.x = out.x + value * y;
        out.slope = out.slope + slope * y;
    }
    return true;
}

bool line_at(const RateSignal& b, double where, Between& out) {
    const double whole = std::floor(where), u = where - whole;
    if (!(whole >= 0) || whole + 1 >= static_cast<double>(b.x.size())) return false;
    const auto at = static_cast<size_t>(whole);
    if (!b.good[at] || !b.good[at + 1]) return false;
    out = {(1 - u) * b.x[at] + u * b.x[at + 1], b.x[at + 1] - b.x[at]};
    return true;
}

// Gyro against the rates of the attitudes, for rows [from, to) and given clocks.
struct ClockFit {
    double cost = INFINITY;
    Quaternion<double> rotation;
    std::vector<size_t> rows;
    Vectors a, a_slope, b, b_slope;  // a turned; means taken off a and b
};

ClockFit fit_at(const RateSignal& a, const RateSignal& b, const Clocks& clocks, size_t from, size_t to,
                bool (*between)(const RateSignal&, double, Between&) = quintic_at) {
    ClockFit fit;
    Vec3<double> mean_a, mean_b;
    Between x, y;
    for (size_t i = from; i < to; ++i) {
        if (!between(a, static_cast<double>(i), x) || !between(b, clocks.at(i), y)) continue;
        fit.rows.push_back(i);
        fit.a.push_back(x.x);
        fit.a_slope.push_back(x.slope);
        fit.b.push_back(y.x);
        fit.b_slope.push_back(y.slope);
        mean_a = mean_a + x.x;
        mean_b = mean_b + y.x;
    }
    if (fit.rows.size() < fewest_rows) return fit;
    const double n = static_cast<double>(fit.rows.size());
    Mat3<double> c;
    for (size_t i = 0; i < fit.rows.size(); ++i) {
        fit.a[i] = fit.a[i] - mean_a / n;
        fit.b[i] = fit.b[i] - mean_b / n;
        for (int r = 0; r < 3; ++r)
            for (int k = 0; k < 3; ++k) c(r, k) += fit.b[i][r] * fit.a[i][k];
    }
    fit.rotation = best_rotation(c);
    fit.cost = 0;
    for (size_t i = 0; i < fit.rows.size(); ++i) {
        fit.a[i] = to_world(fit.rotation, fit.a[i]);
        fit.a_slope[i] = to_world(fit.rotation, fit.a_slope[i]);
        const Vec3<double> d = fit.b[i] - fit.a[i];
        fit.cost += dot(d, d) / n;
    }
    return fit;
}

// How the residual falls with each unknown: lag, rate where it is asked for, and turns in front of the rotation about
// some axes. Taken of the gyro or of the attitudes.
const Vectors all_axes{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
std::vector<Vectors> slopes_of(const ClockFit& fit, bool of_gyro, const Clocks& clocks, bool with_rate,
                               const Vectors& axes = all_axes) {
    const Vectors &x = of_gyro ? fit.a : fit.b, &slope = of_gyro ? fit.a_slope : fit.b_slope;
    std::vector<Vectors> all{slope};
    if (with_rate) {
        all.push_back(slope);
        for (size_t i = 0; i < fit.rows.size(); ++i)
            all[1][i] = (static_cast<double>(fit.rows[i]) - clocks.middle) * slope[i];
    }
    for (const Vec3<double>& axis : axes) {
        all.emplace_back();
        for (const Vec3<double>& v : x) all.back().push_back(-1.0 * cross(axis, v));
    }
    for (Vectors& series : all) {
        Vec3<double> mean;
        for (const Vec3<double>& v : series) mean = mean + v / static_cast<double>(series.size());
        for (Vec3<double>& v : series) v = v - mean;
    }
    return all;
}

double inner(const Vectors& a, const Vectors& b) {
    double s = 0;
    for (size_t i = 0; i < a.size(); ++i) s += dot(a[i], b[i]);
    return s;
}

// The normal matrix from slopes of the one and of the other: noise of the two is not the same, so that it stays out
// (instrumental variables).
Matrix normal_matrix(const std::vector<Vectors>& a, const std::vector<Vectors>& b) {
    Matrix normal(a.size(), Numbers(a.size()));
    for (size_t p = 0; p < a.size(); ++p)
        for (size_t q = 0; q <= p; ++q) normal[p][q] = normal[q][p] = 0.5 * (inner(a[p], b[q]) + inner(a[q], b[p]));
    return normal;
}

// Gauss and Newton from clocks that are less than a row off, on what the slopes of the gyro leave of the residual: it
// stands where it is, so that nothing hangs on the place between two rows.
void refine(const RateSignal& a, const RateSignal& b, size_t from, size_t to, bool with_rate, Clocks& clocks) {
    const double begin = clocks.lag;
    for (int round = 0; round < 20; ++round) {
        const ClockFit fit = fit_at(a, b, clocks, from, to);
        if (!std::isfinite(fit.cost)) return;
        const auto of_a = slopes_of(fit, true, clocks, with_rate), of_b = slopes_of(fit, false, clocks, with_rate);
        Vectors rest;
        for (size_t i = 0; i < fit.rows.size(); ++i) rest.push_back(fit.b[i] - fit.a[i]);
        Numbers score;
        for (const Vectors& slope : of_a) score.push_back(-inner(slope, rest));
        const Numbers step = solved(normal_matrix(of_a, of_b), score);
        if (step.empty() || !std::isfinite(step[0])) return;
        clocks.lag = std::clamp(clocks.lag + step[0], begin - 1, begin + 1);
        if (with_rate && std::isfinite(step[1])) clocks.rate += step[1];
        if (std::fabs(step[0]) < 1e-6) return;
    }
}

// The lag of least cost: whole rows first, then between the neighbours of the best.
Clocks best_lag(const RateSignal& a, const RateSignal& b, int most, size_t from, size_t to) {
    Clocks best;
    double least = INFINITY;
    for (int lag = -most; lag <= most; ++lag) {
        const double cost = fit_at(a, b, {static_cast<double>(lag), 0, 0}, from, to, line_at).cost;
        if (cost < least) {
            least = cost;
            best.lag = lag;
        }
    }
    refine(a, b, from, to, false, best);
    return best;
}

// How far the lag of least cost is drawn towards half a row by noise when a line stands between rows.
double pull_of_lines(const RateSignal& a, const RateSignal& b, double lag) {
    const auto cost = [&](double x) { return fit_at(a, b, {x, 0, 0}, 0, b.x.size(), line_at).cost; };
    const double ratio = (std::sqrt(5.0) - 1) / 2;
    double low = lag - 1, high = lag + 1;
    double x = high - ratio * (high - low), y = low + ratio * (high - low);
    double fx = cost(x), fy = cost(y);
    while (high - low > 1e-4) {
        if (fx < fy) {
            high = y;
            y = x;
            fy = fx;
            fx = cost(x = high - ratio * (high - low));
        } else {
            low = x;
            x = y;
            fx = fy;
            fy = cost(y = low + ratio * (high - low));
        }
    }
    return 0.5 * (low + high) - lag;
}

// A line through the lags of windows of 20 s, each weighed by what it tells: where the common fit begins. False: the
// record is too short for it.
bool line_through_windows(const RateSignal& a, const RateSignal& b, double dt, int most, Clocks& clocks) {
    const auto window = static_cast<size_t>(20 / dt);
    struct Point {
        double t, lag, weight;
    };
    std::vector<Point> points;
    for (size_t from = 0; window > 0 && from + window <= b.x.size(); from += window) {
        const ClockFit still = fit_at(a, b, clocks, from, from + window);
        // nothing turns here: the lag would be noise
        if (still.rows.size() < window / 2 || inner(still.a, still.b) < 0.04 * static_cast<double>(still.rows.size()))
            continue;
        const Clocks here = best_lag(a, b, most, from, from + window);
        const ClockFit fit = fit_at(a, b, here, from, from + window);
        points.push_back({static_cast<double>(from) + 0.5 * static_cast<double>(window), here.lag,
                          std::max(inner(fit.a_slope, fit.b_slope), 1e-300)});
    }
    if (points.size() < 3) return false;
    double all = 0, mt = 0, ml = 0, tt = 0, tl = 0;
    for (const Point& p : points) {
        all += p.weight;
        mt += p.weight * p.t;
        ml += p.weight * p.lag;
    }
    mt /= all;
    ml /= all;
    for (const Point& p : points) {
        tt += p.weight * (p.t - mt) * (p.t - mt);
        tl += p.weight * (p.t - mt) * (p.lag - ml);
    }
    if (!(tt > 0)) return false;
    // between the first and the last moment that turns: there both lag and rate are known
    clocks.middle = 0.5 * (points.front().t + points.back().t);
    clocks.rate = tl / tt;
    clocks.lag = ml + clocks.rate * (clocks.middle - mt);
    return true;
}

// Where nothing tells a turn it may be any: the deviation of an even spread over a circle.
const double no_idea = std::numbers::pi / std::sqrt(3.0);

// How sure: of the lag, of the rate (where it was asked for), and of a turn in front of the rotation.
struct FitSpread {
    double lag = INFINITY, rate = INFINITY;  // variances
    Mat3<double> turn;
};

FitSpread spread_of(const ClockFit& fit, const Clocks& clocks, bool with_rate) {
    FitSpread out;
    const size_t clock = with_rate ? 2 : 1;
    const Matrix all = normal_matrix(slopes_of(fit, true, clocks, with_rate), slopes_of(fit, false, clocks, with_rate));
    Matrix turns(3, Numbers(3));
    for (size_t i = 0; i < 3; ++i)
        for (size_t j = 0; j < 3; ++j) turns[i][j] = all[clock + i][clock + j];
    // a turn about the one axis of a motion is told by nothing
    const EigenSystem e = symmetric_eigen(turns);
    Vectors told;
    for (size_t k = 0; k < 3; ++k) {
        const Vec3<double> axis{e.vectors[k][0], e.vectors[k][1], e.vectors[k][2]};
        if (e.values[k] > 1e-6 * e.values[2]) {
            told.push_back(axis);
            continue;
        }
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) out.turn(i, j) += no_idea * no_idea * axis[i] * axis[j];
    }
    const auto of_a = slopes_of(fit, true, clocks, with_rate, told),
               of_b = slopes_of(fit, false, clocks, with_rate, told);
    const Matrix inverse = inverse_of(normal_matrix(of_a, of_b));
    if (inverse.empty()) return out;
    // of the two the one with less noise in it
    const auto& slopes = inner(fit.a_slope, fit.a_slope) < inner(fit.b_slope, fit.b_slope) ? of_a : of_b;
    FittedRows rows;
    const size_t first = fit.rows.front(), many = fit.rows.back() - first + 1;
    rows.rest.resize(many);
    rows.good.assign(many, 0);
    rows.slopes.assign(slopes.size(), Vectors(many));
    for (size_t i = 0; i < fit.rows.size(); ++i) {
        const size_t to = fit.rows[i] - first;
        rows.good[to] = 1;
        rows.rest[to] = fit.b[i] - fit.a[i];
        for (size_t p = 0; p < slopes.size(); ++p) rows.slopes[p][to] = slopes[p][i];
    }
    const Matrix c = product(product(inverse, covariance_of_scores(rows)), inverse);
    const auto told_by = [&c](size_t i) { return c[i][i] > 0 ? c[i][i] : INFINITY; };
    out.lag = told_by(0);
    if (with_rate) out.rate = told_by(1);
    for (size_t p = 0; p < told.size(); ++p)
        for (size_t q = 0; q < told.size(); ++q) {
            const auto share = [&](size_t k) { return std::min(1.0, no_idea / std::sqrt(told_by(clock + k))); };
            const double both = share(p) * share(q) * c[clock + p][clock + q];
            for (int i = 0; i < 3; ++i)
                for (int j = 0; j < 3; ++j) out.turn(i, j) += both * told[p][i] * told[q][j];
        }
    return out;
}

// From a turn in front of exp(v) to a change of v: the inverse of the left Jacobian of SO(3) (Sola, Deray, Atchuthan,
// arXiv 1812.01537, eq. 146).
Mat3<double> change_of_vector(const Vec3<double>& v) {
    const double n = norm(v);
    const double c = n < 1e-4 ? 1.0 / 12 : 1 / (n * n) - 1 / (2 * n * std::tan(0.5 * n));
    Mat3<double> m = Mat3<double>::identity();
    for (int j = 0; j < 3; ++j) {
        Vec3<double> unit;
        unit[j] = 1;
        const Vec3<double> once = cross(v, unit), twice_crossed = cross(v, once);
        for (int i = 0; i < 3; ++i) m(i, j) += -0.5 * once[i] + c * twice_crossed[i];
    }
    return m;
}

void state_deviations(const FitSpread& spread, double dt, bool with_rate, Alignment& out) {
    out.offset_deviation = out.unpulled_deviation = dt * std::sqrt(spread.lag);
    if (with_rate) out.rate_deviation_ppm = 1e6 * std::sqrt(spread.rate);
    const Mat3<double> by = change_of_vector(out.rotation_vector), turn = by * spread.turn * by.transposed();
    for (int i = 0; i < 3; ++i) out.rotation_deviation[i] = turn(i, i) > 0 ? std::sqrt(turn(i, i)) : INFINITY;
}

// What central differences make of a gyro's rate: the mean over two rows through five readings, and the term of
// second order of a rotation vector (Miller 1983).
RateSignal seen_by_differences(const Vectors& w, const std::vector<char>& good, double dt) {
    RateSignal out{Vectors(w.size()), std::vector<char>(w.size(), 0)};
    for (size_t i = 2; i + 2 < w.size(); ++i) {
        if (!good[i - 2] || !good[i - 1] || !good[i] || !good[i + 1] || !good[i + 2]) continue;
        const Vec3<double> near = w[i + 1] - w[i - 1], far = w[i + 2] - w[i - 2];
        const Vec3<double> mean = (114. * w[i] + 34. * (w[i - 1] + w[i + 1]) - (w[i - 2] + w[i + 2])) / 180;
        out.x[i] = mean + (dt / 36) * cross(w[i], 8. * near - far);
        out.good[i] = 1;
    }
    return out;
}

}  // namespace

Alignment align_recordings(const TwoRecordings& both, int most) {
    const size_t n = both.gyro.size();
    const double dt = both.dt;
    const std::vector<Quaternion<double>>& attitudes = both.attitudes;
    const std::vector<char>& has = both.has_attitude;
    RateSignal b{Vectors(n), std::vector<char>(n, 0)};
    for (size_t i = 1; i + 1 < n; ++i) {
        if (!has[i - 1] || !has[i + 1] || !has[i]) continue;
        b.x[i] = (0.5 / dt) * log_rotation(conjugate(attitudes[i - 1]) * attitudes[i + 1]);
        b.good[i] = 1;
    }
    const RateSignal a = smoothed_signal(seen_by_differences(both.gyro, both.has_gyro, dt));
    b = smoothed_signal(b);
    Alignment out;
    Clocks clocks = best_lag(a, b, most, 0, n);
    clocks.middle = 0.5 * static_cast<double>(n - 1);
    const bool with_rate = line_through_windows(a, b, dt, most, clocks);
    if (with_rate) refine(a, b, 0, n, true, clocks);
    const ClockFit fit = fit_at(a, b, clocks, 0, n);
    out.used = fit.rows.size();
    if (out.used < fewest_rows || !std::isfinite(fit.cost)) return out;
    out.unpulled_offset = out.offset = clocks.lag * dt;
    out.offset_at = clocks.middle * dt;
    out.rate_ppm = 1e6 * clocks.rate;
    out.rotation_vector = log_rotation(fit.rotation);
    out.rotation = to_matrix(fit.rotation);
    out.residual = std::sqrt(fit.cost);
    state_deviations(spread_of(fit, clocks, with_rate), dt, with_rate, out);
    if (!with_rate) {
        const double pull = dt * pull_of_lines(a, b, clocks.lag);
        out.offset += pull;
        out.offset_deviation = std::hypot(out.unpulled_deviation, pull);
    }
    return out;
}

Aligned align_log(const SensorLog& log, int most) {
    if (!log.has_truth)
        throw InputError({log.name, 0, "qw"}, "the log has no attitudes to align with: columns qw, qx, qy, qz");
    const LogSamples samples = samples_of(log, {true, true});
    Aligned out;
    out.recordings = recordings_by_row(log, samples);
    out.alignment = align_recordings(out.recordings, most);
    // uneven stamps may be true, or only badly rounded: what leaves less is right
    if (has_uneven_steps(samples)) {
        Aligned by_time{recordings_by_time(log, samples), {}, {}};
        by_time.alignment = align_recordings(by_time.recordings, most);
        if (by_time.alignment.used >= fewest_rows &&
            (out.alignment.used < fewest_rows || by_time.alignment.residual < out.alignment.residual))
            out = std::move(by_time);
    }
    if (out.alignment.used < fewest_rows)
        throw InputError(
            {log.name, 0, "qw"},
            fmt::format("{} rows have gyro readings and attitudes for {} rows to both sides; expected {} or more",
                        out.alignment.used, smooth_half + 3, fewest_rows));
    out.notes = samples.notes;
    return out;
}

}  // namespace polhode::estimate
