// A measure: its description and the function that takes it, together. HOW TO ADD ONE: a file that defines
//
//     MeasureKind polhode::measure_NAME() {
//         return {described_measure("name", "what it is", "unit", "source"),
//                 [](const MeasureInput& in) { return norm(in.row.w_NB_B); }};
//     }
//
// and a line POLHODE_MEASURE(NAME) at the end of measure_list.def.
#pragma once

#include "polhode/measure/measure.hpp"
#include "polhode/problem/energy_momentum.hpp"

namespace polhode {

// A computed row and the true state at its time, with what several measures take from them.
struct MeasureInput {
    const Row& row;
    const TrueState& truth;
    // The body axes in the world, as columns: of the computed attitude (the method's own nine cosines as they come,
    // where it holds nine), and of the true one.
    Mat3<double> R_NB, true_R_NB;
    // The rotation vector of the rotation that carries the true attitude into the computed one, in the true body's
    // axes; the direction of the true rate, 0 where there is none.
    Vec3<double> rotation_error, along_rate;
    // Energy and angular momentum (world axes) of the true state; not there where the rate is given.
    std::optional<EnergyMomentum> true_dynamics;
};

struct MeasureKind {
    Entry entry;
    // Not a number where the measure has no meaning.
    double (*value)(const MeasureInput&);
};

Entry described_measure(const char* name, const char* summary, const char* unit, const char* source);

// Those of measure_list.def, in its order.
const std::vector<MeasureKind>& measure_kinds();

#define POLHODE_MEASURE(name) MeasureKind measure_##name();
#include "polhode/measure/measure_list.def"
#undef POLHODE_MEASURE

}  // namespace polhode
