// One explicit Runge-Kutta step for any tableau, any scalar and any number of state variables.
//
// `f(t, y)` returns y'. The stages are handed back because error estimates and continuous extensions need them. Sums
// over stages run in the order of the tableau with fma, then one fma adds h times the sum to y, so that the result is
// defined to the last bit.
#pragma once

#include "../arithmetic/compensated.hpp"
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

template <class Weights, int count, int j>
constexpr bool all_zero() {
    if constexpr (j == count)
        return true;
    else
        return Weights::template at<j>() == 0 && all_zero<Weights, count, j + 1>();
}
// The stage whose half is all there is in the sum, or -1.
template <class Weights, int count, int j = 0>
constexpr int single_half() {
    if constexpr (j == count)
        return -1;
    else if constexpr (Weights::template at<j>() == 0)
        return single_half<Weights, count, j + 1>();
    else if constexpr (Weights::template at<j>() == 0.5)
        return all_zero<Weights, count, j + 1>() ? j : -1;
    else
        return -1;
}

// The weights of the classical method, w, 2w, 2w, w: two sums and a fused one in place of a product and three.
template <class Weights, int count>
constexpr bool one_two_two_one() {
    if constexpr (count == 4)
        return Weights::template at<1>() == 2 * Weights::template at<0>() &&
               Weights::template at<2>() == Weights::template at<1>() &&
               Weights::template at<3>() == Weights::template at<0>();
    else
        return false;
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

// y + h times the weighted sum of the stages, and the time of a stage. A scalar whose words do not hold every weight
// (fixed_point.hpp) brings its own two, found by argument-dependent lookup.
template <class Weights, int count, class T, int N>
POLHODE_INLINE Vec<T, N> stage_point(const Vec<T, N>& y, T h, const Vec<T, N>* k) {
    // Half a slope over h is the slope over half of h, to the last bit: one product in place of N.
    if constexpr (single_half<Weights, count>() >= 0)
        return madd(half(h), k[single_half<Weights, count>()], y);
    else if constexpr (one_two_two_one<Weights, count>())
        return madd(T(Weights::template at<0>()) * h, madd(T(2), k[1] + k[2], k[0] + k[3]), y);
    else
        return madd(h, weighted_sum<Weights, count>(k), y);
}
template <class T>
POLHODE_INLINE T stage_time(T t, double part, T h) {
    return fma(T(part), h, t);
}

template <class Tableau, int i, int end, class F, class Time, class T, int N>
POLHODE_INLINE void evaluate_stages(F& f, Time t, const Vec<T, N>& y, T h, Vec<T, N>* k) {
    if constexpr (i < end) {
        constexpr double part = Tableau::C[i];  // a kernel has no access to the array itself
        k[i] = f(stage_time(t, part, h), stage_point<RowOfA<Tableau, i>, i>(y, h, k));
        evaluate_stages<Tableau, i + 1, end>(f, t, y, h, k);
    }
}

}  // namespace detail

// Stages 1.. of a step whose first stage k[0] = f(t, y) is known.
template <class Tableau, class F, class Time, class T, int N>
POLHODE_INLINE void later_stages(F& f, Time t, const Vec<T, N>& y, T h, Vec<T, N>* k) {
    detail::evaluate_stages<Tableau, 1, Tableau::stages>(f, t, y, h, k);
}

// The slope that leads to the new point, from the stages.
template <class Tableau, class T, int N>
POLHODE_INLINE Vec<T, N> mean_slope(const Vec<T, N>* k) {
    return detail::weighted_sum<detail::WeightsB<Tableau>, Tableau::stages>(k);
}
template <class Tableau, class F, class T, int N>
POLHODE_INLINE Vec<T, N> mean_slope(F& f, T t, const Vec<T, N>& y, T h) {
    Vec<T, N> k[Tableau::stages];
    k[0] = f(t, y);
    later_stages<Tableau>(f, t, y, h, k);
    return mean_slope<Tableau>(k);
}

// The new point from the stages.
template <class Tableau, class T, int N>
POLHODE_INLINE Vec<T, N> advance(const Vec<T, N>& y, T h, const Vec<T, N>* k) {
    using detail::stage_point;
    return stage_point<detail::WeightsB<Tableau>, Tableau::stages>(y, h, k);
}

// One step from y at t over h.
template <class Tableau, class F, class Time, class T, int N>
POLHODE_INLINE Vec<T, N> runge_kutta_step(F& f, Time t, const Vec<T, N>& y, T h, Vec<T, N> (&k)[Tableau::stages]) {
    k[0] = f(t, y);
    later_stages<Tableau>(f, t, y, h, k);
    return advance<Tableau>(y, h, k);
}
template <class Tableau, class F, class Time, class T, int N>
POLHODE_INLINE Vec<T, N> runge_kutta_step(F&& f, Time t, const Vec<T, N>& y, T h) {
    Vec<T, N> k[Tableau::stages];
    return runge_kutta_step<Tableau>(f, t, y, h, k);
}
// With the low-order bits of the state (arithmetic/compensated.hpp)
template <class Tableau, class F, class T, int N>
POLHODE_INLINE Carried<T, N> runge_kutta_step(F&& f, T t, const Carried<T, N>& y, T h) {
    return moved(h, mean_slope<Tableau>(f, t, y.value, h), y);
}

// The embedded estimate of the error of one step, component by component.
template <class Tableau, class T, int N>
POLHODE_INLINE Vec<T, N> error_estimate(T h, const Vec<T, N>* k) {
    return h * detail::weighted_sum<detail::WeightsE<Tableau>, Tableau::stages>(k);
}

}  // namespace polhode::integrate
