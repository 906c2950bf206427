// Against the body rate (torque/damping.hpp).
#include "polhode/problem/torque_kind.hpp"

namespace polhode {

namespace {

AnyTorque<double> build_damping(const TorqueTable& table) {
    const Values& values = table.values;

    if (values.given("coefficient") == values.given("coefficients"))
        values.refuse("coefficient", "give either 'coefficient', one number for all axes, or 'coefficients', three");
    torque::Damping<double> damping;
    if (values.given("coefficient")) {
        const double c = values.number("coefficient");
        damping.coefficients = {c, c, c};
    } else {
        damping.coefficients = values.vector("coefficients");
        for (int i = 0; i < 3; ++i)
            if (damping.coefficients[i] < 0) values.refuse("coefficients", "damping cannot be negative");
    }
    return damping;
}

}  // namespace

TorqueKind torque_damping() {
    return {{"torque",
             "damping",
             "linear damping, against the body rate",
             {{"coefficient", Type::non_negative, "N m s/rad", "", false, "the same for all body axes"},
              {"coefficients", Type::vector3, "N m s/rad", "", false, "one for each body axis"}},
             "",
             "torque = -c w"},
            build_damping};
}

}  // namespace polhode
