// A force at a place of the body for some time (torque/thruster.hpp).
#include "polhode/problem/torque_kind.hpp"

namespace polhode {

namespace {

AnyTorque<double> build_thruster(const TorqueTable& table) {
    const Values& values = table.values;

    torque::Thruster<double> thruster;
    thruster.force = values.vector("force");
    thruster.at = values.vector("at");
    thruster.frame = read_frame(values);
    thruster.start = values.number("start");
    if (values.given("stop")) thruster.stop = values.number("stop");
    if (!(thruster.start < thruster.stop)) values.refuse("stop", "the thruster must stop after its start");
    thruster.couple = values.boolean("couple");
    return thruster;
}

}  // namespace

TorqueKind torque_thruster() {
    return {{"torque",
             "thruster",
             "a force at a place of the body for some time, alone or as a couple",
             {{"force", Type::vector3, "N", "", true, "the force on the body"},
              {"at", Type::vector3, "m", "", true, "where it acts, from the fixed point, body axes"},
              {"frame", Type::choice, "", "\"body\"", false, "axes the force is given in", {"body", "world"}},
              {"start", Type::number, "s", "0.0", false, "time at which it begins"},
              {"stop", Type::number, "s", "", false, "time at which it ends; left out: never"},
              {"couple", Type::boolean, "", "false", false,
               "the opposite force acts at the opposite place as well: no net force, twice the torque"}},
             "",
             "torque = at x force; a couple 2 at x force"},
            build_thruster};
}

}  // namespace polhode
