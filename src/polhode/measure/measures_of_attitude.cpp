// Measures of the attitude as a rotation, whatever numbers hold it.
#include "polhode/measure/comparison.hpp"
#include "polhode/measure/measure_kind.hpp"

namespace polhode {

MeasureKind measure_geodesic() {
    return {described_measure("geodesic", "angle of the rotation from the true to the computed attitude", "rad",
                              "Huynh, J. Math. Imaging Vis. 35 (2009) 155, section 3.6"),
            [](const MeasureInput& in) { return geodesic_angle(in.truth.q_NB, in.row.q_NB); }};
}

MeasureKind measure_axis_111() {
    return {described_measure("axis-111", "angle between the true and the computed direction of the body's (1,1,1)",
                              "rad", "GyroSoft 2015 item 26"),
            [](const MeasureInput& in) {
                return direction_angle(in.truth.q_NB, in.row.q_NB, {1, 1, 1});
            }};
}

MeasureKind measure_axis_z() {
    return {described_measure("axis-z", "angle between the true and the computed body z axis", "rad",
                              "GyroSoft 2015 item 26"),
            [](const MeasureInput& in) {
                return direction_angle(in.truth.q_NB, in.row.q_NB, {0, 0, 1});
            }};
}

MeasureKind measure_phase() {
    return {described_measure(
                "phase", "part of the rotation error about the true rate: positive where the computed body is ahead",
                "rad", "TN D-5302, signed phase error, for any motion"),
            [](const MeasureInput& in) { return dot(in.rotation_error, in.along_rate); }};
}

MeasureKind measure_cross_track() {
    return {described_measure("cross-track", "part of the rotation error across the true rate", "rad", ""),
            [](const MeasureInput& in) {
                return norm(in.rotation_error - dot(in.rotation_error, in.along_rate) * in.along_rate);
            }};
}

}  // namespace polhode
