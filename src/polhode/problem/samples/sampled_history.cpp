#include "polhode/problem/samples/sampled_history.hpp"

#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace polhode {

namespace {

// Second derivatives at the knots of the not-a-knot cubic spline (de Boor, chapter IV): inside, slopes of neighbouring
// pieces agree; at both ends the third derivative goes through the second knot. Two knots give a line, three a
// parabola.
std::vector<Vec3<double>> spline_curvature(const TimeTable& table) {
    const std::vector<double>& t = table.times;
    const std::vector<Vec3<double>>& v = table.values;
    const std::size_t n = t.size();
    std::vector<Vec3<double>> m(n);
    if (n < 3) return m;
    const auto h = [&](std::size_t i) { return t[i + 1] - t[i]; };
    const auto slope = [&](std::size_t i) { return (v[i + 1] - v[i]) / h(i); };
    if (n == 3) {
        const Vec3<double> c = (2.0 / (t[2] - t[0])) * (slope(1) - slope(0));
        return {c, c, c};
    }
    // Unknowns m[1] .. m[n-2]; the ends are put in through m[0] = m[1] + (h0/h1)(m[1] - m[2]) and its mirror image.
    std::vector<double> diagonal(n), upper(n);
    for (std::size_t i = 1; i + 1 < n; ++i) {
        double lower = h(i - 1);
        diagonal[i] = 2 * (h(i - 1) + h(i));
        upper[i] = h(i);
        if (i == 1) {
            diagonal[i] += h(0) * (1 + h(0) / h(1));
            upper[i] -= h(0) * (h(0) / h(1));
        }
        if (i + 2 == n) {
            diagonal[i] += h(i) * (1 + h(i) / h(i - 1));
            lower -= h(i) * (h(i) / h(i - 1));
        }
        m[i] = 6.0 * (slope(i) - slope(i - 1));
        if (i > 1) {
            const double factor = lower / diagonal[i - 1];
            diagonal[i] -= factor * upper[i - 1];
            m[i] = madd(-factor, m[i - 1], m[i]);
        }
    }
    for (std::size_t i = n - 2; i >= 1; --i) {
        if (i + 2 < n) m[i] = madd(-upper[i], m[i + 1], m[i]);
        m[i] = m[i] / diagonal[i];
    }
    m[0] = madd(h(0) / h(1), m[1] - m[2], m[1]);
    m[n - 1] = madd(h(n - 2) / h(n - 3), m[n - 2] - m[n - 3], m[n - 2]);
    return m;
}

std::string seconds(double t) {
    char text[32];
    std::snprintf(text, sizeof text, "%.10g s", t);
    return text;
}

}  // namespace

SampledHistory::SampledHistory(TimeTable table, Interpolation interpolation, Outside outside, std::string name,
                               Place place)
    : table_(std::move(table)),
      interpolation_(interpolation),
      outside_(outside),
      name_(std::move(name)),
      place_(std::move(place)) {
    if (table_.times.size() < 2 || table_.times.size() != table_.values.size())
        throw std::invalid_argument("a history needs two rows or more, as many times as values");
    for (std::size_t i = 1; i < table_.times.size(); ++i)
        if (!(table_.times[i - 1] < table_.times[i])) throw std::invalid_argument("times must rise");
    if (interpolation_ == Interpolation::cubic) curvature_ = spline_curvature(table_);
}

// Times come out of sums of steps, possibly in float: that much beyond an end is still the end.
double SampledHistory::slack() const { return 1e-6 * std::max(last() - first(), std::abs(last())); }

long SampledHistory::interval_of(double t) const {
    const std::vector<double>& k = table_.times;
    const std::size_t n = k.size();
    if (!(t >= k.front())) return -1;
    if (t >= k.back()) return static_cast<long>(n) - 1;
    // Evenly spaced rows are found at the first guess.
    const double guess = (t - k.front()) / (k.back() - k.front()) * static_cast<double>(n - 1);
    const std::size_t i = guess > 0 && guess < static_cast<double>(n - 1) ? static_cast<std::size_t>(guess) : 0;
    if (k[i] <= t && t < k[i + 1]) return static_cast<long>(i);
    return static_cast<long>(std::upper_bound(k.begin(), k.end(), t) - k.begin()) - 1;
}

Piece<double> SampledHistory::piece(long interval, double t) const {
    Piece<double> p;
    const long n = static_cast<long>(rows());
    if (interval < 0 || interval >= n - 1) {
        const bool before = interval < 0;
        p.begin = before ? first() : last();
        if (outside_ == Outside::error && (t < first() - slack() || t > last() + slack()))
            throw ComputationFailed(
                t, name_ + (before ? " begins at " + seconds(first()) : " ends at " + seconds(last())));
        if (outside_ != Outside::zero || t == last())  // the table's time is closed at both ends
            p.c[0] = before ? table_.values.front() : table_.values.back();
        return p;
    }
    const auto i = static_cast<std::size_t>(interval);
    const double h = table_.times[i + 1] - table_.times[i];
    const Vec3<double>&a = table_.values[i], &b = table_.values[i + 1];
    p.begin = table_.times[i];
    p.c[0] = a;
    if (interpolation_ == Interpolation::linear) {
        p.degree = 1;
        p.c[1] = (b - a) / h;
    } else if (interpolation_ == Interpolation::cubic) {
        const Vec3<double>&ma = curvature_[i], &mb = curvature_[i + 1];
        p.degree = 3;
        p.c[1] = (b - a) / h - (h / 6) * (2.0 * ma + mb);
        p.c[2] = 0.5 * ma;
        p.c[3] = (mb - ma) / (6 * h);
    }
    return p;
}

void SampledHistory::require_cover(double end) const {
    if (outside_ != Outside::error || (first() <= slack() && end <= last() + slack())) return;
    throw InputError(place_, name_ + " covers t = " + seconds(first()) + " to " + seconds(last()) +
                                 ", the run needs 0 s to " + seconds(end) +
                                 "; say what holds beyond the table with outside = \"hold\" or \"zero\"" +
                                 (first() > slack() && name_.find('\'') != std::string::npos
                                      ? ", or count time from its first row with time_zero = \"first-row\""
                                      : ""));
}

void SampledHistory::switching_times(double end, std::vector<double>& times) const {
    const auto add = [&](double t) {
        if (t > 0 && t < end) times.push_back(t);
    };
    add(first());
    if (interpolation_ != Interpolation::cubic)
        for (std::size_t i = 1; i + 1 < rows(); ++i) {
            const bool same = interpolation_ == Interpolation::hold && table_.values[i] == table_.values[i - 1];
            if (!same) add(table_.times[i]);
        }
    add(last());
}

}  // namespace polhode
