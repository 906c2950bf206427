// A kind of torque: its description and how one is built from a scenario's table, together. HOW TO ADD ONE: a file in
// problem/torques that defines
//
//     TorqueKind polhode::torque_NAME() {
//         return {{"torque", "name", "what it is", {parameters}, "", "source"},
//                 [](const TorqueTable& table) -> AnyTorque<double> { return external_torque(Model<double>{...}); }};
//     }
//
// with a Model as external_torque.hpp says, and a line POLHODE_TORQUE(NAME) in torque_list.def.
#pragma once

#include <string>
#include <vector>

#include "polhode/problem/body_model.hpp"
#include "polhode/problem/orbit_model.hpp"
#include "polhode/problem/torque_model.hpp"
#include "polhode/registry/registry.hpp"

namespace polhode {

// A [[torque]] of a scenario, checked against its entry.
struct TorqueTable {
    const Values& values;
    const BodyModel& body;         // gives weight and centre of mass where the table leaves them out
    const std::string& directory;  // that file names start from
    const OrbitModel* orbit;       // null where the scenario has none
};

struct TorqueKind {
    Entry entry;
    AnyTorque<double> (*build)(const TorqueTable&);
};

// Those of torque_list.def, in its order.
const std::vector<TorqueKind>& torque_kinds();

// The parameter `frame`, and what it says.
Parameter torque_frame_parameter();
torque::Frame read_frame(const Values& values);

#define POLHODE_TORQUE(name) TorqueKind torque_##name();
#include "polhode/problem/torque_list.def"
#undef POLHODE_TORQUE

}  // namespace polhode
