#include "polhode/estimate/tools/calibration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "polhode/estimate/tools/small_linear.hpp"

namespace polhode::estimate {

namespace {

using Vectors = std::vector<Vec3<double>>;

// The length of the vector of the three variances in a window around each sample; at the ends of the log there is none.
std::vector<double> variance_lengths(const Vectors& x, size_t half) {
    std::vector<double> length(x.size(), INFINITY);
    if (x.size() < 2 * half + 1) return length;
    const Vec3<double> about = x[0];
    Vec3<double> sum, squares;
    const auto count = [&](const Vec3<double>& v, double sign) {
        for (int i = 0; i < 3; ++i) {
            const double d = v[i] - about[i];
            sum[i] += sign * d;
            squares[i] += sign * d * d;
        }
    };
    const double n = static_cast<double>(2 * half + 1);
    for (size_t i = 0; i < 2 * half; ++i) count(x[i], 1);
    for (size_t i = half; i + half < x.size(); ++i) {
        count(x[i + half], 1);
        Vec3<double> v;
        for (int k = 0; k < 3; ++k) v[k] = (squares[k] - sum[k] * sum[k] / n) / (n - 1);
        length[i] = norm(v);
        count(x[i - half], -1);
    }
    return length;
}

std::vector<StaticPosition> static_positions(const Vectors& x, const std::vector<double>& variance, double limit,
                                             size_t least) {
    std::vector<StaticPosition> all;
    const auto close = [&](size_t first, size_t end) {
        if (end - first < least) return;
        StaticPosition p{first, end - 1, {}};
        for (size_t i = first; i < end; ++i) p.mean = p.mean + x[i];
        p.mean = p.mean / static_cast<double>(end - first);
        all.push_back(p);
    };
    size_t first = 0;
    bool on = false;
    for (size_t i = 0; i < x.size(); ++i) {
        const bool still = variance[i] < limit;
        if (still && !on) first = i;
        if (!still && on) close(first, i);
        on = still;
    }
    if (on) close(first, x.size());
    return all;
}

// a = T K (raw - offset), T = [[1, -t0, t1], [0, 1, -t2], [0, 0, 1]]; x: t0..t2, k0..k2, offset
SensorModel force_model(const Numbers& x) {
    SensorModel m;
    m.misalignment = Mat3<double>::identity();
    m.misalignment(0, 1) = -x[0];
    m.misalignment(0, 2) = x[1];
    m.misalignment(1, 2) = -x[2];
    m.scale = {x[3], x[4], x[5]};
    m.offset = {x[6], x[7], x[8]};
    m.angles = {x[0], x[1], x[2]};
    return m;
}

struct ForceFit {
    SensorModel model;
    double cost = INFINITY;
};
ForceFit fit_force(const std::vector<StaticPosition>& positions, double gravity) {
    Vec3<double> low = positions[0].mean, high = low;
    for (const StaticPosition& p : positions)
        for (int i = 0; i < 3; ++i) {
            low[i] = std::min(low[i], p.mean[i]);
            high[i] = std::max(high[i], p.mean[i]);
        }
    Numbers x(9, 0), scale(9, 0.01);
    for (int i = 0; i < 3; ++i) {
        const auto at = static_cast<size_t>(i);
        const double k = 2 * gravity / (high[i] - low[i]);
        if (!std::isfinite(k)) return {};
        x[3 + at] = k;
        scale[3 + at] = 0.01 * k;
        x[6 + at] = 0.5 * (high[i] + low[i]);
        scale[6 + at] = 0.01 * (high[i] - low[i]);
    }
    const auto residuals = [&](const Numbers& y) {
        const SensorModel m = force_model(y);
        const Mat3<double> matrix = m.matrix();
        Numbers r;
        for (const StaticPosition& p : positions) {
            const Vec3<double> a = matrix * (p.mean - m.offset);
            r.push_back(gravity * gravity - dot(a, a));
        }
        return r;
    };
    const LeastSquares best = least_squares(x, scale, residuals);
    ForceFit fit{force_model(best.x), best.sum_of_squares / static_cast<double>(positions.size())};
    double squares = 0;
    for (const StaticPosition& p : positions)
        squares += std::pow(norm(fit.model.matrix() * (p.mean - fit.model.offset)) - gravity, 2);
    fit.model.rms = std::sqrt(squares / static_cast<double>(positions.size()));
    if (best.covariance.empty()) fit.model.deviations_unknown(3);
    for (size_t i = 0; i < best.covariance.size(); ++i) {
        const double sd = std::sqrt(std::max(best.covariance[i][i], 0.0));
        if (i < 3) fit.model.angle_deviation.push_back(sd);
        if (i >= 3 && i < 6) fit.model.scale_deviation[static_cast<int>(i - 3)] = sd;
    }
    return fit;
}

// w = T K (raw - offset), T = [[1, -x0, x1], [x2, 1, -x3], [-x4, x5, 1]]
SensorModel gyro_model(const Numbers& x, const Vec3<double>& offset) {
    SensorModel m;
    m.misalignment = Mat3<double>::identity();
    m.misalignment(0, 1) = -x[0];
    m.misalignment(0, 2) = x[1];
    m.misalignment(1, 0) = x[2];
    m.misalignment(1, 2) = -x[3];
    m.misalignment(2, 0) = -x[4];
    m.misalignment(2, 1) = x[5];
    m.scale = {x[6], x[7], x[8]};
    m.offset = offset;
    m.angles.assign(x.begin(), x.begin() + 6);
    return m;
}

struct Turning {
    size_t first, last;          // samples
    Vec3<double> before, after;  // direction of gravity in the body
};

// What the gyro makes of the direction before: it should be the one after.
Numbers direction_errors(const SensorModel& m, const std::vector<Turning>& turnings, const Vectors& gyro,
                         const std::vector<double>& times) {
    const Mat3<double> matrix = m.matrix();
    Numbers r;
    for (const Turning& t : turnings) {
        Quaternion<double> q;
        for (size_t i = t.first + 1; i <= t.last; ++i) {
            const Vec3<double> w = matrix * (0.5 * (gyro[i - 1] + gyro[i]) - m.offset);
            q = q * exp_rotation((times[i] - times[i - 1]) * w);
        }
        const Vec3<double> d = to_body(normalise(q), t.before) - t.after;
        for (int i = 0; i < 3; ++i) r.push_back(d[i]);
    }
    return r;
}

void fit_gyro(const std::vector<double>& times, const Vectors& gyro, size_t start, Calibration& out) {
    Vec3<double> offset;
    for (size_t i = 0; i < start; ++i) offset = offset + gyro[i];
    offset = offset / static_cast<double>(start);
    const Mat3<double> force = out.accelerometer.matrix();
    std::vector<Turning> turnings;
    double largest = 0;
    for (size_t j = 0; j + 1 < out.positions.size(); ++j) {
        const auto direction = [&](const StaticPosition& p) {
            const Vec3<double> a = force * (p.mean - out.accelerometer.offset);
            return a / norm(a);
        };
        turnings.push_back({out.positions[j].last, out.positions[j + 1].first, direction(out.positions[j]),
                            direction(out.positions[j + 1])});
        for (size_t i = turnings.back().first; i <= turnings.back().last; ++i)
            largest = std::max(largest, norm(gyro[i] - offset));
    }
    out.rotations = turnings.size();
    if (turnings.size() < 4 || !(largest > 0)) {
        out.refusal = "fewer than four turns between positions: the gyro cannot be calibrated";
        return;
    }
    const auto residuals = [&](const Numbers& y) {
        return direction_errors(gyro_model(y, offset), turnings, gyro, times);
    };
    // one scale for all axes first: from 0.1 to 100 rad/s at the largest reading
    Numbers x(9, 0);
    double best = INFINITY, common = 0;
    for (double size = 0.1; size < 100; size *= 1.03) {
        Numbers y(9, 0);
        y[6] = y[7] = y[8] = size / largest;
        const Numbers r = residuals(y);
        double cost = 0;
        for (const double v : r) cost += v * v;
        if (cost < best) {
            best = cost;
            common = size / largest;
        }
    }
    x[6] = x[7] = x[8] = common;
    const Numbers scale{0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01 * common, 0.01 * common, 0.01 * common};
    const LeastSquares fit = least_squares(x, scale, residuals);
    out.gyro = gyro_model(fit.x, offset);
    out.gyro.rms = std::sqrt(fit.sum_of_squares / static_cast<double>(turnings.size()));
    if (fit.covariance.empty()) out.gyro.deviations_unknown(6);
    for (size_t i = 0; i < fit.covariance.size(); ++i) {
        const double sd = std::sqrt(std::max(fit.covariance[i][i], 0.0));
        if (i < 6)
            out.gyro.angle_deviation.push_back(sd);
        else
            out.gyro.scale_deviation[static_cast<int>(i - 6)] = sd;
    }
}

}  // namespace

std::vector<std::string> missing_directions(const std::vector<StaticPosition>& positions, const SensorModel* model) {
    static const char* const names[] = {"x up", "x down", "y up", "y down", "z up", "z down"};
    Vec3<double> low, high;
    for (size_t i = 0; i < positions.size(); ++i)
        for (int k = 0; k < 3; ++k) {
            low[k] = i ? std::min(low[k], positions[i].mean[k]) : positions[i].mean[k];
            high[k] = i ? std::max(high[k], positions[i].mean[k]) : positions[i].mean[k];
        }
    std::vector<std::string> missing;
    for (int axis = 0; axis < 6; ++axis) {
        bool near = false;
        for (const StaticPosition& p : positions) {
            Vec3<double> a = p.mean - 0.5 * (low + high);
            if (model) a = model->matrix() * (p.mean - model->offset);
            const double n = norm(a);
            if (n > 0 && (axis % 2 ? -1 : 1) * a[axis / 2] > std::sqrt(0.5) * n) near = true;
        }
        if (!near) missing.push_back(names[axis]);
    }
    return missing;
}

Calibration calibrate(const std::vector<double>& times, const Vectors& gyro, const Vectors& accelerometer,
                      const CalibrationSettings& settings) {
    Calibration out;
    const size_t n = times.size();
    const double dt = n > 1 ? (times.back() - times.front()) / static_cast<double>(n - 1) : 0;
    const auto start = static_cast<size_t>(
        std::lower_bound(times.begin(), times.end(), n ? times[0] + settings.start : 0) - times.begin());
    if (n < 100 || start >= n || !(dt > 0)) {
        out.refusal = fmt::format(
            "the log has {} rows in {:.4g} s; static positions are looked for after the first {:g} s, which are at "
            "rest (--start says how long)",
            n, n ? times[n - 1] - times[0] : 0, settings.start);
        return out;
    }
    const auto half = static_cast<size_t>(0.5 * settings.window / dt + 0.5);
    const std::vector<double> variance = variance_lengths(accelerometer, half);
    const Vectors beginning(accelerometer.begin(), accelerometer.begin() + static_cast<std::ptrdiff_t>(start));
    const double still = variance_lengths(beginning, (start - 1) / 2)[(start - 1) / 2];
    if (!(still > 0)) {
        out.refusal = "the accelerometer says the same in every row of the beginning";
        return out;
    }
    double least = INFINITY;
    size_t most = 0;
    for (int k = 2; k <= 10; ++k) {
        const auto positions =
            static_positions(accelerometer, variance, k * still, static_cast<size_t>(settings.least / dt + 0.5));
        most = std::max(most, positions.size());
        if (positions.size() < 9) continue;
        const ForceFit fit = fit_force(positions, settings.gravity);
        // nine numbers go through nine positions whatever they are: what is left counts for each position beyond
        const double square = positions.size() > 9 ? fit.cost * static_cast<double>(positions.size()) /
                                                         static_cast<double>(positions.size() - 9)
                              : std::isfinite(fit.cost) ? std::numeric_limits<double>::max()
                                                        : INFINITY;
        if (!(square < least)) continue;
        least = square;
        out.positions = positions;
        out.threshold = k;
        out.accelerometer = fit.model;
    }
    if (out.positions.empty()) {
        const auto found =
            static_positions(accelerometer, variance, 10 * still, static_cast<size_t>(settings.least / dt + 0.5));
        out.refusal = fmt::format(
            "{} static positions of 2 s or more were found, at least 9 well spread ones are needed; missing: {}", most,
            fmt::join(missing_directions(found, nullptr), ", "));
        return out;
    }
    fit_gyro(times, gyro, start, out);
    return out;
}

}  // namespace polhode::estimate
