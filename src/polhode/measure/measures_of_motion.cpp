// Measures of the rate and of what belongs to it, and of the method's own numbers.
#include <limits>

#include "polhode/measure/measure_kind.hpp"

namespace polhode {

namespace {

constexpr double not_there = std::numeric_limits<double>::quiet_NaN();

}  // namespace

MeasureKind measure_rate() {
    return {described_measure("rate", "length of the error of w_NB_B", "rad/s", ""),
            [](const MeasureInput& in) { return norm(in.row.w_NB_B - in.truth.w_NB_B); }};
}

MeasureKind measure_constraint() {
    return {described_measure("constraint", "constraint error of the method's own numbers (for a quaternion 1 - |q|^2)",
                              "1", "TN D-5302 eq. 18"),
            [](const MeasureInput& in) { return in.row.defect; }};
}

MeasureKind measure_energy() {
    return {
        described_measure("energy", "computed less true energy, kinetic and potential", "J", ""),
        [](const MeasureInput& in) { return in.true_dynamics ? in.row.energy - in.true_dynamics->energy : not_there; }};
}

MeasureKind measure_momentum() {
    return {
        described_measure("momentum", "length of the error of the angular momentum in world axes", "kg m^2/s", ""),
        [](const MeasureInput& in) { return in.true_dynamics ? norm(in.row.L_N - in.true_dynamics->L_N) : not_there; }};
}

}  // namespace polhode
