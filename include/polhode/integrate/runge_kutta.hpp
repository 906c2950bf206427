// One explicit Runge-Kutta step for any tableau, any scalar and any number of state variables.
//
// `f(t, y)` returns y'. The stages are handed back because error estimates and continuous extensions need them. Sums
// over stages run in the order of the tableau with fma, then one fma adds h times the sum to y, so that the result is
// defined to the last bit.
#pragma once

#include "../arithmetic/vec.hpp"
#include "dormand_prince_853.hpp"
#include "tableau.hpp"

namespace polhode::integrate {

namespace detail {

// sum_{j < count} weights[j] k[j], zeros left out at compile time; Weights::at<j>() is a constant.
template <class Weights, int j, int count, class T, int N>
POLHODE_INLINE void add_weighted(Vec<T, N>& sum, bool& started, const Vec<T, N>* k) {
    if constexpr (j < count) {
        constexpr double weight = Weights::template at<j>();
        if constexpr (weight != 0) {
            if (!started) {
                if constexpr (weight == 1)
                    sum = k[j];
                else
                    sum = T(weight) * k[j];
                started = true;
            } else if constexpr (weight == 1) {
                sum = sum + k[j];
            } else {
                sum = madd(T(weight), k[j], sum);
            }
        }
        add_weighted<Weights, j + 1, count>(sum, started, k);
    }
}

template <class Tableau, int i>
struct RowOfA {
    template <int j>
    static constexpr double at() {
        return Tableau::A[i][j];
    }
};
template <class Tableau>
struct WeightsB {
    template <int j>
    static constexpr double at() {
        return Tableau::B[j];
    }
};
template <class Tableau>
struct WeightsE {
    template <int j>
    static constexpr double at() {
        return Tableau::E[j];
    }
};

template <class Weights, int count, class T, int N>
POLHODE_INLINE Vec<T, N> weighted_sum(const Vec<T, N>* k) {
    Vec<T, N> sum{};
    bool started = false;
    add_weighted<Weights, 0, count>(sum, started, k);
    return sum;
}

template <class Tableau, int i, int end, class F, class T, int N>
POLHODE_INLINE void evaluate_stages(F& f, T t, const Vec<T, N>& y, T h, Vec<T, N>* k) {
    if constexpr (i < end) {
        const Vec<T, N> slope = weighted_sum<RowOfA<Tableau, i>, i>(k);
        k[i] = f(fma(T(Tableau::C[i]), h, t), madd(h, slope, y));
        evaluate_stages<Tableau, i + 1, end>(f, t, y, h, k);
    }
}

}  // namespace detail

// Stages 1.. of a step whose first stage k[0] = f(t, y) is known.
template <class Tableau, class F, class T, int N>
POLHODE_INLINE void later_stages(F& f, T t, const Vec<T, N>& y, T h, Vec<T, N>* k) {
    detail::evaluate_stages<Tableau, 1, Tableau::stages>(f, t, y, h, k);
}

// The new point from the stages.
template <class Tableau, class T, int N>
POLHODE_INLINE Vec<T, N> advance(const Vec<T, N>& y, T h, const Vec<T, N>* k) {
    return madd(h, detail::weighted_sum<detail::WeightsB<Tableau>, Tableau::stages>(k), y);
}

// One step from y at t over h.
template <class Tableau, class F, class T, int N>
POLHODE_INLINE Vec<T, N> runge_kutta_step(F& f, T t, const Vec<T, N>& y, T h, Vec<T, N> (&k)[Tableau::stages]) {
    k[0] = f(t, y);
    later_stages<Tableau>(f, t, y, h, k);
    return advance<Tableau>(y, h, k);
}
template <class Tableau, class F, class T, int N>
POLHODE_INLINE Vec<T, N> runge_kutta_step(F&& f, T t, const Vec<T, N>& y, T h) {
    Vec<T, N> k[Tableau::stages];
    return runge_kutta_step<Tableau>(f, t, y, h, k);
}

// The embedded estimate of the error of one step, component by component.
template <class Tableau, class T, int N>
POLHODE_INLINE Vec<T, N> error_estimate(T h, const Vec<T, N>* k) {
    return h * detail::weighted_sum<detail::WeightsE<Tableau>, Tableau::stages>(k);
}

}  // namespace polhode::integrate
