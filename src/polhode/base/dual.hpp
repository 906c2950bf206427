// Dual numbers a + b e with e^2 = 0: a function computed with them gives its derivative beside its value, exact to
// rounding (forward automatic differentiation; Griewank and Walther, Evaluating Derivatives, section 3.1).
#pragma once

#include "polhode/arithmetic/elementary.hpp"
#include "polhode/arithmetic/scalar.hpp"

namespace polhode {

template <class T>
struct Dual {
    T value{0};
    T slope{0};

    Dual() = default;
    explicit Dual(double constant) : value(static_cast<T>(constant)) {}
    Dual(T v, T d) : value(v), slope(d) {}

    friend Dual operator+(const Dual& a, const Dual& b) { return {a.value + b.value, a.slope + b.slope}; }
    friend Dual operator-(const Dual& a, const Dual& b) { return {a.value - b.value, a.slope - b.slope}; }
    friend Dual operator-(const Dual& a) { return {-a.value, -a.slope}; }
    friend Dual operator*(const Dual& a, const Dual& b) {
        return {a.value * b.value, sum_of_products(a.slope, b.value, a.value, b.slope)};
    }
    friend Dual operator/(const Dual& a, const Dual& b) {
        const T q = a.value / b.value;
        return {q, fma(-q, b.slope, a.slope) / b.value};
    }
    // Order is the order of the values.
    friend bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
    friend bool operator==(const Dual& a, const Dual& b) { return a.value == b.value; }
};

namespace detail {
// f(a) with f'(a) known. A constant stays one even where the derivative has no bound: 0 * infinity is not asked.
template <class T>
Dual<T> chain(const Dual<T>& a, T value, T derivative) {
    return {value, a.slope == T(0) ? T(0) : derivative * a.slope};
}
}  // namespace detail

template <class T>
Dual<T> fma(const Dual<T>& a, const Dual<T>& b, const Dual<T>& c) {
    return {fma(a.value, b.value, c.value), fma(a.slope, b.value, fma(a.value, b.slope, c.slope))};
}
template <class T>
Dual<T> abs(const Dual<T>& a) {
    return a.value < T(0) ? -a : a;
}
template <class T>
Dual<T> sqrt(const Dual<T>& a) {
    const T r = sqrt(a.value);
    return detail::chain(a, r, T(0.5) / r);
}
template <class T>
Dual<T> sin(const Dual<T>& a) {
    return detail::chain(a, sin(a.value), cos(a.value));
}
template <class T>
Dual<T> cos(const Dual<T>& a) {
    return detail::chain(a, cos(a.value), -sin(a.value));
}
template <class T>
Dual<T> tan(const Dual<T>& a) {
    const T r = tan(a.value);
    return detail::chain(a, r, fma(r, r, T(1)));
}
template <class T>
Dual<T> asin(const Dual<T>& a) {
    return detail::chain(a, asin(a.value), T(1) / sqrt(fma(-a.value, a.value, T(1))));
}
template <class T>
Dual<T> acos(const Dual<T>& a) {
    return detail::chain(a, acos(a.value), T(-1) / sqrt(fma(-a.value, a.value, T(1))));
}
template <class T>
Dual<T> atan2(const Dual<T>& y, const Dual<T>& x) {
    const T r2 = sum_of_products(x.value, x.value, y.value, y.value);
    return {atan2(y.value, x.value), difference_of_products(x.value, y.slope, y.value, x.slope) / r2};
}
template <class T>
Dual<T> exp(const Dual<T>& a) {
    const T r = exp(a.value);
    return detail::chain(a, r, r);
}
template <class T>
Dual<T> log(const Dual<T>& a) {
    return detail::chain(a, log(a.value), T(1) / a.value);
}
template <class T>
Dual<T> sinh(const Dual<T>& a) {
    return detail::chain(a, sinh(a.value), cosh(a.value));
}
template <class T>
Dual<T> cosh(const Dual<T>& a) {
    return detail::chain(a, cosh(a.value), sinh(a.value));
}
template <class T>
Dual<T> tanh(const Dual<T>& a) {
    const T r = tanh(a.value);
    return detail::chain(a, r, fma(-r, r, T(1)));
}
// The largest whole number that is not above a.
template <class T>
Dual<T> round_down(const Dual<T>& a) {
    return {round_down(a.value), T(0)};
}
// a^b; the term with log a is left out where b is constant, so that negative a with whole b has a derivative.
template <class T>
Dual<T> pow(const Dual<T>& a, const Dual<T>& b) {
    const T r = pow(a.value, b.value);
    T slope{0};
    if (!(a.slope == T(0))) slope = b.value * pow(a.value, b.value - T(1)) * a.slope;
    if (!(b.slope == T(0))) slope = slope + r * log(a.value) * b.slope;
    return {r, slope};
}

}  // namespace polhode
