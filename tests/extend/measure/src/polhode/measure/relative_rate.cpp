// The error of the rate as a part of the rate.
#include "polhode/measure/measure_kind.hpp"

namespace polhode {

MeasureKind measure_relative_rate() {
    return {
        described_measure("relative-rate", "length of the error of w_NB_B over the length of the true rate", "1", ""),
        [](const MeasureInput& in) { return norm(in.row.w_NB_B - in.truth.w_NB_B) / norm(in.truth.w_NB_B); }};
}

}  // namespace polhode
