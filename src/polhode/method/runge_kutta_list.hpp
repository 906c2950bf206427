// The Runge-Kutta methods by name, from the list of tableaus in the core.
#pragma once

#include <string>
#include <vector>

namespace polhode {

std::vector<std::string> runge_kutta_names();
bool is_runge_kutta(const std::string& integrator);

}  // namespace polhode
