// Series<T>: a truncated power series as a number type, so that any torque or rate written for a scalar gives its
// Taylor coefficients without a line of its own ("automatic recurrences"; Griewank and Walther, Evaluating Derivatives,
// chapter 13). c[k] is the coefficient of s^k; coefficients beyond `degree` are zero and cost nothing, so constants
// stay cheap. All operations keep terms up to `order`, which the user of a computation sets (Series<T>::order) to how
// far the inputs are known.
#pragma once

#include "elementary.hpp"

namespace polhode {

template <class T>
struct Series {
    static constexpr int capacity = 30;
    // how many coefficients beyond the zeroth are kept; one value per thread
    static inline thread_local int order = capacity;

    int degree = 0;
    T c[capacity + 1];

    Series() { c[0] = T(0); }
    // Only what is in use is copied: most series in a computation are short.
    Series(const Series& a) : degree(a.degree) {
        c[0] = a.c[0];
        for (int k = 1; k <= degree; ++k) c[k] = a.c[k];
    }
    Series& operator=(const Series& a) {
        degree = a.degree;
        c[0] = a.c[0];
        for (int k = 1; k <= degree; ++k) c[k] = a.c[k];
        return *this;
    }
    Series(T value) { c[0] = value; }
    template <class U>
    requires(!std::is_same_v<U, T> && std::is_arithmetic_v<U>) explicit Series(U value) { c[0] = T(value); }

    T at(int k) const { return k <= degree ? c[k] : T(0); }
    // The k-th coefficient, making room for it.
    T& grow(int k) {
        while (degree < k) c[++degree] = T(0);
        return c[k];
    }
    explicit operator double() const {
        if constexpr (requires { c[0].value(); })
            return c[0].value();
        else
            return static_cast<double>(c[0]);
    }

    friend Series operator+(const Series& a, const Series& b) {
        Series r;
        r.degree = a.degree < b.degree ? b.degree : a.degree;
        for (int k = 0; k <= r.degree; ++k) r.c[k] = a.at(k) + b.at(k);
        return r;
    }
    friend Series operator-(const Series& a, const Series& b) {
        Series r;
        r.degree = a.degree < b.degree ? b.degree : a.degree;
        for (int k = 0; k <= r.degree; ++k) r.c[k] = a.at(k) - b.at(k);
        return r;
    }
    friend Series operator-(const Series& a) {
        Series r;
        r.degree = a.degree;
        for (int k = 0; k <= a.degree; ++k) r.c[k] = -a.c[k];
        return r;
    }
    friend Series operator*(const Series& a, const Series& b) {
        Series r;
        r.degree = a.degree + b.degree < order ? a.degree + b.degree : order;
        for (int k = 0; k <= r.degree; ++k) {
            const int first = k > b.degree ? k - b.degree : 0, last = k < a.degree ? k : a.degree;
            T s = T(0);
            for (int j = first; j <= last; ++j) s = fma(a.c[j], b.c[k - j], s);
            r.c[k] = s;
        }
        return r;
    }
    friend Series operator/(const Series& a, const Series& b) {
        Series r;
        r.degree = b.degree == 0 ? a.degree : order;
        for (int k = 0; k <= r.degree; ++k) {
            T s = a.at(k);
            for (int j = 1; j <= k && j <= b.degree; ++j) s = fma(-b.c[j], r.c[k - j], s);
            r.c[k] = s / b.c[0];
        }
        return r;
    }

    // Comparisons look at the value: a branch is taken as it is taken at the point of expansion.
    friend bool operator<(const Series& a, const Series& b) { return a.c[0] < b.c[0]; }
    friend bool operator>(const Series& a, const Series& b) { return b.c[0] < a.c[0]; }
    friend bool operator<=(const Series& a, const Series& b) { return !(b.c[0] < a.c[0]); }
    friend bool operator>=(const Series& a, const Series& b) { return !(a.c[0] < b.c[0]); }
    friend bool operator==(const Series& a, const Series& b) { return a.c[0] == b.c[0]; }

    friend Series fma(const Series& a, const Series& b, const Series& d) { return a * b + d; }
    friend Series abs(const Series& a) { return a.c[0] < T(0) ? -a : a; }
    friend bool is_finite(const Series& a) {
        for (int k = 0; k <= a.degree; ++k)
            if (!is_finite(a.c[k])) return false;
        return true;
    }
    friend Series copysign(const Series& a, const Series& sign) {
        return (a.c[0] < T(0)) == (sign.c[0] < T(0)) ? a : -a;
    }
    friend Series round_down(const Series& a) { return Series(round_down(a.c[0])); }

    // y = sqrt(a): 2 y0 yk = ak - sum y_j y_{k-j}
    friend Series sqrt(const Series& a) {
        Series y(sqrt(a.c[0]));
        if (a.degree == 0) return y;
        y.degree = order;
        for (int k = 1; k <= order; ++k) {
            T s = a.at(k);
            for (int j = 1; j < k; ++j) s = fma(-y.c[j], y.c[k - j], s);
            y.c[k] = s / (T(2) * y.c[0]);
        }
        return y;
    }
    // y' = a' y
    friend Series exp(const Series& a) {
        Series y(exp(a.c[0]));
        if (a.degree == 0) return y;
        y.degree = order;
        for (int k = 1; k <= order; ++k) y.c[k] = convolved_slope(a, y, k);
        return y;
    }
    // a y' = a'
    friend Series log(const Series& a) { return integrated(log(a.c[0]), slope(a) / a, a.degree); }
    friend void sincos(const Series& a, Series& sine, Series& cosine) {
        T s0, c0;
        sincos(a.c[0], s0, c0);
        Series rs(s0), rc(c0);
        if (a.degree > 0) {
            rs.degree = rc.degree = order;
            for (int k = 1; k <= order; ++k) {
                T ss = T(0), cc = T(0);
                for (int j = 1; j <= k && j <= a.degree; ++j) {
                    const T d = T(j) * a.c[j];
                    ss = fma(d, rc.c[k - j], ss);
                    cc = fma(d, rs.c[k - j], cc);
                }
                rs.c[k] = ss / T(k);
                rc.c[k] = -cc / T(k);
            }
        }
        sine = rs;
        cosine = rc;
    }
    friend Series sin(const Series& a) {
        Series sine, cosine;
        sincos(a, sine, cosine);
        return sine;
    }
    friend Series cos(const Series& a) {
        Series sine, cosine;
        sincos(a, sine, cosine);
        return cosine;
    }
    friend Series tan(const Series& a) {
        Series sine, cosine;
        sincos(a, sine, cosine);
        return sine / cosine;
    }
    // d atan2(y, x) = (x dy - y dx)/(x^2 + y^2)
    friend Series atan2(const Series& y, const Series& x) {
        const int known = y.degree > x.degree ? y.degree : x.degree;
        return integrated(atan2(y.c[0], x.c[0]), (x * slope(y) - y * slope(x)) / (x * x + y * y), known);
    }
    friend Series asin(const Series& a) { return atan2(a, sqrt(Series(T(1)) - a * a)); }
    friend Series acos(const Series& a) { return atan2(sqrt(Series(T(1)) - a * a), a); }
    friend Series sinh(const Series& a) {
        const Series e = exp(a);
        Series r = Series(T(0.5)) * (e - Series(T(1)) / e);
        r.c[0] = sinh(a.c[0]);
        return r;
    }
    friend Series cosh(const Series& a) {
        const Series e = exp(a);
        Series r = Series(T(0.5)) * (e + Series(T(1)) / e);
        r.c[0] = cosh(a.c[0]);
        return r;
    }
    // y' = (1 - y^2) a': holds where sinh and cosh have left the range of numbers
    friend Series tanh(const Series& a) {
        Series y(tanh(a.c[0]));
        if (a.degree == 0) return y;
        y.degree = order;
        T left[capacity + 1];  // 1 - y^2
        for (int k = 1; k <= order; ++k) {
            T s = k == 1 ? T(1) : T(0);
            for (int j = 0; j < k; ++j) s = fma(-y.c[j], y.c[k - 1 - j], s);
            left[k - 1] = s;
            T sum = T(0);
            for (int j = 1; j <= k && j <= a.degree; ++j) sum = fma(T(j) * a.c[j], left[k - j], sum);
            y.c[k] = sum / T(k);
        }
        return y;
    }
    // a^b = exp(b log a); a constant exponent by a y' = b a' y, which also serves a negative base with a whole exponent
    friend Series pow(const Series& a, const Series& b) {
        if (b.degree > 0) return exp(b * log(a));
        Series y(pow(a.c[0], b.c[0]));
        if (a.degree == 0) return y;
        y.degree = order;
        for (int k = 1; k <= order; ++k) {
            T s = T(0);
            for (int j = 1; j <= k && j <= a.degree; ++j) s = fma((b.c[0] * T(j) - T(k - j)) * a.c[j], y.c[k - j], s);
            y.c[k] = s / (T(k) * a.c[0]);
        }
        return y;
    }

 private:
    static T convolved_slope(const Series& a, const Series& y, int k) {
        T s = T(0);
        for (int j = 1; j <= k && j <= a.degree; ++j) s = fma(T(j) * a.c[j], y.c[k - j], s);
        return s / T(k);
    }
    static Series slope(const Series& a) {
        Series r;
        r.degree = a.degree > 0 ? a.degree - 1 : 0;
        if (a.degree > 0)
            for (int k = 0; k <= r.degree; ++k) r.c[k] = T(k + 1) * a.c[k + 1];
        return r;
    }
    static Series integrated(T value, const Series& derivative, int known) {
        Series r(value);
        if (known == 0) return r;
        r.degree = order;
        for (int k = 1; k <= order; ++k) r.c[k] = derivative.at(k - 1) / T(k);
        return r;
    }
};

}  // namespace polhode
