// Three numbers over time from a table: the rows ("knots") and what holds between and outside them.
//
// Every interval is a polynomial in the time since its first knot: of degree 0 (hold), 1 (linear) or 3 (cubic: the
// twice continuously differentiable spline with the not-a-knot ends, which keeps its fourth order up to the ends where
// a "natural" spline falls to second; de Boor, A Practical Guide to Splines, chapter IV).
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "polhode/input/csv_table.hpp"

namespace polhode {

enum class Interpolation { hold, linear, cubic };
enum class Outside { error, hold, zero };

// Coefficients of one interval: c[0] + u c[1] + u^2 c[2] + u^3 c[3], u = t - begin.
template <class T>
struct Piece {
    T begin{0};
    int degree = 0;
    Vec3<T> c[4]{};

    POLHODE_INLINE Vec3<T> operator()(T t) const {
        const T u = t - begin;
        Vec3<T> r = c[degree];
        for (int k = degree - 1; k >= 0; --k) r = madd(u, r, c[k]);
        return r;
    }
};

class SampledHistory {
 public:
    // Needs two rows at least, times rising strictly and finite. `name` and `place` tell which table a complaint is
    // about.
    SampledHistory(TimeTable table, Interpolation interpolation, Outside outside, std::string name, Place place = {});

    double first() const { return table_.times.front(); }
    double last() const { return table_.times.back(); }
    std::size_t rows() const { return table_.times.size(); }
    const std::string& name() const { return name_; }
    bool cubic() const { return interpolation_ == Interpolation::cubic; }
    double knot(long i) const { return table_.times[static_cast<std::size_t>(i)]; }

    // The interval t lies in, its first knot included: -1 before the table, rows() - 1 from the last knot on.
    long interval_of(double t) const;
    // Throws ComputationFailed at `t` for an interval outside the table where that is an error; times beyond the ends
    // by no more than rounding are inside.
    Piece<double> piece(long interval, double t) const;

    // Throws InputError if the table does not cover [0, end] and nothing is said about the time outside it.
    void require_cover(double end) const;
    // Adds the times in (0, end) at which the value jumps or has a kink. The knots of a cubic do not count: value,
    // slope and curvature go through.
    void switching_times(double end, std::vector<double>& times) const;

 private:
    double slack() const;

    TimeTable table_;
    std::vector<Vec3<double>> curvature_{};  // second derivatives at the knots (cubic)
    Interpolation interpolation_;
    Outside outside_;
    std::string name_;
    Place place_;
};

// The history in the arithmetic of a method. segment(begin, end) narrows the search to the intervals of that stretch of
// time, so that an evaluation at its very end does not see the next interval.
template <class T>
class SampledFunction {
 public:
    explicit SampledFunction(std::shared_ptr<const SampledHistory> history) : history_(std::move(history)) { free(); }

    void segment(double begin, double end) {
        if (across_) return free();
        // Steps that should end on a knot may miss it by rounding: look a little inside.
        const double length = end - begin, size = (begin < 0 ? -begin : begin) + (end < 0 ? -end : end);
        const double inside = std::min(0.5 * length, std::max(1e-9 * length, 1e-15 * size));
        lowest_ = history_->interval_of(begin + inside);
        highest_ = history_->interval_of(end - inside);
        single_ = lowest_ == highest_ && lowest_ >= 0 && lowest_ + 1 < static_cast<long>(history_->rows());
        if (single_) piece_ = cast_piece(history_->piece(lowest_, 0.5 * (begin + end)));
    }
    // Every time decides for itself again.
    void free() {
        lowest_ = -1;
        highest_ = static_cast<long>(history_->rows()) - 1;
        single_ = false;
    }

    // Steps go across the knots: a time that misses a knot by rounding means the knot, so that a reading that is held
    // is found at its own time.
    void across(bool yes) { across_ = yes; }

    Vec3<T> operator()(T t) const {
        if (single_) return piece_(t);
        const double now = static_cast<double>(t);
        long i = std::clamp(history_->interval_of(now), lowest_, highest_);
        if (across_ && i >= 0 && i < highest_) {
            const double next = history_->knot(i + 1), length = next - history_->knot(i);
            const double rounding = 4 * static_cast<double>(std::numeric_limits<T>::epsilon()) * next;
            if (next - now <= std::max(1e-9 * length, std::min(0.25 * length, rounding))) ++i;
        }
        return cast_piece(history_->piece(i, now))(t);
    }

    const std::shared_ptr<const SampledHistory>& history() const { return history_; }

 private:
    static Piece<T> cast_piece(const Piece<double>& p) {
        Piece<T> r;
        r.begin = static_cast<T>(p.begin);
        r.degree = p.degree;
        for (int k = 0; k <= p.degree; ++k) r.c[k] = cast<T>(p.c[k]);
        return r;
    }

    std::shared_ptr<const SampledHistory> history_;
    long lowest_ = 0, highest_ = 0;
    bool single_ = false, across_ = false;
    Piece<T> piece_{};
};

}  // namespace polhode
