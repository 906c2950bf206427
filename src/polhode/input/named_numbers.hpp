// Names that stand for numbers in a formula ([constants] of a scenario): it is compiled as if the number stood there.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace polhode {

using NamedNumbers = std::vector<std::pair<std::string, double>>;

}  // namespace polhode
