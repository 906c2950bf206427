// Every Runge-Kutta tableau there is, by name and in the order of places. A new one is a type as tableau.hpp describes,
// in a file of its own in tableaus/, and its line in tableau_list.hpp: scenarios, Gray's matrices, machine words and
// the stability of constraints then know it.
#pragma once

#include <string_view>

#include "continuous.hpp"
#include "polhode/integrate/tableau_list.hpp"

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

namespace detail {

// The tableaus from `place` on, after those that were found before it
template <int place, class... Found>
constexpr auto tableaus_from(TableauList<Found...> found) {
    if constexpr (place == tableau_places)
        return found;
    else if constexpr (requires { typename TableauAt<place>::type; })
        return tableaus_from<place + 1>(TableauList<Found..., typename TableauAt<place>::type>{});
    else
        return tableaus_from<place + 1>(found);
}

}  // namespace detail

using Tableaus = decltype(detail::tableaus_from<0>(TableauList<>{}));

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
