// Interval arithmetic: every operation encloses all results that its operands allow, so that a statement about an
// interval holds for every number in it (Moore, Kearfott and Cloud, Introduction to Interval Analysis, chapters 2, 5).
// Bounds go outwards by four roundings after each operation, which covers the elementary functions of the core too; all
// numbers come from the core's arithmetic, so that a step that an interval allows is allowed on every machine. A result
// that cannot be bounded is the whole line.
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include "polhode/arithmetic/elementary.hpp"

namespace polhode {

struct Interval {
    double lo = 0, hi = 0;

    Interval() = default;
    template <class U>
    requires(std::is_arithmetic_v<U>) explicit Interval(U value)
        : lo(static_cast<double>(value)), hi(static_cast<double>(value)) {}
    Interval(double from, double to) : lo(from), hi(to) {}

    static Interval whole() {
        return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    }
    // [from, to] and a little more; the whole line where one of them is no number.
    static Interval outward(double from, double to) {
        constexpr double little = 0x1p-51, most = std::numeric_limits<double>::max();
        if (!(from <= to)) return whole();
        from = from > most ? most : from - little * __builtin_fabs(from);
        to = to < -most ? -most : to + little * __builtin_fabs(to);
        return {from, to};
    }

    bool holds(double a) const { return lo <= a && a <= hi; }
    // The largest absolute value in it.
    double magnitude() const { return std::fmax(__builtin_fabs(lo), __builtin_fabs(hi)); }
    explicit operator double() const { return 0.5 * lo + 0.5 * hi; }

    friend Interval operator+(const Interval& a, const Interval& b) { return outward(a.lo + b.lo, a.hi + b.hi); }
    friend Interval operator-(const Interval& a, const Interval& b) { return outward(a.lo - b.hi, a.hi - b.lo); }
    friend Interval operator-(const Interval& a) { return {-a.hi, -a.lo}; }
    friend Interval operator*(const Interval& a, const Interval& b) {
        const double p = product(a.lo, b.lo), q = product(a.lo, b.hi), r = product(a.hi, b.lo), s = product(a.hi, b.hi);
        return outward(least(least(p, q), least(r, s)), most(most(p, q), most(r, s)));
    }
    friend Interval operator/(const Interval& a, const Interval& b) {
        if (b.holds(0)) return whole();
        return a * outward(1 / b.hi, 1 / b.lo);
    }
    // Certainly: for all numbers in both.
    friend bool operator<(const Interval& a, const Interval& b) { return a.hi < b.lo; }
    friend bool operator>(const Interval& a, const Interval& b) { return b < a; }
    friend bool operator==(const Interval& a, const Interval& b) { return a.lo == b.lo && a.hi == b.hi; }

    friend Interval fma(const Interval& a, const Interval& b, const Interval& c) { return a * b + c; }
    friend bool is_finite(const Interval& a) { return polhode::is_finite(a.lo) && polhode::is_finite(a.hi); }
    friend Interval sqrt(const Interval& a) {
        if (a.hi < 0) return whole();
        return outward(a.lo > 0 ? polhode::sqrt(a.lo) : 0, polhode::sqrt(a.hi));
    }
    friend Interval exp(const Interval& a) { return outward(polhode::exp(a.lo), polhode::exp(a.hi)); }
    friend Interval log(const Interval& a) {
        if (!(a.hi > 0)) return whole();
        return outward(a.lo > 0 ? polhode::log(a.lo) : -std::numeric_limits<double>::infinity(), polhode::log(a.hi));
    }
    friend Interval sinh(const Interval& a) { return outward(polhode::sinh(a.lo), polhode::sinh(a.hi)); }
    friend Interval tanh(const Interval& a) { return outward(polhode::tanh(a.lo), polhode::tanh(a.hi)); }
    friend Interval cosh(const Interval& a) {
        const double at_ends[] = {polhode::cosh(a.lo), polhode::cosh(a.hi)};
        return outward(a.holds(0) ? 1 : least(at_ends[0], at_ends[1]), most(at_ends[0], at_ends[1]));
    }
    friend void sincos(const Interval& a, Interval& sine, Interval& cosine) {
        sine = wave(a, 0.25, polhode::sin(a.lo), polhode::sin(a.hi));
        cosine = wave(a, 0.0, polhode::cos(a.lo), polhode::cos(a.hi));
    }
    friend Interval atan2(const Interval& y, const Interval& x) {
        // the angle of a rectangle that meets neither the origin nor the cut is largest and smallest at corners
        if (x.lo <= 0 && y.holds(0)) return outward(-pi<double>(), pi<double>());
        const double p = polhode::atan2(y.lo, x.lo), q = polhode::atan2(y.lo, x.hi), r = polhode::atan2(y.hi, x.lo),
                     s = polhode::atan2(y.hi, x.hi);
        return outward(least(least(p, q), least(r, s)), most(most(p, q), most(r, s)));
    }
    friend Interval pow(const Interval& a, const Interval& b) {
        if (!(a.lo > 0)) return whole();
        const double p = polhode::pow(a.lo, b.lo), q = polhode::pow(a.lo, b.hi), r = polhode::pow(a.hi, b.lo),
                     s = polhode::pow(a.hi, b.hi);
        return outward(least(least(p, q), least(r, s)), most(most(p, q), most(r, s)));
    }
    friend Interval round_down(const Interval& a) { return {std::floor(a.lo), std::floor(a.hi)}; }

 private:
    // NaN survives all of these, so that `outward` sees it.
    static double least(double a, double b) { return a < b || a != a ? a : b; }
    static double most(double a, double b) { return a > b || a != a ? a : b; }
    // an infinite bound stands for numbers without end, of which each times 0 is 0
    static double product(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }
    // A wave of amplitude 1 that is highest at `crest` turns (and every turn after it).
    static Interval wave(const Interval& a, double crest, double at_lo, double at_hi) {
        constexpr double turn = 2 * pi<double>();
        // beyond this the number of turns has no digits left
        if (!(a.hi - a.lo < turn) || a.magnitude() > 1e12) return {-1, 1};
        const double slack = 1e-12 + 1e-15 * a.magnitude();
        const auto passes = [&](double place) {
            return std::floor((a.hi + slack) / turn - place) > std::floor((a.lo - slack) / turn - place);
        };
        const Interval ends = outward(least(at_lo, at_hi), most(at_lo, at_hi));
        return {passes(crest + 0.5) ? -1 : ends.lo, passes(crest) ? 1 : ends.hi};
    }
};

}  // namespace polhode
