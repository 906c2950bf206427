// A torque that does not change (torque/constant.hpp).
#include "polhode/problem/torque_kind.hpp"

namespace polhode {

TorqueKind torque_constant() {
    return {{"torque",
             "constant",
             "a torque that does not change, in body or world axes",
             {{"value", Type::vector3, "N m", "", true, "the torque about the fixed point"}, torque_frame_parameter()},
             "",
             "Ganapathi 2005, section 7"},
            [](const TorqueTable& table) -> AnyTorque<double> {
                return torque::Constant<double>{table.values.vector("value"), read_frame(table.values)};
            }};
}

}  // namespace polhode
