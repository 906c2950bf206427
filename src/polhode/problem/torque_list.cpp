#include "polhode/problem/torque_kind.hpp"

namespace polhode {

const std::vector<TorqueKind>& torque_kinds() {
    static const std::vector<TorqueKind> all{
#define POLHODE_TORQUE(name) torque_##name(),
#include "polhode/problem/torque_list.def"
#undef POLHODE_TORQUE
    };
    return all;
}

}  // namespace polhode
