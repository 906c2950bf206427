// Other people's conventions: names that `polhode convert` takes besides the representations ("robinson",
// "quaternion-xyzw", ...). Their numbers are those of a representation in another order (rotation/borders.hpp).
#pragma once

#include "polhode/problem/attitudes/attitude_kind.hpp"

namespace polhode {

struct Convention {
    Entry entry;
    std::string inner;  // the representation
    std::vector<std::string> names;
    std::vector<double> (*to_inner)(const std::vector<double>&);
    std::vector<double> (*from_inner)(const std::vector<double>&);
    std::vector<StartForm> forms{};
};
const std::vector<Convention>& conventions();
const Convention* find_convention(const std::string& name);

}  // namespace polhode
