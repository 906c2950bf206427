#include "polhode/method/runge_kutta_list.hpp"

#include "polhode/integrate/tableaus.hpp"

namespace polhode {

std::vector<std::string> runge_kutta_names() {
    std::vector<std::string> names;
    integrate::Tableaus::for_each([&](auto tableau) { names.push_back(decltype(tableau)::name); });
    return names;
}

bool is_runge_kutta(const std::string& integrator) {
    return integrate::with_tableau(integrator, [](auto) {});
}

}  // namespace polhode
