// Every Runge-Kutta tableau there is, by name. A new one is a type like those of tableau.hpp in a file of its own, and
// its name in this list: scenarios, Gray's matrices, machine words and the stability of constraints then know it.
#pragma once

#include <string_view>

#include "continuous.hpp"
#include "dormand_prince_853.hpp"
#include "tableau.hpp"

namespace polhode::integrate {

template <class... Tableau>
struct TableauList {
    // Calls f(Tableau{}) for the one of that name; false where there is none.
    template <class F>
    static constexpr bool with(std::string_view name, F&& f) {
        return ((name == Tableau::name ? (f(Tableau{}), true) : false) || ...);
    }
    template <class F>
    static constexpr void for_each(F&& f) {
        (f(Tableau{}), ...);
    }
};

using Tableaus = TableauList<Euler, Midpoint, Heun, Rk4, Merson, DormandPrince5, DormandPrince853>;

template <class F>
constexpr bool with_tableau(std::string_view name, F&& f) {
    return Tableaus::with(name, f);
}

// An error estimate and a continuous extension come with it (continuous.hpp).
template <class Tableau>
inline constexpr bool is_adaptive = requires {
    AdaptivePair<Tableau, double, 1>::order;
};
// It has the embedded estimate by which a step is halved and doubled, and nothing finer.
template <class Tableau>
inline constexpr bool is_halving = requires {
    Tableau::E;
}
&&!is_adaptive<Tableau>;

}  // namespace polhode::integrate
