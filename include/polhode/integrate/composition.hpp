// Symmetric compositions of a first-order step X_h = outer, inward, centre and its adjoint (the same flows backwards):
//
//     X_{a1 h}, X*_{b1 h}, X_{a2 h}, X*_{b2 h}, ...
//
// Neighbouring centre flows and neighbouring outer flows join, so s stages cost s centre and s + 1 outer flows. Every
// splitting method for two flows is such a composition, and keeps its order when X holds more than two (McLachlan, SIAM
// J. Sci. Comput. 16 (1995) 151; Hairer, Lubich, Wanner, Geometric Numerical Integration, section II.5).
#pragma once

#include "../arithmetic/scalar.hpp"

namespace polhode::integrate {

enum class CompositionName { strang, suzuki4, blanes_moan4, kahan_li6, blanes_moan6, kahan_li8 };

template <class T>
class Composition {
 public:
    static constexpr int most_stages = 17;

    POLHODE_HD explicit Composition(CompositionName name = CompositionName::strang) {
        switch (name) {
            case CompositionName::strang: {
                const double none[] = {0};
                of_symmetric_steps(2, none, 0);
                return;
            }
            case CompositionName::suzuki4: {
                // M. Suzuki, Phys. Lett. A 146 (1990) 319: 1/(4 - 4^(1/3)) twice on each side
                const double g[] = {0.41449077179437573714, 0.41449077179437573714};
                of_symmetric_steps(4, g, 2);
                return;
            }
            case CompositionName::blanes_moan4: {
                // S. Blanes, P. C. Moan, J. Comput. Appl. Math. 142 (2002) 313, table 2, S6 of order 4
                const double a[] = {0.0792036964311957, 0.353172906049774, -0.0420650803577195};
                const double b[] = {0.209515106613362, -0.143851773179818};
                of_alternating_flows(4, a, b, 3);
                return;
            }
            case CompositionName::kahan_li6: {
                // W. Kahan, R.-C. Li, Math. Comp. 66 (1997) 1089: 9 stages (Hairer, Lubich, Wanner, section V.3.2)
                const double g[] = {0.39216144400731413928, 0.33259913678935943860, -0.70624617255763935981,
                                    0.082213596293550800230};
                of_symmetric_steps(6, g, 4);
                return;
            }
            case CompositionName::blanes_moan6: {
                // Blanes, Moan, table 2, S10 of order 6
                const double a[] = {0.0502627644003922, 0.413514300428344, 0.0450798897943977, -0.188054853819569,
                                    0.541960678450780};
                const double b[] = {0.148816447901042, -0.132385865767784, 0.067307604692185, 0.432666402578175};
                of_alternating_flows(6, a, b, 5);
                return;
            }
            case CompositionName::kahan_li8: {
                // Kahan, Li: 17 stages (same section)
                const double g[] = {0.13020248308889008088, 0.56116298177510838456,  -0.38947496264484728641,
                                    0.15884190655515560090, -0.39590389413323757734, 0.18453964097831570709,
                                    0.25837438768632204729, 0.29501172360931029887};
                of_symmetric_steps(8, g, 8);
                return;
            }
        }
    }

    POLHODE_INLINE int order() const { return order_; }
    POLHODE_INLINE int stages() const { return stages_; }
    // Length of the outer flow before stage k (k = stages(): after the last), and of the parts of a stage.
    POLHODE_INLINE T outer(int k) const { return outer_[k]; }
    POLHODE_INLINE T inward(int k) const { return first_[k]; }
    POLHODE_INLINE T centre(int k) const { return centre_[k]; }
    POLHODE_INLINE T outward(int k) const { return second_[k]; }

    // flows.outer(length), inward(length), centre(length), outward(length)
    template <class Flows>
    POLHODE_INLINE void apply(T h, Flows& flows) const {
        flows.outer(h * outer_[0]);
        for (int k = 0; k < stages_; ++k) {
            flows.inward(h * first_[k]);
            flows.centre(h * centre_[k]);
            flows.outward(h * second_[k]);
            flows.outer(h * outer_[k + 1]);
        }
    }

 private:
    // Steps g1 .. gn, 1 - 2 (g1 + .. + gn), gn .. g1 of a symmetric method
    POLHODE_HD void of_symmetric_steps(int order, const double* g, int n) {
        order_ = order;
        stages_ = 2 * n + 1;
        T rest = T(1);
        for (int k = 0; k < n; ++k) {
            const T step = T(g[k]);
            rest = rest - twice(step);
            first_[k] = second_[k] = first_[2 * n - k] = second_[2 * n - k] = half(step);
        }
        first_[n] = second_[n] = half(rest);
        join();
    }
    // Outer flows a1 .. an, (the rest), an .. a1 and centre flows b1 .. b(n-1), 1/2 - (b1 + ..), and backwards
    POLHODE_HD void of_alternating_flows(int order, const double* a, const double* b, int n) {
        order_ = order;
        stages_ = 2 * n;
        T rest = half(T(1)), carried = T(0);
        for (int k = 0; k < n; ++k) {
            const T middle = k + 1 < n ? T(b[k]) : rest;
            rest = rest - middle;
            first_[k] = T(a[k]) - carried;
            carried = middle - first_[k];
            second_[k] = carried;
            first_[2 * n - 1 - k] = second_[k];
            second_[2 * n - 1 - k] = first_[k];
        }
        join();
    }
    POLHODE_HD void join() {
        outer_[0] = first_[0];
        for (int k = 0; k < stages_; ++k) {
            centre_[k] = first_[k] + second_[k];
            outer_[k + 1] = k + 1 < stages_ ? second_[k] + first_[k + 1] : second_[k];
        }
    }

    int order_ = 2, stages_ = 1;
    T first_[most_stages]{}, second_[most_stages]{}, centre_[most_stages]{}, outer_[most_stages + 1]{};
};

// A kick m <- m + h torque, with attitude and time held: the flow of a potential, or of any torque of time and
// attitude.
//     once        one evaluation; exact where the torque does not depend on the rate, order 1 where it does
//     resolved    m' = torque(t, q, I^-1 m) solved over the kick by a Runge-Kutta step that matches the order: for
//                 damping and other torques of the rate (4 evaluations up to order 4, 12 above)
enum class Kick { once, resolved };

}  // namespace polhode::integrate
