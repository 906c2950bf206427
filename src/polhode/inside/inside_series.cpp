#include "polhode/inside/inside_series.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {

namespace {

using inside::in_double;

double nth_root(double a, double n) { return a > 0 ? polhode::pow(a, 1 / n) : 0; }

}  // namespace

template <class T>
InsideSeries<T>::InsideSeries(const Problem& problem, double end, const Settings& settings)
    : settings_(settings), end_(end), system_(problem), plain_(problem) {
    for (const Event& e : problem.inside->events) events_.push_back(&e.when);
    for (const Expression* formula : problem.inside->formulas()) add_corners_of_state(*formula, corners_);
    for (const Corner& corner : corners_) events_.push_back(&corner.part);
    for (const Expression* e : events_)
        for (int i = 5; i < 14; ++i) matrix_for_events_ |= e->uses(i);
}

template <class T>
void InsideSeries<T>::segment(double begin, double end) {
    system_.segment(begin, end);
    plain_.segment(begin, end);
}
template <class T>
void InsideSeries<T>::set_modes(const std::vector<MotorMode>& modes) {
    system_.set_modes(modes);
    plain_.set_modes(modes);
}
template <class T>
StateVector<double> InsideSeries<T>::slope(double t, const StateVector<double>& y) {
    return plain_(t, y);
}

template <class T>
void InsideSeries<T>::start(const T& t, const State& y) {
    t_ = t;
    y_ = y;
    normalise_attitude(y_);
    if (largest_.empty()) largest_ = plain_.numbers().layout().least;
    for (int i = 0; i < y.length; ++i)
        largest_[static_cast<std::size_t>(i)] =
            std::max(largest_[static_cast<std::size_t>(i)], std::fabs(in_double(y_[i])));
}

template <class T>
void InsideSeries<T>::normalise_attitude(State& y) const {
    const T length = sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2] + y[3] * y[3]);
    for (int i = 0; i < 4; ++i) y[i] = y[i] / length;
}

template <class T>
void InsideSeries<T>::expand(double scale) {
    using S = Series<T>;
    scale_ = scale;
    about_ = t_;
    ++expansions_;
    series_.length = y_.length;
    for (int i = 0; i < y_.length; ++i) series_[i] = S(y_[i]);
    S t(t_);
    for (int k = 0; k < settings_.order; ++k) {
        S::order = k;
        if (k == 1) t.grow(1) = T(scale);
        const StateVector<S> d = system_(t, series_);
        const T factor = T(scale) / T(static_cast<double>(k + 1));
        for (int i = 0; i < y_.length; ++i) series_[i].grow(k + 1) = d[i].at(k) * factor;
    }
    S::order = S::capacity;
}

// What an error of number i is compared with: 1 for the attitude, all of the momentum for its parts, and for others the
// largest they were or the change in a step.
template <class T>
double InsideSeries<T>::size_of(int i) const {
    const auto largest = [&](int n) { return largest_[static_cast<std::size_t>(n)]; };
    if (i < 4) return 1;
    // what holds a body still is known to its own digits, and no better is the momentum that is left
    double given = 0;
    if (i < system_.numbers().layout().momenta)
        for (const int f : system_.numbers().layout().friction)
            given = std::max({given, largest(f), std::fabs(in_double(series_[f].at(1)))});
    if (i < 7) {
        const double still = 1e-6 / end_ * std::max({1e-300, largest(4), largest(5), largest(6)});
        return std::max({given, still, largest(4), largest(5), largest(6)});
    }
    return std::max({given, largest(i), std::fabs(in_double(series_[i].at(1)))});
}

// |a_N| r^N and |a_{N-1}| r^{N-1} both below the tolerance (Corliss and Chang 1982)
template <class T>
double InsideSeries<T>::reach() const {
    const int n = settings_.order;
    double worst = 0;
    for (int i = 0; i < y_.length; ++i) {
        const double size = size_of(i);
        if (!(size > 0)) continue;
        for (const int k : {n, n - 1})
            worst = std::max(worst, nth_root(std::fabs(in_double(series_[i].at(k))) / size, k));
    }
    return worst > 0 ? nth_root(settings_.tolerance, n) / worst : 4.0;
}

// How far the formulas of events, what decides corners, and how plates stand, are what their own polynomials say to a
// thousandth, so that looking at a few places inside a step shows how often they cross zero.
template <class T>
double InsideSeries<T>::reach_of_events() {
    const std::size_t plates = system_.torques().plates();
    if (events_.empty() && plates == 0) return 4.0;
    using S = Series<T>;
    const int n = settings_.order;
    S::order = n;
    S t(about_);
    t.grow(1) = T(scale_);
    auto& numbers = system_.numbers();
    const Quaternion<S> q = numbers.attitude(series_);
    const Mat3<S> R = matrix_for_events_ ? numbers.matrix(q) : Mat3<S>{};
    numbers.look(t, series_, numbers.rate(t, series_), q, matrix_for_events_ ? &R : nullptr);
    double worst = 0;
    for (std::size_t i = 0; i < events_.size() + plates; ++i) {
        const S g =
            i < events_.size() ? numbers.formula(*events_[i]) : system_.torques().cosine(i - events_.size(), t, q);
        double largest = 0;
        for (int k = 0; k <= n; ++k) largest = std::max(largest, std::fabs(in_double(g.at(k))));
        if (!(largest > 0) || !std::isfinite(largest)) continue;
        for (const int k : {n, n - 1})
            worst = std::max(worst, nth_root(1e3 * std::fabs(in_double(g.at(k))) / largest, k));
    }
    S::order = S::capacity;
    return worst > 0 ? 1 / worst : 4.0;
}

template <class T>
T InsideSeries<T>::fixed_end(const T& limit) {
    const double h = settings_.step;
    const double n = std::floor(in_double(t_) / h * (1 + 1e-14) + 1e-9) + 1;
    const T grid(n * h);
    return in_double(limit) - n * h < 1e-9 * h ? limit : grid;
}

template <class T>
T InsideSeries<T>::step(const T& limit) {
    const double remaining = in_double(limit - t_);
    if (!(settings_.tolerance > 0)) {
        to_ = fixed_end(limit);
        expand(in_double(to_ - t_));
        return to_;
    }
    double length = next_ > 0 ? next_ : std::min(remaining, 0.01 * end_);
    if (next_ == 0) {
        // half the time of a radian
        const Vec3<double> w = plain_.numbers().rate(in_double(t_), [&] {
            StateVector<double> y(y_.length);
            for (int i = 0; i < y_.length; ++i) y[i] = in_double(y_[i]);
            return y;
        }());
        if (norm(w) > 0) length = std::min(length, 0.3 / norm(w));
    }
    for (int tries = 1;; ++tries) {
        expand(length);
        const double ratio = std::min(reach(), reach_of_events());
        if (!(ratio > 0)) {  // the series has left the range of numbers
            length *= 0.05;
            if (tries == 12) break;
            continue;
        }
        const double to = scale_ * std::clamp(ratio, 0.05, 4.0);
        next_ = length = to;
        if ((0.25 <= ratio && ratio <= 4.0) || tries >= 8) break;
    }
    if (settings_.largest_step > 0) length = std::min(length, settings_.largest_step);
    to_ = length >= remaining * (1 - 1e-10) ? limit : t_ + T(length);
    return to_;
}

template <class T>
typename InsideSeries<T>::State InsideSeries<T>::at(const T& time) {
    const T s = (time - about_) / T(scale_);
    State y(series_.length);
    for (int i = 0; i < y.length; ++i) {
        T sum = series_[i].at(settings_.order);
        for (int k = settings_.order - 1; k >= 0; --k) sum = fma(sum, s, series_[i].at(k));
        y[i] = sum;
    }
    normalise_attitude(y);
    return y;
}

template <class T>
const typename InsideSeries<T>::State& InsideSeries<T>::take() {
    return cut(to_);
}

template <class T>
const typename InsideSeries<T>::State& InsideSeries<T>::cut(const T& time) {
    start(time, at(time));
    return y_;
}

template class InsideSeries<double>;
template class InsideSeries<exact::Two>;

}  // namespace polhode
