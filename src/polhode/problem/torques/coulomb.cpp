// Dry friction about an axis of the body. It sticks and slips by events, so that a body with it is one with an inside:
// the scenario's reader takes it there (scenario_inside.cpp), and the law is in inside/dry_friction.hpp.
#include "polhode/base/diagnostic.hpp"
#include "polhode/problem/inside/friction_tables.hpp"
#include "polhode/problem/torque_kind.hpp"

namespace polhode {

namespace {

AnyTorque<double> build_coulomb(const TorqueTable& table) {
    throw InputError(
        table.values.place(),
        "dry friction sticks and slips, which a sum of torques cannot; it is read with the whole scenario");
}

}  // namespace

TorqueKind torque_coulomb() {
    return {{"torque", "coulomb",
             "dry friction about an axis of the body: it brakes with a constant torque while the body turns about it, "
             "and holds it still where that takes no more than the static one",
             friction_parameters(), "", "Coulomb 1785; Filippov 1988, section 8"},
            build_coulomb};
}

}  // namespace polhode
