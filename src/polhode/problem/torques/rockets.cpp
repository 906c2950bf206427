// Ganapathi's pair of rockets (torque/rockets.hpp).
#include "polhode/problem/torque_kind.hpp"

namespace polhode {

TorqueKind torque_rockets() {
    return {{"torque",
             "rockets",
             "Ganapathi's pair of rockets: k z x x3, the law of weight on a top without any weight",
             {{"k", Type::number, "N m", "", true, "size of the torque when the body's z axis is horizontal"}},
             "",
             "Ganapathi 2005, section 7, rocket example"},
            [](const TorqueTable& table) -> AnyTorque<double> {
                return torque::Rockets<double>{table.values.number("k")};
            }};
}

}  // namespace polhode
