// Weight of a pivoted body (torque/gravity.hpp).
#include "polhode/problem/torque_kind.hpp"

namespace polhode {

namespace {

AnyTorque<double> build_gravity(const TorqueTable& table) {
    const Values& values = table.values;
    const BodyModel& body = table.body;

    torque::Gravity<double> gravity;
    const bool weighed = body.weighing_mass > 0;
    const auto missing = [&](const char* name, const char* what) {
        values.refuse(name, std::string("must be given: the body is described by its moments alone, so that ") + what +
                                " is not known");
    };
    if (!values.given("mass") && !weighed) missing("mass", "its mass");
    if (!values.given("at") && !weighed) missing("at", "the place of its centre of mass");
    gravity.mass = values.given("mass") ? values.number("mass") : body.weighing_mass;
    gravity.at = values.given("at") ? values.vector("at") : body.centre;
    gravity.g = values.number("g");
    return gravity;
}

}  // namespace

TorqueKind torque_gravity() {
    return {{"torque",
             "gravity",
             "weight of a body on a pivot, along -z of the world",
             {{"mass", Type::non_negative, "kg", "", false, "of what has weight; left out: of the body's parts"},
              {"at", Type::vector3, "m", "", false,
               "from the fixed point to the centre of mass, body axes; left out: of the body's parts"},
              {"g", Type::number, "m/s^2", "9.80665", false, "acceleration of free fall"}},
             "",
             "Goldstein, Classical Mechanics, section 5.7; g: CGPM 1901"},
            build_gravity};
}

}  // namespace polhode
