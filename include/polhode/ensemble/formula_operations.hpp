// The operations of formulas on values of any scalar of an ensemble. Each of them gives the bits that the formula's own
// tape gives (input/expression.hpp): arithmetic for all lanes at once, functions by those of one double where there are
// none for lanes.
#pragma once

#include "../arithmetic/elementary.hpp"
#include "../arithmetic/lanes_elementary.hpp"
#include "../arithmetic/masks.hpp"
#include "inside_shape.hpp"

namespace polhode::ensemble {

namespace detail {

// f for every number of x, and of x and y.
template <class T, class F>
POLHODE_INLINE T one_by_one(const T& x, const F& f) {
    if constexpr (is_one_number<T>) {
        return f(x);
    } else {
        T r = x;
        for (int i = 0; i < T::width; ++i) r.set(i, f(x[i]));
        return r;
    }
}
template <class T, class F>
POLHODE_INLINE T one_by_one(const T& x, const T& y, const F& f) {
    if constexpr (is_one_number<T>) {
        return f(x, y);
    } else {
        T r = x;
        for (int i = 0; i < T::width; ++i) r.set(i, f(x[i], y[i]));
        return r;
    }
}

// a^n by squaring, in the order of the tapes.
template <class T>
POLHODE_INLINE T power_by_squaring(T a, int exponent) {
    T product(1.0);
    for (int n = exponent < 0 ? -exponent : exponent; n > 0; n >>= 1) {
        if (n & 1) product = product * a;
        if (n > 1) a = a * a;
    }
    return exponent < 0 ? T(1.0) / product : product;
}

// Sines and cosines are what controllers have most: a register at a time. Functions of their own, because inlined at
// every width they would be most of the kernel.
template <class T>
POLHODE_APART void sine_and_cosine(const T& x, T& sine, T& cosine) {
    if constexpr (requires { x.low; }) {
        sine_and_cosine(x.low, sine.low, cosine.low);
        sine_and_cosine(x.high, sine.high, cosine.high);
    } else {
        sincos(x, sine, cosine);
    }
}
template <class T>
POLHODE_APART void transcendental(const FormulaOperation& o, T* v) {
    const T& x = v[o.a];
    T& to = v[o.to];
    // clang-format off
    switch (o.code) {
        case FormulaCode::power: to = one_by_one(x, v[o.b], [](double a, double b) { return pow(a, b); }); break;
        case FormulaCode::tan: to = one_by_one(x, [](double a) { return tan(a); }); break;
        case FormulaCode::asin: to = one_by_one(x, [](double a) { return asin(a); }); break;
        case FormulaCode::acos: to = one_by_one(x, [](double a) { return acos(a); }); break;
        case FormulaCode::atan: to = one_by_one(x, [](double a) { return atan2(a, 1.0); }); break;
        case FormulaCode::atan2: to = one_by_one(x, v[o.b], [](double a, double b) { return atan2(a, b); }); break;
        case FormulaCode::sinh: to = one_by_one(x, [](double a) { return sinh(a); }); break;
        case FormulaCode::cosh: to = one_by_one(x, [](double a) { return cosh(a); }); break;
        case FormulaCode::tanh: to = one_by_one(x, [](double a) { return tanh(a); }); break;
        case FormulaCode::exp: to = one_by_one(x, [](double a) { return exp(a); }); break;
        case FormulaCode::log: to = one_by_one(x, [](double a) { return log(a); }); break;
        case FormulaCode::floor: to = one_by_one(x, [](double a) { return round_down(a); }); break;
        case FormulaCode::whole_power: to = power_by_squaring(x, o.exponent); break;
        case FormulaCode::sin: { T c; sine_and_cosine(x, to, c); break; }
        case FormulaCode::cos: { T s; sine_and_cosine(x, s, to); break; }
        default: break;
    }
    // clang-format on
}

}  // namespace detail

// Operations `first` to last - 1 on values[i].
template <class T>
POLHODE_HD void run_operations(const FormulaOperation* operations, int first, int last, T* v) {
    const T one(1.0), zero(0.0);
    const auto truth = [&](const auto& holds) { return select(holds, one, zero); };
    for (int i = first; i < last; ++i) {
        const FormulaOperation& o = operations[i];
        // clang-format off
        switch (o.code) {
            case FormulaCode::add: v[o.to] = v[o.a] + v[o.b]; break;
            case FormulaCode::subtract: v[o.to] = v[o.a] - v[o.b]; break;
            case FormulaCode::multiply: v[o.to] = v[o.a] * v[o.b]; break;
            case FormulaCode::divide: v[o.to] = v[o.a] / v[o.b]; break;
            case FormulaCode::negate: v[o.to] = -v[o.a]; break;
            case FormulaCode::less: v[o.to] = truth(v[o.a] < v[o.b]); break;
            case FormulaCode::less_equal: v[o.to] = truth(v[o.a] <= v[o.b]); break;
            case FormulaCode::greater: v[o.to] = truth(v[o.b] < v[o.a]); break;
            case FormulaCode::greater_equal: v[o.to] = truth(v[o.b] <= v[o.a]); break;
            case FormulaCode::equal: v[o.to] = truth(v[o.a] == v[o.b]); break;
            case FormulaCode::not_equal: v[o.to] = truth(!(v[o.a] == v[o.b])); break;
            case FormulaCode::choose: v[o.to] = select(v[o.a] == zero, v[o.c], v[o.b]); break;
            case FormulaCode::sqrt: v[o.to] = sqrt(v[o.a]); break;
            case FormulaCode::abs: v[o.to] = abs(v[o.a]); break;
            case FormulaCode::min: v[o.to] = min(v[o.a], v[o.b]); break;
            case FormulaCode::max: v[o.to] = max(v[o.a], v[o.b]); break;
            case FormulaCode::sign: v[o.to] = select(v[o.a] < zero, -one, select(zero < v[o.a], one, zero)); break;
            default: detail::transcendental(o, v); break;
        }
        // clang-format on
    }
}

}  // namespace polhode::ensemble
