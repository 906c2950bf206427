// Adaptive pairs with a continuous extension: a step that knows its error and can be evaluated anywhere inside.
//
//     Pair<Tableau>::trial(f, t, y, h, size)   tries a step; returns the error in units of the tolerance
//     Pair<Tableau>::prepare(f)                after acceptance, before `at`: makes the polynomial
//     Pair<Tableau>::at(x)                     the solution at t + x h, 0 <= x <= 1
//
// `size(e, y0, y1)` turns an error vector into one number, 1 = just acceptable; the caller knows the units of its
// state.
#pragma once

#include "../arithmetic/elementary.hpp"
#include "runge_kutta_step.hpp"
#include "tableaus/dormand_prince_5.hpp"
#include "tableaus/dormand_prince_853.hpp"

namespace polhode::integrate {

template <class Tableau, class T, int N>
class AdaptivePair;

// Dormand-Prince 5(4)
template <class T, int N>
class AdaptivePair<DormandPrince5, T, N> {
 public:
    static constexpr int order = 5;
    // A polynomial of lower degree that is 0 at all stages of a step is 0: it cannot hide there. (So many of the nodes
    // at least are different.)
    static constexpr int hidden_order = 5;
    Vec<T, N> k[7], y0, y1;
    T t0, h;

    // k[0] must hold f(t, y).
    template <class F, class Size>
    T trial(F& f, T t, const Vec<T, N>& y, T step, const Size& size) {
        y0 = y, t0 = t, h = step;
        later_stages<DormandPrince5>(f, t, y, h, k);
        y1 = advance<DormandPrince5>(y, h, k);
        return size(error_estimate<DormandPrince5>(h, k), y0, y1);
    }
    template <class F>
    void prepare(F&) {}
    // HNW II.6 eq. 6.12 in the nested form of their program
    Vec<T, N> at(T x) const {
        using D = DormandPrince5;
        const Vec<T, N> difference = y1 - y0, start = madd(h, k[0], -difference);
        const Vec<T, N> end = difference - h * k[6] - start;
        Vec<T, N> fifth{};
        for (int i = 0; i < 7; ++i)
            if (D::D[i] != 0) fifth = madd(T(D::D[i]), k[i], fifth);
        const T u = T(1) - x;
        return madd(x, madd(u, madd(x, madd(u, h * fifth, end), start), difference), y0);
    }
    // The derivative at the new point, already known.
    const Vec<T, N>& last_slope() const { return k[6]; }
    static constexpr bool knows_last_slope = true;
    // Factor by which the step may change, from the error of the last one.
    static T step_factor(T error) { return pow(error, T(-0.2)); }
};

// Dormand-Prince 8(5,3)
template <class T, int N>
class AdaptivePair<DormandPrince853, T, N> {
 public:
    static constexpr int order = 8;
    static constexpr int hidden_order = 9;
    Vec<T, N> k[16], y0, y1, poly[7];
    T t0, h;

    template <class F, class Size>
    T trial(F& f, T t, const Vec<T, N>& y, T step, const Size& size) {
        using D = DormandPrince853;
        y0 = y, t0 = t, h = step;
        later_stages<D>(f, t, y, h, k);
        y1 = advance<D>(y, h, k);
        Vec<T, N> e5{}, e3{};
        for (int i = 0; i < 12; ++i) {
            if (D::E5[i] != 0) e5 = madd(T(D::E5[i]), k[i], e5);
            if (D::E3[i] != 0) e3 = madd(T(D::E3[i]), k[i], e3);
        }
        // err = e5^2 / sqrt(e5^2 + 0.01 e3^2) (HNW II.10 eq. 10.17)
        const T s5 = size(h * e5, y0, y1), s3 = size(h * e3, y0, y1);
        const T below = fma(s5, s5, T(0.01) * (s3 * s3));
        return below > T(0) ? s5 * s5 / sqrt(below) : T(0);
    }
    template <class F>
    void prepare(F& f) {
        using D = DormandPrince853;
        k[12] = f(t0 + h, y1);
        for (int s = 13; s < 16; ++s) {
            Vec<T, N> slope{};
            for (int j = 0; j < s; ++j)
                if (D::A[s][j] != 0) slope = madd(T(D::A[s][j]), k[j], slope);
            k[s] = f(fma(T(D::C[s]), h, t0), madd(h, slope, y0));
        }
        const Vec<T, N> difference = y1 - y0;
        poly[0] = difference;
        poly[1] = madd(h, k[0], -difference);
        poly[2] = twice_of(difference) - h * (k[12] + k[0]);
        for (int r = 0; r < 4; ++r) {
            Vec<T, N> sum{};
            for (int j = 0; j < 16; ++j)
                if (D::D[r][j] != 0) sum = madd(T(D::D[r][j]), k[j], sum);
            poly[3 + r] = h * sum;
        }
    }
    Vec<T, N> at(T x) const {
        const T u = T(1) - x;
        Vec<T, N> v = x * poly[6];
        for (int i = 5; i >= 0; --i) v = ((6 - i) % 2 ? u : x) * (poly[i] + v);
        return y0 + v;
    }
    const Vec<T, N>& last_slope() const { return k[12]; }
    static constexpr bool knows_last_slope = false;
    static T step_factor(T error) { return T(1) / sqrt(sqrt(sqrt(error))); }

 private:
    static Vec<T, N> twice_of(const Vec<T, N>& a) { return a + a; }
};

// The first step of an adaptive run (HNW II.4, algorithm "starting step size"); size(v) measures a vector in units of
// the tolerance.
template <class F, class Size, class T, int N>
T starting_step(F& f, T t, const Vec<T, N>& y, const Vec<T, N>& slope, int order, T span, const Size& size) {
    const T d0 = size(y, y, y), d1 = size(slope, y, y);
    T h = (d0 < T(1e-5) || d1 < T(1e-5)) ? T(1e-6) * span : T(0.01) * (d0 / d1);
    h = min(h, span);
    const Vec<T, N> ahead = f(t + h, madd(h, slope, y));
    const T d2 = size(ahead - slope, y, y) / h, largest = max(d1, d2);
    const T h1 = !(largest > T(1e-15)) ? max(T(1e-6) * span, T(1e-3) * h) : pow(T(0.01) / largest, T(1) / T(order));
    return min(min(T(100) * h, h1), span);
}

}  // namespace polhode::integrate
