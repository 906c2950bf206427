// Truth for a body with an inside.
#pragma once

#include <memory>

#include "polhode/truth/truth.hpp"

namespace polhode {

// Taylor series in two words between events; `no_taylor_series` says that there are some.
std::unique_ptr<Truth> inside_reference(const Problem& problem, double end, double largest_step);

}  // namespace polhode
