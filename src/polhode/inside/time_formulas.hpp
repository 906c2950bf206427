// Three formulas of the time and their slopes, in the arithmetic of a motion: double, two words, or power series of
// either. The slope comes from the formula's own power series, one order further (Griewank and Walther, Evaluating
// Derivatives, ch. 13), so that nobody has to differentiate by hand.
#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "polhode/problem/formulas/three_formulas.hpp"
#include "polhode/problem/inside/changing_inertia.hpp"

namespace polhode::inside {

// The series that formulas are computed with: a motion's own, or that of its numbers.
template <class T>
struct SeriesOf {
    using type = Series<T>;
};
template <class T>
struct SeriesOf<Series<T>> {
    using type = Series<T>;
};

// Sets the order of a series for a while.
template <class S>
class OrderFor {
 public:
    explicit OrderFor(int order) : before_(S::order) { S::order = order < S::capacity ? order : S::capacity; }
    ~OrderFor() { S::order = before_; }
    OrderFor(const OrderFor&) = delete;
    OrderFor& operator=(const OrderFor&) = delete;

 private:
    int before_;
};

template <class T>
class TimeVector {
    using S = typename SeriesOf<T>::type;
    static constexpr bool is_series = std::is_same_v<S, T>;

 public:
    explicit TimeVector(const TimeFormulas& formulas) : formulas_(formulas) {}
    void segment(double begin, double end) { formulas_.segment(begin, end); }

    Vec3<T> operator()(const T& t) const {
        if constexpr (is_series || std::is_same_v<T, double>) {
            return formulas_(&t, names());
        } else {
            const OrderFor<S> order(0);
            const S now(t);
            const Vec3<S> v = formulas_(&now, names());
            return {v[0].c[0], v[1].c[0], v[2].c[0]};
        }
    }
    struct Moving {
        Vec3<T> value, slope;
    };
    Moving with_slope(const T& t) const {
        Moving m;
        if constexpr (is_series) {
            // t = t0 + scale s: d/dt of sum c_k s^k is sum (k + 1) c_{k+1}/scale s^k
            using N = std::remove_cvref_t<decltype(t.c[0])>;
            const int known = t.degree > 0 ? S::order : 0;  // a time alone: its value and slope are numbers
            const N scale = t.degree > 0 ? t.c[1] : N(1);
            const Vec3<S> v = one_further(t.c[0], scale, known + 1);
            for (int i = 0; i < 3; ++i) {
                const int last = v[i].degree < known ? v[i].degree : known;
                m.value[i].grow(last);
                for (int k = 0; k <= last; ++k) m.value[i].c[k] = v[i].c[k];
                m.slope[i].grow(v[i].degree > 0 ? v[i].degree - 1 : 0);
                for (int k = 1; k <= v[i].degree; ++k)
                    m.slope[i].c[k - 1] = N(static_cast<double>(k)) * v[i].c[k] / scale;
            }
        } else {
            const Vec3<S> v = one_further(t, T(1), 1);
            for (int i = 0; i < 3; ++i) m.value[i] = v[i].c[0], m.slope[i] = v[i].at(1);
        }
        return m;
    }

 private:
    template <class N>
    Vec3<S> one_further(const N& t0, const N& scale, int order) const {
        const OrderFor<S> further(order);
        S now(t0);
        now.grow(1) = scale;
        return formulas_(&now, names());
    }
    static const std::vector<std::string>& names() {
        static const std::vector<std::string> once{"t"};
        return once;
    }
    ThreeFormulas formulas_;
};

}  // namespace polhode::inside
